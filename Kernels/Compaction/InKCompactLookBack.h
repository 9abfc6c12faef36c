// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// The result of a warp's look at 32 `Window` tiles.
struct WindowSum
{
  /// The survivors of the tiles, nearest first, up to and including the first tile that has published a
  /// prefix.
  std::uint32_t sum;
  /// Whether a tile has published a prefix. The sum then includes all tiles from the first one on.
  std::uint32_t found;
};

/// The state words of the 32 `Window` tiles from `nearest` backwards, at the time of the load: word k of a
/// lane belongs to tile nearest - (32 k + lane). All loads are issued before the first result is used.
template <int Window>
struct WindowWords
{
  std::uint64_t words[Window];

  template <class Ctx>
  INKRAY_COOPERATIVE void load(
    const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order, std::int64_t nearest)
  {
    // The number before the first tile is 0.
    INKRAY_UNROLL
    for (int k = 0; k < Window; ++k)
    {
      const std::int64_t p = nearest - (32 * k + ctx.lane());
      words[k] = p >= 0 ? ctx.loadRelaxed(tiles + p) : StateWord::make(StateWord::prefix, order.epoch, 0);
    }
  }
};

/// One window of decoupled look-back (Merrill and Garland 2016). Each tile publishes an aggregate, the number
/// of its survivors, as soon as it is known, and later a prefix, the number of survivors up to its end. A
/// tile adds up its predecessors' aggregates, nearest first, until it meets a prefix. This function examines
/// the 32 `Window` tiles from `nearest` backwards, and waits until no tile up to the first prefix is missing.
/// `words` are the words of a first load. All lanes of a warp arrive, and all get the result.
template <int Window, class Ctx>
INKRAY_COOPERATIVE WindowSum lookAtWindow(const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order,
  std::int64_t nearest, WindowWords<Window>& words)
{
  for (;;)
  {
    std::uint32_t sum = 0;
    bool whole = true, found = false;
    INKRAY_UNROLL
    for (int k = 0; k < Window; ++k)
    {
      if (!whole || found)
        continue;
      const StateWord::Flag flag = StateWord::flag(words.words[k], order.epoch);
      const std::uint32_t prefixes = ctx.ballot(flag == StateWord::prefix);
      const std::uint32_t present = ctx.ballot(flag != StateWord::missing);
      const std::uint32_t needed =
        prefixes ? prefixes ^ (prefixes - 1u) : 0xffffffffu; // up to the first prefix
      whole = (present & needed) == needed;
      found = prefixes != 0;
      if ((needed >> ctx.lane()) & 1u)
        sum += StateWord::value(words.words[k]);
    }
    if (whole)
      return { ctx.warpSum(sum), found ? 1u : 0u };
    ctx.backoff();
    words.load(ctx, tiles, order, nearest);
  }
}

template <int Window, class Ctx>
INKRAY_COOPERATIVE WindowSum lookAtWindow(
  const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order, std::int64_t nearest)
{
  WindowWords<Window> words;
  words.load(ctx, tiles, order, nearest);
  return lookAtWindow<Window>(ctx, tiles, order, nearest, words);
}

/// The number of survivors in all tiles before `order.tile`, found by one warp.
template <int Window, class Ctx>
INKRAY_COOPERATIVE std::uint32_t lookBack(const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order)
{
  std::uint32_t sum = 0;
  std::int64_t nearest = static_cast<std::int64_t>(order.tile) - 1;
  for (;;)
  {
    const WindowSum window = lookAtWindow<Window>(ctx, tiles, order, nearest);
    sum += window.sum;
    if (window.found)
      return sum;
    nearest -= 32 * Window;
  }
}

/// Look-back by all warps of a block, with a window for each: one trip to the level-2 cache reads the tiles
/// of a frame that end at the same time, instead of a chain of trips. All threads of the block arrive, and
/// all get the result. A barrier must come before the next call with the same `shared`.
template <int Block, int Window>
struct BlockLookBack
{
  static constexpr int numWarps = Block / 32;

  struct Shared
  {
    WindowSum windows[2][numWarps]; ///< used alternately, so that one barrier for each round suffices
  };

