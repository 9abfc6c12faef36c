// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The small-node stage as warps do it, over an execution context: what CUDA runs, and Testing/Protocol on
/// fibers.
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"
#include "Geometry/KdTree/KdSmall.h"

#include <cstdint>

namespace inkray
{

/// What the small trees are made of and where they go.
struct KdSmallTrees
{
  KdTriangleBoxes boxes;
  const Float4* low; ///< as in KdBuild
  const Float4* high;
  const std::uint32_t* counts;
  const std::uint32_t* triangles;
  KdNode* nodes;
  std::uint32_t* leafTriangles;
  std::uint64_t* nodesAndLeafTriangles; ///< taken so far
  std::uint32_t mostNodes, mostLeafTriangles;
  std::uint8_t* overflow;    ///< by KdRoom
  std::uint32_t* nodePlaces; ///< counts, then places, by tree; not with atomics
  std::uint32_t* trianglePlaces;
};

/// A whole tree for each warp. A lane has two of its triangles and the twelve candidates of these, each with
/// the triangles on either side as 64 bits, all in registers; the nodes, which are other sets of bits, are in
/// shared memory until the tree is done. Then its nodes and triangles take their places at once.
template <int Block>
struct KdSmallBlock
{
  static constexpr int numWarps = Block / 32;

  struct Shared
  {
    KdSmallNode nodes[numWarps][kdSmallNodes];
    KdSmallOutcome outcomes[numWarps][kdSmallNodes];
    float bounds[numWarps][kdSmallTriangles][6]; ///< of the triangles: lower and upper along each axis
  };

  template <KdSmallPass Pass, class Ctx>
  INKRAY_COOPERATIVE static void run(
    const Ctx& ctx, Shared& shared, const KdSmallTrees& trees, std::uint32_t numTrees)
  {
    for (std::uint32_t tree = ctx.block() * numWarps + static_cast<std::uint32_t>(ctx.warp());
         tree < numTrees; tree += ctx.numBlocks() * numWarps)
      build<Pass>(
        ctx, shared.nodes[ctx.warp()], shared.outcomes[ctx.warp()], shared.bounds[ctx.warp()], trees, tree);
  }

private:
  /// Candidates of one lane: for each of its two triangles and each axis the lower and the upper bound.
  struct Candidates
  {
    float bounds[2][6];
    std::uint32_t below[2][6][2], above[2][6][2]; ///< words of the sets
  };

  static INKRAY_COOPERATIVE std::uint64_t setOf(const std::uint32_t (&words)[2])
  {
    return words[0] | static_cast<std::uint64_t>(words[1]) << 32;
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static Candidates candidatesOf(const Ctx& ctx, const KdSmallTrees& trees,
    const KdBox& rootBox, const std::uint32_t* triangles, int count, float (*bounds)[6])
  {
    Candidates c;
    INKRAY_UNROLL
    for (int half = 0; half < 2; ++half)
    {
      const int i = ctx.lane() + 32 * half;
      const KdBox box = i < count ? intersection(trees.boxes[triangles[i]], rootBox) : rootBox;
      INKRAY_UNROLL
      for (int k = 0; k < 6; ++k)
      {
        bounds[i][k] = c.bounds[half][k] = (k & 1) != 0 ? box.high[k / 2] : box.low[k / 2];
        INKRAY_UNROLL
        for (int word = 0; word < 2; ++word)
          c.below[half][k][word] = c.above[half][k][word] = 0;
      }
    }
    INKRAY_UNROLL
    for (int word = 0; word < 2; ++word)
    {
      const int end = count - 32 * word < 32 ? count - 32 * word : 32;
      INKRAY_NO_UNROLL
      for (int i = 0; i < end; ++i)
      {
        INKRAY_UNROLL
        for (int axis = 0; axis < 3; ++axis)
        {
          const float low = floatOf(ctx.shuffle(bitsOf(c.bounds[word][2 * axis]), i));
          const float high = floatOf(ctx.shuffle(bitsOf(c.bounds[word][2 * axis + 1]), i));
          INKRAY_UNROLL
          for (int half = 0; half < 2; ++half)
          {
            INKRAY_UNROLL
            for (int k = 2 * axis; k < 2 * axis + 2; ++k)
            {
              c.below[half][k][word] |= (isBelow(low, high, c.bounds[half][k]) ? 1u : 0u) << i;
              c.above[half][k][word] |= (isAbove(high, c.bounds[half][k]) ? 1u : 0u) << i;
            }
          }
        }
      }
    }
    return c;
  }

  /// The best split of a node, and the sets on its sides in one lane that has it. All lanes get the split;
  /// axis 3: none.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestSplit(const Ctx& ctx, const Candidates& c, const KdSmallNode& node,
    int numTriangles, std::uint64_t& below, std::uint64_t& above, bool& isHere)
  {
    SmallSplit best = noSmallSplit();
    below = above = 0;
    INKRAY_UNROLL
    for (int half = 0; half < 2; ++half)
    {
      const bool isInside = (node.triangles >> (ctx.lane() + 32 * half) & 1u) != 0;
      INKRAY_UNROLL
      for (int k = 0; k < 6; ++k)
      {
        const std::uint64_t under = node.triangles & setOf(c.below[half][k]);
        const std::uint64_t over = node.triangles & setOf(c.above[half][k]);
        const SmallSplit found =
          smallSplit(node.box, numTriangles, k / 2, c.bounds[half][k], popcount64(under), popcount64(over));
        if (isInside && isBetter(found, best))
        {
          best = found;
          below = under;
          above = over;
        }
      }
    }
    return bestOfLanes(ctx, best, isHere);
  }

