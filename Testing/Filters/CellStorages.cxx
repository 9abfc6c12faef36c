// SPDX-License-Identifier: BSD-3-Clause
#include "CellStorages.h"

#include "vtkCellArray.h"
#include "vtkCellType.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkShortArray.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnsignedIntArray.h"
#include "vtkUnstructuredGrid.h"

// As in Filters/VtkCompat.cxx, the overload for `int` is chosen where its expression compiles.
namespace kit
{
namespace
{

template <class Cells>
auto hasNewStorages(Cells* cells, int) -> decltype(cells->UseFixedSize32BitStorage(4), true)
{
  return true;
}
template <class Cells>
bool hasNewStorages(Cells*, long)
{
  return false;
}

template <class Cells>
auto storeAsNew(Cells* cells, const std::string& storage, int)
  -> decltype(cells->UseFixedSize32BitStorage(4), true)
{
  if (storage == "FixedSizeInt32")
  {
    return cells->CanConvertToFixedSize32BitStorage() && cells->ConvertToFixedSize32BitStorage();
  }
  if (storage == "FixedSizeInt64")
  {
    return cells->CanConvertToFixedSize64BitStorage() && cells->ConvertToFixedSize64BitStorage();
  }
  vtkNew<vtkUnsignedIntArray> offsets;
  vtkNew<vtkShortArray> connectivity;
  offsets->DeepCopy(cells->GetOffsetsArray());
  connectivity->DeepCopy(cells->GetConnectivityArray());
  return cells->SetData(offsets.Get(), connectivity.Get()) && cells->IsStorageGeneric();
}
template <class Cells>
bool storeAsNew(Cells*, const std::string&, long)
{
  return false;
}

template <class Grid>
auto storeTypes(Grid* grid, int) -> decltype(grid->GetCellTypes(), void())
{
  vtkDataArray* const types = grid->GetCellTypes();
  vtkNew<vtkUnsignedIntArray> copy;
  copy->DeepCopy(types);
  const double* const range = copy->GetRange();
  vtkSmartPointer<vtkCellArray> cells = grid->GetCells();
  if (grid->GetPolyhedronFaces())
  {
    vtkSmartPointer<vtkCellArray> faces = grid->GetPolyhedronFaces();
    vtkSmartPointer<vtkCellArray> locations = grid->GetPolyhedronFaceLocations();
    grid->SetPolyhedralCells(copy, cells, locations, faces);
  }
  else if (range[0] == range[1])
  {
    grid->SetCells(static_cast<int>(range[0]), cells);
  }
  else
  {
    grid->SetCells(copy, cells);
  }
}
template <class Grid>
void storeTypes(Grid*, long)
{
}

/// Puts the stream into two arrays of cells, as broken as it is. A face that is longer than the list ends
/// behind the list. A cell with more faces than exist names faces that do not exist.
template <class Grid>
auto setFaces(Grid* grid, vtkUnsignedCharArray* types, vtkCellArray* cells,
  const std::vector<vtkIdType>& stream, vtkIdType location, int)
  -> decltype(grid->SetPolyhedralCells(types, cells, cells, cells))
{
  vtkNew<vtkIdTypeArray> faceOffsets, facePoints, cellOffsets, cellFaces;
  faceOffsets->InsertNextValue(0);
  for (std::size_t at = 1; at < stream.size();)
  {
    const vtkIdType n = stream[at++];
    faceOffsets->InsertNextValue(faceOffsets->GetValue(faceOffsets->GetMaxId()) + n);
    for (vtkIdType i = 0; i < std::abs(n) && at < stream.size(); ++i)
    {
      facePoints->InsertNextValue(stream[at++]);
    }
  }
  cellOffsets->InsertNextValue(0);
  cellOffsets->InsertNextValue(stream[0]);
  for (vtkIdType face = 0; face < stream[0]; ++face)
  {
    cellFaces->InsertNextValue(location + face);
  }
  vtkNew<vtkCellArray> faces, locations;
  faces->SetData(faceOffsets.Get(), facePoints.Get());
  locations->SetData(cellOffsets.Get(), cellFaces.Get());
  grid->SetPolyhedralCells(types, cells, locations, faces);
}
template <class Grid>
void setFaces(Grid* grid, vtkUnsignedCharArray* types, vtkCellArray* cells,
  const std::vector<vtkIdType>& stream, vtkIdType location, long)
{
  vtkNew<vtkIdTypeArray> faces, locations;
  for (vtkIdType value : stream)
  {
    faces->InsertNextValue(value);
  }
  locations->InsertNextValue(location);
  grid->SetCells(types, cells, locations.Get(), faces.Get());
}

} // namespace

std::vector<std::string> storages()
{
  std::vector<std::string> names = { "Int32", "Int64" };
  if (hasNewStorages(static_cast<vtkCellArray*>(nullptr), 0))
  {
    names.insert(names.end(), { "FixedSizeInt32", "FixedSizeInt64", "Generic" });
  }
  return names;
}

bool storeAs(vtkCellArray* cells, const std::string& storage)
{
  if (storage == "Int32")
  {
    return cells->ConvertTo32BitStorage();
  }
  return storage == "Int64" ? cells->ConvertTo64BitStorage() : storeAsNew(cells, storage, 0);
}

void storeTypesDifferently(vtkUnstructuredGrid* grid)
{
  storeTypes(grid, 0);
}

namespace
{
template <class Grid>
auto modify(Grid* grid, bool ofCells, int) -> decltype(grid->GetPolyhedronFaces(), void())
{
  (ofCells ? grid->GetPolyhedronFaceLocations() : grid->GetPolyhedronFaces())->Modified();
}
template <class Grid>
auto modify(Grid* grid, bool ofCells, long) -> decltype(grid->GetFaces(), void())
{
  (ofCells ? grid->GetFaceLocations() : grid->GetFaces())->Modified();
}
} // namespace

void modifyFaces(vtkUnstructuredGrid* grid, bool ofCells)
{
  modify(grid, ofCells, 0);
}

void setPolyhedron(
  vtkUnstructuredGrid* grid, vtkCellArray* cells, const std::vector<vtkIdType>& stream, vtkIdType location)
{
  vtkNew<vtkUnsignedCharArray> types;
  types->InsertNextValue(VTK_POLYHEDRON);
  setFaces(grid, types.Get(), cells, stream, location, 0);
}

} // namespace kit
