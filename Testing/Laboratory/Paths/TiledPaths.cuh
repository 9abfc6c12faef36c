// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Laboratory/Paths/TiledPaths.h"
#include "Laboratory/Paths/TiledPathsOnHost.h"

namespace inkray
{

/// Returns the bytes of shared memory that a tile of `size` paths takes in addition to the scan.
template <bool SharedStates>
constexpr std::size_t tileBytes(std::uint32_t size)
{
  return size * ((SharedStates ? sizeof(PathState) : 0) + sizeof(std::uint16_t));
}

template <class Geometry, int Block, bool SharedStates>
__global__ void __launch_bounds__(Block, Geometry::residentThreads / Block)
  traceTiledKernel(const __grid_constant__ TracedTiles tiles)
{
  using Tiles = TiledPaths<Block>;
  extern __shared__ uint4 tileMemory[];
  __shared__ typename Tiles::Shared shared;
  auto* const ownStates = reinterpret_cast<PathState*>(tileMemory);
  auto* const live = reinterpret_cast<std::uint16_t*>(ownStates + (SharedStates ? tiles.size : 0));
  const std::uint32_t first = blockIdx.x * tiles.size;
  const std::uint32_t left = tiles.numRays - first;
  PathState* const states = SharedStates ? ownStates : tiles.states + first;
  Tiles::run(CudaContext<Block>(), shared, live, left < tiles.size ? left : tiles.size,
    [&](std::uint32_t k, int bounce) { return extendInTile<Geometry>(tiles, states, first, k, bounce); });
}

/// Runs a block for each tile.
template <class Geometry, int Block, bool SharedStates>
void traceTiled(CudaBackend& backend, const TracedTiles& tiles)
{
  const CudaBackend::Launch launch(backend);
  const unsigned blocks = (tiles.numRays + tiles.size - 1) / tiles.size;
  traceTiledKernel<Geometry, Block, SharedStates>
    <<<blocks, Block, tileBytes<SharedStates>(tiles.size), launch.stream>>>(tiles);
  checkCuda(cudaGetLastError(), "launch of traceTiled");
}

/// Returns how many blocks with tiles of `size` paths a multiprocessor of the current device holds at a time.
template <class Geometry, int Block, bool SharedStates>
int residentTiles(std::uint32_t size)
{
  int blocks = 0;
  checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
              &blocks, traceTiledKernel<Geometry, Block, SharedStates>, Block, tileBytes<SharedStates>(size)),
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return blocks;
}

} // namespace inkray