  /// The same for few triangles, whose candidates have a lane each.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestSplitOfFew(const Ctx& ctx, const float (*bounds)[6],
    const KdSmallNode& node, int numTriangles, std::uint64_t& below, std::uint64_t& above, bool& isHere)
  {
    const int rank = ctx.lane() / 6, k = ctx.lane() % 6;
    int own = 0;
    std::uint64_t rest = node.triangles;
    for (int i = 0; i < numTriangles; ++i, rest &= rest - 1)
      own = i == rank ? lowestBit64(rest) : own;
    const float split = bounds[own][k];
    below = above = 0;
    rest = node.triangles;
    for (int i = 0; i < numTriangles; ++i, rest &= rest - 1)
    {
      const int triangle = lowestBit64(rest);
      const std::uint64_t bit = rest & (~rest + 1);
      const float low = bounds[triangle][k & ~1], high = bounds[triangle][k | 1];
      below |= isBelow(low, high, split) ? bit : 0;
      above |= isAbove(high, split) ? bit : 0;
    }
    const SmallSplit found =
      smallSplit(node.box, numTriangles, k / 2, split, popcount64(below), popcount64(above));
    return bestOfLanes(ctx, rank < numTriangles ? found : noSmallSplit(), isHere);
  }

  /// The best split of all lanes; `isHere` in one that has it.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestOfLanes(const Ctx& ctx, const SmallSplit& best, bool& isHere)
  {
    // The least value, then axis, then coordinate. All candidates that agree in these have the same sets.
    const std::uint32_t value = ~ctx.warpMax(~bitsOf(best.value));
    if (value == bitsOf(HUGE_VALF))
      return noSmallSplit();
    isHere = bitsOf(best.value) == value;
    const auto axis =
      static_cast<int>(3 - ctx.warpMax(isHere ? static_cast<std::uint32_t>(3 - best.axis) : 0u));
    isHere = isHere && best.axis == axis;
    const std::uint32_t split = ctx.warpMax(isHere ? growingBound(best.split, false) : 0u);
    isHere = isHere && growingBound(best.split, false) == split;
    const std::uint32_t lanes = ctx.ballot(isHere);
    isHere = isHere && (lanes & lanesBefore(ctx.lane())) == 0;
    return { floatOf(value), axis, boundOf(split, false) };
  }

