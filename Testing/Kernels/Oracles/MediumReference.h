// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Shading/TransferFunction.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// A grid of floats with a transfer function, and what it is at a point, in double precision: eight values
/// and three weights, the knots' lines, no cubic and no tree.
struct MediumGrid
{
  std::array<std::int64_t, 3> points{};
  std::vector<float> values;
  std::array<std::vector<double>, 3> coordinates; ///< of a rectilinear grid; empty: an even one
  std::vector<std::uint8_t> cellFlags;            ///< 1: hidden; empty: none is
  Matrix indexToWorld{};                          ///< takes coordinates where there are some
  TransferFunction function;

  /// As the path tracer takes it. The arrays are this object's.
  VolumeInput input() const;
  /// Colour times attenuation, and attenuation, of a point.
  std::array<double, 4> at(const Vector& world) const;
  /// Its value at grid point (i, j, k).
  float& value(std::int64_t i, std::int64_t j, std::int64_t k)
  {
    return values[static_cast<std::size_t>(i + points[0] * (j + points[1] * k))];
  }

private:
  mutable Matrix WorldToIndex{};
  mutable bool HasInverse = false;
};

/// A grid of so many points whose box has these corners in the world, all values `value`.
MediumGrid boxMedium(
  const std::array<std::int64_t, 3>& points, const Vector& low, const Vector& high, float value);

/// Colour multiplied by opacity, and opacity, of a ray through media that overlap as they like: their sums at
/// the middle of each of so many steps.
std::array<double, 4> integrateMedia(const std::vector<const MediumGrid*>& media, const Vector& origin,
  const Vector& direction, double begin, double end, int steps);

} // namespace inkray::testing
