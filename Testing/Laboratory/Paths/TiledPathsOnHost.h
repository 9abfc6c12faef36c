// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/HostBackend.h"
#include "Renderers/PathTracer/PathKernels.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// One sample of every pixel, tile by tile.
struct TracedTiles
{
  PathPart part;
  PathState* states; ///< by slot; null for tiles in shared memory
  std::uint32_t numRays, sample;
  std::uint32_t size; ///< paths of a tile
};

/// The most paths that a thread of a tile's block has.
constexpr int mostTiledPaths = 16;

/// Extends path k of the tile whose first slot is `first` by one bounce.
template <class Geometry>
INKRAY_HD bool extendInTile(
  const TracedTiles& tiles, PathState* states, std::uint32_t first, std::uint32_t k, int bounce)
{
  const std::uint32_t ray = tiles.part.ray(first + k);
  if (bounce == 0 && tiles.part.place(ray) < 0)
    return false;
  return extendInMemory<Geometry>(
    tiles.part, states, k, bounce == 0 ? beginPath(ray, tiles.sample) : states[k]);
}

/// On CPU threads one thread has a tile, bounce after bounce.
template <class Geometry, int Block, bool SharedStates>
void traceTiled(HostBackend& backend, const TracedTiles& tiles)
{
  constexpr std::uint32_t most = Block * mostTiledPaths;
  const std::uint32_t tileSize = tiles.size;
  backend.forEach<1>((tiles.numRays + tileSize - 1) / tileSize, [&](std::int64_t tile) {
    const auto first = static_cast<std::uint32_t>(tile) * tileSize;
    PathState own[SharedStates ? most : 1];
    PathState* const states = SharedStates ? own : tiles.states + first;
    std::uint16_t live[most];
    std::uint32_t count = std::min(tileSize, tiles.numRays - first);
    for (std::uint32_t k = 0; k < count; ++k)
      live[k] = static_cast<std::uint16_t>(k);
    for (int bounce = 0; count > 0; ++bounce)
    {
      std::uint32_t kept = 0;
      for (std::uint32_t i = 0; i < count; ++i)
        if (extendInTile<Geometry>(tiles, states, first, live[i], bounce))
          live[kept++] = live[i];
      count = kept;
    }
  });
}

} // namespace inkray
