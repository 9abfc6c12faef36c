// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/Ticket.h"
#include "Device/Buffer.h"

#include <cstdint>

namespace inkray
{

/// Out-of-kernel compaction in three launches (Billeter, Olsson and Assarsson 2009). Every processor, here a
/// resident block, counts the valid elements of one contiguous range of the input. The counts are scanned.
/// Then every processor moves its range. It keeps the order.
template <int Block, int Items>
struct ChagCompact
{
  using Scan = TileScan<Block, Items>;
  static constexpr int tileSize = Scan::tileSize;
  static constexpr int maxProcessors = 8192;

  struct Shared
  {
    typename Scan::Shared scan;
  };

  /// Returns the number of tiles in each processor's range.
  INKRAY_COOPERATIVE static std::uint32_t tilesEach(std::uint64_t n, std::uint32_t numProcessors)
  {
    return (Ticket::numTiles(n, tileSize) + numProcessors - 1) / numProcessors;
  }

  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static void count(
    const Ctx& ctx, Shared& shared, std::uint64_t n, const Source& source, std::uint32_t* counts)
  {
    const std::uint32_t tiles = tilesEach(n, ctx.numBlocks());
    std::uint32_t mine = 0;
    for (std::uint32_t t = 0; t < tiles; ++t)
      mine += popcount32(keptOf(ctx, n, source, ctx.block() * tiles + t));
    const std::uint32_t warp = ctx.warpSum(mine);
    if (ctx.lane() == 0)
      shared.scan.warpCounts[ctx.warp()] = warp;
    ctx.syncThreads();
    const std::uint32_t total =
      ctx.warpSum(ctx.lane() < Block / 32 ? shared.scan.warpCounts[ctx.lane()] : 0u);
    if (ctx.thread() == 0)
      ctx.store(counts + ctx.block(), total);
  }

  /// One block of scanBlock threads turns the counts into the places of the first survivors, and their sum
  /// into the queue's count.
  static constexpr int scanBlock = 1024;
  template <class Ctx>
  INKRAY_COOPERATIVE static void scan(const Ctx& ctx, std::uint32_t (&warpSums)[scanBlock / 32],
    std::uint32_t* counts, std::uint32_t numProcessors, std::uint64_t* count)
  {
    std::uint32_t carry = 0;
    for (std::uint32_t first = 0; first < numProcessors; first += scanBlock)
    {
      const std::uint32_t p = first + static_cast<std::uint32_t>(ctx.thread());
      const std::uint32_t own = p < numProcessors ? ctx.load(counts + p) : 0u;
      const std::uint32_t upTo = inclusiveSum(ctx, own);
      if (ctx.lane() == 31)
        warpSums[ctx.warp()] = upTo;
      ctx.syncThreads();
      const std::uint32_t warps = inclusiveSum(ctx, warpSums[ctx.lane()]);
      const std::uint32_t warpsBefore = ctx.shuffle(warps, ctx.warp() > 0 ? ctx.warp() - 1 : 0);
      if (p < numProcessors)
        ctx.store(counts + p, carry + (ctx.warp() > 0 ? warpsBefore : 0u) + upTo - own);
      carry += ctx.shuffle(warps, 31);
      ctx.syncThreads();
    }
    if (ctx.thread() == 0)
      ctx.store(count, static_cast<std::uint64_t>(carry));
  }

  template <class Ctx, class Source, class T>
  INKRAY_COOPERATIVE static void move(const Ctx& ctx, Shared& shared, std::uint64_t n, const Source& source,
    const std::uint32_t* places, const Queue<T>& queue)
  {
    const std::uint32_t tiles = tilesEach(n, ctx.numBlocks());
    std::uint32_t place = ctx.load(places + ctx.block());
    for (std::uint32_t t = 0; t < tiles; ++t)
    {
      const std::uint32_t tile = ctx.block() * tiles + t;
      T items[Items];
      const std::uint32_t kept = keptOf(ctx, n, source, tile);
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
        if ((kept >> j) & 1u)
          items[j] = source.item(indexOf(ctx, tile, j));
      const Scan scan = Scan::scan(ctx, shared.scan, kept);
      scan.store(ctx, items, queue.items, place, queue.capacity);
      place += scan.total;
      ctx.syncThreads(); // the counts of the warps may be written again
    }
  }

private:
  template <class Ctx>
  INKRAY_COOPERATIVE static std::int64_t indexOf(const Ctx& ctx, std::uint32_t tile, int j)
  {
    return static_cast<std::int64_t>(tile) * tileSize + Scan::indexInTile(ctx, j);
  }

  template <class Ctx, class Source>
  INKRAY_COOPERATIVE static std::uint32_t keptOf(
    const Ctx& ctx, std::uint64_t n, const Source& source, std::uint32_t tile)
  {
    std::uint32_t kept = 0;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::int64_t i = indexOf(ctx, tile, j);
      if (static_cast<std::uint64_t>(i) < n && source.valid(i))
        kept |= 1u << j;
    }
    return kept;
  }
};

} // namespace inkray
