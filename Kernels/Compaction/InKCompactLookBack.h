// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/BlockScan.h"
#include "Compaction/Ticket.h"
#include "Execution/Buffer.h"
#include "Portable.h"

#include <cstdint>

namespace inkray
{

/// Survivors of all tiles before `order.tile`, found by decoupled look-back (Merrill and Garland 2016): each tile shows its own number as soon as it is known and the number up to its
/// end as soon as that is; a tile adds up its predecessors' numbers, nearest first, until one of them shows the number up to its end. All lanes of one warp arrive, and all get the result. 32 `Window`
/// predecessors are looked at together, so that a frame's worth of tiles that end at the same time costs a few trips to the level-2 cache, not a chain of them.
template <int Window, class Ctx>
INKRAY_COOPERATIVE std::uint32_t lookBack(const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order)
{
  std::uint32_t sum = 0; // of the words this lane took
  std::int64_t nearest = static_cast<std::int64_t>(order.tile) - 1;
  for (bool found = false; !found;)
  {
    // All loads are under way before the first is looked at. Before the first tile the number is 0.
    std::uint64_t words[Window];
    INKRAY_UNROLL
    for (int k = 0; k < Window; ++k)
    {
      const std::int64_t p = nearest - (32 * k + ctx.lane());
      words[k] = p >= 0 ? ctx.loadRelaxed(tiles + p) : StateWord::make(StateWord::prefix, order.epoch, 0);
    }
    // Take them 32 at a time while nothing is missing before the first prefix.
    int taken = 0;
    bool open = true;
    INKRAY_UNROLL
    for (int k = 0; k < Window; ++k)
    {
      if (!open)
        continue;
      const StateWord::Flag flag = StateWord::flag(words[k], order.epoch);
      const std::uint32_t prefixes = ctx.ballot(flag == StateWord::prefix);
      const std::uint32_t present = ctx.ballot(flag != StateWord::missing);
      const std::uint32_t needed = prefixes ? prefixes ^ (prefixes - 1u) : 0xffffffffu; // up to the first prefix
      if ((present & needed) != needed)
      {
        open = false;
        continue;
      }
      if ((needed >> ctx.lane()) & 1u)
        sum += StateWord::value(words[k]);
      ++taken;
      found = prefixes != 0;
      open = !found;
    }
    nearest -= 32 * taken;
    if (taken == 0)
      ctx.backoff();
  }
  return sumOverWarp(ctx, sum);
}

/// Compaction inside the running kernel that keeps the order of the input, with the contract of Hughes et al.'s InK-Compact (section 2.3); a block learns its place by decoupled
/// look-back in place of the chain of sections. Survivors go from registers straight to the queue.
///
/// Per tile: `begin` ranks the survivors and shows their number, `finish` waits for the tile's place and writes. `compact` is both. Two outputs of one kernel: begin, begin,
/// finish, finish with a State and a Shared each, so that the second look-back finds its numbers there already. All threads of the block arrive at each call; the tile comes from Ticket.
template <int Block, int Items = 1, int Window = 8>
struct InKCompactLookBack
{
  using Scan = TileScan<Block, Items>;
  static constexpr bool ordered = true; ///< tiles must be drawn as tickets
  static constexpr int tileSize = Scan::tileSize;

  /// Global memory, one for each output: a word a tile, zero before the first launch.
  template <class T>
  struct State
  {
    std::uint64_t* tiles;
  };

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t base;
  };

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static Scan begin(const Ctx& ctx, Shared& shared, const TileOrder& order, std::uint32_t kept, const T (&)[Items], const State<T>& state)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, kept);
    show(ctx, order, scan.total, state.tiles);
    return scan;
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void finish(
    const Ctx& ctx, Shared& shared, const TileOrder& order, const Scan& scan, const T (&items)[Items], const State<T>& state, const Queue<T>& queue)
  {
    if (ctx.warp() == 0)
    {
      const std::uint32_t base = place(ctx, order, scan.total, state.tiles, queue.count);
      if (ctx.lane() == 0)
        shared.base = base;
    }
    ctx.syncThreads();
    scan.store(ctx, items, queue.items, shared.base, queue.capacity);
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void compact(
    const Ctx& ctx, Shared& shared, const TileOrder& order, std::uint32_t kept, const T (&items)[Items], const State<T>& state, const Queue<T>& queue)
  {
    finish(ctx, shared, order, begin(ctx, shared, order, kept, items, state), items, state, queue);
  }

  /// Thread 0 shows the tile's number of survivors to the tiles after it.
  template <class Ctx>
  INKRAY_COOPERATIVE static void show(const Ctx& ctx, const TileOrder& order, std::uint32_t total, std::uint64_t* tiles)
  {
    if (ctx.thread() == 0)
      ctx.storeRelaxed(tiles + order.tile, StateWord::make(order.tile == 0 ? StateWord::prefix : StateWord::aggregate, order.epoch, total));
  }

  /// One warp finds the tile's place, shows the number up to the tile's end, and sets *count if it is the last tile.
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t place(const Ctx& ctx, const TileOrder& order, std::uint32_t total, std::uint64_t* tiles, std::uint64_t* count)
  {
    const std::uint32_t base = order.tile == 0 ? 0u : lookBack<Window>(ctx, tiles, order);
    if (ctx.lane() == 0)
    {
      if (order.tile > 0)
        ctx.storeRelaxed(tiles + order.tile, StateWord::make(StateWord::prefix, order.epoch, base + total));
      if (order.tile == order.numTiles - 1)
        ctx.store(count, static_cast<std::uint64_t>(base) + total);
    }
    return base;
  }
};

} // namespace inkray
