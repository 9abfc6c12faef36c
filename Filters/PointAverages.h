// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GridSource.h"
#include "TetMeshBuilder.h"

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

namespace inkray::filters
{

/// Average a cell array (a component of it, or the Euclidean norm for -1) at the points of the grid, over the
/// mesh's cells around each point. Points without such a cell get the value of the mesh's first cell, so that
/// the range only has visible values. Throws std::bad_alloc.
vtkSmartPointer<vtkDoubleArray> averageAtPoints(
  const GridSource& grid, const TetMesh& mesh, vtkDataArray* cellValues, int component);

} // namespace inkray::filters
