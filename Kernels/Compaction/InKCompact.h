// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Compaction inside the running kernel that keeps the order of the input, as in Hughes et al., section 2.3.
/// Tiles form sections of 32, and each tile writes its survivors to an intermediate buffer. The tile that
/// completes its section, the section controller, gets the section's place from the section before and moves
/// the section's survivors into the queue. All other blocks continue at once. Unlike in the paper, a tile's
/// place in the order is a ticket and not the block index, and nothing is cleared before a launch. Sums over
/// warps and over sections are the paper's bit-decomposed scans (equations 3 and 4). It has the same calls as
/// InKCompactLookBack.
template <int Block, int Items = 1>
struct InKCompact
{
  using Scan = TileScan<Block, Items, WarpScanByBits>;
  static constexpr bool ordered = true;
  static constexpr bool resident = false;
  static constexpr int tileSize = Scan::tileSize;
  static constexpr std::uint32_t sectionSize = 32; ///< in tiles; one for each lane of a warp
  static constexpr int bits = bitWidth(tileSize);

  /// Global memory, one for each output; all but the intermediate buffer is zero before the first launch.
  template <class T>
  struct State
  {
    T* intermediate;           ///< a place for each item of each tile
    std::uint32_t* tileCounts; ///< survivors of each tile
    /// The number of complete tiles in each section. The controller leaves zero for the next launch.
    std::uint32_t* completed;
    std::uint64_t* ends; ///< StateWord of each section: flag and survivors up to its end
  };

  struct Shared
  {
    typename Scan::Shared scan;
    bool controller;
    /// The places of the first survivor of each tile of the section, and of the section's end.
    std::uint32_t first[sectionSize + 1];
  };

  /// Stage 1: writes the survivors to the intermediate buffer and their number to tileCounts.
  template <class Ctx, class T>
  INKRAY_COOPERATIVE static Scan begin(const Ctx& ctx, Shared& shared, const TileOrder& order,
    std::uint32_t kept, const T (&items)[Items], const State<T>& state)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, kept);
    scan.store(
      ctx, items, state.intermediate + static_cast<std::uint64_t>(order.tile) * tileSize, 0, tileSize);
    if (ctx.thread() == 0)
      ctx.store(state.tileCounts + order.tile, scan.total);
    return scan;
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void finish(const Ctx& ctx, Shared& shared, const TileOrder& order, const Scan&,
    const T (&)[Items], const State<T>& state, const Queue<T>& queue)
  {
    // Stage 2: count the tile as complete, after all its threads' stores. The tile that completes the section
    // is its controller and sees all stores of the section's tiles.
    const std::uint32_t section = order.tile / sectionSize;
    const std::uint32_t firstTile = section * sectionSize;
    const std::uint32_t numTiles =
      order.numTiles - firstTile < sectionSize ? order.numTiles - firstTile : sectionSize;
    ctx.syncThreads();
    if (ctx.thread() == 0)
    {
      ctx.fence();
      const std::uint32_t before = ctx.atomicAdd(state.completed + section, 1u);
      shared.controller = before == numTiles - 1;
      if (shared.controller)
        ctx.storeRelaxed(state.completed + section, 0u);
      ctx.fence();
    }
    ctx.syncThreads();
    if (!shared.controller)
      return;

    if (ctx.warp() == 0)
    {
      const std::uint32_t count = static_cast<std::uint32_t>(ctx.lane()) < numTiles
        ? ctx.load(state.tileCounts + firstTile + ctx.lane())
        : 0u;
      const ScanResult tiles = scanByBits<bits>(ctx, count, ctx.lane());
      // Stage 3: wait for the section before.
      std::uint32_t start = 0;
      if (ctx.lane() == 0)
      {
        if (section > 0)
          start = waitForEnd(ctx, state.ends + section - 1, order.epoch);
        // Stage 4: let the next section proceed.
        ctx.storeRelaxed(
          state.ends + section, StateWord::make(StateWord::prefix, order.epoch, start + tiles.total));
        if (firstTile + numTiles == order.numTiles)
          ctx.store(queue.count, static_cast<std::uint64_t>(start) + tiles.total);
      }
      start = ctx.shuffle(start, 0);
      shared.first[ctx.lane()] = start + tiles.before;
      if (ctx.lane() == 31)
        shared.first[sectionSize] = start + tiles.total;
    }
    ctx.syncThreads();
    // Move the section's survivors into the queue, with one warp for each tile.
    for (std::uint32_t tile = static_cast<std::uint32_t>(ctx.warp()); tile < numTiles; tile += Block / 32)
    {
      const T* const from = state.intermediate + static_cast<std::uint64_t>(firstTile + tile) * tileSize;
      const std::uint32_t first = shared.first[tile];
      const std::uint32_t count = shared.first[tile + 1] - first;
      for (std::uint32_t k = static_cast<std::uint32_t>(ctx.lane()); k < count; k += 32)
        if (static_cast<std::uint64_t>(first) + k < queue.capacity)
          ctx.store(queue.items + first + k, ctx.load(from + k));
    }
  }

private:
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t waitForEnd(
    const Ctx& ctx, const std::uint64_t* end, std::uint32_t epoch)
  {
    std::uint64_t word = ctx.loadRelaxed(end);
    while (StateWord::flag(word, epoch) == StateWord::missing)
    {
      ctx.backoff();
      word = ctx.loadRelaxed(end);
    }
    return StateWord::value(word);
  }
};

} // namespace inkray
