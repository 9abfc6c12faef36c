// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "RayCastHeld.h"

#include <string>
#include <vector>

class vtkUnstructuredGrid;

/// Gradients at the points of a grid that is a piece of a whole: the volume-weighted means over all
/// tetrahedra around, of which other pieces have some. An array of the points carries them to the mapper.
namespace PointGradients
{
/// The numbers of a point.
constexpr int NumberOfSums = 4;

/// For each point of a grid, over the tetrahedra around it with finite values: the sum of their gradients
/// times six times their volumes (three numbers), and that of the latter; 0 where there are none. Empty where
/// the array is none of the points. Throws std::bad_alloc.
INKRAYRENDERING_EXPORT std::vector<double> Sum(vtkUnstructuredGrid* grid, const RayCastArray& values);

/// Add the array of gradients to a grid, from the sums of all pieces.
INKRAYRENDERING_EXPORT void Add(
  vtkUnstructuredGrid* grid, const std::string& name, const std::vector<double>& sums);

/// The name of that array for the values of an array of the points.
INKRAYRENDERING_EXPORT std::string NameFor(const RayCastArray& values);
} // namespace PointGradients
