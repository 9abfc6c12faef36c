// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/PathTracer/ExtendPath.h"

/// The kernels that follow paths (Wald 2011, sections 3.3 and 3.4). They differ in where a path's state is
/// kept and when a thread takes another path; the sums of light are the same bit for bit, because each pixel
/// has one path at a time and adds the path's gains in order.
namespace inkray
{

/// The rays of a launch, and the sums over all samples of each pixel, lower row first.
struct PathPart
{
  const PathScene* scene;
  Float4* sums;
  std::uint32_t firstRay;

  INKRAY_HD std::uint32_t ray(std::int64_t i) const { return firstRay + static_cast<std::uint32_t>(i); }
  /// Return the index of a ray's pixel, or -1 outside of the image.
  INKRAY_HD std::int64_t place(std::uint32_t ray) const
  {
    int pixel[2];
    return pixelOfPath(*scene, ray, pixel) ? pixelIndex(scene->camera, pixel) : -1;
  }
};

INKRAY_HD void add(Float4& sum, const Float4& gain)
{
  sum = { sum.x + gain.x, sum.y + gain.y, sum.z + gain.z, sum.w + gain.w };
}

/// Follow one path of a pixel to its end. extend(state, gain) makes a bounce: it updates the path's state,
/// fills the pixel's gain, and returns true if the path goes on.
template <class Extend>
INKRAY_HD void followPath(const PathPart& part, std::int64_t i, std::uint32_t sample, const Extend& extend)
{
  const std::uint32_t ray = part.ray(i);
  const std::int64_t at = part.place(ray);
  if (at < 0)
    return;
  Float4 sum = part.sums[at];
  PathState state = beginPath(ray, sample);
  bool isAlive = true;
  while (isAlive)
  {
    Float4 gain;
    isAlive = extend(state, gain);
    add(sum, gain);
  }
  part.sums[at] = sum;
}

/// A thread for each pixel, which follows one path to its end (section 3.3).
template <class Geometry>
struct TraceNaive
{
  PathPart part;
  std::uint32_t sample;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    followPath(part, i, sample,
      [this](PathState& state, Float4& gain) { return extendPath<Geometry>(*part.scene, state, gain); });
  }
};

/// A thread that follows paths until no pixel is left: after all samples of a pixel it takes the next pixel
/// from a counter (persistent threads, Aila and Laine 2009). The launch has only as many threads as run at
/// the same time.
template <class Geometry>
struct TraceQueued
{
  PathPart part;
  std::uint32_t firstSample, numSamples, numRays;
  std::uint64_t* numTaken;
  std::uint32_t most; ///< pixels that a thread may take

  INKRAY_HD void operator()(std::int64_t) const
  {
    Float4 sum = {};
    PathState state{};
    std::uint32_t sample = firstSample, taken = 0;
    std::int64_t at = -1;
    for (;;)
    {
      while (at < 0)
      {
        if (taken++ == most)
          return;
        const std::uint64_t i = atomicAddRelaxed(numTaken, std::uint64_t(1));
        if (i >= numRays)
          return;
        const std::uint32_t ray = part.ray(static_cast<std::int64_t>(i));
        at = part.place(ray);
        if (at < 0)
          continue;
        sum = part.sums[at];
        sample = firstSample;
        state = beginPath(ray, sample);
      }
      Float4 gain;
      const bool isAlive = extendPath<Geometry>(*part.scene, state, gain);
      add(sum, gain);
      if (isAlive)
        continue;
      if (++sample < firstSample + numSamples)
        state = beginPath(state.ray, sample);
      else
      {
        part.sums[at] = sum;
        at = -1;
      }
    }
  }
};

/// Make one bounce of a path whose state lies in memory. Returns true if the path is still alive.
template <class Geometry>
INKRAY_HD bool extendInMemory(const PathPart& part, PathState* states, std::uint32_t slot, PathState state)
{
  Float4 gain;
  const bool isAlive = extendPath<Geometry>(*part.scene, state, gain);
  add(part.sums[part.place(state.ray)], gain);
  if (isAlive)
    states[slot] = state;
  return isAlive;
}

