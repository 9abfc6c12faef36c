// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The small-node stage by warps, with an execution context: CUDA runs it, and Testing/Protocol runs it on
/// fibers.
#include "Cooperative/BlockScan.h"
#include "Cooperative/ExecutionContext.h"
#include "Geometry/KdTree/KdSmall.h"

#include <cstdint>
#include <type_traits>

namespace inkray
{

/// Input and output of the small-node stage.
struct KdSmallTrees
{
  KdTriangleBoxes boxes;
  const Float4* low; ///< see KdBuild
  const Float4* high;
  const std::uint32_t* counts;
  const std::uint32_t* triangles;
  const Float4* corners;
  const std::uint32_t* rootBounds; ///< see KdState
  KdPolicy policy;
  KdNode* nodes;
  std::uint32_t* leafTriangles;
  std::uint64_t* nodesAndLeafTriangles; ///< reserved so far
  std::uint32_t mostNodes, mostLeafTriangles;
  std::uint8_t* overflow;    ///< by KdRoom
  std::uint32_t* nodePlaces; ///< counts, then places, by tree; unused with atomics
  std::uint32_t* trianglePlaces;
};

/// Each warp builds a whole tree, of up to `Words` times 32 triangles. A lane has one or two triangles and
/// their six candidates each, with the triangles on either side of a candidate as bits, all in registers. The
/// nodes, which are other sets of bits, are in shared memory until the tree is complete. Then its nodes and
/// triangles reserve their places at once.
template <int Block, int Words>
struct KdSmallBlock
{
  static_assert(Words == 1 || Words == 2, "32 or 64 triangles");
  static constexpr int numWarps = Block / 32;
  static constexpr int mostTriangles = 32 * Words, mostNodes = kdSmallNodes(mostTriangles);
  using Set = std::conditional_t<Words == 1, std::uint32_t, std::uint64_t>;
  using Node = KdSmallNode<Set>;

  struct Shared
  {
    Node nodes[numWarps][mostNodes];
    KdSmallOutcome outcomes[numWarps][mostNodes];
    float bounds[numWarps][mostTriangles][6]; ///< bounds of the triangles: lower and upper along each axis
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
  /// The candidate planes of one lane: both bounds of each of its triangles along each axis.
  struct Candidates
  {
    float bounds[Words][6];
    std::uint32_t below[Words][6][Words], above[Words][6][Words]; ///< words of the sets on either side
  };

  static INKRAY_COOPERATIVE Set setOf(const std::uint32_t (&words)[Words])
  {
    std::uint64_t set = 0;
    INKRAY_UNROLL
    for (int word = 0; word < Words; ++word)
      set |= static_cast<std::uint64_t>(words[word]) << 32 * word;
    return static_cast<Set>(set);
  }
  static INKRAY_COOPERATIVE int countOfSet(Set set)
  {
    return Words == 1 ? static_cast<int>(popcount32(static_cast<std::uint32_t>(set))) : popcount64(set);
  }

  /// The triangles of a set that overlap a box themselves, not only with their bounding boxes.
  template <class Ctx>
  INKRAY_COOPERATIVE static Set clipped(const Ctx& ctx, const KdSmallTrees& trees,
    const std::uint32_t* triangles, Set set, const KdBox& box, float margin)
  {
    std::uint32_t words[Words];
    INKRAY_UNROLL
    for (int word = 0; word < Words; ++word)
    {
      words[word] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(set) >> 32 * word);
      if (words[word] == 0)
        continue;
      bool isIn = (words[word] >> ctx.lane() & 1u) != 0;
      if (isIn)
        isIn = overlaps(
          kdTriangle(trees.corners + 3 * std::size_t(triangles[ctx.lane() + 32 * word])), box, margin);
      words[word] = ctx.ballot(isIn);
    }
    return setOf(words);
  }

