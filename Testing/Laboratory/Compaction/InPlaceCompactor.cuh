// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CudaCompactor.cuh"
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchSettings.cuh"
#include "Laboratory/Compaction/HoleFill.h"
#include "Laboratory/Compaction/InPlaceCompactor.h"

#include <cstdint>

namespace inkray
{

template <class Source>
__global__ void __launch_bounds__(HoleFill::block)
  holeMarkKernel(ItemCount count, const __grid_constant__ Source source, HoleFill::Work work,
    std::uint64_t* numValid, std::uint64_t* ticket, std::uint64_t* tiles)
{
  __shared__ typename HoleFill::Scan::Shared shared;
  __shared__ Ticket::Shared tickets;
  const CudaContext<HoleFill::block> ctx;
  const std::uint64_t n = count.get();
  const std::uint32_t numTiles = Ticket::numTiles(n, HoleFill::tileSize);
  const bool once = Ticket::once(numTiles, ctx.numBlocks());
  do
  {
    const TileOrder order = Ticket::draw(ctx, tickets, ticket, numTiles);
    if (order.tile >= numTiles)
      return;
    HoleFill::mark(ctx, shared, order, n, source, work, tiles, numValid);
  } while (!once);
}

template <bool Move, class Source>
__global__ void __launch_bounds__(HoleFill::block) holeFillKernel(ItemCount count,
  const __grid_constant__ Source source, HoleFill::Work work, Queue<typename Source::Item> queue)
{
  const CudaContext<HoleFill::block> ctx;
  const std::uint32_t numTiles = Ticket::numTiles(count.get(), HoleFill::tileSize);
  for (std::uint32_t tile = ctx.block() * (HoleFill::block / 32) + ctx.warp(); tile < numTiles;
       tile += ctx.numBlocks() * (HoleFill::block / 32))
    if constexpr (Move)
      HoleFill::move(ctx, tile, source, work, queue);
    else
      HoleFill::list(ctx, tile, source, work, queue);
}

/// An array in which the place of an item says whether the item is valid.
template <class T, class Valid>
struct InPlaceSource
{
  using Item = T;
  const T* in;
  Valid isValid;

  INKRAY_HD bool valid(std::int64_t i) const { return isValid(i); }
  INKRAY_HD T item(std::int64_t i) const { return in[i]; }
};

/// Compaction in place on a CUDA device (the calls are documented in InPlaceCompactor.h), in three launches
/// (HoleFill).
template <>
class InPlaceCompactor<CudaBackend>
{
public:
  void reserve(CudaBackend& backend, std::int64_t maxItems)
  {
    workspace_.reserveState(backend, maxItems);
    work_.reserve(backend, 33 * numTiles(maxItems) + maxItems / 2 + 1);
  }

  template <class T, class Valid>
  void compact(CudaBackend& backend, T* items, std::int64_t n, const Valid& valid, std::uint64_t* count)
  {
    const auto most = static_cast<std::uint64_t>(n);
    this->fill(
      backend, { nullptr, most }, InPlaceSource<T, Valid>{ items, valid }, Queue<T>{ items, most, count });
  }

  /// Moves the valid items of a source to a queue. It works in place where the source's items are the
  /// queue's; otherwise the two may not overlap.
  template <class Source>
  void fill(
    CudaBackend& backend, ItemCount n, const Source& source, const Queue<typename Source::Item>& queue)
  {
    const CudaBackend::Launch launch(backend);
    const auto most = static_cast<std::int64_t>(n.most);
    this->reserve(backend, most);
    const std::int64_t tiles = numTiles(most);
    const HoleFill::Work work = { work_.data(), work_.data() + 32 * tiles, work_.data() + 33 * tiles };
    const auto mark = holeMarkKernel<Source>;
    static LaunchSettings settings;
    const int resident =
      settings.get(backend.ordinal(), [&] { return LaunchSettings::residentBlocks(mark, HoleFill::block); });
    mark<<<numCompactionBlocks(backend, n, HoleFill::tileSize, resident), HoleFill::block, 0,
      launch.stream>>>(n, source, work, queue.count, workspace_.ticket(), workspace_.tiles(0));
    const unsigned blocks = static_cast<unsigned>(most / (HoleFill::tileSize * (HoleFill::block / 32)) + 1);
    holeFillKernel<false><<<blocks, HoleFill::block, 0, launch.stream>>>(n, source, work, queue);
    holeFillKernel<true><<<blocks, HoleFill::block, 0, launch.stream>>>(n, source, work, queue);
    checkCuda(cudaGetLastError(), "launch of a compaction in place");
  }

private:
  static std::int64_t numTiles(std::int64_t maxItems) { return maxItems / HoleFill::tileSize + 1; }

  CompactionWorkspace workspace_;
  Buffer<std::uint32_t, CudaBackend> work_;
};

} // namespace inkray
