// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/BlockScan.h"
#include "Compaction/InKCompactLookBack.h"
#include "Compaction/Ticket.h"
#include "Execution/Buffer.h"
#include "Portable.h"

#include <cstdint>

namespace inkray
{

/// How a place of a block's output finds the valid element that belongs there: a table with one entry for each element, built from the block's prefix sum, and a search in it.

/// Horn 2005: the prefix sum of the invalid elements grows, so the element for place c is the first at f with f - sum[f] = c, found by binary search in c .. c + (s - v). Keeps the order.
struct HornSearch
{
  static constexpr bool keepsOrder = true;

  /// `invalid`: invalid elements up to and with this one.
  INKRAY_HD static std::uint16_t entry(bool, std::uint32_t invalid, std::uint32_t) { return static_cast<std::uint16_t>(invalid); }

  INKRAY_HD static std::uint32_t find(const std::uint16_t* table, std::uint32_t place, std::uint32_t size, std::uint32_t numValid)
  {
    std::uint32_t low = place, high = place + (size - numValid);
    while (low < high)
    {
      const std::uint32_t middle = (low + high) / 2;
      // Valid elements up to and with `middle`: the one for this place is number place + 1.
      if (middle + 1 - table[middle] >= place + 1)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};

/// Moreira et al. 2009, section 4, algorithm 2: a valid element stays where it is; a hole jumps to its max-allowable size, s minus the invalid elements up to and with it (equation 1), and on
/// from there until it meets a valid element. Different holes meet different elements. Does not keep the order.
struct JumpingJackSearch
{
  static constexpr bool keepsOrder = false;
  static constexpr std::uint16_t here = 0xffff;

  INKRAY_HD static std::uint16_t entry(bool valid, std::uint32_t invalid, std::uint32_t size)
  {
    return valid ? here : static_cast<std::uint16_t>(size - invalid);
  }

  INKRAY_HD static std::uint32_t find(const std::uint16_t* table, std::uint32_t place, std::uint32_t, std::uint32_t)
  {
    std::uint32_t at = place;
    for (std::uint16_t next = table[at]; next != here; next = table[at])
      at = next;
    return at;
  }
};

/// Compaction by gather, in blocks (Moreira et al., section 3.4): a tile's places each search for their element; the tile's place in the output comes from the sum of the tiles before
/// it. One form for both searches, so that they can be compared. Items come from a source (ItemSource.h); written by `Block` threads with `Items` items each.
template <class Search, int Block, int Items>
struct BlockGather
{
  using Scan = TileScan<Block, Items>;
  using Place = InKCompactLookBack<Block, Items>;
  static constexpr int tileSize = Scan::tileSize;
  static_assert(tileSize <= 32768, "entries of 16 bits");

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t base;
    std::uint16_t table[tileSize];
  };

  /// One tile; all threads of the block arrive. `tiles`: as of InKCompactLookBack.
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void compact(const Ctx& ctx, Shared& shared, const TileOrder& order, std::uint64_t n, const Source& source, std::uint64_t* tiles,
    const Queue<typename Source::Item>& queue)
  {
    const std::uint64_t firstItem = static_cast<std::uint64_t>(order.tile) * tileSize;
    std::uint32_t kept = 0;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::uint64_t i = firstItem + Scan::indexInTile(ctx, j);
      if (i < n && source.valid(static_cast<std::int64_t>(i)))
        kept |= 1u << j;
    }
    const Scan scan = Scan::scan(ctx, shared.scan, kept);
    Place::show(ctx, order, scan.total, tiles);
    // The table. What lies beyond the input is invalid.
    std::uint32_t before = scan.first;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::uint32_t at = Scan::indexInTile(ctx, j);
      const bool valid = (kept >> j) & 1u;
      const std::uint32_t numValid = before + threadOffset(ctx, scan.ballots[j]) + (valid ? 1u : 0u);
      shared.table[at] = Search::entry(valid, at + 1 - numValid, tileSize);
      before += popcount32(scan.ballots[j]);
    }
    if (ctx.warp() == 0)
    {
      const std::uint32_t base = Place::place(ctx, order, scan.total, tiles, queue.count);
      if (ctx.lane() == 0)
        shared.base = base;
    }
    ctx.syncThreads();
    for (std::uint32_t place = static_cast<std::uint32_t>(ctx.thread()); place < scan.total; place += Block)
    {
      const std::uint64_t to = static_cast<std::uint64_t>(shared.base) + place;
      if (to < queue.capacity)
        ctx.store(queue.items + to, source.item(static_cast<std::int64_t>(firstItem + Search::find(shared.table, place, tileSize, scan.total))));
    }
    ctx.syncThreads(); // the table may be written again at once
  }
};

} // namespace inkray
