// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/LaunchPacer.h"
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
  BounceTimer(Backend& backend, int mark, bool on, PathWorkspace<Backend>& workspace)
    : backend_(backend)
    , mark_(mark)
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

/// A sample of a part of the frame.
struct PartOfSample
{
  PathPart part;
  std::int64_t numRays;
  std::uint32_t sample;
  std::int32_t bounces;
  int firstMark;
};

/// The first bounce of all paths, or one more of the live ones in listed slots; flags, and slots where there
/// is an array for them, say what has become of each.
template <class Geometry, class Backend>
void extendAndMark(Backend& backend, const PartOfSample& p, int bounce, std::int64_t live,
  const std::uint32_t* slots, std::uint32_t* marked, PathWorkspace<Backend>& w)
{
  PathState* const states = w.states.data();
  if (bounce == 0)
    backend.template forEach<pathBlock, residentBlocks<Geometry>>(
      live, MarkAlive<BeginPaths<Geometry>>{ { p.part, states, p.sample }, w.flags.data(), marked });
  else
    backend.template forEach<pathBlock, residentBlocks<Geometry>>(
      live, MarkAlive<ExtendPaths<Geometry>>{ { p.part, states, slots }, w.flags.data(), marked });
}

/// Whole-frame compaction (section 3.4, appendix B.2): after each bounce the slots of live paths are scanned
/// and moved by kernels of their own, and the host reads how many there are. `isSorted`: then they are
/// sorted.
template <class Geometry, class Backend>
void traceWholeFrame(Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, bool isSorted,
  PathWorkspace<Backend>& w)
{
  const std::int64_t n = p.numRays;
  w.states.reserve(backend, n);
  w.flags.reserve(backend, n + 1);
  w.places.reserve(backend, n + 1);
  for (auto& slots : w.slots)
    slots.reserve(backend, n);
  if (isSorted)
    w.keys.reserve(backend, n);
  std::uint32_t *const flags = w.flags.data(), *const places = w.places.data();
  BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
  std::int64_t live = n;
  for (int bounce = 0; live > 0; ++bounce)
    timer.time([&] {
      if (bounce > 0 && methods.keepDeadPaths)
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          n, ExtendWhereAlive<Geometry>{ p.part, w.states.data(), flags });
      else
        extendAndMark<Geometry>(backend, p, bounce, live, w.slots[1].data(), w.slots[0].data(), w);
      if (methods.keepDeadPaths)
      {
        live = bounce < p.bounces ? n : 0;
        return;
      }
      backend.zero(flags + live, sizeof *flags);
      backend.exclusiveScan(flags, places, live + 1);
      backend.forEach(live, MoveAlive{ flags, places, w.slots[0].data(), w.slots[1].data() });
      live = backend.read(places + live);
      if (!isSorted || live == 0)
        return;
      backend.forEach(
        live, OrderRays{ w.states.data(), w.slots[1].data(), w.keys.data(), methods.sortByOrigin });
      backend.sortPairs(w.keys, w.slots[1], live, rayOrderBits, w.sort);
    });
}

