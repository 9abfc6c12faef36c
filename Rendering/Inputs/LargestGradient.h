// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

class vtkDataArray;
class vtkUnstructuredGrid;

/// The largest magnitude of the gradient in the tetrahedra of a grid, in units of the array per unit of
/// length: of the values of an array of its points, or of the averages there of one of its cells
/// (vtkDataObject's association), by one component or, for -1, by the Euclidean norm. Tetrahedra without a
/// volume or with a value that is no finite number are left out. 0 where the array does not fit the grid or
/// there are no tetrahedra.
INKRAYRENDERING_EXPORT double LargestGradient(
  vtkUnstructuredGrid* grid, vtkDataArray* values, int association, int component);
