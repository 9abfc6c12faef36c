// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The large-node stage with atomics: each node and each chunk of triangles reserves its own places. This is
/// the form on CPU threads; KdBuilder.cuh has the form on CUDA.
#include "Device/HostBackend.h"
#include "Geometry/KdTree/KdBuild.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Decides how to split one node of this level, and splits it.
struct PlanNode
{
  KdBuild build;

  INKRAY_HD std::uint64_t numItems(std::uint64_t active) const { return active; }
  INKRAY_HD void operator()(std::int64_t node) const
  {
    KdState& state = *build.state;
    const auto i = static_cast<std::uint32_t>(node);
    const KdNodeList& list = build.lists[state.list];
    const KdNodeList& next = build.lists[state.list ^ 1u];
    const KdDecision d = decide(build.policy, list, i);
    const KdPlaces wanted = placesFor(d);
    KdPlaces at = {};
    if (wanted.nodes + wanted.leafTriangles > 0)
    {
      const std::uint64_t pair =
        atomicAddRelaxed(&state.nodesAndLeafTriangles, counterPair(wanted.nodes, wanted.leafTriangles));
      at.nodes = lowOf(pair);
      at.leafTriangles = highOf(pair);
    }
    if (wanted.chunks > 0)
    {
      const std::uint64_t pair =
        atomicAddRelaxed(&state.activeAndChunks, counterPair(wanted.active, wanted.chunks));
      at.active = lowOf(pair);
      at.chunks = highOf(pair);
    }
    if (wanted.smallRoots > 0)
    {
      const std::uint64_t pair = atomicAddRelaxed(
        &state.smallRootsAndTriangles, counterPair(wanted.smallRoots, wanted.smallTriangles));
      at.smallRoots = lowOf(pair);
      at.smallTriangles = highOf(pair);
    }
    if (wanted.triangles > 0)
      at.triangles =
        static_cast<std::uint32_t>(atomicAddRelaxed(&state.nextTriangles, std::uint64_t(wanted.triangles)));
    build.plans[i].kind = kdNothing;
    if (!fits(state, at, wanted, build.capacities))
      return;
    carryOut(build, list, next, i, d, at);
    const std::uint32_t span = chunkSpan(d.count);
    for (std::uint32_t k = 0; k < wanted.chunks; ++k)
      build.chunks[at.chunks + k] = { i, k * span };
  }
};

/// Distributes the triangles of a chunk to one or both children of a node, whose bounds grow.
struct SplitChunk
{
  KdBuild build;

  void operator()(std::int64_t chunkNumber) const
  {
    const KdNodeList& list = build.lists[build.state->list];
    const KdNodeList& next = build.lists[build.state->list ^ 1u];
    const KdChunk chunk = build.chunks[chunkNumber];
    const KdPlan plan = build.plans[chunk.plan];
    const std::uint32_t end = std::min(plan.count, chunk.offset + plan.span);
    if (plan.kind == kdCopySmall || plan.kind == kdCopyLeaf)
    {
      std::uint32_t* const to = plan.kind == kdCopySmall ? build.smallTriangles : build.leafTriangles;
      for (std::uint32_t i = chunk.offset; i < end; ++i)
        to[plan.target + i] = list.triangles[plan.first + i];
      return;
    }
    const auto triangleAt = [&](std::uint32_t i) {
      return plan.kind == kdGather ? i : list.triangles[plan.first + i];
    };
    std::uint32_t counts[2] = { 0, 0 }, bounds[2][kdNumGrown] = {};
    KdBox boxes[2];
    MedianSplit middles[2];
    for (std::uint32_t k = 0; k < (plan.kind == kdGather ? 1u : 2u); ++k)
    {
      boxes[k] = boxOf(next.low[plan.target + k], next.high[plan.target + k]);
      middles[k] = medianSplit(boxes[k]);
    }
    for (std::uint32_t i = chunk.offset; i < end; ++i)
    {
      const KdBox box = build.boxes[triangleAt(i)];
      const KdSides sides = sidesOf(plan, box);
      const bool goes[2] = { sides.below, sides.above };
      for (int k = 0; k < 2; ++k)
      {
        counts[k] += goes[k];
        if (goes[k])
          grow(bounds[k], middles[k], intersection(box, boxes[k]));
      }
    }
    std::uint32_t at[2] = { 0, 0 };
    for (std::uint32_t k = 0; k < 2; ++k)
    {
      if (counts[k] == 0)
        continue;
      const std::uint32_t child = plan.target + k;
      at[k] = bitsOf(next.low[child].w) + atomicAddRelaxed(next.counts + child, counts[k]);
      for (std::size_t bound = 0; bound < kdNumGrown; ++bound)
        atomicMaxRelaxed(next.bounds + kdNumGrown * std::size_t(child) + bound, bounds[k][bound]);
    }
    for (std::uint32_t i = chunk.offset; i < end; ++i)
    {
      const std::uint32_t triangle = triangleAt(i);
      const KdSides sides = sidesOf(plan, build.boxes[triangle]);
      if (sides.below)
        next.triangles[at[0]++] = triangle;
      if (sides.above)
        next.triangles[at[1]++] = triangle;
    }
  }
};

inline void planNodes(HostBackend& backend, const KdBuild& build)
{
  backend.forEachCounted(&build.state->numActive, PlanNode{ build });
}
inline void splitChunks(HostBackend& backend, const KdBuild& build)
{
  backend.forEach<1>(chunksOf(*build.state), SplitChunk{ build });
}

} // namespace inkray