/// A bounce, inside of a kernel that compacts or marks live paths. It is the first bounce of a sample's
/// paths, where path i takes slot i, or another bounce of the paths in the listed slots. One kernel does
/// both, because most of its code is the bounce.
template <class Geometry>
struct ExtendPaths
{
  static constexpr int residentThreads = Geometry::residentThreads;

  PathPart part;
  PathState* states;
  std::uint32_t sample;
  bool begins;                ///< with camera rays
  const std::uint32_t* slots; ///< null: 0, 1, ...

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = slots ? slots[i] : static_cast<std::uint32_t>(i);
    PathState state;
    if (begins)
    {
      const std::uint32_t ray = part.ray(i);
      if (part.place(ray) < 0)
        return false;
      state = beginPath(ray, sample);
    }
    else
      state = states[out];
    return extendInMemory<Geometry>(part, states, out, state);
  }
};

/// Turns a kernel that produces items into one that marks the kept items, for compaction by other kernels
/// (section 3.4).
template <class Kernel>
struct MarkAlive
{
  Kernel kernel;
  std::uint32_t* flags; ///< 1: alive
  std::uint32_t* slots; ///< null: not wanted

  INKRAY_HD void operator()(std::int64_t i) const
  {
    std::uint32_t slot = 0;
    flags[i] = kernel(i, slot) ? 1u : 0u;
    if (slots)
      slots[i] = slot;
  }
};

/// Moves each live slot to the place that a scan of the flags gives it.
struct MoveAlive
{
  const std::uint32_t* flags;
  const std::uint32_t* places;
  const std::uint32_t* slots;
  std::uint32_t* out;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (flags[i] != 0)
      out[places[i]] = slots[i];
  }
};

/// Return the sort key of a path's next ray: its direction along the Morton curve on the octahedron, with 32
/// cells a side, then its origin along the Morton curve, with 128 cells a side. `byOrigin`: the origin comes
/// first. Neighbors in this order read much the same memory. (Meister et al. 2020 compare such orders.)
constexpr int rayOrderBits = 31;
INKRAY_HD std::uint32_t rayOrder(const PathState& state, bool byOrigin)
{
  constexpr int originBits = 7, directionBits = 5;
  std::uint32_t place = 0, towards = 0;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    constexpr auto cells = static_cast<float>(1 << originBits); // the scene fills [0, 1]
    const auto cell =
      static_cast<std::uint32_t>(minimum(maximum(state.origin[axis] * cells, 0.0f), cells - 1.0f));
    INKRAY_UNROLL
    for (int bit = 0; bit < originBits; ++bit)
      place |= (cell >> bit & 1u) << (3 * bit + axis);
  }
  INKRAY_UNROLL
  for (int bit = 0; bit < directionBits; ++bit)
  {
    const int from = 16 - directionBits + bit;
    towards |= (state.direction >> from & 1u) << (2 * bit);
    towards |= (state.direction >> (16 + from) & 1u) << (2 * bit + 1);
  }
  return byOrigin ? place << (2 * directionBits) | towards : towards << (3 * originBits) | place;
}

/// Writes the sort keys of the paths in listed slots.
struct OrderRays
{
  const PathState* states;
  const std::uint32_t* slots;
  std::uint32_t* keys;
  bool byOrigin;

  INKRAY_HD void operator()(std::int64_t i) const { keys[i] = rayOrder(states[slots[i]], byOrigin); }
};

/// Writes the window depth of the first opaque surface behind a pixel's center, or 1.
template <class Geometry>
struct TraceDepth
{
  const PathScene* scene;
  float* depth;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const PathScene& s = *scene;
    int pixel[2];
    if (!pixelOfPath(s, static_cast<std::uint32_t>(i), pixel))
      return;
    const float u = pixelU(s.camera, pixel[0]), v = pixelV(s.camera, pixel[1]);
    ScenePath path = cameraRay(s, pixel, u, v, 0.0f, 0.0f);
    StopAtOpaque stop;
    NearestSurface nearest;
    const bool found = findNearest<Geometry>(s, path, stop, nearest);
    depth[pixelIndex(s.camera, pixel)] = found ? s.camera.window.ofDepth(depthAt(s.camera, path.end)) : 1.0f;
  }
};

} // namespace inkray
