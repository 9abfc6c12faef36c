// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCompactLookBack.h"
#include "Cooperative/LookBack.h"

#include <cstdint>

namespace inkray
{

/// InKCompactLookBack for launches whose blocks are all resident at the same time, one block for each tile.
/// The block index then gives the order, and no ticket has to be drawn. Every block adds up the aggregates of
/// all tiles before its own. The state is the same as InKCompactLookBack's.
template <int Block, int Items = 1>
struct InKCompactResident
{
  using Scan = TileScan<Block, Items>;
  static constexpr bool ordered = true;
  static constexpr bool resident = true;
  static constexpr int tileSize = Scan::tileSize;
  template <class T>
  using State = typename InKCompactLookBack<Block, Items>::template State<T>;

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t sums[Block / 32]; ///< sums over the tiles before the tile of this block
  };

  /// A warp publishes its sum only after it knows the epoch. So once the aggregates of all tiles are
  /// published, every warp has read the epoch, and the word of tickets may be reset for the next launch.
  template <class Ctx, class T>
  INKRAY_COOPERATIVE static Scan begin(const Ctx& ctx, Shared& shared, const TileOrder& order,
    std::uint32_t kept, const T (&)[Items], const State<T>& state)
  {
    const Scan scan = Scan::scan(ctx, shared.scan, kept, order.epoch & ~StateWord::epochMask);
    if (ctx.thread() == 0)
      ctx.storeRelaxed(
        state.tiles + order.tile, StateWord::make(StateWord::aggregate, order.epoch, scan.total));
    return scan;
  }

  template <class Ctx, class T>
  INKRAY_COOPERATIVE static void finish(const Ctx& ctx, Shared& shared, const TileOrder& order,
    const Scan& scan, const T (&items)[Items], const State<T>& state, const Queue<T>& queue)
  {
    const std::uint32_t sum = ctx.warpSum(sumOfPublished<1>(ctx, state.tiles, 0, order, ctx.thread(), Block));
    if (ctx.lane() == 0)
      shared.sums[ctx.warp()] = sum;
    ctx.syncThreads();
    const std::uint32_t base = ctx.warpSum(ctx.lane() < Block / 32 ? shared.sums[ctx.lane()] : 0u);
    if (ctx.thread() == 0 && order.tile == order.numTiles - 1)
      ctx.store(queue.count, static_cast<std::uint64_t>(base) + scan.total);
    scan.store(ctx, items, queue.items, base, queue.capacity);
  }
};

} // namespace inkray
