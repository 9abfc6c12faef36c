// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/InKCollate.h"
#include "Cooperative/BlockScan.h"
#include "Cooperative/LookBack.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>
#include <cstring>

namespace inkray
{

/// The shape of an array form: `Block` threads with `Items` items each, and at least `MinBlocks` blocks on a
/// multiprocessor.
template <int Block_, int Items_, int MinBlocks_>
struct ArrayTuning
{
  static constexpr int block = Block_;
  static constexpr int items = Items_;
  static constexpr int minBlocks = MinBlocks_;
  static constexpr int tileSize = block * items;
};

/// A tile of an array in the registers of a block, read 16 bytes at a time: vector k of lane l in warp w
/// holds the V = 16 / sizeof(T) items from ((w K + k) 32 + l) V on, K = Items / V.
template <class T, int Block, int Items>
struct ArrayTile
{
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "items of 4, 8 or 16 bytes");
  static constexpr int perVector = 16 / static_cast<int>(sizeof(T));
  static constexpr int numVectors = Items / perVector;
  static constexpr int tileSize = Block * Items;
  static_assert(
    Items % perVector == 0 && Items <= 32 && Block % 32 == 0, "whole vectors, a bit of a word for each item");

  T items[Items];

  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t firstOf(const Ctx& ctx, int k)
  {
    return static_cast<std::uint32_t>(((ctx.warp() * numVectors + k) * 32 + ctx.lane()) * perVector);
  }

  /// Loads this thread's items of a tile; loads nothing for a tile past the end. `aligned` says that `in` is
  /// a multiple of 16.
  template <class Ctx>
  INKRAY_COOPERATIVE void load(const Ctx& ctx, const T* in, std::uint64_t n, std::uint32_t tile, bool aligned)
  {
    const std::uint64_t first = static_cast<std::uint64_t>(tile) * tileSize;
    if (aligned && first + tileSize <= n)
    {
      INKRAY_UNROLL
      for (int k = 0; k < numVectors; ++k)
      {
        const UInt4 vector = *reinterpret_cast<const UInt4*>(in + first + firstOf(ctx, k));
        memcpy(static_cast<void*>(items + k * perVector), &vector, 16);
      }
    }
    else if (first < n)
    {
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
      {
        const std::uint64_t i = first + firstOf(ctx, j / perVector) + j % perVector;
        if (i < n)
          items[j] = in[i];
      }
    }
  }

  /// Returns bits: bit j says that item j exists and the predicate holds.
  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE std::uint32_t kept(
    const Ctx& ctx, std::uint64_t n, std::uint32_t tile, const Predicate& predicate) const
  {
    const std::uint64_t first = static_cast<std::uint64_t>(tile) * tileSize;
    std::uint32_t bits = 0;
    if (first + tileSize <= n)
    {
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
        bits |= (predicate(items[j]) ? 1u : 0u) << j;
    }
    else
    {
      INKRAY_UNROLL
      for (int j = 0; j < Items; ++j)
        if (first + firstOf(ctx, j / perVector) + j % perVector < n && predicate(items[j]))
          bits |= 1u << j;
    }
    return bits;
  }
};

/// The places of a tile's survivors. A thread may hold several items of each of several vectors. One scan by
/// shuffles then takes fewer instructions than ballots. It counts each of four vectors in a byte of one word,
/// which suffices: 32 lanes with at most four items each come to 128.
template <int Items, int PerVector>
struct ArrayRanks
{
  static constexpr int numVectors = Items / PerVector;
  static constexpr int numWords = (numVectors + 3) / 4;

  std::uint32_t before[numWords]; ///< a byte for each vector: its survivors in the lanes before
  std::uint32_t totals[numWords]; ///< a byte for each vector: its survivors in the warp
  std::uint32_t warpTotal;

  template <class Ctx>
  INKRAY_COOPERATIVE void scan(const Ctx& ctx, std::uint32_t kept)
  {
    warpTotal = 0;
    INKRAY_UNROLL
    for (int w = 0; w < numWords; ++w)
    {
      std::uint32_t own = 0;
      INKRAY_UNROLL
      for (int k = 4 * w; k < 4 * w + 4 && k < numVectors; ++k)
        own |= popcount32((kept >> (k * PerVector)) & ((1u << PerVector) - 1u)) << (8 * (k - 4 * w));
      const std::uint32_t sum = inclusiveSum(ctx, own);
      before[w] = sum - own;
      totals[w] = ctx.shuffle(sum, 31);
      const std::uint32_t pairs = (totals[w] & 0x00ff00ffu) + ((totals[w] >> 8) & 0x00ff00ffu);
      warpTotal += (pairs & 0xffffu) + (pairs >> 16);
    }
  }

