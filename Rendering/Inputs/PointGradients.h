// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "RayCastHeld.h"

#include <string>
#include <vector>

class vtkUnstructuredGrid;

/// Gradients at the points of a grid that is a part of a whole: volume-weighted means over all tetrahedra
/// around a point, some of which are in other parts. A point array carries the gradients to the mapper.
namespace PointGradients
{
/// How many numbers Sum returns for each point.
constexpr int NumberOfSums = 4;

/// For each point of a grid, sum over the surrounding tetrahedra with finite values: their gradients times
/// six times their volumes (three numbers), and six times their volumes. Sums are 0 without such tetrahedra.
/// Empty unless `values` is a point array. Throws std::bad_alloc.
INKRAYRENDERING_EXPORT std::vector<double> Sum(vtkUnstructuredGrid* grid, const RayCastArray& values);

/// Add the array of gradients to a grid, given the sums over all parts.
INKRAYRENDERING_EXPORT void Add(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& sums);

/// The name of the array of gradients for a point array.
INKRAYRENDERING_EXPORT std::string NameFor(const RayCastArray& values);
} // namespace PointGradients
