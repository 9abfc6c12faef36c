// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkDoubleArray.h"
#include "vtkNew.h"

class vtkUnstructuredGrid;
struct RayCastArray;

/// The least and the greatest value of an array of the points in each cell of a grid. Where a point of a cell
/// has no value (NaN), its cell has none. Throws std::bad_alloc.
struct CellRanges
{
  CellRanges(vtkUnstructuredGrid* grid, const RayCastArray& array);

  vtkNew<vtkDoubleArray> Least;
  vtkNew<vtkDoubleArray> Greatest;
};
