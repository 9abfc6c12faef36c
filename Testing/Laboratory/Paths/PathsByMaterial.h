// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "LaboratoryPaths.h"
#include "Renderers/PathTracer/LivePaths.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/PathLoops.h"

#include <cstdint>

namespace inkray::laboratory
{

/// Materials with higher numbers share a key, as do rays that meet nothing.
constexpr int materialBits = 4;
constexpr std::uint32_t noMaterial = (1u << materialBits) - 1;

/// Finds what the rays of the first bounce, or of listed paths, meet, and the material of it.
template <class Geometry>
struct FindHits
{
  static constexpr int residentThreads = Geometry::residentThreads;

  PathPart part;
  PathState* states;
  const std::uint32_t* slots; ///< null: the first bounce, of which path i takes slot i
  std::uint32_t sample;
  PathSurfaceHit* hits; ///< by slot
  std::uint32_t *keys, *listed;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t slot = slots ? slots[i] : static_cast<std::uint32_t>(i);
    listed[i] = slot;
    keys[i] = noMaterial;
    if (!slots)
      states[slot] = beginPath(part.ray(i), sample);
    if (!slots && part.place(part.ray(i)) < 0)
      return;
    const PathState state = states[slot];
    const ScenePath path = rayOfPath(*part.scene, state);
    PathSurfaceHit hit = {};
    if (!findSurfaceOfPath<Geometry>(*part.scene, state, path, hit))
      hit.material = -1;
    else
    {
      const auto material = static_cast<std::uint32_t>(hit.material);
      keys[i] = material < noMaterial ? material : noMaterial - 1;
    }
    hits[slot] = hit;
  }
};

/// Computes the light at what rays have met, and the next ray of each path. It is for a kernel that marks the
/// paths that go on.
template <class Geometry>
struct ShadeListed
{
  static constexpr int residentThreads = Geometry::residentThreads;

  PathPart part;
  PathState* states;
  const std::uint32_t* listed;
  const PathSurfaceHit* hits;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = listed[i];
    PathState state = states[out];
    const std::int64_t at = part.place(state.ray);
    if (at < 0)
      return false;
    const PathSurfaceHit hit = hits[out];
    Float4 gain;
    const bool isAlive =
      shadePath<Geometry>(*part.scene, state, rayOfPath(*part.scene, state), hit.material >= 0, hit, gain);
    add(part.sums[at], gain);
    if (isAlive)
      states[out] = state;
    return isAlive;
  }
};

/// The loop of pathsByMaterial() on one backend.
template <class Backend>
class PathsByMaterial : public PathLoopOn<Backend>
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  explicit PathsByMaterial(bool isSorted)
    : isSorted_(isSorted)
  {
  }
  void trace(OneIsosurface, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) override
  {
    this->traceAs<OneIsosurface>(backend, p, methods, w);
  }
  void trace(OnlyTriangles, Backend& backend, const PartOfSample& p, const PathMethodOptions& methods,
    PathWorkspace<Backend>& w) override
  {
    this->traceAs<OnlyTriangles>(backend, p, methods, w);
  }

private:
  template <class Geometry>
  void traceAs(
    Backend& backend, const PartOfSample& p, const PathMethodOptions& methods, PathWorkspace<Backend>& w)
  {
    w.states.reserve(backend, p.numRays);
    w.flags.reserve(backend, p.numRays + 1);
    w.places.reserve(backend, p.numRays + 1);
    for (auto& slots : w.slots)
      slots.reserve(backend, p.numRays);
    w.keys.reserve(backend, p.numRays);
    listed_.reserve(backend, p.numRays);
    hits_.reserve(backend, p.numRays);
    BounceTimer<Backend> timer(backend, p.firstMark, methods.bounceTimes, w);
    const std::uint32_t* slots = nullptr;
    for (std::int64_t live = p.numRays; live > 0; slots = w.slots[1].data())
      timer.time([&] {
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(live,
          FindHits<Geometry>{
            p.part, w.states.data(), slots, p.sample, hits_.data(), w.keys.data(), listed_.data() });
        if (isSorted_)
          backend.sortPairs(w.keys, listed_, live, materialBits, w.sort);
        backend.template forEach<pathBlock, residentBlocks<Geometry>>(live,
          MarkAlive<ShadeListed<Geometry>>{
            { p.part, w.states.data(), listed_.data(), hits_.data() }, w.flags.data(), w.slots[0].data() });
        live = keepLivePaths(backend, live, w);
      });
  }

  bool isSorted_;
  Array<std::uint32_t> listed_;
  Array<PathSurfaceHit> hits_;
};

} // namespace inkray::laboratory
