// SPDX-License-Identifier: BSD-3-Clause
// Cells of a VTK grid: whatever types, ids, offsets, faces and flags they have, what they are cut into has
// points and cells that are there.
#include "FuzzBytes.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkTetrahedralizer.h"
#include "vtkTypeInt32Array.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

/// Types that are cut, of which more are wanted than of those that are not.
constexpr unsigned char solids[] = { 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 31, 32, 33, 37, 41, 42,
  42, 42, 71, 72, 73, 74, 78, 79, 80, 81 };

/// The ids of a cell of each type; for those of any number, some.
int idsOf(unsigned char type, FuzzBytes& bytes)
{
  static const std::vector<std::pair<unsigned char, int>> sizes = { { 10, 4 }, { 11, 8 }, { 12, 8 },
    { 13, 6 }, { 14, 5 }, { 15, 10 }, { 16, 12 }, { 24, 10 }, { 25, 20 }, { 26, 15 }, { 27, 13 }, { 29, 27 },
    { 31, 12 }, { 32, 18 }, { 33, 24 }, { 37, 19 } };
  const auto found =
    std::find_if(sizes.begin(), sizes.end(), [type](const auto& s) { return s.first == type; });
  const int size = found == sizes.end() ? bytes.below(30) : found->second;
  return bytes.below(16) == 0 ? bytes.below(30) : size;
}

vtkSmartPointer<vtkPoints> pointsOf(FuzzBytes& bytes)
{
  auto points = vtkSmartPointer<vtkPoints>::New();
  const int kind = bytes.below(3);
  points->SetDataType(kind == 0 ? VTK_FLOAT : kind == 1 ? VTK_DOUBLE : VTK_INT);
  const int count = bytes.below(48);
  for (int i = 0; i < count; ++i)
  {
    double x[3] = { bytes.number(), bytes.number(), bytes.number() };
    for (double& c : x)
      c = kind == 2 ? static_cast<int>(std::fmin(std::fmax(std::isnan(c) ? 0.0 : c, -1e9), 1e9))
        : kind == 0 && std::isfinite(c) ? std::fmin(std::fmax(c, -3e38), 3e38)
                                        : c;
    points->InsertNextPoint(x);
  }
  return points;
}

template <class Ids>
void giveCells(FuzzBytes& bytes, vtkUnstructuredGrid* grid)
{
  const vtkIdType numPoints = grid->GetNumberOfPoints();
  vtkNew<vtkUnsignedCharArray> types;
  vtkNew<Ids> offsets, ids;
  vtkNew<vtkIdTypeArray> faces, locations;
  offsets->InsertNextValue(0);
  const int count = bytes.below(40), mode = bytes.below(8);
  for (int i = 0; i < count; ++i)
  {
    const unsigned char chosen = bytes.byte();
    const unsigned char type = mode == 0 ? 10 : chosen < 16 ? bytes.byte() : solids[chosen % sizeof(solids)];
    types->InsertNextValue(type);
    for (int id = idsOf(type, bytes); id > 0; --id)
      ids->InsertNextValue(static_cast<typename Ids::ValueType>(bytes.id(numPoints)));
    // Offsets that are none of this list, or do not ascend.
    offsets->InsertNextValue(static_cast<typename Ids::ValueType>(
      mode <= 1 && bytes.below(8) == 0 ? bytes.id(256) : ids->GetNumberOfValues()));
    locations->InsertNextValue(bytes.below(16) == 0 ? bytes.id(64) : faces->GetNumberOfValues());
    if (type == 42)
    {
      const int numFaces = bytes.below(9);
      faces->InsertNextValue(bytes.below(16) == 0 ? bytes.id(64) : numFaces);
      for (int face = 0; face < numFaces; ++face)
      {
        const int size = bytes.below(6);
        faces->InsertNextValue(bytes.below(32) == 0 ? bytes.id(64) : size);
        for (int k = 0; k < size; ++k)
          faces->InsertNextValue(bytes.id(numPoints));
      }
    }
  }
  if (mode == 0) // tets alone, as far as the last offset tells
    offsets->SetValue(count, static_cast<typename Ids::ValueType>(ids->GetNumberOfValues()));
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, ids);
  if (bytes.below(4) == 0 && types->GetNumberOfValues() > 0) // fewer types than cells
    types->SetNumberOfValues(types->GetNumberOfValues() - 1);
  grid->SetCells(types, cells, locations, faces);
}

