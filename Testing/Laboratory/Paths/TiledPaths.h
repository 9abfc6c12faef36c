// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"

#include <cstdint>

namespace inkray
{

/// Tiled compaction (Wald 2011, section 3.5 and appendix B.3): a block of `Block` threads follows the paths
/// of a tile. Each thread has as many paths as the caller likes. After each bounce the block moves the
/// numbers of the live paths together, in shared memory, in order, and without any other block.
template <int Block>
struct TiledPaths
{
  using Scan = BlockScan<Block, 32>;
  using Shared = typename Scan::Shared;

  /// Calls extend(k, bounce) for each live path k of the tile, and again as long as it returns true. There
  /// are `count` paths at first, 65,536 at most. Path k stays in the block, but may change threads: the next
  /// thread sees what the call wrote to shared or global memory. `live` has `count` places in the block's
  /// shared memory.
  template <class Ctx, class Extend>
  INKRAY_COOPERATIVE static void run(
    const Ctx& ctx, Shared& shared, std::uint16_t* live, std::uint32_t count, const Extend& extend)
  {
    for (std::uint32_t k = static_cast<std::uint32_t>(ctx.thread()); k < count; k += Block)
      live[k] = static_cast<std::uint16_t>(k);
    ctx.syncThreads();
    for (int bounce = 0; count > 0; ++bounce)
    {
      std::uint32_t kept = 0;
      for (std::uint32_t first = 0; first < count; first += Block)
      {
        const std::uint32_t at = first + static_cast<std::uint32_t>(ctx.thread());
        const std::uint16_t path = at < count ? live[at] : std::uint16_t(0);
        const bool isAlive = at < count && extend(path, bounce);
        // Places up to here are free: all threads have read their places before the barrier of the scan.
        const std::uint32_t ballot = ctx.ballot(isAlive);
        const ScanResult warps = Scan::warpOffset(ctx, shared, popcount32(ballot));
        if (isAlive)
          live[kept + warps.before + threadOffset(ctx, ballot)] = path;
        kept += warps.total;
        ctx.syncThreads();
      }
      count = kept;
    }
  }
};

} // namespace inkray
