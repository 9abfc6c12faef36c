// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactionMethod.h"
#include "Device/LaunchTable.h"
#include "Renderers/PathTracer/PathKernels.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/TracePaths.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/// The loops of PathKernel. Each loop launches the kernels that follow the paths of a PartOfSample.
namespace inkray
{

/// One block of threads follows the paths of a tile. Its threads and the paths per thread are the fastest
/// numbers of the paper. Parts of a frame are whole tiles.
constexpr int tiledBlock = launches::tiledPaths.threads, tiledPaths = 8;
/// Threads per block of the other kernels, and the number of blocks that should fit on a multiprocessor.
constexpr int pathBlock = launches::pathsInGrids.threads;
static_assert(pathBlock == launches::pathsAmongTriangles.threads, "one size of blocks");
template <class Geometry>
constexpr int residentBlocks = Geometry::residentThreads / pathBlock;
/// Threads per block of the kernels that compact.
constexpr int compactingBlock = launches::compactedPaths.threads;
/// Samples per launch if threads follow several samples of a pixel: enough to keep the threads busy, and few
/// enough to keep a launch short.
constexpr std::uint32_t samplesOfLaunch = 8;

/// Measures the times of bounces, if the frame asks for them.
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

template <class Geometry, class Backend>
void traceNaive(Backend& backend, const PartOfSample& p)
{
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(
    p.numRays, TraceNaive<Geometry>{ p.part, p.sample });
}

/// Make the first bounce of all paths, or another bounce of the live paths in the listed slots. Sets each
/// path's flag in w.flags to whether the path goes on, and its entry in `marked`, unless null, to its slot.
template <class Geometry, class Backend>
void extendAndMark(Backend& backend, const PartOfSample& p, int bounce, std::int64_t live,
  const std::uint32_t* slots, std::uint32_t* marked, PathWorkspace<Backend>& w)
{
  const bool begins = bounce == 0;
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(live,
    MarkAlive<ExtendPaths<Geometry>>{
      { p.part, w.states.data(), p.sample, begins, begins ? nullptr : slots }, w.flags.data(), marked });
}

/// Whole-frame compaction (section 3.4, appendix B.2): after each bounce, separate kernels scan and move the
/// slots of live paths, and the host reads their number. `isSorted`: the live paths are then sorted.
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
  BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
  std::int64_t live = n;
  for (int bounce = 0; live > 0; ++bounce)
    timer.time([&] {
      extendAndMark<Geometry>(backend, p, bounce, live, w.slots[1].data(), w.slots[0].data(), w);
      live = keepLivePaths(backend, live, w);
      if (isSorted && live > 0)
        sortLivePaths(backend, live, methods.sortByOrigin, w);
    });
}

/// Whole-frame compaction inside of the kernels that make the bounces (Hughes et al. 2014). The host reads
/// nothing between launches: it enqueues a launch for each possible bounce. Each launch reads its number of
/// paths from device memory, where the previous launch wrote it.
template <class Geometry, CompactionMethod method, class Backend>
void traceInKernel(
  Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
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
  BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
  timer.time([&] {
    w.compactor.template compactBy<method, compactingBlock>(backend, nullptr, n,
      ExtendPaths<Geometry>{ p.part, w.states.data(), p.sample, true, nullptr }, queue(0));
  });
  for (int bounce = 1; bounce <= p.bounces; ++bounce)
    timer.time([&] {
      const Queue<std::uint32_t> from = queue((bounce + 1) % 2), to = queue(bounce % 2);
      w.compactor.template compactBy<method, compactingBlock>(backend, from.count, n,
        ExtendPaths<Geometry>{ p.part, w.states.data(), p.sample, false, from.items }, to);
    });
}

/// Launch threads that take pixels from a queue: on a device, as many as run at the same time.
template <class Geometry, class Backend>
void traceQueued(Backend& backend, const PartOfSample& p, PathWorkspace<Backend>& w)
{
  w.counts.reserve(backend, 1);
  backend.zero(w.counts.data(), sizeof(std::uint64_t));
  TraceQueued<Geometry> kernel = { p.part, p.sample, p.numSamples, static_cast<std::uint32_t>(p.numRays),
    w.counts.data(), ~0u };
  std::int64_t threads = p.numRays;
  if constexpr (Backend::isDevice)
    threads =
      std::min<std::int64_t>(threads, std::int64_t(backend.multiprocessors()) * Geometry::residentThreads);
  else
    kernel.most = 1; // CPU threads take blocks as they become free, and a frame can be aborted between blocks
  backend.template forEach<pathBlock, residentBlocks<Geometry>>(threads, kernel);
}

} // namespace inkray
