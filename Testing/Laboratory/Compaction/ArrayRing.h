// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/LookBack.h"
#include "Cooperative/Ticket.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "Laboratory/Compaction/ArrayCompaction.h"
#include "Laboratory/Compaction/ArrayContext.h"

#include <cstdint>
#include <cstring>

namespace inkray
{

/// The shape of the ring form. A tile is `Vectors` times 16 bytes for each lane of `Warps` warps, and
/// `Stages` tiles are in shared memory. A tile is written `Lag` tiles after it is counted. A block holds
/// tickets for `Ahead` more tiles than the ring has.
template <int Warps_, int Vectors_, int Stages_, int Lag_, int MinBlocks_ = 1, int Ahead_ = 1>
struct RingTuning
{
  static_assert(Warps_ >= 1 && Warps_ <= 29 && Lag_ >= 1 && Lag_ < Stages_ && Ahead_ >= 1,
    "a tile stays in the ring until it is written");
  static constexpr int warps = Warps_;
  static constexpr int vectors = Vectors_;
  static constexpr int stages = Stages_;
  static constexpr int lag = Lag_;
  static constexpr int minBlocks = MinBlocks_;
  static constexpr int ahead = Ahead_;
  static constexpr int block = 32 * (Warps_ + 3);
  static constexpr int tileBytes = 512 * Warps_ * Vectors_;
  static constexpr int stageBytes = Stages_ * tileBytes;
};

/// InKCompact, look-back, over an array, for devices with bulk copies into shared memory. Resident blocks
/// each move their tiles through a ring in shared memory, and the warps of a block share the work:
///  - one warp draws tickets and starts the copies, as many as the ring holds;
///  - `Warps` warps count the survivors and close the gaps, each in its own segment of the tile;
///  - one warp publishes the tile's aggregate to the other blocks;
///  - one warp finds the tile's place. A block knows where its last tile ended, and adds the aggregates of
///    the tiles between that one and this (Merrill and Garland's look-back with the block's own last tile as
///    the prefix). They are published by the time that the tile is written, `Lag` tiles later.
/// After the first barrier, no barrier joins the whole block.
template <class Tuning, class T>
struct ArrayRing
{
  static constexpr int warps = Tuning::warps;
  static constexpr int stages = Tuning::stages;
  static constexpr int perVector = 16 / static_cast<int>(sizeof(T));
  static constexpr int items = Tuning::vectors * perVector; ///< of a lane
  static constexpr int segment = 32 * items;                ///< of a warp
  static constexpr int tileSize = warps * segment;
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "items of 4, 8 or 16 bytes");
  static_assert(items <= 32, "a bit of a word for each item of a lane");
  using Ranks = ArrayRanks<items, perVector>;

  struct Shared
  {
    PhaseBarrier filled[stages];  ///< the tile is known, and its items are there
    PhaseBarrier counted[stages]; ///< its warps' numbers are there
    PhaseBarrier placed[stages];  ///< their places are there
    PhaseBarrier freed[stages];   ///< the tile is written, and its aggregate is published
    TileOrder order[stages];
    std::uint32_t counts[stages][warps];
    std::uint32_t places[stages][warps];
  };

  /// An input whose first item lies `shift` items after a multiple of 16 bytes.
  struct Input
  {
    const T* items;
    std::uint64_t n;
    std::uint32_t shift;

    INKRAY_COOPERATIVE std::uint32_t numTiles() const { return Ticket::numTiles(n + shift, tileSize); }
    /// Tiles are cut at multiples of 16 bytes; the first and last may lie partly outside.
    INKRAY_COOPERATIVE bool whole(std::uint32_t tile) const
    {
      return (tile > 0 || shift == 0) && (static_cast<std::uint64_t>(tile) + 1) * tileSize <= n + shift;
    }
    INKRAY_COOPERATIVE const T* first(std::uint32_t tile) const
    {
      return items + (static_cast<std::uint64_t>(tile) * tileSize - shift);
    }
  };

  /// `stage`: Tuning::stageBytes, a multiple of 16 in shared memory.
  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, T* stage, const Input& in,
    const Predicate& predicate, const Queue<T>& queue, std::uint64_t* ticket, std::uint64_t* tiles)
  {
    if (ctx.thread() == 0)
      for (int s = 0; s < stages; ++s)
      {
        ctx.initBarrier(shared.filled[s], 1);
        ctx.initBarrier(shared.counted[s], warps);
        ctx.initBarrier(shared.placed[s], 1);
        ctx.initBarrier(shared.freed[s], warps + 1);
      }
    ctx.syncThreads();
    if (ctx.warp() < warps)
      compact(ctx, shared, stage, in, predicate, queue);
    else if (ctx.warp() == warps)
      fill(ctx, shared, stage, in, ticket);
    else if (ctx.warp() == warps + 1)
      publish(ctx, shared, tiles);
    else
      place(ctx, shared, tiles, queue.count);
  }

