// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The large-node stage by blocks of threads, with an execution context: CUDA runs it, and Testing/Protocol
/// runs it on fibers.
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"
#include "Geometry/KdTree/KdBuild.h"

#include <cstdint>

namespace inkray
{

/// Distributes the triangles of chunks (SplitChunk in KdLarge.h): one block for each chunk, kdChunk triangles
/// at a time. One atomic addition for each child reserves the places of these triangles. That replaces two
/// segmented scans over all triangles. Atomic maxima add the triangles' bounds to those of the children, in
/// place of segmented reductions.
template <int Block>
struct KdLargeBlock
{
  using Scan = BlockScan<Block, 32>;
  static constexpr int numWarps = Block / 32;

  struct Shared
  {
    typename Scan::Shared scan;
    std::uint32_t places[2];
    std::uint32_t bounds[numWarps][2 * kdNumGrown];
  };

  /// All blocks of a launch share the chunks.
  template <class Ctx>
  INKRAY_COOPERATIVE static void run(const Ctx& ctx, Shared& shared, const KdBuild& build,
    const KdNodeList& list, const KdNodeList& next, std::uint32_t numChunks)
  {
    for (std::uint32_t i = ctx.block(); i < numChunks; i += ctx.numBlocks())
    {
      const KdChunk chunk = build.chunks[i];
      const KdPlan plan = build.plans[chunk.plan];
      const std::uint32_t left = plan.count - chunk.offset;
      const std::uint32_t count = left < plan.span ? left : plan.span;
      if (plan.kind == kdCopySmall || plan.kind == kdCopyLeaf)
        copy(ctx, list.triangles + plan.first + chunk.offset, count,
          (plan.kind == kdCopySmall ? build.smallTriangles : build.leafTriangles) + plan.target +
            chunk.offset);
      else
        split(ctx, shared, build.boxes, plan, list, chunk.offset, count, next);
    }
  }

private:
  template <class Ctx>
  INKRAY_COOPERATIVE static void copy(
    const Ctx& ctx, const std::uint32_t* from, std::uint32_t count, std::uint32_t* to)
  {
    for (auto i = static_cast<std::uint32_t>(ctx.thread()); i < count; i += Block)
      ctx.store(to + i, from[i]);
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static void split(const Ctx& ctx, Shared& shared, const KdTriangleBoxes& triangleBoxes,
    const KdPlan& plan, const KdNodeList& list, std::uint32_t offset, std::uint32_t count,
    const KdNodeList& next)
  {
    const bool gathers = plan.kind == kdGather;
    const std::uint32_t lower = plan.target, upper = gathers ? lower : lower + 1;
    const Float4 lowBelow = load(next.low + lower), lowAbove = load(next.low + upper);
    const KdBox below = boxOf(lowBelow, load(next.high + lower));
    const KdBox above = boxOf(lowAbove, load(next.high + upper));
    const MedianSplit middles[2] = { medianSplit(below), medianSplit(above) };
    std::uint32_t bounds[2][kdNumGrown] = {};

    INKRAY_NO_UNROLL
    for (std::uint32_t first = 0; first < count; first += Block)
    {
      const std::uint32_t i = first + static_cast<std::uint32_t>(ctx.thread());
      std::uint32_t triangle = 0;
      KdSides sides = { false, false };
      if (i < count)
      {
        triangle = gathers ? offset + i : list.triangles[plan.first + offset + i];
        const KdBox box = triangleBoxes[triangle];
        sides = sidesOf(plan, box);
        if (sides.below)
          grow(bounds[0], middles[0], intersection(box, below));
        if (sides.above)
          grow(bounds[1], middles[1], intersection(box, above));
      }

      // Both scans in one word: each sum is at most Block.
      const std::uint32_t votesBelow = ctx.ballot(sides.below), votesAbove = ctx.ballot(sides.above);
      const ScanResult warps =
        Scan::warpOffset(ctx, shared.scan, popcount32(votesBelow) | popcount32(votesAbove) << 16);
      if (ctx.thread() == 0 && (warps.total & 0xffffu) != 0)
        shared.places[0] = bitsOf(lowBelow.w) + ctx.atomicAdd(next.counts + lower, warps.total & 0xffffu);
      if (ctx.thread() == 32 % Block && warps.total >> 16 != 0)
        shared.places[1] = bitsOf(lowAbove.w) + ctx.atomicAdd(next.counts + upper, warps.total >> 16);
      ctx.syncThreads();
      if (sides.below)
        ctx.store(
          next.triangles + (shared.places[0] + (warps.before & 0xffffu) + threadOffset(ctx, votesBelow)),
          triangle);
      if (sides.above)
        ctx.store(next.triangles + (shared.places[1] + (warps.before >> 16) + threadOffset(ctx, votesAbove)),
          triangle);
    }

    INKRAY_UNROLL
    for (int k = 0; k < 2 * kdNumGrown; ++k)
    {
      const std::uint32_t most = ctx.warpMax(bounds[k / kdNumGrown][k % kdNumGrown]);
      if (ctx.lane() == k)
        shared.bounds[ctx.warp()][k] = most;
    }
    ctx.syncThreads();
    if (ctx.thread() < 2 * kdNumGrown)
    {
      std::uint32_t most = 0;
      INKRAY_UNROLL
      for (int warp = 0; warp < numWarps; ++warp)
        most = shared.bounds[warp][ctx.thread()] > most ? shared.bounds[warp][ctx.thread()] : most;
      if (most != 0)
        ctx.atomicMax(next.bounds + kdNumGrown * std::size_t(ctx.thread() < kdNumGrown ? lower : upper) +
            ctx.thread() % kdNumGrown,
          most);
    }
  }
};

} // namespace inkray
