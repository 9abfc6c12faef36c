// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCompactLookBack.h"
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Compaction in place that moves only what must move (JumpingJackInPlace). With v valid elements in all,
/// there are as many holes among the first v places as valid elements beyond them, and each hole takes one
/// element. It is the end of every max-allowable-size chain of Moreira et al., without walking the chain.
/// Three steps, each a launch:
///   mark:  one bit an element, valid elements before each tile of 1024, and v, which is the queue's count;
///   list:  the places of the holes before v;
///   move:  the r-th valid element from v on goes to the r-th hole.
/// Only `mark` reads every element. It does not keep the order.
struct HoleFill
{
  static constexpr int block = 256;
  static constexpr int itemsPerThread = 4;
  static constexpr int tileSize = block * itemsPerThread; ///< 32 words of bits: one for each lane of a warp
  using Scan = TileScan<block, itemsPerThread>;
  using Place = InKCompactLookBack<block, itemsPerThread, 4>;

  struct Work
  {
    std::uint32_t* bits;   ///< 32 a tile
    std::uint32_t* before; ///< valid elements before each tile
    std::uint32_t* holes;  ///< at most n / 2
  };

  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void mark(const Ctx& ctx, typename Scan::Shared& shared, const TileOrder& order,
    std::uint64_t n, const Source& source, const Work& work, std::uint64_t* tiles, std::uint64_t* count)
  {
    std::uint32_t kept = 0;
    INKRAY_UNROLL
    for (int j = 0; j < itemsPerThread; ++j)
    {
      const std::uint64_t i = static_cast<std::uint64_t>(order.tile) * tileSize + Scan::indexInTile(ctx, j);
      if (i < n && source.valid(static_cast<std::int64_t>(i)))
        kept |= 1u << j;
    }
    const Scan scan = Scan::scan(ctx, shared, kept);
    Place::publish(ctx, order, scan.total, tiles);
    INKRAY_UNROLL
    for (int j = 0; j < itemsPerThread; ++j)
      if (ctx.lane() == j)
        ctx.store(work.bits + order.tile * 32 + ctx.warp() * itemsPerThread + j, scan.ballots[j]);
    if (ctx.warp() == 0)
    {
      const std::uint32_t base = Place::place(ctx, order, scan.total, tiles, count);
      if (ctx.lane() == 0)
        ctx.store(work.before + order.tile, base);
    }
  }

  /// Lists holes with one warp for each tile of the input. Where the input is not the queue's own memory, the
  /// valid elements that stay are copied as well.
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void list(const Ctx& ctx, std::uint32_t tile, const Source& source,
    const Work& work, const Queue<typename Source::Item>& queue)
  {
    const std::uint64_t numValid = ctx.load(queue.count);
    if (static_cast<std::uint64_t>(tile) * tileSize >= numValid)
      return;
    const bool copies = source.in != queue.items;
    forEachWord(ctx, tile, work, [&](std::uint64_t i, bool valid, std::uint32_t validBefore) {
      if (i >= numValid)
        return;
      if (!valid)
        ctx.store(work.holes + (i - validBefore), static_cast<std::uint32_t>(i));
      else if (copies && i < queue.capacity)
        ctx.store(queue.items + i, source.item(static_cast<std::int64_t>(i)));
    });
  }

  /// Moves elements with one warp for each tile of the input.
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void move(const Ctx& ctx, std::uint32_t tile, const Source& source,
    const Work& work, const Queue<typename Source::Item>& queue)
  {
    const std::uint64_t numValid = ctx.load(queue.count);
    if ((static_cast<std::uint64_t>(tile) + 1) * tileSize <= numValid)
      return;
    // Count the valid elements before place v; the moved elements are counted from there.
    const auto border = static_cast<std::uint32_t>(numValid / tileSize);
    const auto place = static_cast<int>(numValid % tileSize);
    const std::uint32_t word = ctx.load(work.bits + border * 32 + ctx.lane());
    const int bitsBefore = place - 32 * ctx.lane();
    const std::uint32_t first = ctx.load(work.before + border) +
      ctx.warpSum(popcount32(word &
        lanesBefore(bitsBefore < 0 ? 0
            : bitsBefore > 32      ? 32
                                   : bitsBefore)));
    forEachWord(ctx, tile, work, [&](std::uint64_t i, bool valid, std::uint32_t validBefore) {
      if (i < numValid || !valid)
        return;
      const std::uint32_t to = ctx.load(work.holes + (validBefore - first));
      if (to < queue.capacity)
        ctx.store(queue.items + to, source.item(static_cast<std::int64_t>(i)));
    });
  }

private:
  /// Calls visit(i, valid, valid elements before i) for the tile's elements, 32 at a time, neighbors in
  /// neighboring lanes.
  template <class Ctx, class Visit>
  INKRAY_COOPERATIVE static void forEachWord(
    const Ctx& ctx, std::uint32_t tile, const Work& work, const Visit& visit)
  {
    const std::uint32_t word = ctx.load(work.bits + tile * 32 + ctx.lane());
    const std::uint32_t before =
      ctx.load(work.before + tile) + scanByBits<6>(ctx, popcount32(word), ctx.lane()).before;
    for (int k = 0; k < 32; ++k)
    {
      const std::uint32_t bits = ctx.shuffle(word, k);
      const std::uint32_t start = ctx.shuffle(before, k);
      visit(static_cast<std::uint64_t>(tile) * tileSize + 32 * k + ctx.lane(),
        ((bits >> ctx.lane()) & 1u) != 0, start + threadOffset(ctx, bits));
    }
  }
};

} // namespace inkray