  /// Calls visit(j, place) for each kept item; the warp's first one has the place `first`.
  template <class Visit>
  INKRAY_COOPERATIVE void forEachKept(std::uint32_t kept, std::uint32_t first, const Visit& visit) const
  {
    INKRAY_UNROLL
    for (int k = 0; k < numVectors; ++k)
    {
      std::uint32_t place = first + ((before[k / 4] >> (8 * (k % 4))) & 0xffu);
      INKRAY_UNROLL
      for (int e = 0; e < PerVector; ++e)
        if ((kept >> (k * PerVector + e)) & 1u)
          visit(k * PerVector + e, place++);
      first += (totals[k / 4] >> (8 * (k % 4))) & 0xffu;
    }
  }
};

/// The handling of a tile that all array forms share: from registers through shared memory into the queue.
/// All threads of the block arrive at each call.
template <class Tuning, class T>
struct ArrayStage
{
  using Tile = ArrayTile<T, Tuning::block, Tuning::items>;
  using Ranks = ArrayRanks<Tuning::items, Tile::perVector>;

  struct Shared
  {
    std::uint32_t warpSums[Tuning::block / 32];
    std::uint32_t base;
  };

  /// Finds the places of the survivors within the warp (`ranks`) and of the warps within the tile. It has one
  /// barrier.
  template <class Ctx>
  INKRAY_COOPERATIVE static ScanResult rank(const Ctx& ctx, Shared& shared, Ranks& ranks, std::uint32_t kept)
  {
    ranks.scan(ctx, kept);
    if (ctx.lane() == 0)
      shared.warpSums[ctx.warp()] = ranks.warpTotal;
    ctx.syncThreads();
    return WarpScanBySums::scan<32>(ctx, shared.warpSums);
  }

  /// Writes the staged survivors into the queue, neighbors together.
  template <class Ctx>
  INKRAY_COOPERATIVE static void write(
    const Ctx& ctx, const T* stage, std::uint32_t total, std::uint64_t base, const Queue<T>& queue)
  {
    T* const to = queue.items + base;
    const std::uint64_t left = base < queue.capacity ? queue.capacity - base : 0;
    const std::uint32_t count = total < left ? total : static_cast<std::uint32_t>(left);
    // Move four at a time, so that the loads of one do not wait for the stores of another.
    auto k = static_cast<std::uint32_t>(ctx.thread());
    for (; k + 3 * Tuning::block < count; k += 4 * Tuning::block)
    {
      T items[4];
      INKRAY_UNROLL
      for (int j = 0; j < 4; ++j)
        items[j] = stage[k + j * Tuning::block];
      INKRAY_UNROLL
      for (int j = 0; j < 4; ++j)
        ctx.storeOnce(to + k + j * Tuning::block, items[j]);
    }
    for (; k < count; k += Tuning::block)
      ctx.storeOnce(to + k, stage[k]);
  }
};

/// InKCollate over an array: one atomic addition a tile, and one tile a block. Survivors go through shared
/// memory (`stage`: a place for each item of a tile).
template <class Tuning, class T>
struct ArrayCollate
{
  using Stage = ArrayStage<Tuning, T>;
  using Shared = typename Stage::Shared;

  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, T* stage, const T* in, std::uint64_t n,
    const Predicate& predicate, const Queue<T>& queue, std::uint64_t* taken, bool aligned)
  {
    typename Stage::Tile tile;
    tile.load(ctx, in, n, ctx.block(), aligned);
    const std::uint32_t kept = tile.kept(ctx, n, ctx.block(), predicate);
    typename Stage::Ranks ranks;
    const ScanResult warps = Stage::rank(ctx, shared, ranks, kept);
    // The places are under way while the survivors go to shared memory.
    std::uint32_t place = 0;
    if (ctx.thread() == 0)
      place = InKCollate<Tuning::block>::take(ctx, ctx.numBlocks(), warps.total, taken, queue.count);
    ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
    if (ctx.thread() == 0)
      shared.base = place;
    ctx.syncThreads();
    Stage::write(ctx, stage, warps.total, shared.base, queue);
  }
};