private:
  /// The place of a block's k-th tile in the ring, and the number of rounds before it.
  struct Slot
  {
    std::uint32_t stage, round;
    INKRAY_COOPERATIVE explicit Slot(std::uint32_t k)
      : stage(k % stages)
      , round(k / stages)
    {
    }
  };

  /// The warp that draws tickets and starts the copies. A tile that does not exist ends the work of the other
  /// warps.
  template <class Ctx>
  INKRAY_COOPERATIVE static void fill(
    const Ctx& ctx, Shared& shared, T* stage, const Input& in, std::uint64_t* ticket)
  {
    const std::uint32_t numTiles = in.numTiles();
    // The last draws of a block find no tile left: as many draws as it has under way at a time.
    const std::uint32_t numDraws = numTiles + Tuning::ahead * ctx.numBlocks();
    std::uint64_t drawn[Tuning::ahead];
    INKRAY_UNROLL
    for (std::uint64_t& d : drawn)
      d = ctx.lane() == 0 ? ctx.atomicAdd(ticket, std::uint64_t(1)) : 0;
    for (std::uint32_t k = 0;;)
    {
      INKRAY_UNROLL
      for (int j = 0; j < Tuning::ahead; ++j, ++k)
      {
        TileOrder order{};
        if (ctx.lane() == 0)
          order = Ticket::settle(ctx, ticket, drawn[j], numTiles, numDraws);
        order.tile = ctx.shuffle(order.tile, 0);
        const Slot slot(k);
        if (slot.round > 0)
          ctx.wait(shared.freed[slot.stage], slot.round - 1);
        if (ctx.lane() == 0)
          shared.order[slot.stage] = order;
        if (order.tile < numTiles && in.whole(order.tile))
        {
          if (ctx.lane() == 0)
            ctx.copyToShared(shared.filled[slot.stage], stage + slot.stage * tileSize, in.first(order.tile),
              static_cast<std::uint32_t>(Tuning::tileBytes));
        }
        else
          ctx.arriveWarp(shared.filled[slot.stage]);
        if (order.tile >= numTiles)
        {
          INKRAY_UNROLL
          for (int i = 0; i < Tuning::ahead; ++i)
            if (i != j && ctx.lane() == 0)
              Ticket::settle(ctx, ticket, drawn[i], numTiles, numDraws);
          return;
        }
        if (ctx.lane() == 0)
          drawn[j] = ctx.atomicAdd(ticket, std::uint64_t(1));
      }
    }
  }

  /// The warp that publishes each tile's aggregate as soon as it is known.
  template <class Ctx>
  INKRAY_COOPERATIVE static void publish(const Ctx& ctx, Shared& shared, std::uint64_t* tiles)
  {
    for (std::uint32_t k = 0;; ++k)
    {
      const Slot slot(k);
      ctx.wait(shared.filled[slot.stage], slot.round);
      const TileOrder order = shared.order[slot.stage];
      if (order.tile >= order.numTiles)
        return;
      ctx.wait(shared.counted[slot.stage], slot.round);
      const std::uint32_t total =
        ctx.warpSum(ctx.lane() < warps ? shared.counts[slot.stage][ctx.lane()] : 0u);
      if (ctx.lane() == 0)
        ctx.storeRelaxed(tiles + order.tile, StateWord::make(StateWord::aggregate, order.epoch, total));
      ctx.arriveWarp(shared.freed[slot.stage]);
    }
  }

  /// The warp that finds the tiles' places.
  template <class Ctx>
  INKRAY_COOPERATIVE static void place(
    const Ctx& ctx, Shared& shared, const std::uint64_t* tiles, std::uint64_t* count)
  {
    std::uint32_t end = 0;  // survivors of the tiles before `next`
    std::uint32_t next = 0; // the tile after this block's last
    for (std::uint32_t k = 0;; ++k)
    {
      const Slot slot(k);
      ctx.wait(shared.filled[slot.stage], slot.round);
      const TileOrder order = shared.order[slot.stage];
      if (order.tile >= order.numTiles)
        return;
      // 160 tiles at a time: one of each block of a large GPU.
      end += ctx.warpSum(sumOfPublished<5>(ctx, tiles, next, order, ctx.lane(), 32));
      ctx.wait(shared.counted[slot.stage], slot.round);
      const std::uint32_t own = ctx.lane() < warps ? shared.counts[slot.stage][ctx.lane()] : 0u;
      const std::uint32_t sum = inclusiveSum(ctx, own);
      if (ctx.lane() < warps)
        shared.places[slot.stage][ctx.lane()] = end + sum - own;
      end += ctx.shuffle(sum, 31);
      next = order.tile + 1;
      if (ctx.lane() == 0 && next == order.numTiles)
        ctx.store(count, static_cast<std::uint64_t>(end));
      ctx.arriveWarp(shared.placed[slot.stage]);
    }
  }

  /// The warps that compact.
  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static void compact(const Ctx& ctx, Shared& shared, T* stage, const Input& in,
    const Predicate& predicate, const Queue<T>& queue)
  {
    std::uint32_t k = 0;
    for (;; ++k)
    {
      const Slot slot(k);
      ctx.wait(shared.filled[slot.stage], slot.round);
      const TileOrder order = shared.order[slot.stage];
      if (order.tile >= order.numTiles)
        break;
      T* const own = stage + slot.stage * tileSize + ctx.warp() * segment;
      T values[items];
      const std::uint32_t kept = take(ctx, values, own, in, order.tile, predicate);
      Ranks ranks;
      ranks.scan(ctx, kept);
      ctx.syncWarp(); // every lane has its items
      ranks.forEachKept(kept, 0, [&](int j, std::uint32_t at) { own[at] = values[j]; });
      if (ctx.lane() == 0)
        shared.counts[slot.stage][ctx.warp()] = ranks.warpTotal;
      ctx.arriveWarp(shared.counted[slot.stage]);
      if (k >= Tuning::lag)
        write(ctx, shared, stage, queue, k - Tuning::lag);
    }
    for (std::uint32_t j = k > Tuning::lag ? k - Tuning::lag : 0; j < k; ++j)
      write(ctx, shared, stage, queue, j);
  }

  /// Loads this lane's items: item e of vector v is item (32 v + lane) perVector + e of the warp's segment
  /// `own`. Returns bits: bit j says that item j exists and the predicate holds.
  template <class Ctx, class Predicate>
  INKRAY_COOPERATIVE static std::uint32_t take(const Ctx& ctx, T (&values)[items], const T* own,
    const Input& in, std::uint32_t tile, const Predicate& predicate)
  {
    std::uint32_t kept = 0;
    if (in.whole(tile))
    {
      INKRAY_UNROLL
      for (int v = 0; v < Tuning::vectors; ++v)
      {
        UInt4 vector;
        memcpy(&vector, __builtin_assume_aligned(own + (32 * v + ctx.lane()) * perVector, 16), 16);
        memcpy(static_cast<void*>(values + v * perVector), &vector, 16);
      }
      INKRAY_UNROLL
      for (int j = 0; j < items; ++j)
        kept |= (predicate(values[j]) ? 1u : 0u) << j;
      return kept;
    }
    INKRAY_UNROLL
    for (int j = 0; j < items; ++j)
    {
      const std::uint64_t at = static_cast<std::uint64_t>(tile) * tileSize +
        static_cast<std::uint32_t>(
          ctx.warp() * segment + (32 * (j / perVector) + ctx.lane()) * perVector + j % perVector);
      if (at < in.shift || at >= in.n + in.shift)
        continue;
      values[j] = in.items[at - in.shift];
      kept |= (predicate(values[j]) ? 1u : 0u) << j;
    }
    return kept;
  }

  /// Writes the warp's survivors of the block's k-th tile into the queue, in rows that begin where lines of
  /// the level-2 cache do.
  template <class Ctx>
  INKRAY_COOPERATIVE static void write(
    const Ctx& ctx, Shared& shared, const T* stage, const Queue<T>& queue, std::uint32_t k)
  {
    constexpr int perLine = 128 / static_cast<int>(sizeof(T));
    const Slot slot(k);
    ctx.wait(shared.placed[slot.stage], slot.round);
    const std::uint64_t first = shared.places[slot.stage][ctx.warp()];
    const std::uint32_t total = shared.counts[slot.stage][ctx.warp()];
    const std::uint64_t left = first < queue.capacity ? queue.capacity - first : 0;
    const auto count = static_cast<int>(total < left ? total : left);
    const T* const own = stage + slot.stage * tileSize + ctx.warp() * segment;
    T* const to = queue.items + first;
    int i = ctx.lane() - static_cast<int>(reinterpret_cast<std::uintptr_t>(to) / sizeof(T) % perLine);
    if (i >= 0 && i < count)
      ctx.storeOnce(to + i, own[i]);
    // Write four rows at a time, so that the loads of one do not wait for the stores of another.
    for (i += 32; i + 96 < count; i += 128)
    {
      T row[4];
      INKRAY_UNROLL
      for (int j = 0; j < 4; ++j)
        row[j] = own[i + 32 * j];
      INKRAY_UNROLL
      for (int j = 0; j < 4; ++j)
        ctx.storeOnce(to + i + 32 * j, row[j]);
    }
    for (; i < count; i += 32)
      ctx.storeOnce(to + i, own[i]);
    ctx.releaseWarp(shared.freed[slot.stage]);
  }
};

} // namespace inkray