/// Compaction in place: the states of live paths stand in the first slots, in any order.
template <class Geometry, class Backend>
void traceInPlace(
  Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
{
  w.states.reserve(backend, p.numRays);
  w.flags.reserve(backend, p.numRays);
  w.counts.reserve(backend, 1);
  BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
  std::int64_t live = p.numRays;
  for (int bounce = 0; live > 0; ++bounce)
    timer.time([&] {
      extendAndMark<Geometry>(backend, p, bounce, live, nullptr, nullptr, w);
      w.inPlace.compact(backend, w.states.data(), live, IsAlive{ w.flags.data() }, w.counts.data());
      live = static_cast<std::int64_t>(backend.read(w.counts.data()));
    });
}

/// The same with kernels that compact what they keep (Hughes et al. 2014). Nothing is read in between: each
/// launch finds its number of paths where the one before has left it, and as many as there may be bounces are
/// in the queue.
template <class Geometry, class Backend>
void traceInKernel(
  Backend& backend, const PartOfSample& p, const PathFrameOptions& options, PathWorkspace<Backend>& w)
{
  const std::int64_t n = p.numRays;
  w.states.reserve(backend, n);
  w.counts.reserve(backend, 2);
  for (auto& slots : w.slots)
    slots.reserve(backend, n);
  w.compactor.reserve(backend, n, 1);
  const auto queue = [&](int i) {
    return Queue<std::uint32_t>{ w.slots[i].data(), static_cast<std::uint64_t>(n), w.counts.data() + i };
  };
  BounceTimer<Backend> timer(backend, p.firstMark, options.methods.bounceTimes, w);
  timer.time([&] {
    w.compactor.template compact<128>(
      backend, options.compaction, n, BeginPaths<Geometry>{ p.part, w.states.data(), p.sample }, queue(0));
  });
  for (int bounce = 1; bounce <= p.bounces; ++bounce)
    timer.time([&] {
      const Queue<std::uint32_t> from = queue((bounce + 1) % 2), to = queue(bounce % 2);
      w.compactor.template compactCounted<128>(backend, options.compaction, from.count, n,
        ExtendPaths<Geometry>{ p.part, w.states.data(), from.items }, to);
    });
}

/// Some samples of a part by threads that take pixels from a queue: on a device as many as run at a time.
template <class Geometry, class Backend>
void traceQueued(Backend& backend, const PartOfSample& p, std::uint32_t numSamples, PathWorkspace<Backend>& w)
{
  w.counts.reserve(backend, 1);
  backend.zero(w.counts.data(), sizeof(std::uint64_t));
  TraceQueued<Geometry> kernel = { p.part, p.sample, numSamples, static_cast<std::uint32_t>(p.numRays),
    w.counts.data(), ~0u };
  std::int64_t threads = p.numRays;
  if constexpr (Backend::isDevice)
    threads =
      std::min<std::int64_t>(threads, std::int64_t(backend.multiprocessors()) * Geometry::residentThreads);
  else
    kernel.most = 1; // threads of CPUs take blocks as soon as they are free, and may be asked to stop
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(threads, kernel);
}

template <class Geometry, class Backend>
void tracePaths(Backend& backend, const PathFrame& frame, PathKernel kernel, const PathFrameOptions& options,
  std::uint32_t first, std::uint32_t count, PathWorkspace<Backend>& workspace)
{
  constexpr std::int64_t tile = tiledBlock * tiledPaths;
  const std::int64_t n = frame.numRays;
  const PathMethodOptions& methods = options.methods;
  const bool takesSeveral = kernel == PathKernel::Regenerate || kernel == PathKernel::Queued;
  const double paths = static_cast<double>(count) * static_cast<double>(n);
  LaunchPacer<Backend> pacer(backend, frame.firstMark + 2, static_cast<double>(options.launchMilliseconds),
    methods.pathsOfLaunch, workspace.pathsOfLaunch);
  for (std::uint32_t done = 0, samples = 1; done < count; done += samples)
    for (std::int64_t begin = 0, rays = 0; begin < n; begin += rays)
    {
      // Where threads follow several samples of a pixel, fewer of these come before fewer pixels.
      const auto several = std::min(regeneratedSamples, count - done);
      const std::int64_t now = pacer.next((n - begin) * (takesSeveral && begin == 0 ? several : samples));
      if (begin == 0)
        samples = takesSeveral ? static_cast<std::uint32_t>(std::max<std::int64_t>(1, now / n)) : 1;
      rays = std::min(n - begin, (std::max<std::int64_t>(1, now / samples) + tile - 1) / tile * tile);
      const double before =
        static_cast<double>(done) * static_cast<double>(n) + static_cast<double>(begin * samples);
      backend.step(before / paths, (before + static_cast<double>(rays * samples)) / paths);
      const PartOfSample p = { { frame.scene, frame.sums, static_cast<std::uint32_t>(begin) }, rays,
        first + done, frame.bounces, frame.firstMark };
      switch (kernel)
      {
        case PathKernel::WholeFrame:
        case PathKernel::Sorted:
          traceWholeFrame<Geometry>(backend, p, methods, kernel == PathKernel::Sorted, workspace);
          break;
        case PathKernel::InPlace:
          traceInPlace<Geometry>(backend, p, methods, workspace);
          break;
        case PathKernel::InKernel:
          traceInKernel<Geometry>(backend, p, options, workspace);
          break;
        case PathKernel::TiledGlobal:
          workspace.states.reserve(backend, rays);
          traceTiled<Geometry, tiledBlock, tiledPaths, false>(backend,
            TracedTiles{ p.part, workspace.states.data(), static_cast<std::uint32_t>(rays), p.sample });
          break;
        case PathKernel::TiledShared:
          traceTiled<Geometry, tiledBlock, tiledPaths, true>(
            backend, TracedTiles{ p.part, nullptr, static_cast<std::uint32_t>(rays), p.sample });
          break;
        case PathKernel::Regenerate:
          backend.template forEach<pathBlock, residentBlocks<Geometry>>(
            rays, TraceRegenerating<Geometry>{ p.part, p.sample, samples });
          break;
        case PathKernel::Queued:
          traceQueued<Geometry>(backend, p, samples, workspace);
          break;
        case PathKernel::Naive:
        case PathKernel::Auto:
          backend.template forEach<pathBlock, residentBlocks<Geometry>>(
            rays, TraceNaive<Geometry>{ p.part, p.sample });
          break;
      }
      pacer.launched();
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
    frame.numRays, MeasurePaths<Geometry>{ { frame.scene, frame.sums, 0 }, sample, lengths });
}

/// What a source instantiates for one kind of geometry on one backend.
#define INKRAY_TRACE_PATHS(Backend, Geometry)                                                                \
  template void tracePaths<Geometry>(Backend&, const PathFrame&, PathKernel, const PathFrameOptions&,        \
    std::uint32_t, std::uint32_t, PathWorkspace<Backend>&);                                                  \
  template void tracePathDepth<Geometry>(Backend&, const PathFrame&, float*);                                \
  template void measurePaths<Geometry>(Backend&, const PathFrame&, std::uint32_t, std::uint8_t*)

} // namespace inkray
