// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCompactLookBack.h"
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Two ways to find the valid element for a place of a block's output: a table with one entry for each
/// element, built from the block's prefix sum, and a search in it.

/// Horn 2005: the prefix sum of the invalid elements grows, so the element for place c is the first at f with
/// f - sum[f] = c, found by binary search in c .. c + (s - v). Keeps the order.
struct HornSearch
{
  static constexpr bool keepsOrder = true;

  /// `invalid` counts the invalid elements up to and including this one.
  INKRAY_HD static std::uint16_t entry(bool, std::uint32_t invalid, std::uint32_t, std::uint32_t)
  {
    return static_cast<std::uint16_t>(invalid);
  }

  INKRAY_HD static std::uint32_t find(
    const std::uint16_t* table, std::uint32_t place, std::uint32_t size, std::uint32_t numValid)
  {
    std::uint32_t low = place, high = place + (size - numValid);
    while (low < high)
    {
      const std::uint32_t middle = (low + high) / 2;
      // This counts the valid elements up to and including `middle`: the element for this place has the
      // number place + 1.
      if (middle + 1 - table[middle] >= place + 1)
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }
};

/// Moreira et al. 2009, section 4, algorithm 2: a valid element stays where it is; a hole jumps to its
/// max-allowable size, s minus the invalid elements up to and with it (equation 1), and on from there until
/// it meets a valid element. Different holes meet different elements. Does not keep the order.
struct JumpingJackSearch
{
  static constexpr bool keepsOrder = false;
  static constexpr std::uint16_t here = 0xffff;

  INKRAY_HD static std::uint16_t entry(bool valid, std::uint32_t invalid, std::uint32_t size, std::uint32_t)
  {
    return valid ? here : static_cast<std::uint16_t>(size - invalid);
  }

  INKRAY_HD static std::uint32_t find(
    const std::uint16_t* table, std::uint32_t place, std::uint32_t, std::uint32_t)
  {
    std::uint32_t at = place;
    for (std::uint16_t next = table[at]; next != here; next = table[at])
      at = next;
    return at;
  }
};

/// The search that suits a block's elements (Moreira et al., section 7, future work): Jumping Jack's where so
/// many elements are valid that few jumps are needed, otherwise Horn's. It does not keep the order.
struct ChosenSearch
{
  static constexpr bool keepsOrder = false;
  /// The percentage of invalid elements from which on Horn's search is faster (Moreira et al., figure 11).
  static constexpr std::uint32_t fewFrom = 78;

  INKRAY_HD static bool jumps(std::uint32_t size, std::uint32_t numValid)
  {
    return 100 * (size - numValid) < fewFrom * size;
  }
  INKRAY_HD static std::uint16_t entry(
    bool valid, std::uint32_t invalid, std::uint32_t size, std::uint32_t numValid)
  {
    return jumps(size, numValid) ? JumpingJackSearch::entry(valid, invalid, size, numValid)
                                 : HornSearch::entry(valid, invalid, size, numValid);
  }
  INKRAY_HD static std::uint32_t find(
    const std::uint16_t* table, std::uint32_t place, std::uint32_t size, std::uint32_t numValid)
  {
    return jumps(size, numValid) ? JumpingJackSearch::find(table, place, size, numValid)
                                 : HornSearch::find(table, place, size, numValid);
  }
};

/// Compaction by gather, in blocks (Moreira et al., section 3.4). Each place of a tile searches for its
/// element; the tile's place in the output is the sum of the tiles before it. One form serves both searches,
/// so that they can be compared. Items come from a source (ItemSource.h); `Block` threads with `Items` items
/// each write them.
template <class Search, int Block, int Items>
struct BlockGather
{
  using Scan = TileScan<Block, Items>;
  using Place = InKCompactLookBack<Block, Items, 4>;
  static constexpr int tileSize = Scan::tileSize;
  static_assert(tileSize <= 32768, "entries of 16 bits");

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t base;
    std::uint16_t table[tileSize];
  };

  /// Compacts one tile; all threads of the block arrive. `tiles` is as for InKCompactLookBack.
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void compact(const Ctx& ctx, Shared& shared, const TileOrder& order,
    std::uint64_t n, const Source& source, std::uint64_t* tiles, const Queue<typename Source::Item>& queue)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, valid(ctx, order.tile, n, source));
    Place::publish(ctx, order, scan.total, tiles);
    fillTable(ctx, shared, scan);
    if (ctx.warp() == 0)
    {
      const std::uint32_t base = Place::place(ctx, order, scan.total, tiles, queue.count);
      if (ctx.lane() == 0)
        shared.base = base;
    }
    ctx.syncThreads();
    gather(ctx, shared, order.tile, scan.total, source, shared.base, queue);
  }

  /// Compacts one tile on its own: its survivors go to where the tile begins (the second stage of Moreira et
  /// al., figure 8; timed in their figures 12 and 13).
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void compactWithin(const Ctx& ctx, Shared& shared, std::uint32_t tile,
    std::uint64_t n, const Source& source, const Queue<typename Source::Item>& queue)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, valid(ctx, tile, n, source));
    fillTable(ctx, shared, scan);
    ctx.syncThreads();
    gather(ctx, shared, tile, scan.total, source, static_cast<std::uint64_t>(tile) * tileSize, queue);
  }

private:
  /// Returns bits: bit j says that this thread's item j exists and is valid.
  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static std::uint32_t valid(
    const Ctx& ctx, std::uint32_t tile, std::uint64_t n, const Source& source)
  {
    std::uint32_t bits = 0;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::uint64_t i = static_cast<std::uint64_t>(tile) * tileSize + Scan::indexInTile(ctx, j);
      if (i < n && source.valid(static_cast<std::int64_t>(i)))
        bits |= 1u << j;
    }
    return bits;
  }

  /// Items beyond the end of the input are invalid.
  template <class Ctx>
  INKRAY_COOPERATIVE static void fillTable(const Ctx& ctx, Shared& shared, const Scan& scan)
  {
    std::uint32_t before = scan.first;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::uint32_t at = Scan::indexInTile(ctx, j);
      const bool isValid = (scan.kept >> j) & 1u;
      const std::uint32_t numValid = before + threadOffset(ctx, scan.ballots[j]) + (isValid ? 1u : 0u);
      shared.table[at] = Search::entry(isValid, at + 1 - numValid, tileSize, scan.total);
      before += popcount32(scan.ballots[j]);
    }
  }

  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void gather(const Ctx& ctx, const Shared& shared, std::uint32_t tile,
    std::uint32_t total, const Source& source, std::uint64_t base, const Queue<typename Source::Item>& queue)
  {
    const std::uint64_t first = static_cast<std::uint64_t>(tile) * tileSize;
    for (std::uint32_t place = static_cast<std::uint32_t>(ctx.thread()); place < total; place += Block)
      if (base + place < queue.capacity)
        ctx.store(queue.items + base + place,
          source.item(static_cast<std::int64_t>(first + Search::find(shared.table, place, tileSize, total))));
  }
};

} // namespace inkray
