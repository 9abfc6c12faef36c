// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactItems.h"
#include "Device/CudaError.cuh"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// How many blocks a launch has.
struct LaunchShape
{
  /// Blocks of a kernel that one multiprocessor holds.
  template <class Function>
  static int residentBlocks(Function function, int block, std::size_t dynamicShared = 0)
  {
    int perMultiprocessor = 0;
    checkCuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, function, block, dynamicShared),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return std::max(perMultiprocessor, 1);
  }

  /// A block for each tile where their number is known, as many as the device holds where it is not.
  template <class Backend>
  static unsigned numBlocks(const Backend& backend, const ItemCount& n, std::uint64_t tileSize, int resident)
  {
    const std::uint64_t tiles = std::max<std::uint64_t>((n.most + tileSize - 1) / tileSize, 1);
    return static_cast<unsigned>(n.counter
        ? std::min<std::uint64_t>(tiles, std::uint64_t(resident) * backend.multiprocessors())
        : tiles);
  }
};

} // namespace inkray
