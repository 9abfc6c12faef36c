// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/PathTracer/ExtendPath.h"

/// The kernels that follow paths (Wald 2011, sections 3.3 and 3.4). They differ in who holds a path's state
/// and when threads change paths; the sums of light are the same bit for bit, because each pixel has one path
/// at a time, whose gains it adds up in order.
namespace inkray
{

/// Sums over all samples of each pixel, lower row first.
struct PathSums
{
  const PathScene* scene;
  Float4* sums;

  /// A ray's pixel; -1: outside of the image.
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

/// A thread for each pixel, which follows one path to its end (section 3.3).
template <class Geometry>
struct TraceNaive
{
  PathSums image;
  std::uint32_t sample;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto ray = static_cast<std::uint32_t>(i);
    const std::int64_t at = image.place(ray);
    if (at < 0)
      return;
    Float4 sum = image.sums[at];
    PathState state = beginPath(ray, sample);
    bool isAlive = true;
    while (isAlive)
    {
      Float4 gain;
      isAlive = extendPath<Geometry>(*image.scene, state, gain);
      add(sum, gain);
    }
    image.sums[at] = sum;
  }
};

/// A thread for each pixel, which begins the pixel's next sample as soon as a path ends, while its neighbours
/// still follow theirs (Novak et al. 2010).
template <class Geometry>
struct TraceRegenerating
{
  PathSums image;
  std::uint32_t firstSample, numSamples;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto ray = static_cast<std::uint32_t>(i);
    const std::int64_t at = image.place(ray);
    if (at < 0)
      return;
    Float4 sum = image.sums[at];
    std::uint32_t sample = firstSample;
    PathState state = beginPath(ray, sample);
    while (sample < firstSample + numSamples)
    {
      Float4 gain;
      const bool isAlive = extendPath<Geometry>(*image.scene, state, gain);
      add(sum, gain);
      if (!isAlive)
        state = beginPath(ray, ++sample);
    }
    image.sums[at] = sum;
  }
};

/// One bounce of the path in slot `ray`, whose state lies in memory. True: it goes on.
template <class Geometry>
INKRAY_HD bool extendInMemory(const PathSums& image, PathState* states, std::uint32_t ray, PathState state)
{
  Float4 gain;
  const bool isAlive = extendPath<Geometry>(*image.scene, state, gain);
  add(image.sums[image.place(ray)], gain);
  if (isAlive)
    states[ray] = state;
  return isAlive;
}

/// The first bounce of a sample's paths inside a compacting kernel.
template <class Geometry>
struct BeginPaths
{
  static constexpr int residentThreads = Geometry::residentThreads;

  PathSums image;
  PathState* states;
  std::uint32_t sample;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = static_cast<std::uint32_t>(i);
    return image.place(out) >= 0 && extendInMemory<Geometry>(image, states, out, beginPath(out, sample));
  }
};

/// One more bounce of the paths in a list.
template <class Geometry>
struct ExtendPaths
{
  static constexpr int residentThreads = Geometry::residentThreads;

  PathSums image;
  PathState* states;
  const std::uint32_t* rays;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = rays[i];
    return extendInMemory<Geometry>(image, states, out, states[out]);
  }
};

/// A kernel that makes items as one that marks what it keeps, for a compaction of its own (section 3.4).
template <class Kernel>
struct MarkAlive
{
  Kernel kernel;
  std::uint32_t* flags; ///< 1: alive
  std::uint32_t* rays;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    std::uint32_t ray = 0;
    flags[i] = kernel(i, ray) ? 1u : 0u;
    rays[i] = ray;
  }
};

/// One more bounce of every path of the frame that is alive, each by its own thread: what whole-frame
/// compaction is without the compaction (Table 3).
template <class Geometry>
struct ExtendWhereAlive
{
  PathSums image;
  PathState* states;
  std::uint32_t* flags;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto ray = static_cast<std::uint32_t>(i);
    if (flags[i] != 0)
      flags[i] = extendInMemory<Geometry>(image, states, ray, states[ray]) ? 1u : 0u;
  }
};

/// What lives, to the place that a scan of the flags gives it.
struct MoveAlive
{
  const std::uint32_t* flags;
  const std::uint32_t* places;
  const std::uint32_t* rays;
  std::uint32_t* out;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (flags[i] != 0)
      out[places[i]] = rays[i];
  }
};

/// How many rays each path of a sample has, for statistics.
template <class Geometry>
struct MeasurePaths
{
  PathSums image;
  std::uint32_t sample;
  std::uint8_t* lengths; ///< by ray

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto ray = static_cast<std::uint32_t>(i);
    lengths[i] = 0;
    if (image.place(ray) < 0)
      return;
    PathState state = beginPath(ray, sample);
    Float4 gain;
    std::uint8_t length = 1;
    while (extendPath<Geometry>(*image.scene, state, gain))
      ++length;
    lengths[i] = length;
  }
};

/// Window depth of the first opaque surface behind a pixel's centre.
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
