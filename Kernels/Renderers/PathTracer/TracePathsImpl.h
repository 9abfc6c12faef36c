// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Renderers/PathTracer/LaunchPacer.h"
#include "Renderers/PathTracer/PathKernels.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/PathLoops.h"
#include "Renderers/PathTracer/TracePaths.h"

#include <algorithm>
#include <type_traits>

namespace inkray
{

/// Whether PathLoops trace scenes of a kind.
template <class Geometry>
constexpr bool isCompared =
  std::is_same_v<Geometry, OneIsosurface> || std::is_same_v<Geometry, OnlyTriangles>;

/// Trace a part of the frame by one of the path tracer's own loops.
template <class Geometry, class Backend>
void tracePart(Backend& backend, const PartOfSample& p, PathKernel kernel, const PathMethodOptions& methods,
  PathWorkspace<Backend>& w)
{
  switch (kernel)
  {
    case PathKernel::WholeFrame:
    case PathKernel::Sorted:
      return traceWholeFrame<Geometry>(backend, p, methods, kernel == PathKernel::Sorted, w);
    case PathKernel::InKernel:
      return traceInKernel<Geometry, CompactionMethod::InKCompact>(backend, p, methods, w);
    case PathKernel::Queued:
      return traceQueued<Geometry>(backend, p, w);
    case PathKernel::Naive:
    case PathKernel::Auto:
      return traceNaive<Geometry>(backend, p);
  }
}

template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, PathLoopOn<Backend>* loop,
  const PathFrameOptions& options, std::uint32_t first, std::uint32_t count,
  PathWorkspace<Backend>& workspace)
{
  constexpr std::int64_t tile = tiledBlock * tiledPaths;
  const std::int64_t n = frame.numRays;
  const PathMethodOptions& methods = options.methods;
  const bool takesSeveral = loop ? loop->takesSeveral() : kernel == PathKernel::Queued;
  const double paths = static_cast<double>(count) * static_cast<double>(n);
  LaunchPacer<Backend> pacer(backend, frame.firstMark + 2, static_cast<double>(options.launchMilliseconds),
    methods.pathsOfLaunch, workspace.pathsOfLaunch);
  for (std::uint32_t done = 0, samples = 1; done < count; done += samples)
    for (std::int64_t begin = 0, rays = 0; begin < n; begin += rays)
    {
      // If threads follow several samples of a pixel, a shorter launch has fewer samples before fewer pixels.
      const auto several = std::min(samplesOfLaunch, count - done);
      const std::int64_t now = pacer.next((n - begin) * (takesSeveral && begin == 0 ? several : samples));
      if (begin == 0)
        samples = takesSeveral ? static_cast<std::uint32_t>(std::max<std::int64_t>(1, now / n)) : 1;
      rays = std::min(n - begin, (std::max<std::int64_t>(1, now / samples) + tile - 1) / tile * tile);
      const double before =
        static_cast<double>(done) * static_cast<double>(n) + static_cast<double>(begin * samples);
      backend.step(before / paths, (before + static_cast<double>(rays * samples)) / paths);
      const PartOfSample p = { { frame.scene, frame.sums, static_cast<std::uint32_t>(begin) }, rays, n,
        first + done, samples, frame.bounces, frame.firstMark };
      if (!loop)
        tracePart<Geometry>(backend, p, kernel, methods, workspace);
      else if constexpr (isCompared<Geometry>)
        loop->trace(Geometry(), backend, p, methods, workspace);
      else
        throw InvalidInput(
          "the loops of tests and benchmarks trace one opaque isosurface in each even image, or "
          "triangles alone");
      pacer.launched();
    }
}

template <class Geometry, class Backend>
void tracePathDepth(Backend& backend, const PathFrame& frame, float* depth)
{
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(
    frame.numRays, TraceDepth<Geometry>{ frame.scene, depth });
}

/// Instantiates both functions for one kind of geometry on one backend. Each pair does this in one source.
#define INKRAY_TRACE_PATHS(Backend, Geometry)                                                                \
  template void tracePaths<Geometry>(Backend&, const PathFrame&, PathKernel, PathLoopOn<Backend>*,           \
    const PathFrameOptions&, std::uint32_t, std::uint32_t, PathWorkspace<Backend>&);                         \
  template void tracePathDepth<Geometry>(Backend&, const PathFrame&, float*)

} // namespace inkray
