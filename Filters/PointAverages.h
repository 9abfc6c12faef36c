// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GridSource.h"
#include "TetMeshBuilder.h"

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

namespace inkray::filters
{

/// The values of a cell array (a component of it, or for -1 its Euclidean norm) at the points of the grid:
/// the mean over the cells of the mesh around each. Points of no such cell get the value of the mesh's first
/// cell, so that the range covers visible values only. Throws std::bad_alloc.
vtkSmartPointer<vtkDoubleArray> averageAtPoints(
  const GridSource& grid, const TetMesh& mesh, vtkDataArray* cellValues, int component);

} // namespace inkray::filters