  template <KdSmallPass Pass, class Ctx>
  INKRAY_COOPERATIVE static void build(const Ctx& ctx, KdSmallNode* nodes, KdSmallOutcome* outcomes,
    float (*bounds)[6], const KdSmallTrees& trees, std::uint32_t tree)
  {
    const Float4 low = load(trees.low + tree), high = load(trees.high + tree);
    const std::uint32_t* const triangles = trees.triangles + bitsOf(low.w);
    const auto count = static_cast<int>(load(trees.counts + tree));
    const KdBox rootBox = boxOf(low, high);
    const Candidates candidates = candidatesOf(ctx, trees, rootBox, triangles, count, bounds);
    if (ctx.lane() == 0)
      nodes[0] = { ~std::uint64_t(0) >> (64 - count), rootBox };
    ctx.syncWarp();

    constexpr int most = 32 / 6; // triangles whose candidates have a lane each
    int size = 1, levelEnd = 1, depth = 0;
    std::uint32_t numLeafTriangles = 0;
    INKRAY_NO_UNROLL
    for (int at = 0; at < size; ++at)
    {
      if (at == levelEnd)
      {
        ++depth;
        levelEnd = size;
      }
      const KdSmallNode node = nodes[at];
      const int numTriangles = popcount64(node.triangles);
      SmallSplit best = noSmallSplit();
      std::uint64_t below = 0, above = 0;
      bool isHere = false;
      if (depth < kdSmallDepth && size + 2 <= kdSmallNodes && maySplit(numTriangles))
        best = numTriangles <= most ? bestSplitOfFew(ctx, bounds, node, numTriangles, below, above, isHere)
                                    : bestSplit(ctx, candidates, node, numTriangles, below, above, isHere);
      if (best.axis == 3)
      {
        if (ctx.lane() == 0)
          outcomes[at] = { 0.0f, kdLeaf };
        numLeafTriangles += static_cast<std::uint32_t>(numTriangles);
        continue;
      }
      if (isHere)
      {
        outcomes[at] = { best.split,
          static_cast<std::uint32_t>(size) << 2 | static_cast<std::uint32_t>(best.axis) };
        nodes[size] = { below, lowerPart(node.box, best.axis, best.split) };
        nodes[size + 1] = { above, upperPart(node.box, best.axis, best.split) };
      }
      size += 2;
      ctx.syncWarp();
    }
    ctx.syncWarp();
    emit<Pass>(ctx, nodes, outcomes, size, numLeafTriangles, trees, tree, triangles, bitsOf(high.w));
    ctx.syncWarp();
  }

  template <KdSmallPass Pass, class Ctx>
  INKRAY_COOPERATIVE static void emit(const Ctx& ctx, const KdSmallNode* small,
    const KdSmallOutcome* outcomes, int size, std::uint32_t numLeafTriangles, const KdSmallTrees& trees,
    std::uint32_t tree, const std::uint32_t* triangles, std::uint32_t root)
  {
    const auto numNodes = static_cast<std::uint32_t>(size - 1);
    if (Pass == KdSmallPass::Count)
    {
      if (ctx.lane() == 0)
      {
        ctx.store(trees.nodePlaces + tree, numNodes);
        ctx.store(trees.trianglePlaces + tree, numLeafTriangles);
      }
      return;
    }
    std::uint64_t places = 0;
    if (ctx.lane() == 0)
      places = Pass == KdSmallPass::Append
        ? ctx.atomicAdd(trees.nodesAndLeafTriangles, counterPair(numNodes, numLeafTriangles))
        : counterPair(trees.nodePlaces[tree], trees.trianglePlaces[tree]);
    places = ctx.shuffle(places, 0);
    const std::uint32_t firstNode = lowOf(places);
    std::uint32_t place = highOf(places);
    const bool hasNodes =
      numNodes == 0 || (firstNode <= trees.mostNodes && numNodes <= trees.mostNodes - firstNode);
    const bool hasTriangles =
      place <= trees.mostLeafTriangles && numLeafTriangles <= trees.mostLeafTriangles - place;
    if (!hasNodes || !hasTriangles)
    {
      if (ctx.lane() == 0)
        ctx.store(trees.overflow + (hasNodes ? kdLeafTriangles : kdNodes), std::uint8_t(1));
      return;
    }
    INKRAY_NO_UNROLL
    for (int first = 0; first < size; first += 32)
    {
      const int i = first + ctx.lane();
      KdSmallOutcome outcome = { 0.0f, 0 };
      std::uint64_t rest = 0;
      if (i < size)
      {
        outcome = outcomes[i];
        rest = outcome.children == kdLeaf ? small[i].triangles : 0;
      }
      const auto numTriangles = static_cast<std::uint32_t>(popcount64(rest));
      const std::uint32_t sum = inclusiveSum(ctx, numTriangles);
      std::uint32_t to = place + sum - numTriangles;
      place += ctx.shuffle(sum, 31);
      if (i < size)
        ctx.store(trees.nodes + (i == 0 ? root : firstNode + static_cast<std::uint32_t>(i - 1)),
          outcome.children == kdLeaf ? kdLeafNode(to, numTriangles)
                                     : kdInnerNode(static_cast<int>(outcome.children & 3u), outcome.split,
                                         firstNode + (outcome.children >> 2) - 1));
      for (; rest != 0; rest &= rest - 1)
        ctx.store(trees.leafTriangles + to++, triangles[lowestBit64(rest)]);
    }
  }
};

} // namespace inkray
