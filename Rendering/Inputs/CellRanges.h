// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

class vtkUnstructuredGrid;
struct RayCastArray;

/// The least and the greatest value of a point array in each cell of a grid. Both are NaN if one of the
/// cell's points has NaN. Throws std::bad_alloc.
struct INKRAYRENDERING_EXPORT CellRanges
{
  CellRanges(vtkUnstructuredGrid* grid, const RayCastArray& array);

  /// The ranges stored in a grid whose cells are parts of other cells; null without such arrays.
  static CellRanges In(vtkUnstructuredGrid* grid, const RayCastArray& array);
  /// Store the ranges in a grid, as cell arrays.
  void AddTo(vtkUnstructuredGrid* grid, const RayCastArray& array) const;

  vtkSmartPointer<vtkDoubleArray> Least;
  vtkSmartPointer<vtkDoubleArray> Greatest;

private:
  CellRanges() = default;
};
