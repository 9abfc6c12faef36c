// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCompactLookBack.h"
#include "Laboratory/Compaction/ArrayCompaction.h"

#include <cstdint>

namespace inkray
{

/// ArrayLookBack with one look-back for a cluster of `ClusterSize` blocks. A cluster's tile is one tile of
/// each of its blocks, in the order of their ranks. The first block draws the tickets, publishes the
/// aggregate of the cluster's tile and looks back; the blocks exchange their totals and the place through
/// distributed shared memory. This is a variant for measurements: MEASURED.md compares it with the ring.
template <class Tuning, int ClusterSize, class T>
struct ArrayCluster
{
  using Stage = ArrayStage<Tuning, T>;
  using Place = InKCompactLookBack<Tuning::block, 1, Tuning::window>;
  static constexpr int tileSize = Tuning::tileSize * ClusterSize;

  struct Shared
  {
    typename Stage::Shared stage;
    /// Aligned: otherwise a vector load would also read the word in front, which another block writes
    /// meanwhile. Nobody uses that word, but racecheck reports it.
    alignas(16) std::uint32_t totals[ClusterSize];
    TileOrder drawn;
  };

  /// `stage` has a place for each item of a block's tile. All threads of the cluster arrive.
  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, T* stage, const T* in, std::uint64_t n,
    const Predicate& predicate, const Queue<T>& queue, std::uint64_t* ticket, std::uint64_t* tiles,
    bool aligned)
  {
    constexpr int drawer = Tuning::block - 32;
    const int rank = ctx.clusterRank();
    // A cluster holds the tickets of this tile and of the next, so two of its draws find nothing left.
    const std::uint32_t numTiles = Ticket::numTiles(n, tileSize);
    const std::uint32_t numDraws = numTiles + 2 * (ctx.numBlocks() / ClusterSize);
    const auto draw = [&](std::uint64_t found) {
      const TileOrder order = Ticket::settle(ctx, ticket, found, numTiles, numDraws);
      for (int r = 0; r < ClusterSize; ++r)
        ctx.storeToBlock(r, shared.drawn, order);
    };
    const auto drawFirst = [&]() {
      // Every block runs and has read the draw before, so that its shared memory may be written.
      ctx.syncCluster();
      if (rank == 0 && ctx.thread() == drawer)
        draw(ctx.atomicAdd(ticket, std::uint64_t(1)));
      ctx.syncCluster();
      return shared.drawn;
    };
    TileOrder order = drawFirst();
    std::uint32_t next = drawFirst().tile;
    typename Stage::Tile tile;
    tile.load(ctx, in, n, order.tile * ClusterSize + rank, aligned);
    while (order.tile < numTiles)
    {
      const std::uint32_t kept = tile.kept(ctx, n, order.tile * ClusterSize + rank, predicate);
      typename Stage::Ranks ranks;
      const ScanResult warps = Stage::rank(ctx, shared.stage, ranks, kept);
      if (ctx.thread() < ClusterSize)
        ctx.storeToBlock(ctx.thread(), shared.totals[rank], warps.total);
      // The survivors go to shared memory and the next tile is loaded while the totals are under way.
      ctx.arriveCluster();
      std::uint64_t found = 0;
      if (rank == 0 && ctx.thread() == drawer)
        found = ctx.atomicAdd(ticket, std::uint64_t(1));
      ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
      if (next < numTiles)
        tile.load(ctx, in, n, next * ClusterSize + rank, aligned);
      ctx.waitCluster();
      std::uint32_t before = 0, total = 0;
      INKRAY_UNROLL
      for (int r = 0; r < ClusterSize; ++r)
      {
        before += r < rank ? shared.totals[r] : 0u;
        total += shared.totals[r];
      }
      if (rank == 0)
      {
        Place::publish(ctx, order, total, tiles);
        if (ctx.warp() == 0)
        {
          const std::uint32_t place = Place::place(ctx, order, total, tiles, queue.count);
          if (ctx.lane() < ClusterSize)
            ctx.storeToBlock(ctx.lane(), shared.stage.base, place);
        }
        if (ctx.thread() == drawer)
          draw(found);
      }
      ctx.syncCluster();
      order.tile = next;
      next = shared.drawn.tile;
      Stage::write(ctx, stage, warps.total, static_cast<std::uint64_t>(shared.stage.base) + before, queue);
    }
  }
};

} // namespace inkray
