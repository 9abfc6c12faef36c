// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// Look-back (Merrill and Garland 2016) for blocks that know where one of their earlier tiles ended: they add
/// up the aggregates of the tiles since then, so no published number depends on another. This function
/// computes the share of one thread, number `place` of `stride` (whole warps): the sum over the tiles from +
/// place, from + place + stride, ... before order.tile. It waits until they are published, and loads
/// `PerThread` of them at a time. All lanes of a warp arrive, and repeat loads together: if lanes with
/// missing tiles diverged, their loads would run one after the other.
template <int PerThread, class Ctx>
INKRAY_COOPERATIVE std::uint32_t sumOfPublished(const Ctx& ctx, const std::uint64_t* tiles,
  std::uint32_t from, const TileOrder& order, int place, int stride)
{
  std::uint32_t sum = 0;
  for (std::uint32_t first = from + (place - ctx.lane()); first < order.tile; first += PerThread * stride)
  {
    const std::uint32_t own = first + ctx.lane();
    std::uint32_t missing = 0;
    INKRAY_UNROLL
    for (int j = 0; j < PerThread; ++j)
      missing |= (own + j * stride < order.tile ? 1u : 0u) << j;
    for (;;)
    {
      std::uint64_t words[PerThread];
      INKRAY_UNROLL
      for (int j = 0; j < PerThread; ++j)
        words[j] = (missing >> j) & 1u ? ctx.loadRelaxed(tiles + own + j * stride) : 0;
      INKRAY_UNROLL
      for (int j = 0; j < PerThread; ++j)
      {
        const bool found =
          ((missing >> j) & 1u) && StateWord::flag(words[j], order.epoch) != StateWord::missing;
        sum += found ? StateWord::value(words[j]) : 0u;
        missing &= ~((found ? 1u : 0u) << j);
      }
      if (!ctx.ballot(missing != 0))
        break;
      ctx.backoff();
    }
  }
  return sum;
}

} // namespace inkray
