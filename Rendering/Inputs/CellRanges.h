// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

class vtkUnstructuredGrid;
struct RayCastArray;

/// The least and the greatest value of a point array in each cell of a grid. A cell has NaN if one of its
/// points has. Throws std::bad_alloc.
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
