// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/ExecutionContext.h"
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The number of bits that hold the values 0 to `largest`.
constexpr int bitWidth(std::uint32_t largest)
{
  return largest == 0 ? 0 : 1 + bitWidth(largest >> 1);
}

/// The lanes before `lane`: the thread mask of Hughes et al., section 2.1. `lane` from 0 to 32.
INKRAY_COOPERATIVE std::uint32_t lanesBefore(int lane)
{
  return lane >= 32 ? 0xffffffffu : (1u << lane) - 1u;
}

/// Output offset of this thread within its warp: the set bits of the warp's ballot before its lane (Hughes et
/// al., equations 1 and 2).
template <class Ctx>
INKRAY_COOPERATIVE std::uint32_t threadOffset(const Ctx& ctx, std::uint32_t ballot)
{
  return popcount32(ballot & lanesBefore(ctx.lane()));
}

/// The result that one lane gets from a scan over its warp.
struct ScanResult
{
  std::uint32_t before; ///< sum over the lanes before
  std::uint32_t total;  ///< sum over all lanes
};

/// Sum `value` over the lanes before `lane` and over all lanes, with one ballot for each bit of the values
/// (Hughes et al., equations 3 and 4). Values have at most `Bits` bits.
template <int Bits, class Ctx>
INKRAY_COOPERATIVE ScanResult scanByBits(const Ctx& ctx, std::uint32_t value, int lane)
{
  ScanResult result{ 0, 0 };
  INKRAY_UNROLL
  for (int j = 0; j < Bits; ++j)
  {
    const std::uint32_t bits = ctx.ballot((value >> j) & 1u);
    result.before += popcount32(bits & lanesBefore(lane)) << j;
    result.total += popcount32(bits) << j;
  }
  return result;
}

/// The sum of `value` over the lanes up to this one, by shuffles; values may have any size.
template <class Ctx>
INKRAY_COOPERATIVE std::uint32_t inclusiveSum(const Ctx& ctx, std::uint32_t value)
{
  INKRAY_UNROLL
  for (int step = 1; step < 32; step *= 2)
  {
    const std::uint32_t below = ctx.shuffle(value, (ctx.lane() - step) & 31);
    value += ctx.lane() >= step ? below : 0u;
  }
  return value;
}

/// Two ways to convert the sums of a block's warps into the sums over the warps before, and over all. Every
/// warp does so separately from shared memory, which saves a second barrier. Sums of warps have at most
/// `Bits` bits.

/// Uses one ballot for each bit (Hughes et al., equations 3 and 4).
struct WarpScanByBits
{
  template <int Bits, int NumWarps, class Ctx>
  INKRAY_COOPERATIVE static ScanResult scan(const Ctx& ctx, const std::uint32_t (&sums)[NumWarps])
  {
    return scanByBits<Bits>(ctx, ctx.lane() < NumWarps ? sums[ctx.lane()] : 0u, ctx.warp());
  }
};

/// Uses two sums over a warp; each is one instruction on compute capability 8.0 and up.
struct WarpScanBySums
{
  template <int Bits, int NumWarps, class Ctx>
  INKRAY_COOPERATIVE static ScanResult scan(const Ctx& ctx, const std::uint32_t (&sums)[NumWarps])
  {
    const std::uint32_t sum = ctx.lane() < NumWarps ? sums[ctx.lane()] : 0u;
    return { ctx.warpSum(ctx.lane() < ctx.warp() ? sum : 0u), ctx.warpSum(sum) };
  }
};

/// Offsets of the warps in a block of `Block` threads; each warp has a count of at most `Most`.
template <int Block, int Most, class WarpScan = WarpScanBySums>
struct BlockScan
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps, and no more than a warp has lanes");
  static constexpr int numWarps = Block / 32;
  static constexpr int bits = bitWidth(Most);

  struct Shared
  {
    std::uint32_t warpCounts[numWarps];
  };

  /// Sum `warpCount` over the warps before this one and over all warps. All lanes of a warp pass the same
  /// `warpCount`. The function has one barrier; the caller needs another one before it reuses `shared`.
  template <class Ctx>
  INKRAY_COOPERATIVE static ScanResult warpOffset(const Ctx& ctx, Shared& shared, std::uint32_t warpCount)
  {
    if (ctx.lane() == 31)
      shared.warpCounts[ctx.warp()] = warpCount;
    ctx.syncThreads();
    return WarpScan::template scan<bits>(ctx, shared.warpCounts);
  }
};

/// The places of a tile's survivors within the tile. A tile has `Items` items for each of `Block` threads,
/// warp-striped: item j of lane l in warp w is the tile's item (w Items + j) 32 + l, so that ballots give the
/// order.
template <int Block, int Items, class WarpScan = WarpScanBySums>
struct TileScan
{
  static_assert(Items >= 1 && Items <= 32, "one bit of a word for each item of a thread");
  using Scan = BlockScan<Block, 32 * Items, WarpScan>;
  using Shared = typename Scan::Shared;
  static constexpr int tileSize = Block * Items;

  std::uint32_t kept;           ///< bit j: this thread's item j survives
  std::uint32_t ballots[Items]; ///< survivors of the warp, one word for each j
  std::uint32_t first;          ///< place of the warp's first survivor within the tile
  std::uint32_t total;          ///< survivors of the tile

  /// Index within the tile of this thread's item j.
  template <class Ctx>
  INKRAY_COOPERATIVE static std::uint32_t indexInTile(const Ctx& ctx, int j)
  {
    return static_cast<std::uint32_t>((ctx.warp() * Items + j) * 32 + ctx.lane());
  }

  /// Scan a tile. All threads of the block arrive. The function has one barrier; the caller needs another one
  /// before it reuses `shared`. `zero` is 0; the barrier also waits until the thread has computed it.
  template <class Ctx>
  INKRAY_COOPERATIVE static TileScan scan(
    const Ctx& ctx, Shared& shared, std::uint32_t kept, std::uint32_t zero = 0)
  {
    TileScan result;
    result.kept = kept;
    std::uint32_t count = zero;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      result.ballots[j] = ctx.ballot((kept >> j) & 1u);
      count += popcount32(result.ballots[j]);
    }
    const ScanResult warps = Scan::warpOffset(ctx, shared, count);
    result.first = warps.before;
    result.total = warps.total;
    return result;
  }

  /// Write this thread's survivors to `to`, an array of `capacity` places; the tile's first survivor goes to
  /// place `base`. There are fewer than 2^32 survivors.
  template <class Ctx, class T>
  INKRAY_COOPERATIVE void store(
    const Ctx& ctx, const T (&items)[Items], T* to, std::uint32_t base, std::uint64_t capacity) const
  {
    const std::uint32_t left = capacity < 0xffffffffu ? static_cast<std::uint32_t>(capacity) : 0xffffffffu;
    std::uint32_t at = base + first;
    INKRAY_UNROLL
    for (int j = 0; j < Items; ++j)
    {
      const std::uint32_t place = at + threadOffset(ctx, ballots[j]);
      if (((kept >> j) & 1u) && place < left)
        ctx.store(to + place, items[j]);
      at += popcount32(ballots[j]);
    }
  }
};

} // namespace inkray
