// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

class vtkDataArray;
class vtkUnstructuredGrid;

/// The largest magnitude of the gradient in the tetrahedra of a grid, in units of the array per unit of
/// length. For a cell array, values are its averages at the points. `association` is vtkDataObject's.
/// `component` chooses a component; -1 means the Euclidean norm. Tetrahedra without a volume or with a value
/// that is not finite are left out. Returns 0 if the array does not fit the grid or there are no tetrahedra.
INKRAYRENDERING_EXPORT double LargestGradient(
  vtkUnstructuredGrid* grid, vtkDataArray* values, int association, int component);
