// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Laboratory/Compaction/InPlaceCompactor.h"
#include "Laboratory/Paths/ComparedPathKernels.h"
#include "Laboratory/Paths/ComparedPathLoop.h"
#include "Laboratory/Paths/TiledPathsOnHost.h"
#include "Renderers/PathTracer/LivePaths.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/PathLoops.h"

#include <cstdint>
#include <memory>

/// The loops over paths that only the papers' comparison needs, on one backend.
namespace inkray
{

/// A loop with the same function for both kinds of geometry: Loop::trace<Geometry>(...).
template <class Loop, class Backend>
class ComparedLoopOn : public PathLoopOn<Backend>
{
public:
  void trace(OneIsosurface, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) override
  {
    static_cast<Loop*>(this)->template traceAs<OneIsosurface>(backend, p, methods, w);
  }
  void trace(OnlyTriangles, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) override
  {
    static_cast<Loop*>(this)->template traceAs<OnlyTriangles>(backend, p, methods, w);
  }
};

/// Naive, which also counts the rays of each path (Wald's Table 2).
template <class Backend>
class CountedPaths : public ComparedLoopOn<CountedPaths<Backend>, Backend>
{
public:
  template <class T>
  using Array = typename Backend::template Array<T>;

  template <class Geometry>
  void traceAs(Backend& backend, const PartOfSample& p, const PathMethodOptions&, PathWorkspace<Backend>&)
  {
    traceNaive<Geometry>(backend, p);
    lengths_.reserve(backend, p.raysOfFrame);
    backend.template forEach<pathBlock, residentBlocks<Geometry>>(
      p.numRays, MeasurePaths<Geometry>{ p.part, p.sample, lengths_.data() });
  }
  const Array<std::uint8_t>* lengths() const override { return &lengths_; }

private:
  Array<std::uint8_t> lengths_;
};

/// WholeFrame without the compaction: one thread for each path of the frame in every bounce (Table 3).
template <class Backend>
class UncompactedPaths : public ComparedLoopOn<UncompactedPaths<Backend>, Backend>
{
public:
  template <class Geometry>
  void traceAs(
    Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
  {
    w.states.reserve(backend, p.numRays);
    w.flags.reserve(backend, p.numRays);
    BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
    timer.time([&] { extendAndMark<Geometry>(backend, p, 0, p.numRays, nullptr, nullptr, w); });
    for (int bounce = 1; bounce <= p.bounces; ++bounce)
      timer.time([&] {
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(
          p.numRays, ExtendWhereAlive<Geometry>{ p.part, w.states.data(), w.flags.data() });
      });
  }
};

/// Compaction in place: the states of live paths at the end fill the places of ended ones, in the one array
/// (Moreira et al. 2009, Jumping Jack).
template <class Backend>
class PathsInPlace : public ComparedLoopOn<PathsInPlace<Backend>, Backend>
{
public:
  template <class Geometry>
  void traceAs(
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
        compactor_.compact(backend, w.states.data(), live, IsAlive{ w.flags.data() }, w.counts.data());
        live = static_cast<std::int64_t>(backend.read(w.counts.data()));
      });
  }

private:
  InPlaceCompactor<Backend> compactor_;
};

