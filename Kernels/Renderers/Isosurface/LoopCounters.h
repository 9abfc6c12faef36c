// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The kernels of section 3.1.
enum LoopStage
{
  GenerateStage,
  TraverseStage,
  IntersectStage,
  ShadeStage,
  numLoopStages
};

/// Counters of the loop over the kernels. Queue counts are set by the compactions, moments by the first item
/// of a stage (TimedStage), the rest by AccountRound.
struct LoopCounters
{
  std::uint64_t toTraverse, toIntersect, toShade, resumed; ///< items in the queues
  std::uint64_t running;                                   ///< rays for the next round
  std::uint64_t rounds, given, kept;
  std::uint64_t began[numLoopStages]; ///< nanosecondsNow() when the stage began in this round; 0: it has not
  std::uint64_t spent[numLoopStages]; ///< nanoseconds in all rounds
};

/// A stage's kernel whose first item also leaves the time. Stages run one after the other, so each lasts
/// until the next begins: its compaction counts to it, whichever kernels that takes.
template <class Kernel>
struct TimedStage
{
  Kernel kernel;
  std::uint64_t* began;

  template <class... Items>
  INKRAY_HD auto operator()(std::int64_t i, Items&... items) const
  {
    if (i == 0)
      *began = nanosecondsNow();
    return kernel(i, items...);
  }
};

template <class Kernel>
TimedStage<Kernel> timed(const Kernel& kernel, std::uint64_t* began)
{
  return { kernel, began };
}

/// Between rounds: how many rays go on, and how long the stages took. A stage without items begins with
/// nothing to do, and its time counts to the one before.
struct AccountRound
{
  LoopCounters* counters;
  bool first; ///< after GenerateRays, before any round

  INKRAY_HD void operator()(std::int64_t) const
  {
    LoopCounters c = *counters;
    std::uint64_t end = nanosecondsNow();
    if (first)
    {
      c.rounds = c.given = c.kept = 0;
      c.toIntersect = c.toShade = c.resumed = 0;
      INKRAY_UNROLL
      for (int stage = 0; stage < numLoopStages; ++stage)
        c.spent[stage] = 0;
      c.spent[GenerateStage] = end - c.began[GenerateStage];
    }
    else
    {
      ++c.rounds;
      c.given += c.running + c.toIntersect + c.toShade;
      c.kept += c.toIntersect + c.toTraverse + c.toShade + c.resumed;
      INKRAY_UNROLL
      for (int stage = ShadeStage; stage >= TraverseStage; --stage)
        if (c.began[stage] != 0 && c.began[stage] <= end)
        {
          c.spent[stage] += end - c.began[stage];
          end = c.began[stage];
        }
    }
    INKRAY_UNROLL
    for (int stage = 0; stage < numLoopStages; ++stage)
      c.began[stage] = 0;
    c.running = c.toTraverse + c.resumed;
    *counters = c;
  }
};

} // namespace inkray
