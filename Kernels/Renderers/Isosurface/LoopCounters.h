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

/// Counters of the loop over the kernels. Compactions set the counts of queues, and AccountRound the others.
struct LoopCounters
{
  std::uint64_t toTraverse, toIntersect, toShade, resumed; ///< items in the queues
  std::uint64_t running;                                   ///< rays for the next round
  std::uint64_t rounds, given, kept;
};

/// Runs between rounds: counts the rays that go on, and adds to the statistics.
struct AccountRound
{
  LoopCounters* counters;
  bool first; ///< after GenerateRays, before any round

  INKRAY_HD void operator()(std::int64_t) const
  {
    LoopCounters c{};
    if (first)
    {
      c.toTraverse = counters->toTraverse; // the other counters have no value yet
    }
    else
    {
      c = *counters;
      ++c.rounds;
      c.given += c.running + c.toIntersect + c.toShade;
      c.kept += c.toIntersect + c.toTraverse + c.toShade + c.resumed;
    }
    c.running = c.toTraverse + c.resumed;
    *counters = c;
  }
};

} // namespace inkray
