// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"

#include <cstdint>

namespace inkray
{

/// Block append: each thread of a block requests any number of places at the end of a queue, and the block
/// takes all of them with one atomic addition to the queue's count, which the caller has cleared. (Equation 5
/// of Hughes et al., for any number of items for each thread.)
template <int Block>
struct BlockAppend
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps");

  struct Shared
  {
    std::uint32_t warpSums[Block / 32];
    std::uint64_t base;
  };

  /// Returns the first of `wanted` places for this thread. All threads of the block arrive; a block takes
  /// fewer than 2^32 places. It has two barriers. The next append may follow with the same `shared` at once:
  /// it writes its sums after all threads have read these, and its base after its own first barrier.
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint64_t append(
    const Ctx& ctx, Shared& shared, std::uint32_t wanted, std::uint64_t* count)
  {
    const std::uint32_t sum = inclusiveSum(ctx, wanted);
    if (ctx.lane() == 31)
      shared.warpSums[ctx.warp()] = sum;
    ctx.syncThreads();
    // Every warp sums up the warps before it; the first warp takes the block's places.
    const std::uint32_t warps = inclusiveSum(ctx, ctx.lane() < Block / 32 ? shared.warpSums[ctx.lane()] : 0u);
    const std::uint32_t before = ctx.shuffle(warps, ctx.warp() > 0 ? ctx.warp() - 1 : 0);
    if (ctx.thread() == 31)
      shared.base = warps ? ctx.atomicAdd(count, std::uint64_t(warps)) : 0;
    ctx.syncThreads();
    return shared.base + (ctx.warp() > 0 ? before : 0u) + (sum - wanted);
  }
};

} // namespace inkray
