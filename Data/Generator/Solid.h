// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The solid that generated meshes fill: which points of the unit cube are inside, and how it is bent.
#include "MeshGenerator.h"

#include <array>
#include <cmath>

namespace inkray::generator
{

/// Whether a point of the cube [0, 1]^3 is inside the solid. The number of boundary faces per tet is close to
/// that of measured engineering meshes (about 69 thousand for 3.8 M tets with Cut::Center). For this, notches
/// and bores are better than scattered holes, which would add more surface.
inline bool insideSolid(Shape shape, double x, double y, double z)
{
  if (shape == Shape::Convex)
  {
    return true;
  }
  const auto square = [](double a) { return a * a; };
  // The notch removes a corner. Its surface replaces the one that is removed.
  if (x > 0.55 && y > 0.5 && z > 0.45)
  {
    return false;
  }
  // Two closed cavities.
  if (square(x - 0.3) + square(y - 0.35) + square(z - 0.3) < square(0.12) ||
    square(x - 0.7) + square(y - 0.25) + square(z - 0.65) < square(0.09))
  {
    return false;
  }
  // The blind bore enters from z = 1.
  if (z > 0.55 && square(x - 0.25) + square(y - 0.72) < square(0.07))
  {
    return false;
  }
  // Saw cuts: wide enough to leave a gap in lattices of ten cells.
  const auto sawn = [](double a) { return std::abs(a - 0.5) < 0.07; };
  return shape != Shape::Disconnected || !(sawn(x) || sawn(y) || sawn(z));
}

/// Bend the solid, so that its sides are neither flat nor along the axes. The derivative is within 0.3 of the
/// identity, so no tet is inverted.
inline std::array<double, 3> bend(Shape shape, const std::array<double, 3>& p)
{
  if (shape == Shape::Convex)
  {
    return p;
  }
  return { p[0] + 0.07 * std::sin(2.2 * p[1] + 0.3) + 0.03 * std::cos(3.1 * p[2]),
    p[1] + 0.06 * std::sin(2.5 * p[2] - 0.4) + 0.03 * std::cos(2.7 * p[0]),
    p[2] + 0.06 * std::cos(2.3 * p[0] + 0.2) + 0.03 * std::sin(2.9 * p[1]) };
}

} // namespace inkray::generator
