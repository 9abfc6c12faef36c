// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/MediumReference.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

VolumeInput MediumGrid::input() const
{
  VolumeInput in;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    in.dimensions[axis] = points[axis];
    in.coordinates[axis] = coordinates[axis].empty() ? nullptr : coordinates[axis].data();
  }
  std::copy(indexToWorld.begin(), indexToWorld.end(), in.indexToMesh);
  in.scalars.values = values.data();
  in.scalars.numTuples = static_cast<std::int64_t>(values.size());
  if (!cellFlags.empty())
  {
    in.cellFlags = cellFlags.data();
    in.hiddenCellBits = 1;
  }
  return in;
}

std::array<double, 4> MediumGrid::at(const Vector& world) const
{
  if (!HasInverse)
  {
    WorldToIndex = inverse(indexToWorld.data());
    HasInverse = true;
  }
  const auto p = transform(WorldToIndex.data(), world);
  std::array<std::int64_t, 3> cell{};
  double x[3];
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const std::int64_t last = points[axis] - 2;
    if (coordinates[axis].empty())
    {
      if (p[axis] < 0 || p[axis] > static_cast<double>(points[axis] - 1))
        return { 0, 0, 0, 0 };
      cell[axis] = std::min(last, static_cast<std::int64_t>(p[axis]));
      x[axis] = p[axis] - static_cast<double>(cell[axis]);
      continue;
    }
    const auto& places = coordinates[axis];
    if (p[axis] < places.front() || p[axis] > places.back())
      return { 0, 0, 0, 0 };
    cell[axis] = std::min<std::int64_t>(
      last, std::upper_bound(places.begin(), places.end(), p[axis]) - places.begin() - 1);
    const auto c = static_cast<std::size_t>(cell[axis]);
    x[axis] = (p[axis] - places[c]) / (places[c + 1] - places[c]);
  }
  if (!cellFlags.empty() &&
    cellFlags[static_cast<std::size_t>(cell[0] + (points[0] - 1) * (cell[1] + (points[1] - 1) * cell[2]))])
    return { 0, 0, 0, 0 };
  double v = 0.0;
  for (int k = 0; k < 8; ++k)
  {
    double weight = 1.0;
    std::int64_t index[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool upper = (k >> axis & 1) != 0;
      weight *= upper ? x[axis] : 1 - x[axis];
      index[axis] = cell[static_cast<std::size_t>(axis)] + (upper ? 1 : 0);
    }
    const float corner =
      values[static_cast<std::size_t>(index[0] + points[0] * (index[1] + points[1] * index[2]))];
    if (!std::isfinite(corner))
      return { 0, 0, 0, 0 };
    v += weight * static_cast<double>(corner);
  }
  const auto& knots = function.knots;
  const auto number = [](float f) { return static_cast<double>(f); };
  const auto entry = [&](const TransferFunctionKnot& k) {
    const double a = number(k.attenuation);
    return std::array<double, 4>{ a * number(k.red), a * number(k.green), a * number(k.blue), a };
  };
  if (v <= knots.front().scalar)
    return entry(knots.front());
  if (v >= knots.back().scalar)
    return entry(knots.back());
  std::size_t k = 0;
  while (v >= knots[k + 1].scalar)
    ++k;
  const TransferFunctionKnot &a = knots[k], &b = knots[k + 1];
  const double t = (v - a.scalar) / (b.scalar - a.scalar);
  const auto mix = [&](float from, float to) { return number(from) + t * (number(to) - number(from)); };
  const double attenuation = mix(a.attenuation, b.attenuation);
  return { attenuation * mix(a.red, b.red), attenuation * mix(a.green, b.green),
    attenuation * mix(a.blue, b.blue), attenuation };
}

MediumGrid boxMedium(
  const std::array<std::int64_t, 3>& points, const Vector& low, const Vector& high, float value)
{
  MediumGrid grid;
  grid.points = points;
  grid.values.assign(static_cast<std::size_t>(points[0] * points[1] * points[2]), value);
  grid.indexToWorld[15] = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    grid.indexToWorld[5 * axis] = (high[axis] - low[axis]) / static_cast<double>(points[axis] - 1);
    grid.indexToWorld[4 * axis + 3] = low[axis];
  }
  return grid;
}

std::array<double, 4> integrateMedia(const std::vector<const MediumGrid*>& media, const Vector& origin,
  const Vector& direction, double begin, double end, int steps)
{
  const double step = (end - begin) / steps, length = step * norm(direction);
  double transmittance = 1.0;
  std::array<double, 4> light = { 0, 0, 0, 0 };
  for (int i = 0; i < steps; ++i)
  {
    const double t = begin + (i + 0.5) * step;
    std::array<double, 4> sum = { 0, 0, 0, 0 };
    for (const MediumGrid* const medium : media)
    {
      const auto here = medium->at(
        { origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2] });
      for (std::size_t c = 0; c < 4; ++c)
        sum[c] += here[c];
    }
    if (!(sum[3] > 0.0))
      continue;
    const double behind = std::exp(-sum[3] * length);
    for (std::size_t c = 0; c < 3; ++c)
      light[c] += transmittance * (1 - behind) * sum[c] / sum[3];
    transmittance *= behind;
  }
  light[3] = 1 - transmittance;
  return light;
}

} // namespace inkray::testing
