// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/PathKernels.h"
#include "Renderers/PathTracer/TiledPathsOnHost.h"
#include "Renderers/PathTracer/TracePaths.h"

#include <algorithm>

namespace inkray
{

/// Paths of a tile for each thread of its block, and its threads: as the paper found fastest.
constexpr int tiledBlock = 64, tiledPaths = 8;
/// Threads of a block of the other kernels, and how many blocks are to fit on a multiprocessor.
constexpr int pathBlock = 64;
template <class Geometry>
constexpr int residentBlocks = Geometry::residentThreads / pathBlock;
/// Samples of a launch of Regenerate: enough that threads stay busy, few enough that a launch stays short.
constexpr std::uint32_t regeneratedSamples = 8;

/// Times of bounces, where they are wanted.
template <class Backend>
class BounceTimer
{
public:
  BounceTimer(Backend& backend, const PathFrame& frame, bool on, PathWorkspace<Backend>& workspace)
    : backend_(backend)
    , mark_(frame.firstMark)
    , on_(on)
    , times_(workspace.bounceMilliseconds)
  {
    times_.clear();
  }
  template <class Bounce>
  void time(const Bounce& bounce)
  {
    if (!on_)
      return bounce();
    backend_.mark(mark_);
    bounce();
    backend_.mark(mark_ + 1);
    backend_.synchronize();
    times_.push_back(backend_.elapsed(mark_, mark_ + 1));
  }

private:
  Backend& backend_;
  int mark_;
  bool on_;
  std::vector<double>& times_;
};

/// Whole-frame compaction (section 3.4, appendix B.2): after each bounce the numbers of live paths are
/// scanned and moved by kernels of their own, and the host reads how many there are.
template <class Geometry, class Backend>
void traceWholeFrame(Backend& backend, const PathFrame& frame, const PathMethodOptions& methods,
  std::uint32_t sample, PathWorkspace<Backend>& w)
{
  const PathSums image = { frame.scene, frame.sums };
  const std::int64_t n = frame.numRays;
  w.states.reserve(backend, n);
  w.flags.reserve(backend, n + 1);
  w.places.reserve(backend, n + 1);
  for (auto& rays : w.rays)
    rays.reserve(backend, n);
  std::uint32_t *const flags = w.flags.data(), *const places = w.places.data();
  PathState* const states = w.states.data();
  BounceTimer<Backend> timer(backend, frame, methods.bounceTimes, w);
  std::int64_t live = n;
  for (int bounce = 0; live > 0; ++bounce)
    timer.time([&] {
      std::uint32_t* const marked = w.rays[0].data();
      const std::uint32_t* const rays = w.rays[1].data();
      if (bounce == 0)
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          n, MarkAlive<BeginPaths<Geometry>>{ { image, states, sample }, flags, marked });
      else if (methods.keepDeadPaths)
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          n, ExtendWhereAlive<Geometry>{ image, states, flags });
      else
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          live, MarkAlive<ExtendPaths<Geometry>>{ { image, states, rays }, flags, marked });
      if (methods.keepDeadPaths)
      {
        live = bounce < frame.bounces ? n : 0;
        return;
      }
      backend.zero(flags + live, sizeof *flags);
      backend.exclusiveScan(flags, places, live + 1);
      backend.forEach(live, MoveAlive{ flags, places, marked, w.rays[1].data() });
      live = backend.read(places + live);
    });
}

/// The same with kernels that compact what they keep (Hughes et al. 2014). Nothing is read in between: each
/// launch finds its number of paths where the one before has left it, and as many as there may be bounces are
/// in the queue.
template <class Geometry, class Backend>
void traceInKernel(Backend& backend, const PathFrame& frame, const PathFrameOptions& options,
  std::uint32_t sample, PathWorkspace<Backend>& w)
{
  const PathSums image = { frame.scene, frame.sums };
  const std::int64_t n = frame.numRays;
  w.states.reserve(backend, n);
  w.counts.reserve(backend, 2);
  for (auto& rays : w.rays)
    rays.reserve(backend, n);
  w.compactor.reserve(backend, n, 1);
  const auto queue = [&](int i) {
    return Queue<std::uint32_t>{ w.rays[i].data(), static_cast<std::uint64_t>(n), w.counts.data() + i };
  };
  BounceTimer<Backend> timer(backend, frame, options.methods.bounceTimes, w);
  timer.time([&] {
    w.compactor.template compact<128>(
      backend, options.compaction, n, BeginPaths<Geometry>{ image, w.states.data(), sample }, queue(0));
  });
  for (int bounce = 1; bounce <= frame.bounces; ++bounce)
    timer.time([&] {
      const Queue<std::uint32_t> from = queue((bounce + 1) % 2), to = queue(bounce % 2);
      w.compactor.template compactCounted<128>(backend, options.compaction, from.count, n,
        ExtendPaths<Geometry>{ image, w.states.data(), from.items }, to);
    });
}

template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, const PathFrameOptions& options,
  std::uint32_t first, std::uint32_t count, PathWorkspace<Backend>& workspace)
{
  const PathSums image = { frame.scene, frame.sums };
  const std::int64_t n = frame.numRays;
  const std::uint32_t atATime = kernel == PathKernel::Regenerate ? regeneratedSamples : 1;
  for (std::uint32_t done = 0, now = 0; done < count; done += now)
  {
    now = std::min(atATime, count - done);
    const std::uint32_t sample = first + done;
    backend.step(static_cast<double>(done) / count, static_cast<double>(done + now) / count);
    switch (kernel)
    {
      case PathKernel::WholeFrame:
        traceWholeFrame<Geometry>(backend, frame, options.methods, sample, workspace);
        break;
      case PathKernel::InKernel:
        traceInKernel<Geometry>(backend, frame, options, sample, workspace);
        break;
      case PathKernel::TiledGlobal:
        workspace.states.reserve(backend, n);
        traceTiled<Geometry, tiledBlock, tiledPaths, false>(
          backend, TracedTiles{ image, workspace.states.data(), frame.numRays, sample });
        break;
      case PathKernel::TiledShared:
        traceTiled<Geometry, tiledBlock, tiledPaths, true>(
          backend, TracedTiles{ image, nullptr, frame.numRays, sample });
        break;
      case PathKernel::Regenerate:
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          n, TraceRegenerating<Geometry>{ image, sample, now });
        break;
      case PathKernel::Naive:
      case PathKernel::Auto:
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          n, TraceNaive<Geometry>{ image, sample });
        break;
    }
  }
}

template <class Geometry, class Backend>
void tracePathDepth(Backend& backend, const PathFrame& frame, float* depth)
{
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(
    frame.numRays, TraceDepth<Geometry>{ frame.scene, depth });
}

template <class Geometry, class Backend>
void measurePaths(Backend& backend, const PathFrame& frame, std::uint32_t sample, std::uint8_t* lengths)
{
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(
    frame.numRays, MeasurePaths<Geometry>{ { frame.scene, frame.sums }, sample, lengths });
}

/// What a source instantiates for one kind of geometry on one backend.
#define INKRAY_TRACE_PATHS(Backend, Geometry)                                                                \
  template void tracePaths<Geometry>(Backend&, const PathFrame&, PathKernel, const PathFrameOptions&,        \
    std::uint32_t, std::uint32_t, PathWorkspace<Backend>&);                                                  \
  template void tracePathDepth<Geometry>(Backend&, const PathFrame&, float*);                                \
  template void measurePaths<Geometry>(Backend&, const PathFrame&, std::uint32_t, std::uint8_t*)

} // namespace inkray
