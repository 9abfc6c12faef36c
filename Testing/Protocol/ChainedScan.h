// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace protocol
{

/// The oldest in-kernel compaction is a chain of blocks: each block waits for the one before. It uses calls
/// of a context that the algorithms of Kernels/Compaction do not need at present (releases, acquires,
/// syncWarp, syncThreadsCount). It serves the fault table alone: it shows that faults in those calls would be
/// found.
template <int Block>
struct ChainedScan
{
  struct Shared
  {
    std::uint32_t ticket;
    std::uint32_t base;
    std::uint32_t warpCounts[Block / 32];
    std::uint32_t lanes[Block];
  };

  /// Numbers of the kept threads go to `out`, in the order of the tickets. `ends` holds the chain's sums and
  /// `done` its flags, which are zero at first.
  template <class Ctx, class Kept>
  static void run(const Ctx& ctx, Shared& shared, std::uint32_t* ticket, std::uint32_t* ends,
    std::uint32_t* done, const Kept& kept, std::uint32_t* out)
  {
    if (ctx.thread() == 0)
      shared.ticket = ctx.atomicAdd(ticket, 1u);
    ctx.syncThreads();
    const std::uint32_t id = shared.ticket * Block + static_cast<std::uint32_t>(ctx.thread());
    const bool keep = kept(id);

    // Sum over the lanes before, through shared memory.
    shared.lanes[ctx.thread()] = keep ? 1u : 0u;
    ctx.syncWarp();
    std::uint32_t before = 0;
    for (int l = 0; l < ctx.lane(); ++l)
      before += shared.lanes[ctx.warp() * 32 + l];
    if (ctx.lane() == 31)
      shared.warpCounts[ctx.warp()] = before + (keep ? 1u : 0u);
    const std::uint32_t total = ctx.syncThreadsCount(keep);
    for (int w = 0; w < ctx.warp(); ++w)
      before += shared.warpCounts[w];

    if (ctx.thread() == 0)
    {
      std::uint32_t base = 0;
      if (shared.ticket > 0)
      {
        while (!ctx.loadAcquire(done + shared.ticket - 1))
          ctx.backoff();
        base = ctx.load(ends + shared.ticket - 1);
      }
      ctx.store(ends + shared.ticket, base + total);
      ctx.storeRelease(done + shared.ticket, 1u);
      shared.base = base;
    }
    ctx.syncThreads();
    if (keep)
      ctx.store(out + shared.base + before, id);
  }
};

} // namespace protocol