void giveFlags(FuzzBytes& bytes, vtkDataSetAttributes* attributes, vtkIdType count)
{
  const int choice = bytes.below(4);
  if (choice == 0)
    return;
  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(vtkDataSetAttributes::GhostArrayName());
  for (vtkIdType i = choice == 1 ? 1 : 0; i < count; ++i)
    flags->InsertNextValue(bytes.below(4) == 0 ? bytes.byte() : 0);
  attributes->AddArray(flags);
}

void checkMesh(vtkTetrahedralizer* topology, vtkIdType numCells)
{
  const inkray::TetMeshInput mesh = topology->GetMesh();
  require(mesh.numTets == topology->GetNumberOfTets());
  const std::int64_t* const cellOf = topology->GetTupleOfTet();
  if (!cellOf)
    return; // the grid's own ids, which whoever draws them checks
  for (std::int64_t i = 0; i < 4 * mesh.numTets; ++i)
  {
    const std::int64_t id = mesh.connectivityType == inkray::ValueType::Int32
      ? static_cast<const std::int32_t*>(mesh.connectivity)[i]
      : static_cast<const std::int64_t*>(mesh.connectivity)[i];
    require(id >= 0 && id < mesh.numPoints);
  }
  for (std::int64_t tet = 0; tet < mesh.numTets; ++tet)
    require(cellOf[tet] >= 0 && cellOf[tet] < numCells);
  double sum = 0; // reads all points
  for (std::int64_t i = 0; i < 3 * mesh.numPoints; ++i)
    sum += mesh.pointType == inkray::ValueType::Float32 ? static_cast<const float*>(mesh.points)[i]
                                                        : static_cast<const double*>(mesh.points)[i];
  volatile double kept = sum;
  (void)kept;
}

template <class Array>
void checkValues(FuzzBytes& bytes, vtkTetrahedralizer* topology, vtkIdType numPoints, vtkIdType numCells)
{
  for (const bool isOfPoints : { true, false })
  {
    vtkNew<Array> values;
    values->SetName("values");
    values->SetNumberOfComponents(1 + bytes.below(3));
    const vtkIdType count = (isOfPoints ? numPoints : numCells) - (bytes.below(8) == 0 ? 1 : 0);
    values->SetNumberOfTuples(std::max<vtkIdType>(0, count));
    for (vtkIdType i = 0; i < values->GetNumberOfValues(); ++i)
      values->SetValue(i, static_cast<typename Array::ValueType>(i % 7));
    const int component = bytes.below(5) - 1;
    inkray::Field field;
    if (topology->GetScalars(
          values, isOfPoints ? vtkDataObject::POINT : vtkDataObject::CELL, component, field))
      require(field.numTuples >= (isOfPoints ? numPoints : numCells));
    if (!isOfPoints && topology->GetNumberOfTets() > 0)
    {
      const auto averages = topology->AverageAtPoints(values, component);
      require(!averages || averages->GetNumberOfTuples() == numPoints);
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  FuzzBytes bytes(data, size);
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(pointsOf(bytes));
  bytes.below(2) == 0 ? giveCells<vtkTypeInt64Array>(bytes, grid) : giveCells<vtkTypeInt32Array>(bytes, grid);
  const vtkIdType numPoints = grid->GetNumberOfPoints();
  const vtkIdType numCells =
    std::min(grid->GetNumberOfCells(), grid->GetCellTypesArray()->GetNumberOfTuples());
  giveFlags(bytes, grid->GetCellData(), numCells);
  giveFlags(bytes, grid->GetPointData(), numPoints);
  if (bytes.below(3) == 0)
  {
    vtkNew<vtkDoubleArray> degrees;
    degrees->SetNumberOfComponents(3);
    degrees->SetName("degrees");
    for (vtkIdType i = 0; i < numCells; ++i)
      degrees->InsertNextTuple3(bytes.below(5), bytes.below(5), bytes.number());
    grid->GetCellData()->SetHigherOrderDegrees(degrees);
  }
  vtkNew<vtkTetrahedralizer> topology;
  require(topology->Update(grid));
  require(!topology->Update(grid));
  checkMesh(topology, numCells);
  bytes.below(2) == 0 ? checkValues<vtkFloatArray>(bytes, topology, numPoints, numCells)
                      : checkValues<vtkTypeInt32Array>(bytes, topology, numPoints, numCells);
  return 0;
}
