// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/BlockScan.h"
#include "Compaction/CudaContext.cuh"
#include "Compaction/InKCollate.h"
#include "Compaction/InKCompactLookBack.h"
#include "Compaction/Ticket.h"
#include "Execution/Buffer.h"

#include <cstdint>
#include <cstring>

#include <cooperative_groups.h>

namespace inkray
{

/// How the array form is cut: `Block` threads with `Items` items each, at least `MinBlocks` blocks on a multiprocessor, look-back over 32 `Window` tiles at a time.
template <int Block_, int Items_, int MinBlocks_, int Window_ = 4>
struct ArrayTuning
{
  static constexpr int block = Block_;
  static constexpr int items = Items_;
  static constexpr int minBlocks = MinBlocks_;
  static constexpr int window = Window_;
  static constexpr int tileSize = block * items;
};

/// A tile of an array in the registers of a block, read 16 bytes at a time: vector k of lane l in warp w holds the V = 16 / sizeof(T) items from ((w K + k) 32 + l) V on, K = Items / V.
template <class T, int Block, int Items>
struct ArrayTile
{
  static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16, "items of 4, 8 or 16 bytes");
  static constexpr int perVector = 16 / static_cast<int>(sizeof(T));
  static constexpr int numVectors = Items / perVector;
  static constexpr int numWarps = Block / 32;
  static constexpr int tileSize = Block * Items;
  static_assert(Items % perVector == 0 && Items <= 32 && Block % 32 == 0, "whole vectors, a bit of a word for each item");

  T items[Items];

  __device__ static std::uint32_t firstOf(int k)
  {
    return static_cast<std::uint32_t>((((threadIdx.x >> 5) * numVectors + k) * 32 + (threadIdx.x & 31)) * perVector);
  }

  /// Nothing for a tile past the end.
  __device__ __forceinline__ void load(const T* in, std::uint64_t n, std::uint32_t tile, bool aligned)
  {
    const std::uint64_t first = static_cast<std::uint64_t>(tile) * tileSize;
    if (aligned && first + tileSize <= n)
    {
#pragma unroll
      for (int k = 0; k < numVectors; ++k)
      {
        const uint4 vector = __ldcs(reinterpret_cast<const uint4*>(in + first + firstOf(k)));
        memcpy(items + k * perVector, &vector, 16);
      }
    }
    else if (first < n)
    {
#pragma unroll
      for (int j = 0; j < Items; ++j)
      {
        const std::uint64_t i = first + firstOf(j / perVector) + j % perVector;
        if (i < n)
          items[j] = in[i];
      }
    }
  }

  /// Bit j: item j exists and the predicate holds.
  template <class Predicate>
  __device__ __forceinline__ std::uint32_t kept(std::uint64_t n, std::uint32_t tile, const Predicate& predicate) const
  {
    const std::uint64_t first = static_cast<std::uint64_t>(tile) * tileSize;
    std::uint32_t bits = 0;
    if (first + tileSize <= n)
    {
#pragma unroll
      for (int j = 0; j < Items; ++j)
        bits |= (predicate(items[j]) ? 1u : 0u) << j;
    }
    else
    {
#pragma unroll
      for (int j = 0; j < Items; ++j)
        if (first + firstOf(j / perVector) + j % perVector < n && predicate(items[j]))
          bits |= 1u << j;
    }
    return bits;
  }
};

/// Places of a tile's survivors. Four vectors are scanned over the warp at once, a byte each (32 lanes with at most four items come to 128).
template <int Items, int PerVector>
struct ArrayRanks
{
  static constexpr int numVectors = Items / PerVector;
  static constexpr int numWords = (numVectors + 3) / 4;

  std::uint32_t before[numWords]; ///< bytes: survivors of the vector in the lanes before
  std::uint32_t totals[numWords]; ///< bytes: survivors of the vector in the warp
  std::uint32_t warpTotal;

