// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Oracles/VolumeFunctions.h"
#include "View/Ray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace inkray::testing
{

/// The ray from one point towards another in index coordinates, clipped to a grid of `cells`. Its parameter
/// is the distance along its longest axis. If begin > end, it misses the grid.
inline Ray rayBetween(const Vector& from, const Vector& to, const GridIndex& cells)
{
  Ray ray = {};
  ray.begin = 0.0f;
  ray.end = 1e6f;
  const double length =
    std::max({ std::abs(to[0] - from[0]), std::abs(to[1] - from[1]), std::abs(to[2] - from[2]) });
  for (int axis = 0; axis < 3; ++axis)
  {
    auto d = static_cast<float>((to[axis] - from[axis]) / length);
    if (std::abs(d) < 1e-12f)
      d = d < 0.0f ? -1e-12f : 1e-12f;
    ray.origin[axis] = static_cast<float>(from[axis]);
    ray.direction[axis] = d;
    ray.inverse[axis] = reciprocal(d);
    ray.offset[axis] = -ray.origin[axis] * ray.inverse[axis];
    const float low = planeParameter(ray, axis, 0.0f),
                high = planeParameter(ray, axis, static_cast<float>(cells[static_cast<std::size_t>(axis)]));
    ray.begin = std::max(ray.begin, std::min(low, high));
    ray.end = std::min(ray.end, std::max(low, high));
  }
  return ray;
}

/// A ray through a grid from one side to the opposite side, in general position.
inline Ray rayAcross(const GridIndex& cells, std::uint32_t seed)
{
  Vector from, to;
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto n = static_cast<double>(cells[static_cast<std::size_t>(axis)]);
    from[axis] = hashNumber(31, seed, axis, 1) * n;
    to[axis] = hashNumber(31, seed, axis, 2) * n;
    if (axis == static_cast<int>(seed % 3))
    {
      from[axis] = seed % 2 ? -3.0 : n + 3.0;
      to[axis] = n - from[axis];
    }
  }
  return rayBetween(from, to, cells);
}

} // namespace inkray::testing
