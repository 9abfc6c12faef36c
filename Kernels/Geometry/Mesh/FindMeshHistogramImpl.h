// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BinTable.h"
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Geometry/Mesh/FindMeshHistogram.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace mesh_histogram
{

inline void check(const HistogramBins& bins)
{
  if (bins.count < 1 || !std::isfinite(bins.low) || !std::isfinite(bins.high) || !(bins.low <= bins.high))
    throw InvalidInput("the bins of a histogram need a range of finite numbers, the lower one first");
}

/// Set the planes of the box, in normalized positions.
inline void placeBox(const CropBox& box, const MeshToCount& mesh, CountTets& kernel)
{
  kernel.numPlanes = 0;
  kernel.keepsOutside = box.keepsOutside;
  if (!box.on)
    return;
  ClippingPlane planes[6];
  if (!box.halfSpaces(planes))
    throw InvalidInput("the box of a histogram has no volume, or numbers that are not finite");
  for (const ClippingPlane& plane : planes)
  {
    double* const to = kernel.planes[kernel.numPlanes++];
    double along = plane.distance;
    for (int axis = 0; axis < 3; ++axis)
    {
      to[axis] = plane.normal[axis];
      along -= plane.normal[axis] * mesh.center[axis];
    }
    to[3] = along * mesh.scale;
  }
}

inline void placeShadows(const double bounds[6], const MeshToCount& mesh, CountTets& kernel)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    const double length = (bounds[2 * axis + 1] - bounds[2 * axis]) * mesh.scale;
    const bool isFlat = !(length > 0.0) || !std::isfinite(length);
    kernel.shadowLow[axis] =
      isFlat ? 0.0f : static_cast<float>((bounds[2 * axis] - mesh.center[axis]) * mesh.scale);
    kernel.shadowScale[axis] = isFlat ? 0.0f : static_cast<float>(MeshHistogram::squares / length);
    // Rounding of positions may move faces on the border of squares by this much.
    kernel.touch[axis] = isFlat ? 0.0f : static_cast<float>(1e-6 * length + 2.4e-7);
  }
}

/// The ends of the bins of values, normalized like the values.
inline std::vector<double> edgesOf(const HistogramBins& bins, const MeshToCount& mesh)
{
  std::vector<double> edges;
  edges.reserve(static_cast<std::size_t>(bins.count) + 1);
  for (int i = 0; i <= bins.count; ++i)
  {
    const double edge = std::clamp((bins.edge(i) - mesh.low) * mesh.valueScale, -1e30, 1e30);
    edges.push_back(static_cast<double>(static_cast<float>(edge)));
  }
  return edges;
}

/// A power of two that multiplies volumes: the product with a volume of `most` is at most 2^62.
inline double unitFor(double most)
{
  int exponent = 0;
  std::frexp(most, &exponent);
  return std::ldexp(1.0, 62 - exponent);
}

} // namespace mesh_histogram

template <class Backend>
MeshHistogram findMeshHistogram(Backend& backend, const MeshToCount& mesh, const MeshHistogramInput& input)
{
  using namespace mesh_histogram;
  constexpr int squares = MeshHistogram::squares;
  check(input.values);
  check(input.gradients);
  const std::int64_t numBins = std::int64_t(input.values.count) * input.gradients.count;
  if (numBins > std::int64_t(1) << 26)
    throw InvalidInput("a histogram of more than 2^26 bins; use fewer");

  CountTets kernel = {};
  kernel.mesh = mesh;
  placeBox(input.box, mesh, kernel);
  placeShadows(input.bounds, mesh, kernel);
  kernel.gradients = input.gradients;
  kernel.gradientUnit = mesh.scale / mesh.gradientScale;

  const std::vector<double> edges = edgesOf(input.values, mesh);
  Buffer<double, Backend> edgesThere(backend, static_cast<std::int64_t>(edges.size()));
  backend.copyFromHost(edgesThere.data(), edges.data(), edgesThere.bytes());
  const double range = edges.back() - edges.front();
  kernel.values = { edges.front(), edges.back(), range > 0.0 ? input.values.count / range : 0.0,
    input.values.count, edgesThere.data() };

  Buffer<std::uint64_t, Backend> sums(backend, numBins);
  Buffer<std::uint8_t, Backend> marks(backend, std::int64_t(3) * squares * squares);
  Buffer<CountedTets, Backend> counted(backend, 1);
  kernel.counted = counted.data();
  CountedTets found{};
  const auto count = [&](double unit) {
    kernel.volumeUnit = unit;
    backend.zero(sums.data(), sums.bytes());
    backend.zero(marks.data(), marks.bytes());
    backend.zero(counted.data(), counted.bytes());
    addToBins(backend, mesh.numTets, kernel, BinTable{ sums.data(), numBins, marks.data(), marks.size() });
    found = backend.read(counted.data());
  };
  // Cells that do not overlap have a total volume of at most 8. If cells overlap, sums may exceed 64 bits; if
  // only a small part of this volume counts, sums are imprecise. The volume found then gives a better unit.
  count(unitFor(8.0));
  const double numTets = static_cast<double>(mesh.numTets);
  if (found.upper >= std::uint64_t(1) << 32)
    count(unitFor(std::ldexp(static_cast<double>(found.upper), 32) / kernel.volumeUnit));
  else if (found.upper > 0 && found.volume < static_cast<std::uint64_t>(mesh.numTets) << 20)
    count(unitFor((static_cast<double>(found.volume) + numTets) / kernel.volumeUnit));

  MeshHistogram histogram;
  std::vector<std::uint64_t> fixed(static_cast<std::size_t>(numBins));
  backend.copyToHost(fixed.data(), sums.data(), sums.bytes());
  const double volume = 1.0 / (kernel.volumeUnit * mesh.scale * mesh.scale * mesh.scale);
  histogram.volumes.reserve(fixed.size());
  for (const std::uint64_t sum : fixed)
    histogram.volumes.push_back(static_cast<double>(sum) * volume);
  for (int axis = 0; axis < 3; ++axis)
  {
    auto& shadow = histogram.shadows[static_cast<std::size_t>(axis)];
    shadow.resize(std::size_t(squares) * squares);
    backend.copyToHost(shadow.data(), marks.data() + std::int64_t(axis) * squares * squares, shadow.size());
  }
  std::memcpy(&histogram.largestGradient, &found.steepest, sizeof found.steepest);
  return histogram;
}

} // namespace inkray