/// InKCompact with look-back over an array, by any number of resident blocks. A block publishes the aggregate
/// of a tile and starts the loads of its next tile. Only then does it look back for the tile before, whose
/// predecessors have published theirs meanwhile. So a block publishes one tile ahead of the tile for which it
/// waits itself. It knows where its last tile ended, and all its threads together add up the aggregates of
/// the tiles since then. Survivors wait for their place in shared memory (`stage`: places for the items of
/// two tiles).
template <class Tuning, class T>
struct ArrayLookBack
{
  using Stage = ArrayStage<Tuning, T>;
  static constexpr int stageItems = 2 * Tuning::tileSize;
  static constexpr int numWarps = Tuning::block / 32;

  struct Shared
  {
    typename Stage::Shared stage;
    std::uint32_t sums[numWarps]; ///< sums of the tiles before, by warp
    Ticket::Shared drawn[2];
  };

  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, T* stage, const T* in, std::uint64_t n,
    const Predicate& predicate, const Queue<T>& queue, std::uint64_t* ticket, std::uint64_t* tiles,
    bool aligned)
  {
    constexpr int drawer = Tuning::block - 32; // not in the warp that publishes
    const std::uint32_t numTiles = Ticket::numTiles(n, Tuning::tileSize);
    // A block holds the tickets of this tile and of the next, so two of its draws find no tile left.
    const std::uint32_t numDraws = numTiles + 2 * ctx.numBlocks();
    const auto settle = [&](Ticket::Shared& to, std::uint64_t found) {
      const TileOrder order = Ticket::settle(ctx, ticket, found, numTiles, numDraws);
      to.tile = order.tile;
      to.epoch = order.epoch;
    };
    if (ctx.thread() == drawer)
      for (Ticket::Shared& to : shared.drawn)
        settle(to, ctx.atomicAdd(ticket, std::uint64_t(1)));
    ctx.syncThreads();
    const std::uint32_t epoch = shared.drawn[0].epoch;
    std::uint32_t current = shared.drawn[0].tile;
    std::uint32_t next = shared.drawn[1].tile;

    // The tile before, which waits for its place; and where the tile before that ended.
    std::uint32_t waiting = 0, waitingTotal = 0;
    std::uint32_t end = 0, afterEnd = 0;
    T* filled = stage + Tuning::tileSize;
    T* empty = stage;
    const auto finish = [&] {
      const std::uint32_t sum = ctx.warpSum(sumOfPublished<2>(
        ctx, tiles, afterEnd, TileOrder{ waiting, numTiles, epoch }, ctx.thread(), Tuning::block));
      if (ctx.lane() == 0)
        shared.sums[ctx.warp()] = sum;
      ctx.syncThreads();
      const std::uint32_t base = end + ctx.warpSum(ctx.lane() < numWarps ? shared.sums[ctx.lane()] : 0u);
      end = base + waitingTotal;
      afterEnd = waiting + 1;
      if (ctx.thread() == 0 && afterEnd == numTiles)
        ctx.store(queue.count, static_cast<std::uint64_t>(end));
      Stage::write(ctx, filled, waitingTotal, base, queue);
    };

    typename Stage::Tile tile;
    tile.load(ctx, in, n, current, aligned);
    bool anyWaits = false;
    while (current < numTiles)
    {
      const std::uint32_t kept = tile.kept(ctx, n, current, predicate);
      typename Stage::Ranks ranks;
      const ScanResult warps = Stage::rank(ctx, shared.stage, ranks, kept);
      if (ctx.thread() == 0)
        ctx.storeRelaxed(tiles + current, StateWord::make(StateWord::aggregate, epoch, warps.total));
      std::uint64_t found = 0;
      if (ctx.thread() == drawer)
        found = ctx.atomicAdd(ticket, std::uint64_t(1));
      ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { empty[at] = tile.items[j]; });
      tile.load(ctx, in, n, next, aligned);
      if (anyWaits)
        finish();
      if (ctx.thread() == drawer)
        settle(shared.drawn[0], found);
      ctx.syncThreads();
      anyWaits = true;
      waiting = current;
      waitingTotal = warps.total;
      T* const changed = filled;
      filled = empty;
      empty = changed;
      current = next;
      next = shared.drawn[0].tile;
    }
    if (anyWaits)
      finish();
  }
};

} // namespace inkray
