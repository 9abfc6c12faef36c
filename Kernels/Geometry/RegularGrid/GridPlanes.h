// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cmath>
#include <string>
#include <vector>

namespace inkray
{

/// Positions of the interpolant's planes along an axis of a rectilinear volume: its points, or the middles
/// between them. Throws InvalidInput if coordinates are not finite, missing, or not in order; they may
/// repeat.
inline std::vector<double> planesOf(const VolumeInput& volume, int axis)
{
  const double* const given = volume.coordinates[axis];
  const std::string name(1, static_cast<char>('x' + axis));
  if (!given)
    throw InvalidInput("the rectilinear grid has no " + name + " coordinates");
  const std::int64_t n = volume.dimensions[axis];
  const bool descending = given[0] > given[n - 1];
  std::vector<double> places;
  for (std::int64_t i = 0; i < n; ++i)
  {
    const bool inOrder = i == 0 || (descending ? given[i] <= given[i - 1] : given[i] >= given[i - 1]);
    if (!std::isfinite(given[i]) || !inOrder)
      throw InvalidInput("the " + name + " coordinates of the rectilinear grid are not in order: number " +
        std::to_string(i) + " is " + std::to_string(given[i]) +
        "; they have to be finite, and to ascend or descend");
    places.push_back(given[i]);
  }
  if (given[0] == given[n - 1])
    throw InvalidInput("the rectilinear grid has no width along " + name);
  if (volume.isDual())
  {
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
      places[i] = 0.5 * (places[i] + places[i + 1]);
    places.pop_back();
  }
  return places;
}

} // namespace inkray
