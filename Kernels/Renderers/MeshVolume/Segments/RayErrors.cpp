// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Segments/RayErrors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace inkray
{

namespace
{
constexpr double length = 2.0; ///< of a ray, in normalized positions: the mesh's longest extent
/// The length of a region, relative to the mesh: a thirty-second of its volume is about a third as long.
constexpr double shareOfRegion = 1.0 / 3.0;

/// Sums over the entries of a sample.
struct Sums
{
  double volume = 0.0, depth = 0.0, opacity = 0.0;
  double color[3] = {}, error[4] = {}, squares[4] = {}, products[3] = {};

  void add(const SegmentErrors& e)
  {
    volume += double(e.volume);
    depth += double(e.depth);
    opacity += double(e.opacity);
    for (int c = 0; c < 4; ++c)
    {
      error[c] += double(e.error[c]);
      squares[c] += double(e.squares[c]);
      if (c == 3)
        continue;
      color[c] += double(e.color[c]);
      products[c] += double(e.products[c]);
    }
  }
  bool areFinite() const
  {
    double sum = volume + depth + opacity;
    for (int c = 0; c < 4; ++c)
      sum += error[c] + squares[c] + (c < 3 ? color[c] + products[c] : 0.0);
    return std::isfinite(sum);
  }
  /// The optical depth of a ray, in nepers.
  double rayDepth(double rayLength) const
  {
    return volume > 0.0 ? std::log(2.0) * rayLength * depth / volume : 0.0;
  }
  /// The mean visible color, not premultiplied.
  double colorOf(int c) const { return opacity > 0.0 ? std::clamp(color[c] / opacity, 0.0, 1.0) : 0.0; }
};

/// The mean of e^-(depth x) for x from 0 to 1.
double meanThrough(double depth)
{
  return depth > 1e-6 ? -std::expm1(-depth) / depth : 1.0;
}

/// The errors of a ray of some length whose segments are all like those of the sums: the sum of the squared
/// errors over the four numbers of a pixel, and the sum of the errors of each number.
struct OfRay
{
  double squares = 0.0;
  std::array<double, 4> sums = {};

  /// The background of a segment is black, or has the mean color of `all`.
  OfRay(const Sums& s, const Sums& all, double rayLength)
  {
    if (!(s.volume > 0.0))
      return;
    const double depth = std::min(s.rayDepth(rayLength), all.rayDepth(rayLength));
    const double perVolume = rayLength / s.volume;
    for (int c = 0; c < 3; ++c)
    {
      const double behind = all.colorOf(c);
      const double with = s.squares[c] + 2.0 * behind * s.products[c] + behind * behind * s.squares[3];
      squares += 0.25 * perVolume * meanThrough(2.0 * depth) * std::max(s.squares[c], with);
      const double sum = s.error[c] + behind * s.error[3];
      sums[std::size_t(c)] =
        perVolume * meanThrough(depth) * (std::abs(sum) > std::abs(s.error[c]) ? sum : s.error[c]);
    }
    squares += 0.25 * perVolume * std::exp(-2.0 * depth) * s.squares[3];
    sums[3] = perVolume * std::exp(-depth) * s.error[3];
  }
};

double meanSquare(const std::array<double, 4>& numbers)
{
  double sum = 0.0;
  for (const double n : numbers)
    sum += 0.25 * n * n;
  return sum;
}
} // namespace

RayErrors::RayErrors(const std::vector<SegmentErrors>& entries, std::size_t numRegions)
{
  constexpr auto numDirections = static_cast<std::size_t>(SegmentErrors::numDirections);
  std::vector<Sums> ofRegions(numRegions * numDirections);
  Sums all;
  for (std::size_t i = 0; i < entries.size(); ++i)
  {
    const std::size_t r = i * numRegions / entries.size();
    ofRegions[r * numDirections + static_cast<std::size_t>(entries[i].direction)].add(entries[i]);
    all.add(entries[i]);
    segment = std::max(segment, double(entries[i].most));
  }
  for (std::size_t d = 0; d < numDirections; ++d)
  {
    double volume = 0.0, squares = 0.0, biased = 0.0;
    std::array<double, 4> mean = {};
    for (std::size_t r = 0; r < numRegions; ++r)
    {
      const Sums& s = ofRegions[r * numDirections + d];
      const OfRay ray(s, all, length), within(s, all, shareOfRegion * length);
      const double bias = meanSquare(ray.sums);
      region = std::max(region, std::sqrt(within.squares + meanSquare(within.sums)));
      volume += s.volume;
      squares += s.volume * ray.squares;
      biased += s.volume * bias;
      for (std::size_t c = 0; c < 4; ++c)
        mean[c] += s.volume * ray.sums[c];
    }
    if (!(volume > 0.0))
      continue;
    for (double& m : mean)
      m /= volume;
    // Treat the spread of the regional means as random error: add it in quadrature.
    const double ofMean = meanSquare(mean), spread = std::max(0.0, biased / volume - ofMean);
    picture = std::max(picture, std::sqrt(squares / volume + ofMean + shareOfRegion * spread));
  }
  if (!all.areFinite())
    picture = region = segment = 1.0;
}

} // namespace inkray
