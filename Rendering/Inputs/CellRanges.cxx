// SPDX-License-Identifier: BSD-3-Clause
#include "CellRanges.h"

#include "ArrayMemory.h"
#include "RayCastHeld.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkIdList.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace
{
std::string NameOf(const char* which, const RayCastArray& array)
{
  const char* const name = array.Array->GetName();
  return std::string("InKRay ") + which + " of " + (name ? name : "") + " " + std::to_string(array.Component);
}
} // namespace

CellRanges CellRanges::In(vtkUnstructuredGrid* grid, const RayCastArray& array)
{
  const auto find = [&](const char* which) {
    return vtkDoubleArray::SafeDownCast(grid->GetCellData()->GetArray(NameOf(which, array).c_str()));
  };
  CellRanges ranges;
  if (!array.Array)
  {
    return ranges;
  }
  ranges.Least = find("least");
  ranges.Greatest = find("greatest");
  return ranges;
}

void CellRanges::AddTo(vtkUnstructuredGrid* grid, const RayCastArray& array) const
{
  this->Least->SetName(NameOf("least", array).c_str());
  this->Greatest->SetName(NameOf("greatest", array).c_str());
  grid->GetCellData()->AddArray(this->Least);
  grid->GetCellData()->AddArray(this->Greatest);
}

CellRanges::CellRanges(vtkUnstructuredGrid* grid, const RayCastArray& array)
  : Least(vtkSmartPointer<vtkDoubleArray>::New())
  , Greatest(vtkSmartPointer<vtkDoubleArray>::New())
{
  const vtkIdType numPoints = array.Array->GetNumberOfTuples();
  std::vector<double> values(static_cast<std::size_t>(numPoints));
  if (numPoints > 0)
  {
    array.Array->GetComponent(0, 0); // copies a device array to the host before several threads read it
  }
  vtkSMPTools::For(0, numPoints, [&](vtkIdType first, vtkIdType last) {
    for (vtkIdType point = first; point < last; ++point)
    {
      values[point] = array.GetValue(point);
    }
  });

  const vtkIdType numCells = grid->GetNumberOfCells();
  double* const leastOf = inkray::filters::allocateTuples(this->Least.Get(), numCells);
  double* const greatestOf = inkray::filters::allocateTuples(this->Greatest.Get(), numCells);
  vtkSMPThreadLocalObject<vtkIdList> lists;
  vtkSMPTools::For(0, numCells, [&](vtkIdType first, vtkIdType last) {
    vtkIdList* const points = lists.Local();
    for (vtkIdType cell = first; cell < last; ++cell)
    {
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      double least = none, greatest = none;
      grid->GetCells()->GetCellAtId(cell, points);
      for (vtkIdType i = 0; i < points->GetNumberOfIds(); ++i)
      {
        const vtkIdType point = points->GetId(i);
        const double value = point >= 0 && point < numPoints ? values[point] : none;
        const bool isFirst = i == 0;
        least = isFirst || std::isnan(value) || value < least ? value : least;
        greatest = isFirst || std::isnan(value) || value > greatest ? value : greatest;
        if (std::isnan(value))
        {
          break;
        }
      }
      leastOf[cell] = least;
      greatestOf[cell] = greatest;
    }
  });
}