/// InKernel with another compaction than the path tracer's.
template <CompactionMethod method, class Backend>
class PathsInKernel : public ComparedLoopOn<PathsInKernel<method, Backend>, Backend>
{
public:
  template <class Geometry>
  void traceAs(
    Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
  {
    traceInKernel<Geometry, method>(backend, p, methods, w);
  }
};

/// A block for each tile of pixels, which compacts between bounces; states in global or in shared memory
/// (section 3.5).
template <bool SharedStates, class Backend>
class PathsInTiles : public ComparedLoopOn<PathsInTiles<SharedStates, Backend>, Backend>
{
public:
  explicit PathsInTiles(int pathsPerThread)
    : size_(static_cast<std::uint32_t>(tiledBlock * pathsPerThread))
  {
  }
  template <class Geometry>
  void traceAs(Backend& backend, const PartOfSample& p, const PathMethodOptions&, PathWorkspace<Backend>& w)
  {
    if (!SharedStates)
      w.states.reserve(backend, p.numRays);
    traceTiled<Geometry, tiledBlock, SharedStates>(backend,
      TracedTiles{ p.part, SharedStates ? nullptr : w.states.data(), static_cast<std::uint32_t>(p.numRays),
        p.sample, size_ });
  }

private:
  std::uint32_t size_;
};

/// A thread whose path ends begins its pixel's next sample at once (Novak et al. 2010).
template <class Backend>
class RegeneratedPaths : public ComparedLoopOn<RegeneratedPaths<Backend>, Backend>
{
public:
  bool takesSeveral() const override { return true; }
  template <class Geometry>
  void traceAs(Backend& backend, const PartOfSample& p, const PathMethodOptions&, PathWorkspace<Backend>&)
  {
    backend.template forEach<pathBlock, residentBlocks<Geometry>>(
      p.numRays, TraceRegenerating<Geometry>{ p.part, p.sample, p.numSamples });
  }
};

/// Regeneration with compaction: after each bounce the slots of pixels that have a path are compacted as in
/// WholeFrame, and an ended path is replaced by the pixel's next sample (van Antwerpen 2011).
template <class Backend>
class RegeneratedAndCompacted : public ComparedLoopOn<RegeneratedAndCompacted<Backend>, Backend>
{
public:
  bool takesSeveral() const override { return true; }
  template <class Geometry>
  void traceAs(
    Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
  {
    w.states.reserve(backend, p.numRays);
    w.flags.reserve(backend, p.numRays + 1);
    w.places.reserve(backend, p.numRays + 1);
    for (auto& slots : w.slots)
      slots.reserve(backend, p.numRays);
    BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
    const std::uint32_t* listed = nullptr;
    for (std::int64_t live = p.numRays; live > 0; listed = w.slots[1].data())
      timer.time([&] {
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(live,
          MarkAlive<ExtendOrRegenerate<Geometry>>{
            { p.part, w.states.data(), listed, p.sample, p.numSamples }, w.flags.data(), w.slots[0].data() });
        live = keepLivePaths(backend, live, w);
      });
  }
};

/// Makes a loop. `pathsPerThread` is for the blocks of tiles, 1 to mostTiledPaths.
template <class Backend>
std::unique_ptr<PathLoop> makeComparedPathLoop(ComparedPathLoop loop, int pathsPerThread)
{
  switch (loop)
  {
    case ComparedPathLoop::Counted:
      return std::make_unique<CountedPaths<Backend>>();
    case ComparedPathLoop::Uncompacted:
      return std::make_unique<UncompactedPaths<Backend>>();
    case ComparedPathLoop::InPlace:
      return std::make_unique<PathsInPlace<Backend>>();
    case ComparedPathLoop::InKernelByLookBack:
      return std::make_unique<PathsInKernel<CompactionMethod::InKCompactLookBack, Backend>>();
    case ComparedPathLoop::InKernelByCollate:
      return std::make_unique<PathsInKernel<CompactionMethod::InKCollate, Backend>>();
    case ComparedPathLoop::TiledGlobal:
      return std::make_unique<PathsInTiles<false, Backend>>(pathsPerThread);
    case ComparedPathLoop::TiledShared:
      return std::make_unique<PathsInTiles<true, Backend>>(pathsPerThread);
    case ComparedPathLoop::Regenerate:
      return std::make_unique<RegeneratedPaths<Backend>>();
    case ComparedPathLoop::RegenerateCompacted:
      return std::make_unique<RegeneratedAndCompacted<Backend>>();
  }
  return nullptr;
}

} // namespace inkray
