// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Laboratory/Paths/ComparedPathLoops.h"
#include "Renderers/PathTracer/LivePaths.h"

#include <cstdint>
#include <memory>

/// Loops with additional, useless work in the shading, to measure what compaction gains where shading is
/// expensive (Wald 2011, section 4.2.5). The pictures are those of the plain loops.
namespace inkray
{

/// The additional work of each bounce: multiply-adds of a number, and a search for it by bisection in a table
/// of cumulative shares. The compiler cannot know that the work does not change the gain.
struct ExtraWork
{
  std::uint32_t operations;
  const float* shares;     ///< ascending from above 0 to 1
  std::uint32_t numShares; ///< 0: no search

  INKRAY_HD void spend(const PathState& state, Float4& gain) const
  {
    // A number in [0, 1) that differs from path to path and from bounce to bounce.
    const std::uint32_t mixed = (state.direction ^ state.ray * 2654435761u) * 2246822519u;
    const float number = static_cast<float>(mixed >> 8) * 5.9604645e-8f;
    float x = number;
    for (std::uint32_t i = 0; i < operations; ++i)
      x = multiplyAdd(x, 0.75f, 0.125f);
    std::uint32_t low = 0, high = numShares;
    while (low < high)
    {
      const std::uint32_t middle = (low + high) / 2;
      if (load(shares + middle) > number)
        high = middle;
      else
        low = middle + 1;
    }
    if (x > 2.0f || low > numShares)
      gain.x += x + static_cast<float>(low);
  }
};

struct FillShares
{
  float* shares;
  std::int64_t count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    shares[i] = static_cast<float>(double(i + 1) / double(count));
  }
};

/// Make one bounce, and do the additional work.
template <class Geometry>
INKRAY_HD bool extendDearer(const PathScene& scene, const ExtraWork& work, PathState& state, Float4& gain)
{
  const bool isAlive = extendPath<Geometry>(scene, state, gain);
  work.spend(state, gain);
  return isAlive;
}

template <class Geometry>
struct TraceNaiveDearer
{
  PathPart part;
  ExtraWork work;
  std::uint32_t sample;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    followPath(part, i, sample, [this](PathState& state, Float4& gain) {
      return extendDearer<Geometry>(*part.scene, work, state, gain);
    });
  }
};

/// The first bounce of all paths, or another bounce of the listed paths, for a kernel that marks live paths.
template <class Geometry>
struct ExtendDearer
{
  PathPart part;
  ExtraWork work;
  PathState* states;
  const std::uint32_t* slots; ///< null: the first bounce
  std::uint32_t sample;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    out = slots ? slots[i] : static_cast<std::uint32_t>(i);
    const std::uint32_t ray = part.ray(out);
    const std::int64_t at = part.place(ray);
    if (at < 0)
      return false;
    PathState state = slots ? states[out] : beginPath(ray, sample);
    Float4 gain;
    const bool isAlive = extendDearer<Geometry>(*part.scene, work, state, gain);
    add(part.sums[at], gain);
    if (isAlive)
      states[out] = state;
    return isAlive;
  }
};

/// PathKernel::Naive, or WholeFrame if `isCompacted`, with the additional work.
template <class Backend>
class DearerPaths : public ComparedLoopOn<DearerPaths<Backend>, Backend>
{
public:
  DearerPaths(bool isCompacted, std::uint32_t operations, std::uint32_t numShares)
    : isCompacted_(isCompacted)
    , work_{ operations, nullptr, numShares }
  {
  }

  template <class Geometry>
  void traceAs(Backend& backend, const PartOfSample& p, const PathMethodOptions&, PathWorkspace<Backend>& w)
  {
    if (shares_.empty() && work_.numShares > 0)
    {
      shares_.reset(backend, work_.numShares);
      backend.forEach(shares_.size(), FillShares{ shares_.data(), shares_.size() });
      work_.shares = shares_.data();
    }
    if (!isCompacted_)
      return backend.template forEach<pathBlock, residentBlocks<Geometry>>(
        p.numRays, TraceNaiveDearer<Geometry>{ p.part, work_, p.sample });
    w.states.reserve(backend, p.numRays);
    w.flags.reserve(backend, p.numRays + 1);
    w.places.reserve(backend, p.numRays + 1);
    for (auto& slots : w.slots)
      slots.reserve(backend, p.numRays);
    const std::uint32_t* listed = nullptr;
    for (std::int64_t live = p.numRays; live > 0; listed = w.slots[1].data())
    {
      backend.template forEach<pathBlock, residentBlocks<Geometry>>(live,
        MarkAlive<ExtendDearer<Geometry>>{
          { p.part, work_, w.states.data(), listed, p.sample }, w.flags.data(), w.slots[0].data() });
      live = keepLivePaths(backend, live, w);
    }
  }

private:
  bool isCompacted_;
  ExtraWork work_;
  Buffer<float, Backend> shares_;
};

} // namespace inkray