  /// Clip the triangles on both sides of a split to the boxes of their sides. If there are few triangles,
  /// each pair of a triangle and a box has its own lane.
  template <class Ctx>
  INKRAY_COOPERATIVE static void clipBoth(const Ctx& ctx, const KdSmallTrees& trees,
    const std::uint32_t* triangles, Set& below, Set& above, const KdBox& lower, const KdBox& upper,
    float margin)
  {
    const Set both = below & above;
    const int count = countOfSet(both);
    if (count == 0)
      return;
    Set isBelow = 0, isAbove = 0;
    if (count <= 16)
    {
      const bool isLower = ctx.lane() < 16;
      int own = -1, i = 0;
      for (Set rest = both; rest != 0; rest &= rest - 1, ++i)
        own = i == (ctx.lane() & 15) ? lowestBit64(rest) : own;
      bool isIn = own >= 0;
      if (isIn)
        isIn = overlaps(
          kdTriangle(trees.corners + 3 * std::size_t(triangles[own])), isLower ? lower : upper, margin);
      std::uint32_t under[Words], over[Words];
      INKRAY_UNROLL
      for (int word = 0; word < Words; ++word)
      {
        const std::uint32_t bit = isIn && own / 32 == word ? 1u << own % 32 : 0u;
        under[word] = ctx.warpSum(isLower ? bit : 0u);
        over[word] = ctx.warpSum(isLower ? 0u : bit);
      }
      isBelow = setOf(under);
      isAbove = setOf(over);
    }
    else
    {
      isBelow = clipped(ctx, trees, triangles, both, lower, margin);
      isAbove = clipped(ctx, trees, triangles, both, upper, margin);
    }
    below = (below ^ both) | isBelow;
    above = (above ^ both) | isAbove;
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static Candidates candidatesOf(const Ctx& ctx, const KdSmallTrees& trees,
    const KdBox& rootBox, const std::uint32_t* triangles, int count, float (*bounds)[6])
  {
    Candidates c;
    INKRAY_UNROLL
    for (int half = 0; half < Words; ++half)
    {
      const int i = ctx.lane() + 32 * half;
      const KdBox box = i < count ? intersection(trees.boxes[triangles[i]], rootBox) : rootBox;
      INKRAY_UNROLL
      for (int k = 0; k < 6; ++k)
      {
        bounds[i][k] = c.bounds[half][k] = (k & 1) != 0 ? box.high[k / 2] : box.low[k / 2];
        INKRAY_UNROLL
        for (int word = 0; word < Words; ++word)
          c.below[half][k][word] = c.above[half][k][word] = 0;
      }
    }
    INKRAY_UNROLL
    for (int word = 0; word < Words; ++word)
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
          for (int half = 0; half < Words; ++half)
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

  /// The best split of a node. All lanes get the split; axis 3: there is none. One lane that has it sets
  /// isHere and gets the sets on its sides.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestSplit(const Ctx& ctx, const Candidates& c, const Node& node,
    float nodeCost, int numTriangles, Set& below, Set& above, bool& isHere)
  {
    SmallSplit best = noSmallSplit();
    below = above = 0;
    INKRAY_UNROLL
    for (int half = 0; half < Words; ++half)
    {
      const bool isInside = (node.triangles >> (ctx.lane() + 32 * half) & 1u) != 0;
      INKRAY_UNROLL
      for (int k = 0; k < 6; ++k)
      {
        const Set under = node.triangles & setOf(c.below[half][k]);
        const Set over = node.triangles & setOf(c.above[half][k]);
        const SmallSplit found = smallSplit(
          node.box, nodeCost, numTriangles, k / 2, c.bounds[half][k], countOfSet(under), countOfSet(over));
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

  /// bestSplit() for few triangles: each pair of a triangle and an axis has its own lane.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestSplitOfFew(const Ctx& ctx, const float (*bounds)[6],
    const Node& node, float nodeCost, int numTriangles, Set& below, Set& above, bool& isHere)
  {
    const int rank = ctx.lane() / 6, k = ctx.lane() % 6;
    int own = 0;
    Set rest = node.triangles;
    for (int i = 0; i < numTriangles; ++i, rest &= rest - 1)
      own = i == rank ? lowestBit64(rest) : own;
    const float split = bounds[own][k];
    below = above = 0;
    rest = node.triangles;
    for (int i = 0; i < numTriangles; ++i, rest &= rest - 1)
    {
      const int triangle = lowestBit64(rest);
      const Set bit = rest & (~rest + 1);
      const float low = bounds[triangle][k & ~1], high = bounds[triangle][k | 1];
      below |= isBelow(low, high, split) ? bit : 0;
      above |= isAbove(high, split) ? bit : 0;
    }
    const SmallSplit found =
      smallSplit(node.box, nodeCost, numTriangles, k / 2, split, countOfSet(below), countOfSet(above));
    return bestOfLanes(ctx, rank < numTriangles ? found : noSmallSplit(), isHere);
  }

  /// The best split of all lanes; isHere is set in lanes that have it.
  template <class Ctx>
  INKRAY_COOPERATIVE static SmallSplit bestOfLanes(const Ctx& ctx, const SmallSplit& best, bool& isHere)
  {
    // Compare value, then axis, then coordinate. Candidates that agree in all three have the same sets.
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
  INKRAY_COOPERATIVE static void build(const Ctx& ctx, Node* nodes, KdSmallOutcome* outcomes,
    float (*bounds)[6], const KdSmallTrees& trees, std::uint32_t tree)
  {
    const Float4 low = load(trees.low + tree), high = load(trees.high + tree);
    const std::uint32_t* const triangles = trees.triangles + bitsOf(low.w);
    const auto count = static_cast<int>(load(trees.counts + tree));
    const KdBox rootBox = boxOf(low, high);
    const Candidates candidates = candidatesOf(ctx, trees, rootBox, triangles, count, bounds);
    const bool clips = trees.policy.clips != 0;
    const float margin = overlapMargin(trees.rootBounds), nodeCost = trees.policy.nodeCost;
    Set all = static_cast<Set>(~Set(0)) >> (mostTriangles - count);
    if (clips)
      all = clipped(ctx, trees, triangles, all, rootBox, margin);
    if (ctx.lane() == 0)
      nodes[0] = { all, rootBox };
    ctx.syncWarp();

    constexpr int most = 32 / 6; // the most triangles whose candidates each have a lane
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
      const Node node = nodes[at];
      const int numTriangles = countOfSet(node.triangles);
      SmallSplit best = noSmallSplit();
      Set below = 0, above = 0;
      bool isHere = false;
      if (depth < kdSmallDepth && size + 2 <= mostNodes && maySplit(nodeCost, numTriangles))
        best = numTriangles <= most
          ? bestSplitOfFew(ctx, bounds, node, nodeCost, numTriangles, below, above, isHere)
          : bestSplit(ctx, candidates, node, nodeCost, numTriangles, below, above, isHere);
      if (best.axis == 3)
      {
        if (ctx.lane() == 0)
          outcomes[at] = { 0.0f, kdLeaf };
        numLeafTriangles += leafPlaces(static_cast<std::uint32_t>(numTriangles));
        continue;
      }
      const KdBox lower = lowerPart(node.box, best.axis, best.split),
                  upper = upperPart(node.box, best.axis, best.split);
      if (clips)
      {
        const int holder = lowestBit64(ctx.ballot(isHere));
        below = ctx.shuffle(below, holder);
        above = ctx.shuffle(above, holder);
        clipBoth(ctx, trees, triangles, below, above, lower, upper, margin);
      }
      if (isHere)
      {
        outcomes[at] = { best.split,
          static_cast<std::uint32_t>(size) << 2 | static_cast<std::uint32_t>(best.axis) };
        nodes[size] = { below, lower };
        nodes[size + 1] = { above, upper };
      }
      size += 2;
      ctx.syncWarp();
    }
    ctx.syncWarp();
    emit<Pass>(ctx, nodes, outcomes, size, numLeafTriangles, trees, tree, triangles, bitsOf(high.w));
    ctx.syncWarp();
  }

  template <KdSmallPass Pass, class Ctx>
  INKRAY_COOPERATIVE static void emit(const Ctx& ctx, const Node* small, const KdSmallOutcome* outcomes,
    int size, std::uint32_t numLeafTriangles, const KdSmallTrees& trees, std::uint32_t tree,
    const std::uint32_t* triangles, std::uint32_t root)
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
      Set rest = 0;
      if (i < size)
      {
        outcome = outcomes[i];
        rest = outcome.children == kdLeaf ? small[i].triangles : 0;
      }
      const auto numTriangles = static_cast<std::uint32_t>(countOfSet(rest));
      const std::uint32_t places = leafPlaces(numTriangles), sum = inclusiveSum(ctx, places);
      std::uint32_t to = place + sum - places;
      place += ctx.shuffle(sum, 31);
      if (i < size)
      {
        KdNode node = kdLeafNode(0, 0);
        if (outcome.children != kdLeaf)
          node = kdInnerNode(
            static_cast<int>(outcome.children & 3u), outcome.split, firstNode + (outcome.children >> 2) - 1);
        else if (places > 0)
          node = kdLeafNode(to, numTriangles);
        else if (numTriangles > 0)
        {
          const Set others = rest & (rest - 1);
          node = kdLeafOf(
            numTriangles, triangles[lowestBit64(rest)], others != 0 ? triangles[lowestBit64(others)] : 0);
          rest = 0;
        }
        ctx.store(trees.nodes + (i == 0 ? root : firstNode + static_cast<std::uint32_t>(i - 1)), node);
      }
      for (; rest != 0; rest &= rest - 1)
        ctx.store(trees.leafTriangles + to++, triangles[lowestBit64(rest)]);
    }
  }
};

} // namespace inkray
