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

/// A grid of floats with a transfer function, evaluated in double precision: eight values and three weights,
/// and linear functions between knots. It uses no cubic polynomial and no tree.
struct MediumGrid
{
  std::array<std::int64_t, 3> points{};
  std::vector<float> values;
  std::array<std::vector<double>, 3> coordinates; ///< of a rectilinear grid; empty: regular spacing
  std::vector<std::uint8_t> cellFlags;            ///< 1: hidden; empty: no cell is hidden
  Matrix indexToWorld{};                          ///< transforms coordinates if there are any, otherwise
                                                  ///< indices
  TransferFunction function;

  /// The grid as input of the path tracer. The arrays belong to this object.
  VolumeInput input() const;
  /// Color times attenuation, and attenuation, at a point.
  std::array<double, 4> at(const Vector& world) const;
  /// The value at grid point (i, j, k).
  float& value(std::int64_t i, std::int64_t j, std::int64_t k)
  {
    return values[static_cast<std::size_t>(i + points[0] * (j + points[1] * k))];
  }

private:
  mutable Matrix WorldToIndex{};
  mutable bool HasInverse = false;
};

/// A grid of `points` points in the box from `low` to `high` in the world, with the same value everywhere.
MediumGrid boxMedium(
  const std::array<std::int64_t, 3>& points, const Vector& low, const Vector& high, float value);

/// Premultiplied color and opacity of a ray through media that may overlap: their sums at the middle of each
/// of `steps` steps.
std::array<double, 4> integrateMedia(const std::vector<const MediumGrid*>& media, const Vector& origin,
  const Vector& direction, double begin, double end, int steps);

} // namespace inkray::testing