  __device__ __forceinline__ void scan(std::uint32_t kept)
  {
    const int lane = static_cast<int>(threadIdx.x & 31);
    warpTotal = 0;
#pragma unroll
    for (int w = 0; w < numWords; ++w)
    {
      std::uint32_t own = 0;
#pragma unroll
      for (int k = 4 * w; k < 4 * w + 4 && k < numVectors; ++k)
        own |= static_cast<std::uint32_t>(__popc((kept >> (k * PerVector)) & ((1u << PerVector) - 1u))) << (8 * (k - 4 * w));
      std::uint32_t sum = own;
#pragma unroll
      for (int step = 1; step < 32; step *= 2)
      {
        const std::uint32_t below = __shfl_up_sync(0xffffffffu, sum, step);
        sum += lane >= step ? below : 0u;
      }
      before[w] = sum - own;
      totals[w] = __shfl_sync(0xffffffffu, sum, 31);
      warpTotal += __dp4a(totals[w], 0x01010101u, 0u);
    }
  }

  /// visit(j, place) for each kept item, place counting from the warp's first at `first`.
  template <class Visit>
  __device__ __forceinline__ void forEachKept(std::uint32_t kept, std::uint32_t first, const Visit& visit) const
  {
#pragma unroll
    for (int k = 0; k < numVectors; ++k)
    {
      std::uint32_t place = first + ((before[k / 4] >> (8 * (k % 4))) & 0xffu);
#pragma unroll
      for (int e = 0; e < PerVector; ++e)
        if ((kept >> (k * PerVector + e)) & 1u)
          visit(k * PerVector + e, place++);
      first += (totals[k / 4] >> (8 * (k % 4))) & 0xffu;
    }
  }
};

/// Sums over the warps before, and over all, from the warps' sums in shared memory.
template <int NumWarps>
__device__ __forceinline__ ScanResult scanWarps(const std::uint32_t (&sums)[NumWarps])
{
  const int lane = static_cast<int>(threadIdx.x & 31);
  const int warp = static_cast<int>(threadIdx.x >> 5);
  std::uint32_t sum = lane < NumWarps ? sums[lane] : 0u;
#pragma unroll
  for (int step = 1; step < NumWarps; step *= 2)
  {
    const std::uint32_t below = __shfl_up_sync(0xffffffffu, sum, step);
    sum += lane >= step ? below : 0u;
  }
  const std::uint32_t before = __shfl_sync(0xffffffffu, sum, warp > 0 ? warp - 1 : 0);
  return { warp > 0 ? before : 0u, __shfl_sync(0xffffffffu, sum, NumWarps - 1) };
}

/// The staged survivors of a tile into the queue, neighbours together.
template <int Block, int TileSize, class T>
__device__ __forceinline__ void writeStaged(const T* stage, std::uint32_t total, std::uint64_t base, const Queue<T>& queue)
{
  T* const to = queue.items + base;
  const std::uint64_t room = base < queue.capacity ? queue.capacity - base : 0;
  const std::uint32_t count = total < room ? total : static_cast<std::uint32_t>(room);
#pragma unroll 4
  for (std::uint32_t k = threadIdx.x; k < count; k += Block)
    __stcs(to + k, stage[k]);
}

/// 16-byte items have no streaming store of their own type.
template <int Block, int TileSize>
struct StagedWriter
{
  template <class T>
  __device__ __forceinline__ static void write(const T* stage, std::uint32_t total, std::uint64_t base, const Queue<T>& queue)
  {
    if constexpr (sizeof(T) == 4)
      writeStaged<Block, TileSize>(reinterpret_cast<const unsigned*>(stage), total, base, as<unsigned>(queue));
    else if constexpr (sizeof(T) == 8)
      writeStaged<Block, TileSize>(reinterpret_cast<const uint2*>(stage), total, base, as<uint2>(queue));
    else
      writeStaged<Block, TileSize>(reinterpret_cast<const uint4*>(stage), total, base, as<uint4>(queue));
  }

private:
  template <class U, class T>
  __device__ __forceinline__ static Queue<U> as(const Queue<T>& queue)
  {
    return { reinterpret_cast<U*>(queue.items), queue.capacity, queue.count };
  }
};

