// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The small-node stage: builds the trees below nodes of up to 64 triangles, whose sets are bits. This is the
/// form on CPU threads, a tree for each call; KdSmallBlock.h has the form for warps.
#include "Device/HostBackend.h"
#include "Geometry/KdTree/KdBuild.h"

#include <cstdint>

namespace inkray
{

/// A node of a small tree while the tree is built.
template <class Set>
struct KdSmallNode
{
  Set triangles;
  KdBox box;
};
struct KdSmallOutcome
{
  float split;
  std::uint32_t children; ///< index of the lower child in the small tree times four plus the axis, or kdLeaf
};

/// Passes of the small-node stage. With primitives, the nodes and triangles of the small trees are counted
/// first, and scans give their places. With atomics, each tree reserves its own places.
enum class KdSmallPass
{
  Append,
  Count,
  Emit
};

struct BuildSmallTree
{
  KdBuild build;
  KdSmallPass pass;
  std::uint32_t* nodePlaces; ///< counts, then places, by tree; unused with atomics
  std::uint32_t* trianglePlaces;

  std::uint64_t numItems(std::uint64_t trees) const { return trees; }
  void operator()(std::int64_t tree) const
  {
    const Float4 low = build.smallLow[tree], high = build.smallHigh[tree];
    const std::uint32_t* const triangles = build.smallTriangles + bitsOf(low.w);
    const int count = static_cast<int>(build.smallCounts[tree]);
    const float margin = overlapMargin(build.state->rootBounds), nodeCost = build.policy.nodeCost;
    KdBox boxes[kdSmallTriangles];
    for (int i = 0; i < count; ++i)
      boxes[i] = intersection(build.boxes[triangles[i]], boxOf(low, high));
    // The triangles of a set that overlap a box themselves, not only with their bounding boxes.
    const auto clipped = [&](std::uint64_t set, const KdBox& box) {
      if (build.policy.clips != 0)
        for (std::uint64_t rest = set; rest != 0; rest &= rest - 1)
        {
          const std::size_t triangle = triangles[lowestBit64(rest)];
          if (!overlaps(kdTriangle(build.corners + 3 * triangle), box, margin))
            set &= ~(rest & (~rest + 1));
        }
      return set;
    };
    std::uint64_t below[kdCandidates], above[kdCandidates];
    for (int c = 0; c < 6 * count; ++c)
    {
      const int axis = c % 6 / 2;
      const float split = (c & 1) != 0 ? boxes[c / 6].high[axis] : boxes[c / 6].low[axis];
      below[c] = above[c] = 0;
      for (int i = 0; i < count; ++i)
      {
        below[c] |= std::uint64_t(isBelow(boxes[i].low[axis], boxes[i].high[axis], split)) << i;
        above[c] |= std::uint64_t(isAbove(boxes[i].high[axis], split)) << i;
      }
    }

    const int most = kdSmallNodes(build.policy.smallTriangles);
    KdSmallNode<std::uint64_t> nodes[kdSmallNodes(kdSmallTriangles)];
    KdSmallOutcome outcomes[kdSmallNodes(kdSmallTriangles)];
    nodes[0] = { clipped(~std::uint64_t(0) >> (64 - count), boxOf(low, high)), boxOf(low, high) };
    int size = 1, levelEnd = 1, depth = 0;
    std::uint32_t numLeafTriangles = 0;
    for (int at = 0; at < size; ++at)
    {
      if (at == levelEnd)
      {
        ++depth;
        levelEnd = size;
      }
      const KdSmallNode<std::uint64_t> node = nodes[at];
      const int numTriangles = popcount64(node.triangles);
      SmallSplit best = noSmallSplit();
      int bestCandidate = 0;
      if (depth < kdSmallDepth && size + 2 <= most && maySplit(nodeCost, numTriangles))
        for (std::uint64_t rest = node.triangles; rest != 0; rest &= rest - 1)
          for (int c = 6 * lowestBit64(rest), last = c + 6; c < last; ++c)
          {
            const int axis = c % 6 / 2;
            const float split = (c & 1) != 0 ? boxes[c / 6].high[axis] : boxes[c / 6].low[axis];
            if (!(split > node.box.low[axis] && split < node.box.high[axis]))
              continue; // deep in the tree, most candidates are outside
            const SmallSplit found = smallSplit(node.box, nodeCost, numTriangles, axis, split,
              popcount64(node.triangles & below[c]), popcount64(node.triangles & above[c]));
            if (isBetter(found, best))
            {
              best = found;
              bestCandidate = c;
            }
          }
      if (best.axis == 3)
      {
        outcomes[at] = { 0.0f, kdLeaf };
        numLeafTriangles += leafPlaces(static_cast<std::uint32_t>(numTriangles));
        continue;
      }
      const std::uint64_t under = node.triangles & below[bestCandidate],
                          over = node.triangles & above[bestCandidate], both = under & over;
      const KdBox lower = lowerPart(node.box, best.axis, best.split),
                  upper = upperPart(node.box, best.axis, best.split);
      nodes[size] = { (under ^ both) | clipped(both, lower), lower };
      nodes[size + 1] = { (over ^ both) | clipped(both, upper), upper };
      outcomes[at] = { best.split,
        static_cast<std::uint32_t>(size) << 2 | static_cast<std::uint32_t>(best.axis) };
      size += 2;
    }
    this->emit(tree, nodes, outcomes, size, numLeafTriangles, triangles);
  }

private:
  void emit(std::int64_t tree, const KdSmallNode<std::uint64_t>* small, const KdSmallOutcome* outcomes,
    int size, std::uint32_t numLeafTriangles, const std::uint32_t* triangles) const
  {
    KdPlaces wanted = {}, at = {};
    wanted.nodes = static_cast<std::uint32_t>(size - 1);
    wanted.leafTriangles = numLeafTriangles;
    if (pass == KdSmallPass::Count)
    {
      nodePlaces[tree] = wanted.nodes;
      trianglePlaces[tree] = wanted.leafTriangles;
      return;
    }
    if (pass == KdSmallPass::Append)
    {
      const std::uint64_t pair = atomicAddRelaxed(
        &build.state->nodesAndLeafTriangles, counterPair(wanted.nodes, wanted.leafTriangles));
      at.nodes = lowOf(pair);
      at.leafTriangles = highOf(pair);
    }
    else
    {
      at.nodes = nodePlaces[tree];
      at.leafTriangles = trianglePlaces[tree];
    }
    if (!fits(*build.state, at, wanted, build.capacities))
      return;
    for (int i = 0; i < size; ++i)
    {
      const std::uint32_t place =
        i == 0 ? bitsOf(build.smallHigh[tree].w) : at.nodes + static_cast<std::uint32_t>(i - 1);
      const KdSmallOutcome outcome = outcomes[i];
      if (outcome.children != kdLeaf)
      {
        build.nodes[place] = kdInnerNode(
          static_cast<int>(outcome.children & 3u), outcome.split, at.nodes + (outcome.children >> 2) - 1);
        continue;
      }
      const auto count = static_cast<std::uint32_t>(popcount64(small[i].triangles));
      std::uint64_t rest = small[i].triangles;
      if (count > 0 && leafPlaces(count) == 0)
      {
        const std::uint64_t others = rest & (rest - 1);
        build.nodes[place] =
          kdLeafOf(count, triangles[lowestBit64(rest)], others != 0 ? triangles[lowestBit64(others)] : 0);
        continue;
      }
      build.nodes[place] = kdLeafNode(count > 0 ? at.leafTriangles : 0, count);
      for (; rest != 0; rest &= rest - 1)
        build.leafTriangles[at.leafTriangles++] = triangles[lowestBit64(rest)];
    }
  }
};

inline void buildSmallTrees(HostBackend& backend, const KdBuild& build, KdSmallPass pass,
  std::uint32_t* nodePlaces, std::uint32_t* trianglePlaces)
{
  backend.forEach<16>(static_cast<std::int64_t>(build.state->numSmallRoots),
    BuildSmallTree{ build, pass, nodePlaces, trianglePlaces });
}

} // namespace inkray
