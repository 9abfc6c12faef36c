// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCollate.h"

namespace inkray::laboratory
{

/// InK-Collate by warps (equation 5 of Hughes et al. within a warp alone). A warp whose items are all dropped
/// adds nothing, so the queue's count must be 0 before the launch. It is for CompactItems, in blocks of one
/// warp.
struct WarpAppend : InKCollate<32, 1>
{
  using Base = InKCollate<32, 1>;
  template <class T>
  using State = typename Base::template State<T>;

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void compact(const Ctx& ctx, Base::Shared&, const TileOrder&, std::uint32_t kept,
    const T (&items)[1], const State<T>&, const Queue<T>& queue)
  {
    const std::uint32_t ballot = ctx.ballot(kept != 0);
    if (ballot == 0)
      return;
    std::uint64_t first = 0;
    if (ctx.lane() == 0)
      first = ctx.atomicAdd(queue.count, static_cast<std::uint64_t>(popcount32(ballot)));
    const std::uint64_t place = ctx.shuffle(first, 0) + threadOffset(ctx, ballot);
    if (kept != 0 && place < queue.capacity)
      ctx.store(queue.items + place, items[0]);
  }
};

} // namespace inkray::laboratory
