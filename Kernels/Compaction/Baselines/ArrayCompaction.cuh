// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Baselines/ArrayCompaction.h"
#include "Compaction/Baselines/ArrayRing.h"
#include "Compaction/InKCompactLookBack.h"
#include "Cooperative/CudaContext.cuh"

#include <cstdint>

#include <cooperative_groups.h>

namespace inkray
{

template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayCollateKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate,
    Queue<T> queue, std::uint64_t* taken, bool aligned)
{
  extern __shared__ uint4 stage[];
  __shared__ typename ArrayCollate<Tuning, T>::Shared shared;
  ArrayCollate<Tuning, T>::run(CudaContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage), in, n,
    predicate, queue, taken, aligned);
}

template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayLookBackKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate,
    Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles, bool aligned)
{
  extern __shared__ uint4 stage[];
  __shared__ typename ArrayLookBack<Tuning, T>::Shared shared;
  ArrayLookBack<Tuning, T>::run(CudaContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage), in, n,
    predicate, queue, ticket, tiles, aligned);
}

/// Compute capability 9.0 and up.
template <class Tuning, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayRingKernel(const T* in, std::uint64_t n, std::uint32_t shift,
    const __grid_constant__ Predicate predicate, Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles)
{
#if INKRAY_HAS_BULK_COPIES && __CUDA_ARCH__ >= 900
  using Ring = ArrayRing<Tuning, T>;
  extern __shared__ uint4 stage[];
  __shared__ typename Ring::Shared shared;
  Ring::run(CudaContext<Tuning::block>(), shared, reinterpret_cast<T*>(stage),
    typename Ring::Input{ in, n, shift }, predicate, queue, ticket, tiles);
#endif
}

/// ArrayLookBack with one look-back for a cluster of blocks, whose numbers meet in distributed shared memory.
/// Compute capability 9.0 and up; launched with a cluster dimension.
template <class Tuning, int ClusterSize, class T, class Predicate>
__global__ void __launch_bounds__(Tuning::block, Tuning::minBlocks)
  arrayClusterKernel(const T* in, std::uint64_t n, const __grid_constant__ Predicate predicate,
    Queue<T> queue, std::uint64_t* ticket, std::uint64_t* tiles, bool aligned)
{
#if __CUDA_ARCH__ >= 900
  using Stage = ArrayStage<Tuning, T>;
  using Place = InKCompactLookBack<Tuning::block, 1, Tuning::window>;
  extern __shared__ uint4 dynamicShared[];
  T* const stage = reinterpret_cast<T*>(dynamicShared);
  __shared__ typename Stage::Shared shared;
  __shared__ std::uint32_t totals[ClusterSize]; // of the cluster's blocks
  __shared__ TileOrder drawn;
  const CudaContext<Tuning::block> ctx;
  const auto cluster = cooperative_groups::this_cluster();
  const auto rank = static_cast<int>(cluster.block_rank());
  constexpr int drawer = Tuning::block - 32;

  // A cluster's tile is ClusterSize tiles of blocks, in the order of their ranks. Its first block draws for
  // all.
  const std::uint32_t numTiles = Ticket::numTiles(n, Tuning::tileSize * ClusterSize);
  const std::uint32_t numDraws = numTiles + 2 * (gridDim.x / ClusterSize);
  const auto draw = [&](std::uint64_t found) {
    const TileOrder order = Ticket::settle(ctx, ticket, found, numTiles, numDraws);
    for (int r = 0; r < ClusterSize; ++r)
      *cluster.map_shared_rank(&drawn, r) = order;
  };
  const auto drawFirst = [&]() {
    cluster.sync(); // every block runs and has read the draw before, so that its shared memory may be written
    if (rank == 0 && ctx.thread() == drawer)
      draw(ctx.atomicAdd(ticket, std::uint64_t(1)));
    cluster.sync();
    return drawn;
  };
  TileOrder order = drawFirst();
  std::uint32_t next = drawFirst().tile;
  typename Stage::Tile tile;
  tile.load(ctx, in, n, order.tile * ClusterSize + rank, aligned);
  while (order.tile < numTiles)
  {
    const std::uint32_t kept = tile.kept(ctx, n, order.tile * ClusterSize + rank, predicate);
    typename Stage::Ranks ranks;
    const ScanResult warps = Stage::rank(ctx, shared, ranks, kept);
    if (ctx.thread() < ClusterSize)
      *cluster.map_shared_rank(&totals[rank], ctx.thread()) = warps.total;
    cluster.barrier_arrive();
    std::uint64_t found = 0;
    if (rank == 0 && ctx.thread() == drawer)
      found = ctx.atomicAdd(ticket, std::uint64_t(1));
    ranks.forEachKept(kept, warps.before, [&](int j, std::uint32_t at) { stage[at] = tile.items[j]; });
    if (next < numTiles)
      tile.load(ctx, in, n, next * ClusterSize + rank, aligned);
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
      Place::publish(ctx, order, total, tiles);
      if (ctx.warp() == 0)
      {
        const std::uint32_t place = Place::place(ctx, order, total, tiles, queue.count);
        if (ctx.lane() < ClusterSize)
          *cluster.map_shared_rank(&shared.base, ctx.lane()) = place;
      }
      if (ctx.thread() == drawer)
        draw(found);
    }
    cluster.sync();
    order.tile = next;
    next = drawn.tile;
    Stage::write(ctx, stage, warps.total, static_cast<std::uint64_t>(shared.base) + before, queue);
  }
#endif
}

} // namespace inkray
