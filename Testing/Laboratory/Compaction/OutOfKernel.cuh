// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CudaCompactor.cuh"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaError.cuh"
#include "Laboratory/Compaction/BaselineWorkspace.cuh"
#include "Laboratory/Compaction/BlockGather.h"
#include "Laboratory/Compaction/ChagCompact.h"
#include "Laboratory/Compaction/ItemSource.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

template <class Search, int Block, int Items, class Source>
__global__ void __launch_bounds__(Block)
  blockGatherKernel(ItemCount count, const __grid_constant__ Source source,
    Queue<typename Source::Item> queue, std::uint64_t* ticket, std::uint64_t* tiles)
{
  using Gather = BlockGather<Search, Block, Items>;
  __shared__ typename Gather::Shared shared;
  __shared__ Ticket::Shared tickets;
  const CudaContext<Block> ctx;
  const std::uint64_t n = count.get();
  const std::uint32_t numTiles = Ticket::numTiles(n, Gather::tileSize);
  const bool once = Ticket::once(numTiles, ctx.numBlocks());
  do
  {
    const TileOrder order = Ticket::draw(ctx, tickets, ticket, numTiles);
    if (order.tile >= numTiles)
      return;
    Gather::compact(ctx, shared, order, n, source, tiles, queue);
  } while (!once);
}

template <class Search, int Block, int Items, class Source>
__global__ void __launch_bounds__(Block) gatherWithinKernel(
  std::uint64_t n, const __grid_constant__ Source source, Queue<typename Source::Item> queue)
{
  using Gather = BlockGather<Search, Block, Items>;
  __shared__ typename Gather::Shared shared;
  Gather::compactWithin(CudaContext<Block>(), shared, blockIdx.x, n, source, queue);
}

template <int Block, int Items, class Source>
__global__ void __launch_bounds__(Block)
  chagCountKernel(ItemCount n, const __grid_constant__ Source source, std::uint32_t* counts)
{
  using Chag = ChagCompact<Block, Items>;
  __shared__ typename Chag::Shared shared;
  Chag::count(CudaContext<Block>(), shared, n.get(), source, counts);
}

template <class Count>
__global__ void __launch_bounds__(1024)
  chagScanKernel(std::uint32_t* counts, std::uint32_t numProcessors, Count* count)
{
  __shared__ std::uint32_t warpSums[32];
  ChagCompact<32, 1>::scan(CudaContext<1024>(), warpSums, counts, numProcessors, count);
}

template <int Block, int Items, class Source>
__global__ void __launch_bounds__(Block) chagMoveKernel(ItemCount n, const __grid_constant__ Source source,
  const std::uint32_t* places, Queue<typename Source::Item> queue)
{
  using Chag = ChagCompact<Block, Items>;
  __shared__ typename Chag::Shared shared;
  Chag::move(CudaContext<Block>(), shared, n.get(), source, places, queue);
}

/// The out-of-kernel methods of this library over a source.
struct OutOfKernel
{
  /// HornCompact and JumpingJack in blocks of Block Items elements.
  template <class Search, int Block, int Items, class Source>
  static void blockGather(CudaBackend& backend, ItemCount n, const Source& source,
    const Queue<typename Source::Item>& queue, CompactionWorkspace& workspace)
  {
    const CudaBackend::Launch launch(backend);
    workspace.reserveState(backend, static_cast<std::int64_t>(n.most));
    const auto function = blockGatherKernel<Search, Block, Items, Source>;
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return LaunchSettings::residentBlocks(function, Block); });
    function<<<numCompactionBlocks(backend, n, Block * Items, resident), Block, 0, launch.stream>>>(
      n, source, queue, workspace.ticket(), workspace.tiles(0));
    checkCuda(cudaGetLastError(), "launch of a gathering compaction");
  }

  /// Runs only the part within blocks, for measurements: each block's survivors go to where its elements
  /// begin. The queue's count is left alone.
  template <class Search, int Block, int Items, class Source>
  static void gatherWithinBlocks(
    CudaBackend& backend, std::int64_t n, const Source& source, const Queue<typename Source::Item>& queue)
  {
    const CudaBackend::Launch launch(backend);
    constexpr std::int64_t tileSize = Block * Items;
    if (n <= 0)
      return;
    gatherWithinKernel<Search, Block, Items>
      <<<static_cast<unsigned>((n + tileSize - 1) / tileSize), Block, 0, launch.stream>>>(
        static_cast<std::uint64_t>(n), source, queue);
    checkCuda(cudaGetLastError(), "launch of a gathering compaction");
  }

  template <class Source>
  static void chag(CudaBackend& backend, ItemCount n, const Source& source,
    const Queue<typename Source::Item>& queue, BaselineWorkspace& workspace)
  {
    const CudaBackend::Launch launch(backend);
    constexpr int block = 256, items = 8;
    workspace.reserveWork(backend);
    const auto move = chagMoveKernel<block, items, Source>;
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return LaunchSettings::residentBlocks(move, block); });
    const std::uint64_t tiles = std::max<std::uint64_t>((n.most + block * items - 1) / (block * items), 1);
    const auto processors = static_cast<unsigned>(
      std::min<std::uint64_t>({ tiles, std::uint64_t(resident) * backend.multiprocessors(),
        std::uint64_t(BaselineWorkspace::maxProcessors) }));
    chagCountKernel<block, items>
      <<<processors, block, 0, launch.stream>>>(n, source, workspace.processorCounts());
    chagScanKernel<<<1, 1024, 0, launch.stream>>>(workspace.processorCounts(), processors, queue.count);
    move<<<processors, block, 0, launch.stream>>>(n, source, workspace.processorCounts(), queue);
    checkCuda(cudaGetLastError(), "launch of ChagCompact");
  }
};

} // namespace inkray
