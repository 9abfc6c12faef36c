// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/PathTracer/Baselines/TiledPathsOnHost.h"

namespace inkray
{

template <class Tiles, bool SharedStates>
struct TiledMemory
{
  typename Tiles::Shared tile;
  PathState states[SharedStates ? Tiles::tileSize : 1];
};

template <class Geometry, class Tiles, int Block, bool SharedStates>
__global__ void __launch_bounds__(Block, Geometry::residentThreads / Block)
  traceTiledKernel(const __grid_constant__ TracedTiles tiles)
{
  __shared__ TiledMemory<Tiles, SharedStates> shared;
  const std::uint32_t first = blockIdx.x * Tiles::tileSize;
  const std::uint32_t left = tiles.numRays - first;
  PathState* const states = SharedStates ? shared.states : tiles.states + first;
  Tiles::run(CudaContext<Block>(), shared.tile, left < Tiles::tileSize ? left : Tiles::tileSize,
    [&](std::uint32_t k, int bounce) { return extendInTile<Geometry>(tiles, states, first, k, bounce); });
}

/// A block for each tile.
template <class Geometry, int Block, int PathsPerThread, bool SharedStates>
void traceTiled(CudaBackend& backend, const TracedTiles& tiles)
{
  const CudaBackend::Launch launch(backend);
  using Tiles = TiledPaths<Block, PathsPerThread>;
  const unsigned blocks = (tiles.numRays + Tiles::tileSize - 1) / Tiles::tileSize;
  traceTiledKernel<Geometry, Tiles, Block, SharedStates><<<blocks, Block, 0, launch.stream>>>(tiles);
  checkCuda(cudaGetLastError(), "launch of traceTiled");
}

} // namespace inkray
