// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Parts of the kd-tree's construction in the forms that its chapter compares: the scan of a chunk by shared
/// memory and by shuffles, and the count of a set's bits by a table and by the instruction for it.
#include "Cooperative/BlockScan.h"

#include <cstdint>

namespace inkray::laboratory
{

/// Sums over the threads before this one in its block, and over all, in shared memory alone (Hillis and
/// Steele 1986). It has one barrier for each doubling. Another barrier must come before the next call with
/// the same `shared`.
template <int Block>
struct SharedMemoryScan
{
  struct Shared
  {
    std::uint32_t sums[2][Block];
  };

  template <class Ctx>
  INKRAY_COOPERATIVE static ScanResult scan(const Ctx& ctx, Shared& shared, std::uint32_t value)
  {
    const int thread = ctx.thread();
    int from = 0;
    shared.sums[0][thread] = value;
    ctx.syncThreads();
    INKRAY_UNROLL
    for (int step = 1; step < Block; step *= 2)
    {
      const std::uint32_t* const sums = shared.sums[from];
      shared.sums[1 - from][thread] = sums[thread] + (thread >= step ? sums[thread - step] : 0u);
      from = 1 - from;
      ctx.syncThreads();
    }
    return { shared.sums[from][thread] - value, shared.sums[from][Block - 1] };
  }
};

/// Computes the same sums by shuffles within warps, as in the chapter, and one barrier for the sums of warps.
template <int Block>
struct ShuffleScan
{
  using Warps = BlockScan<Block, 32>;
  using Shared = typename Warps::Shared;

  template <class Ctx>
  INKRAY_COOPERATIVE static ScanResult scan(const Ctx& ctx, Shared& shared, std::uint32_t value)
  {
    const std::uint32_t sum = inclusiveSum(ctx, value);
    const ScanResult warps = Warps::warpOffset(ctx, shared, ctx.shuffle(sum, 31));
    return { warps.before + sum - value, warps.total };
  }
};

/// Computes the same sums of values 0 and 1 by a ballot of each warp, as in the product.
template <int Block>
struct BallotScan
{
  using Warps = BlockScan<Block, 32>;
  using Shared = typename Warps::Shared;

  template <class Ctx>
  INKRAY_COOPERATIVE static ScanResult scan(const Ctx& ctx, Shared& shared, std::uint32_t value)
  {
    const std::uint32_t ballot = ctx.ballot(value != 0);
    const ScanResult warps = Warps::warpOffset(ctx, shared, popcount32(ballot));
    return { warps.before + threadOffset(ctx, ballot), warps.total };
  }
};

/// Fills a table with the number of bits of each byte, for countByTable: 256 entries.
inline void fillBitTable(std::uint8_t* table)
{
  table[0] = 0;
  for (int byte = 1; byte < 256; ++byte)
    table[byte] = static_cast<std::uint8_t>(table[byte / 2] + byte % 2);
}

/// Counts the bits of a set of 64, byte by byte in a table, as Zhou et al. 2008 do.
INKRAY_HD int countByTable(const std::uint8_t* table, std::uint64_t set)
{
  int count = 0;
  INKRAY_UNROLL
  for (int byte = 0; byte < 8; ++byte)
    count += table[set >> 8 * byte & 255u];
  return count;
}

/// Counts the triangles on the two sides of one split candidate, as the SAH needs them, in each of `numNodes`
/// nodes of up to 64 triangles. Writes the sum of below + 100 above, which tells them apart. Where `table` is
/// null, the instruction counts.
struct CountCandidates
{
  const std::uint64_t *nodes, *below, *above;
  int numNodes;
  const std::uint8_t* table;
  std::uint32_t* sums;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint64_t under = below[i], over = above[i];
    std::uint32_t sum = 0;
    for (int node = 0; node < numNodes; ++node)
    {
      const std::uint64_t set = nodes[node];
      const int a = table ? countByTable(table, set & under) : popcount64(set & under);
      const int b = table ? countByTable(table, set & over) : popcount64(set & over);
      sum += static_cast<std::uint32_t>(a + 100 * b);
    }
    sums[i] = sum;
  }
};

/// Scans a chunk of `Block` triangles: each of the `NumScans` lower bits of a triangle's word is a flag of
/// its own. Writes for each triangle a sum over the scans: the scan's number times (the triangle's place +
/// the chunk's count).
template <int Block, class Scan, int NumScans = 16>
struct ScanChunk
{
  static constexpr int numScans = NumScans;
  struct Shared
  {
    typename Scan::Shared scans[2]; ///< used in turn, so that the barrier of one scan protects the other
  };

  template <class Ctx>
  INKRAY_COOPERATIVE static void run(
    const Ctx& ctx, Shared& shared, const std::uint32_t* flags, std::uint32_t* sums)
  {
    const std::size_t i = std::size_t(ctx.block()) * Block + static_cast<std::size_t>(ctx.thread());
    const std::uint32_t word = flags[i];
    std::uint32_t sum = 0;
    INKRAY_NO_UNROLL
    for (int bit = 0; bit < numScans; ++bit)
    {
      const ScanResult result = Scan::scan(ctx, shared.scans[bit & 1], word >> bit & 1u);
      sum += static_cast<std::uint32_t>(bit + 1) * (result.before + result.total);
    }
    sums[i] = sum;
  }
};

} // namespace inkray::laboratory