/// InKCollate over an array: one atomic addition a tile, survivors through shared memory.
template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayCollateKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate, Queue<T> queue, std::uint64_t* taken, bool aligned)
{
  using Tile = ArrayTile<T, Tuning::block, Tuning::items>;
  using Collate = InKCollate<Tuning::block>;
  extern __shared__ uint4 dynamicShared[];
  T* const stage = reinterpret_cast<T*>(dynamicShared);
  __shared__ std::uint32_t warpSums[Tile::numWarps];
  __shared__ std::uint32_t base;
  const CudaContext<Tuning::block> ctx;

  const std::uint32_t numTiles = Ticket::numTiles(n, Tile::tileSize);
  Tile tile;
  tile.load(in, n, blockIdx.x, aligned);
  const std::uint32_t kept = tile.kept(n, blockIdx.x, predicate);
  ArrayRanks<Tuning::items, Tile::perVector> ranks;
  ranks.scan(kept);
  if (ctx.lane() == 0)
    warpSums[ctx.warp()] = ranks.warpTotal;
  ctx.syncThreads();
  const ScanResult warps = scanWarps(warpSums);
  // The places are under way while the survivors go to shared memory.
  std::uint32_t place = 0;
  if (ctx.thread() == 0)
    place = Collate::take(ctx, numTiles, warps.total, taken, queue.count);
  ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
  if (ctx.thread() == 0)
    base = place;
  ctx.syncThreads();
  StagedWriter<Tuning::block, Tile::tileSize>::write(stage, warps.total, base, queue);
}

/// InKCompact, look-back, over an array. The blocks stay: while a tile waits for its place the loads of the block's next tile are under way.
template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks) arrayLookBackKernel(
  const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate, Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles, bool aligned)
{
  using Tile = ArrayTile<T, Tuning::block, Tuning::items>;
  using Place = InKCompactLookBack<Tuning::block, 1, Tuning::window>;
  extern __shared__ uint4 dynamicShared[];
  T* const stage = reinterpret_cast<T*>(dynamicShared);
  __shared__ std::uint32_t warpSums[Tile::numWarps];
  __shared__ std::uint32_t base;
  __shared__ TileOrder drawn[2];
  const CudaContext<Tuning::block> ctx;
  constexpr int drawer = Tuning::block - 32; // not of the warp that looks back

  // Each block holds the ticket of this tile and of the next: two draws find nothing left.
  const std::uint32_t numTiles = Ticket::numTiles(n, Tile::tileSize);
  const std::uint32_t numDraws = numTiles + 2 * gridDim.x;
  if (ctx.thread() == drawer)
    for (TileOrder& order : drawn)
      order = Ticket::settle(ctx, ticket, ctx.atomicAdd(ticket, std::uint64_t(1)), numTiles, numDraws);
  ctx.syncThreads();
  TileOrder order = drawn[0];
  TileOrder next = drawn[1];
  Tile tile;
  tile.load(in, n, order.tile, aligned);
  while (order.tile < numTiles)
  {
    const std::uint32_t kept = tile.kept(n, order.tile, predicate);
    ArrayRanks<Tuning::items, Tile::perVector> ranks;
    ranks.scan(kept);
    if (ctx.lane() == 0)
      warpSums[ctx.warp()] = ranks.warpTotal;
    ctx.syncThreads();
    const ScanResult warps = scanWarps(warpSums);
    Place::show(ctx, order, warps.total, tiles);
    std::uint64_t found = 0;
    if (ctx.thread() == drawer)
      found = ctx.atomicAdd(ticket, std::uint64_t(1));
    ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
    if (next.tile < numTiles)
      tile.load(in, n, next.tile, aligned);
    if (ctx.warp() == 0)
    {
      const std::uint32_t place = Place::place(ctx, order, warps.total, tiles, queue.count);
      if (ctx.lane() == 0)
        base = place;
    }
    if (ctx.thread() == drawer)
      drawn[0] = Ticket::settle(ctx, ticket, found, numTiles, numDraws);
    ctx.syncThreads();
    order = next;
    next = drawn[0];
    StagedWriter<Tuning::block, Tile::tileSize>::write(stage, warps.total, base, queue);
  }
}