  /// Load the warp's window for a later find, while other work is done.
  template <class Ctx>
  INKRAY_COOPERATIVE static WindowWords<Window> peek(
    const Ctx& ctx, const std::uint64_t* tiles, const TileOrder& order)
  {
    WindowWords<Window> words;
    words.load(ctx, tiles, order, static_cast<std::int64_t>(order.tile) - 1 - 32 * Window * ctx.warp());
    return words;
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t find(
    const Ctx& ctx, Shared& shared, const std::uint64_t* tiles, const TileOrder& order)
  {
    WindowWords<Window> words = peek(ctx, tiles, order);
    return find(ctx, shared, tiles, order, words);
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t find(const Ctx& ctx, Shared& shared, const std::uint64_t* tiles,
    const TileOrder& order, WindowWords<Window>& words)
  {
    std::uint32_t sum = 0;
    std::int64_t nearest = static_cast<std::int64_t>(order.tile) - 1;
    for (int round = 0;; round ^= 1)
    {
      const WindowSum own =
        lookAtWindow<Window>(ctx, tiles, order, nearest - 32 * Window * ctx.warp(), words);
      if (ctx.lane() == 0)
        shared.windows[round][ctx.warp()] = own;
      ctx.syncThreads();
      for (int w = 0; w < numWarps; ++w)
      {
        const WindowSum window = shared.windows[round][w];
        sum += window.sum;
        if (window.found)
          return sum;
      }
      nearest -= 32 * Window * numWarps;
      words.load(ctx, tiles, order, nearest - 32 * Window * ctx.warp());
    }
  }
};

/// Compaction inside the running kernel that keeps the order of the input, with the contract of Hughes et
/// al.'s InK-Compact (section 2.3). A block finds its place by decoupled look-back instead of the chain of
/// sections. Survivors go directly from registers to the queue.
///
/// For each tile, `begin` ranks the survivors and publishes the aggregate, and `finish` waits for the tile's
/// place and writes. For two outputs of one kernel, call begin, begin, finish, finish with a State and a
/// Shared each, so that the second look-back finds its numbers published. All threads of the block arrive at
/// each call; the tile comes from Ticket.
template <int Block, int Items = 1, int Window = 2>
struct InKCompactLookBack
{
  using Scan = TileScan<Block, Items>;
  static constexpr bool ordered = true;   ///< tiles must be drawn as tickets
  static constexpr bool resident = false; ///< not all blocks have to run at the same time
  static constexpr int tileSize = Scan::tileSize;

  /// Global memory, one for each output: a word for each tile, zero before the first launch.
  template <class T>
  struct State
  {
    std::uint64_t* tiles;
  };

  struct Shared
  {
    typename Scan::Shared scan;
    typename BlockLookBack<Block, Window>::Shared lookBack;
  };

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static Scan begin(const Ctx& ctx, Shared& shared, const TileOrder& order,
    std::uint32_t kept, const T (&)[Items], const State<T>& state)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, kept);
    publish(ctx, order, scan.total, state.tiles);
    return scan;
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void finish(const Ctx& ctx, Shared& shared, const TileOrder& order,
    const Scan& scan, const T (&items)[Items], const State<T>& state, const Queue<T>& queue)
  {
    const std::uint32_t base = BlockLookBack<Block, Window>::find(ctx, shared.lookBack, state.tiles, order);
    if (ctx.thread() == 0)
      publishPrefix(ctx, order, base + scan.total, state.tiles, queue.count);
    scan.store(ctx, items, queue.items, base, queue.capacity);
  }

  /// Thread 0 publishes the tile's aggregate, or the prefix if the tile is the first.
  template <class Ctx>
  INKRAY_COOPERATIVE static void publish(
    const Ctx& ctx, const TileOrder& order, std::uint32_t total, std::uint64_t* tiles)
  {
    if (ctx.thread() == 0)
      ctx.storeRelaxed(tiles + order.tile,
        StateWord::make(order.tile == 0 ? StateWord::prefix : StateWord::aggregate, order.epoch, total));
  }

  /// One thread publishes the tile's prefix, and sets *count if the tile is the last.
  template <class Ctx>
  INKRAY_COOPERATIVE static void publishPrefix(
    const Ctx& ctx, const TileOrder& order, std::uint32_t end, std::uint64_t* tiles, std::uint64_t* count)
  {
    if (order.tile > 0)
      ctx.storeRelaxed(tiles + order.tile, StateWord::make(StateWord::prefix, order.epoch, end));
    if (order.tile == order.numTiles - 1)
      ctx.store(count, static_cast<std::uint64_t>(end));
  }

  /// One warp finds the tile's place and publishes its prefix, while the other warps do other work.
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t place(
    const Ctx& ctx, const TileOrder& order, std::uint32_t total, std::uint64_t* tiles, std::uint64_t* count)
  {
    const std::uint32_t base = order.tile == 0 ? 0u : lookBack<Window>(ctx, tiles, order);
    if (ctx.lane() == 0)
      publishPrefix(ctx, order, base + total, tiles, count);
    return base;
  }
};

} // namespace inkray
