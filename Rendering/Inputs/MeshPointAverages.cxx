// SPDX-License-Identifier: BSD-3-Clause
#include "MeshPointAverages.h"

#include "ArrayMemory.h"
#include "RayCastSession.h"
#include "vtkDoubleArray.h"
#include "vtkGenericCell.h"
#include "vtkIdList.h"
#include "vtkPointData.h"
#include "vtkTetrahedralizer.h"
#include "vtkUnstructuredGrid.h"

#include <cstddef>

namespace
{
std::string NameFor(const RayCastArray& values)
{
  const char* const name = values.Array->GetName();
  return std::string("InKRay average of ") + (name ? name : "") + " " + std::to_string(values.Component);
}
} // namespace

std::vector<double> MeshPointAverages::Sum(vtkUnstructuredGrid* grid, const RayCastArray& values)
{
  if (!values.Array || values.Association != vtkDataObject::CELL)
  {
    return {};
  }
  std::vector<double> sums(2 * static_cast<std::size_t>(grid->GetNumberOfPoints()), 0.0);
  vtkNew<vtkIdList> points;
  vtkNew<vtkGenericCell> kind;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    kind->SetCellType(grid->GetCellType(cell));
    if (kind->GetCellDimension() < 3)
    {
      continue;
    }
    const double value = values.GetValue(cell);
    grid->GetCellPoints(cell, points);
    for (vtkIdType i = 0; i < points->GetNumberOfIds(); ++i)
    {
      const auto at = 2 * static_cast<std::size_t>(points->GetId(i));
      sums[at] += value;
      sums[at + 1] += 1;
    }
  }
  return sums;
}

vtkDataArray* MeshPointAverages::Add(
  vtkUnstructuredGrid* grid, const RayCastArray& values, const std::vector<double>& sums)
{
  vtkNew<vtkDoubleArray> averages;
  averages->SetName(NameFor(values).c_str());
  double* const out = inkray::filters::allocateTuples(averages.Get(), grid->GetNumberOfPoints());
  double shown = 0; // also for points without a cell, so that the array's range has visible values only
  for (std::size_t point = 0; point < sums.size() / 2; ++point)
  {
    shown = sums[2 * point + 1] > 0 ? sums[2 * point] / sums[2 * point + 1] : shown;
    out[point] = shown;
  }
  grid->GetPointData()->AddArray(averages);
  return averages;
}

vtkDataArray* MeshPointAverages::FindIn(vtkDataSet* grid, const RayCastArray& values)
{
  return grid && values.Array && values.Association == vtkDataObject::CELL
    ? grid->GetPointData()->GetArray(NameFor(values).c_str())
    : nullptr;
}

bool MeshPointAverages::Replace(
  RayCastArray& array, vtkTetrahedralizer* tetrahedra, RayCastSession& session, vtkDataSet* grid)
{
  if (vtkDataArray* const brought = FindIn(grid, array))
  {
    this->Averaged.Forget();
    this->Averages = nullptr;
    array = { brought, vtkDataObject::POINT, 0 };
    return true;
  }
  if (!array.Array || array.Association != vtkDataObject::CELL)
  {
    this->Averaged.Forget();
    this->Averages = nullptr;
    return true;
  }
  this->Averaged.Update({ RayCastKey(array), tetrahedra->GetMeshMTime() },
    [&] { this->Averages = tetrahedra->AverageAtPoints(array.Array, array.Component); });
  if (!this->Averages)
  {
    this->Averaged.Forget();
    session.Report(true, tetrahedra->GetMessage());
    return false;
  }
  array = { this->Averages, vtkDataObject::POINT, 0 };
  return true;
}

void MeshPointAverages::Note(const RayCastArray& array, bool alsoVolume, RayCastSession& session)
{
  session.Note("Isosurfaces need values at the points, so the values of the cell array " +
    array.GetQuotedName() + " are averaged there" +
    (alsoVolume ? ", also for the volume around the surfaces." : "."));
}
