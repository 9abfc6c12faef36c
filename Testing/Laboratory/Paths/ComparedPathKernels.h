// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathKernels.h"

/// Kernels of the loops that only the comparison of the papers needs.
namespace inkray
{

/// Runs a thread for each pixel. The thread begins the pixel's next sample as soon as a path ends, while its
/// neighbors still follow theirs (Novak et al. 2010).
template <class Geometry>
struct TraceRegenerating
{
  PathPart part;
  std::uint32_t firstSample, numSamples;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t ray = part.ray(i);
    const std::int64_t at = part.place(ray);
    if (at < 0)
      return;
    Float4 sum = part.sums[at];
    std::uint32_t sample = firstSample;
    PathState state = beginPath(ray, sample);
    while (sample < firstSample + numSamples)
    {
      Float4 gain;
      const bool isAlive = extendPath<Geometry>(*part.scene, state, gain);
      add(sum, gain);
      if (!isAlive)
        state = beginPath(ray, ++sample);
    }
    part.sums[at] = sum;
  }
};

/// Extends each listed path by one bounce. A path that ends is replaced by the next sample of its pixel, if
/// there is one. Returns whether the slot then has a path, for MarkAlive.
template <class Geometry>
struct ExtendOrRegenerate
{
  PathPart part;
  PathState* states;
  const std::uint32_t* slots; ///< null: the first bounce of the first sample of all
  std::uint32_t firstSample, numSamples;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = slots ? slots[i] : static_cast<std::uint32_t>(i);
    const std::uint32_t ray = part.ray(out);
    if (!slots && part.place(ray) < 0)
      return false;
    const PathState state = slots ? states[out] : beginPath(ray, firstSample);
    if (extendInMemory<Geometry>(part, states, out, state))
      return true;
    const std::uint32_t next = sampleOf(state) + 1;
    if (next >= firstSample + numSamples)
      return false;
    states[out] = beginPath(ray, next);
    return true;
  }
};

/// Extends every live path of the frame by one more bounce, each by its own thread: whole-frame compaction
/// without the compaction (Table 3).
template <class Geometry>
struct ExtendWhereAlive
{
  PathPart part;
  PathState* states;
  std::uint32_t* flags;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto slot = static_cast<std::uint32_t>(i);
    if (flags[i] != 0)
      flags[i] = extendInMemory<Geometry>(part, states, slot, states[slot]) ? 1u : 0u;
  }
};

/// Says whether the path in a slot lives, for a compaction in place.
struct IsAlive
{
  const std::uint32_t* flags;

  INKRAY_HD bool operator()(std::int64_t i) const { return flags[i] != 0; }
};

/// Counts the rays of each path of a sample.
template <class Geometry>
struct MeasurePaths
{
  PathPart part;
  std::uint32_t sample;
  std::uint8_t* lengths; ///< by ray

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t ray = part.ray(i);
    lengths[ray] = 0;
    if (part.place(ray) < 0)
      return;
    PathState state = beginPath(ray, sample);
    Float4 gain;
    std::uint8_t length = 1;
    while (extendPath<Geometry>(*part.scene, state, gain))
      ++length;
    lengths[ray] = length;
  }
};

} // namespace inkray
