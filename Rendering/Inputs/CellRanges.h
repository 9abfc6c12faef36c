// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

class vtkUnstructuredGrid;
struct RayCastArray;

/// The least and the greatest value of an array of the points in each cell of a grid. Where a point of a cell
/// has no value (NaN), its cell has none. Throws std::bad_alloc.
struct INKRAYRENDERING_EXPORT CellRanges
{
  CellRanges(vtkUnstructuredGrid* grid, const RayCastArray& array);

  /// The ranges that a grid has brought, whose cells are parts of other cells; null where it has none.
  static CellRanges In(vtkUnstructuredGrid* grid, const RayCastArray& array);
  /// Have a grid bring them, as arrays of its cells.
  void AddTo(vtkUnstructuredGrid* grid, const RayCastArray& array) const;

  vtkSmartPointer<vtkDoubleArray> Least;
  vtkSmartPointer<vtkDoubleArray> Greatest;

private:
  CellRanges() = default;
};