/// The same with one look-back for a cluster of blocks, whose numbers meet in distributed shared memory. Compute capability 9.0 and up; launched with a cluster dimension.
template <class Tuning, int ClusterSize, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks) arrayClusterKernel(
  const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate, Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles, bool aligned)
{
#if __CUDA_ARCH__ >= 900
  using Tile = ArrayTile<T, Tuning::block, Tuning::items>;
  using Place = InKCompactLookBack<Tuning::block, 1, Tuning::window>;
  extern __shared__ uint4 dynamicShared[];
  T* const stage = reinterpret_cast<T*>(dynamicShared);
  __shared__ std::uint32_t warpSums[Tile::numWarps];
  __shared__ std::uint32_t totals[ClusterSize]; // of the cluster's blocks
  __shared__ std::uint32_t base;                // of the cluster
  __shared__ TileOrder drawn;
  const CudaContext<Tuning::block> ctx;
  const auto cluster = cooperative_groups::this_cluster();
  const auto rank = static_cast<int>(cluster.block_rank());
  constexpr int drawer = Tuning::block - 32;

  // A cluster's tile is ClusterSize tiles of blocks, in the order of their ranks. Its first block draws for all.
  const std::uint32_t numTiles = Ticket::numTiles(n, Tile::tileSize * ClusterSize);
  const std::uint32_t numDraws = numTiles + 2 * (gridDim.x / ClusterSize);
  const auto draw = [&](std::uint64_t found) {
    const TileOrder order = Ticket::settle(ctx, ticket, found, numTiles, numDraws);
    for (int r = 0; r < ClusterSize; ++r)
      *cluster.map_shared_rank(&drawn, r) = order;
  };
  const auto drawFirst = [&]() {
    if (rank == 0 && ctx.thread() == drawer)
      draw(ctx.atomicAdd(ticket, std::uint64_t(1)));
    cluster.sync();
    return drawn;
  };
  cluster.sync(); // every block of the cluster runs, so that its shared memory may be written
  TileOrder order = drawFirst();
  cluster.sync();
  TileOrder next = drawFirst();
  Tile tile;
  tile.load(in, n, order.tile * ClusterSize + rank, aligned);
  while (order.tile < numTiles)
  {
    const std::uint32_t kept = tile.kept(n, order.tile * ClusterSize + rank, predicate);
    ArrayRanks<Tuning::items, Tile::perVector> ranks;
    ranks.scan(kept);
    if (ctx.lane() == 0)
      warpSums[ctx.warp()] = ranks.warpTotal;
    ctx.syncThreads();
    const ScanResult warps = scanWarps(warpSums);
    if (ctx.thread() < ClusterSize)
      *cluster.map_shared_rank(&totals[rank], ctx.thread()) = warps.total;
    cluster.barrier_arrive();
    std::uint64_t found = 0;
    if (rank == 0 && ctx.thread() == drawer)
      found = ctx.atomicAdd(ticket, std::uint64_t(1));
    ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
    if (next.tile < numTiles)
      tile.load(in, n, next.tile * ClusterSize + rank, aligned);
    cluster.barrier_wait();
    std::uint32_t before = 0, total = 0;
#pragma unroll
    for (int r = 0; r < ClusterSize; ++r)
    {
      before += r < rank ? totals[r] : 0u;
      total += totals[r];
    }
    if (rank == 0)
    {
      Place::show(ctx, order, total, tiles);
      if (ctx.warp() == 0)
      {
        const std::uint32_t place = Place::place(ctx, order, total, tiles, queue.count);
        if (ctx.lane() < ClusterSize)
          *cluster.map_shared_rank(&base, ctx.lane()) = place;
      }
      if (ctx.thread() == drawer)
        draw(found);
    }
    cluster.sync();
    order = next;
    next = drawn;
    StagedWriter<Tuning::block, Tile::tileSize>::write(stage, warps.total, static_cast<std::uint64_t>(base) + before, queue);
  }
#endif
}

} // namespace inkray
