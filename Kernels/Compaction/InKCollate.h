// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Compaction inside the running kernel that keeps the order only within each tile: a tile takes its places
/// with one atomic addition (Hughes et al., section 2.4, equations 5 and 6). No tile waits for another. It
/// has the same calls as InKCompactLookBack; tiles may come in any order.
template <int Block, int Items = 1>
struct InKCollate
{
  using Scan = TileScan<Block, Items>;
  static constexpr bool ordered = false;
  static constexpr bool resident = false;
  static constexpr int tileSize = Scan::tileSize;

  /// Global memory, one word for each output. The upper half counts the tiles that took their places, the
  /// lower half the places taken, so the last tile knows that it is the last, and leaves zero for the next
  /// launch. Zero before the first launch.
  template <class T>
  struct State
  {
    std::uint64_t* taken;
  };

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t base;
  };

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static Scan begin(
    const Ctx& ctx, Shared& shared, const TileOrder&, std::uint32_t kept, const T (&)[Items], const State<T>&)
  {
    return Scan::scan(ctx, shared.scan, kept);
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void finish(const Ctx& ctx, Shared& shared, const TileOrder& order,
    const Scan& scan, const T (&items)[Items], const State<T>& state, const Queue<T>& queue)
  {
    if (ctx.thread() == 0)
      shared.base = take(ctx, order.numTiles, scan.total, state.taken, queue.count);
    ctx.syncThreads();
    scan.store(ctx, items, queue.items, shared.base, queue.capacity);
  }

  /// One thread reserves `total` places for its tile (equation 5); in the launch's last tile it sets *count.
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t take(
    const Ctx& ctx, std::uint32_t numTiles, std::uint32_t total, std::uint64_t* taken, std::uint64_t* count)
  {
    const std::uint64_t before = ctx.atomicAdd(taken, (std::uint64_t(1) << 32) | total);
    const auto base = static_cast<std::uint32_t>(before);
    if (static_cast<std::uint32_t>(before >> 32) == numTiles - 1)
    {
      ctx.storeRelaxed(taken, std::uint64_t(0));
      ctx.store(count, static_cast<std::uint64_t>(base) + total);
    }
    return base;
  }
};

} // namespace inkray
