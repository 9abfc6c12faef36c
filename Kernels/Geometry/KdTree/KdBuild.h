// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/KdTree/KdOverlap.h"
#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TriangleMesh.h"

#include <cstdint>

/// Input and output of the stages of a parallel build, and the decision about one large node. All forms of
/// the build share them.
namespace inkray
{

/// The largest number of triangles in a mesh.
constexpr std::int64_t kdMostTriangles = std::int64_t(1) << 28;

/// A bound of a box as a number that only grows while triangles are added. It is an integer in the order of
/// the floats, with all bits inverted for lower bounds. 0: the box is empty.
INKRAY_HD std::uint32_t growingBound(float x, bool isUpper)
{
  const std::uint32_t bits = bitsOf(x);
  const std::uint32_t order = (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
  return isUpper ? order : ~order;
}
INKRAY_HD float boundOf(std::uint32_t growing, bool isUpper)
{
  const std::uint32_t order = isUpper ? growing : ~growing;
  return floatOf((order >> 31) != 0 ? order & 0x7fffffffu : ~order);
}
/// The box of six growing bounds: three lower ones, then three upper ones.
INKRAY_HD KdBox boxOf(const std::uint32_t* growing)
{
  KdBox box;
  for (int axis = 0; axis < 3; ++axis)
  {
    box.low[axis] = boundOf(growing[axis], false);
    box.high[axis] = boundOf(growing[3 + axis], true);
  }
  return box;
}

INKRAY_HD KdBox boxOf(const Float4& low, const Float4& high)
{
  return { { low.x, low.y, low.z }, { high.x, high.y, high.z } };
}

/// The box around each triangle. If a triangle is left out, its lower bounds are greater than the upper ones.
struct KdTriangleBoxes
{
  const Float4* bounds;

  INKRAY_HD KdBox operator[](std::uint32_t triangle) const
  {
    return boxOf(load(bounds + 2 * std::size_t(triangle)), load(bounds + 2 * std::size_t(triangle) + 1));
  }
};

/// The numbers that grow while triangles are added to a node: its six bounds, and the least bound from its
/// middle on (inverted, so that it grows).
constexpr int kdNumGrown = 7;

/// The unprocessed nodes of one level, and the triangles in each. The two children of a split are adjacent,
/// from an even index on.
struct KdNodeList
{
  Float4* low;           ///< lower corner of the box; w: the index of its first triangle, as bits
  Float4* high;          ///< upper corner; w: the index of the node in the tree
  UInt2* ancestry;       ///< bits 0 to 15: depth, above: bad splits; triangles of its parent, 0: root
  std::uint32_t* counts; ///< number of triangles
  std::uint32_t* bounds; ///< kdNumGrown each: bounds of the triangles' parts inside, and the bound next to
                         ///< the middle
  std::uint32_t* triangles;
  std::uint32_t* owners; ///< the node of each triangle, for KdStages that need it, otherwise null
};

/// How the triangles of a node are distributed.
enum KdPlanKind : std::uint32_t
{
  kdSplitX,
  kdSplitY,
  kdSplitZ,
  kdGather,    ///< collect all triangles that are not left out for the root; no list comes before
  kdCopySmall, ///< copy them to KdBuild::smallTriangles
  kdCopyLeaf,  ///< copy them to KdBuild::leafTriangles
  kdNothing
};

struct KdPlan
{
  std::uint32_t first, count; ///< in the list of the level
  std::uint32_t target;       ///< the lower of two children, or the destination of copies
  std::uint32_t kind;
  float split;
  std::uint32_t span; ///< number of triangles in a chunk
};

/// A chunk: the triangles of a node that one block processes, KdPlan::span of them from `offset` on.
struct KdChunk
{
  std::uint32_t plan, offset;
};

/// The number of triangles in a chunk, a multiple of kdChunk. It grows with the node, so that a node has no
/// more chunks than a GPU can process at a time.
INKRAY_HD std::uint32_t chunkSpan(std::uint32_t count)
{
  constexpr std::uint32_t most = 1024 * kdChunk;
  return (count + most - 1) / most * kdChunk;
}
INKRAY_HD std::uint32_t numChunks(std::uint32_t count)
{
  const std::uint32_t span = chunkSpan(count);
  return count == 0 ? 0 : (count + span - 1) / span;
}

/// Arrays of limited size; KdState::overflow has a flag for each.
enum KdRoom
{
  kdNodes,
  kdLeafTriangles,
  kdActive,
  kdChunks,
  kdSmallRoots,
  kdSmallTriangleList,
  kdTriangles,
  kdNumRooms
};

/// Two counters in one word: one atomic addition reserves places for both.
INKRAY_HD std::uint64_t counterPair(std::uint32_t low, std::uint32_t high)
{
  return low | static_cast<std::uint64_t>(high) << 32;
}
INKRAY_HD std::uint32_t lowOf(std::uint64_t pair)
{
  return static_cast<std::uint32_t>(pair);
}
INKRAY_HD std::uint32_t highOf(std::uint64_t pair)
{
  return static_cast<std::uint32_t>(pair >> 32);
}

/// Progress of a build, in the backend's memory.
struct KdState
{
  std::uint64_t nodesAndLeafTriangles;
  std::uint64_t activeAndChunks; ///< low: nodes of the next level; high: chunks of this level
  std::uint64_t smallRootsAndTriangles;
  std::uint64_t nextTriangles; ///< places reserved in the next level's list
  std::uint64_t numActive;     ///< nodes of this level; 0 ends the large-node stage
  std::uint64_t numSmallRoots;
  std::uint64_t notFinite, degenerate, noPoint;
  std::uint32_t firstNoPoint; ///< the first triangle with such a corner, inverted, so that it is the greatest
                              ///< number
  std::uint32_t list;         ///< which of the two lists is this level's
  std::uint32_t rootBounds[6];
  std::uint8_t overflow[8]; ///< by KdRoom: the array is too small
  std::uint32_t levels;
  std::uint64_t mostTriangles; ///< the most triangles in any level's list
};

INKRAY_HD bool hasOverflown(const KdState& state)
{
  bool any = false;
  for (int room = 0; room < kdNumRooms; ++room)
    any = any || state.overflow[room] != 0;
  return any;
}
/// The number of chunks of this level that have triangles.
INKRAY_HD std::uint32_t chunksOf(const KdState& state)
{
  return hasOverflown(state) ? 0 : highOf(state.activeAndChunks);
}

struct KdCapacities
{
  std::uint32_t rooms[kdNumRooms];
};

struct KdBuild
{
  KdTriangleBoxes boxes;
  KdNodeList lists[2];
  KdPlan* plans;     ///< for this level's nodes
  KdChunk* chunks;   ///< the chunks of this level
  Float4* smallLow;  ///< of the roots of small trees; w: the index of their first triangle in smallTriangles
  Float4* smallHigh; ///< w: its index among the tree's nodes
  std::uint32_t* smallCounts;
  std::uint32_t* smallTriangles;
  KdNode* nodes;
  std::uint32_t* leafTriangles;
  KdState* state;
  const Float4* corners; ///< corners of the triangles
  KdCapacities capacities;
  KdPolicy policy;
};

/// The distance within which a triangle outside of a node counts as inside: at least the thickness of rays.
INKRAY_HD float overlapMargin(const std::uint32_t* rootBounds)
{
  float largest = 0.0f;
  if (rootBounds[0] == 0)
    return 0.0f;
  const KdBox box = boxOf(rootBounds);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    largest = maximum(largest, maximum(fabsf(box.low[axis]), fabsf(box.high[axis])));
  return kdOverlapMargin * largest;
}

/// The decision about a node.
struct KdDecision
{
  std::uint32_t kind; ///< KdPlanKind; kdNothing: the node becomes an empty leaf
  std::uint32_t count;
  int numCuts;
  float split;
  KdBox box; ///< after the cuts of empty space
  std::uint32_t depth, badSplits;
};

INKRAY_HD KdDecision decide(const KdPolicy& policy, const KdNodeList& list, std::uint32_t i)
{
  KdDecision d = {};
  d.count = list.counts[i];
  d.kind = d.count == 0 ? kdNothing : kdCopySmall;
  d.box = boxOf(list.low[i], list.high[i]);
  if (d.count <= static_cast<std::uint32_t>(policy.smallTriangles))
    return d;

  const UInt2 ancestry = list.ancestry[i];
  d.depth = ancestry.x & 0xffffu;
  d.badSplits = ancestry.x >> 16;
  if (ancestry.y > 0)
  {
    const std::uint32_t lower = i & ~1u;
    const KdBox below = boxOf(list.low[lower], list.high[lower]);
    const KdBox above = boxOf(list.low[lower + 1], list.high[lower + 1]);
    KdBox parent;
    for (int axis = 0; axis < 3; ++axis)
    {
      parent.low[axis] = below.low[axis];
      parent.high[axis] = above.high[axis];
    }
    d.badSplits += isBadSplit(
      parent, ancestry.y, halfArea(below), list.counts[lower], halfArea(above), list.counts[lower + 1]);
  }
  d.kind = kdCopyLeaf;
  if (d.depth >= kdLargeDepth || d.badSplits >= kdBadSplits)
    return d;
  const KdBox tight = boxOf(list.bounds + kdNumGrown * std::size_t(i));
  for (EmptyCut cut = nextEmptyCut(d.box, tight, 0); cut.side < 6;
       cut = nextEmptyCut(d.box, tight, cut.side + 1))
  {
    d.box = (cut.side & 1) != 0 ? lowerPart(d.box, cut.side / 2, cut.split)
                                : upperPart(d.box, cut.side / 2, cut.split);
    ++d.numCuts;
    ++d.depth;
  }
  MedianSplit median = medianSplit(d.box);
  if (policy.snaps != 0)
  {
    const std::uint32_t bound = list.bounds[kdNumGrown * std::size_t(i) + 6];
    median = snappedSplit(d.box, medianSplit(boxOf(list.low[i], list.high[i])).axis,
      bound != 0 && ancestry.y > 0 ? boundOf(bound, false) : HUGE_VALF);
  }
  d.split = median.split;
  d.kind = median.axis < 3 ? static_cast<std::uint32_t>(median.axis) : kdCopyLeaf;
  return d;
}

/// The numbers of places that a decision needs; later, the first of these places.
struct KdPlaces
{
  std::uint32_t nodes, leafTriangles, active, chunks, smallRoots, smallTriangles, triangles;
};

INKRAY_HD KdPlaces placesFor(const KdDecision& d)
{
  KdPlaces wanted = {};
  const bool splits = d.kind <= kdSplitZ;
  wanted.nodes = static_cast<std::uint32_t>(2 * d.numCuts) + (splits ? 2u : 0u);
  wanted.active = splits ? 2 : 0;
  wanted.chunks = numChunks(d.count);
  wanted.triangles = splits ? 2 * d.count : 0;
  wanted.smallRoots = d.kind == kdCopySmall ? 1 : 0;
  wanted.smallTriangles = d.kind == kdCopySmall ? d.count : 0;
  wanted.leafTriangles = d.kind == kdCopyLeaf ? d.count : 0;
  return wanted;
}

/// Whether the places lie within the arrays' capacities. Sets the overflow flag of each array that is too
/// small.
INKRAY_HD bool fits(KdState& state, const KdPlaces& at, const KdPlaces& wanted, const KdCapacities& most)
{
  const std::uint32_t first[kdNumRooms] = { at.nodes, at.leafTriangles, at.active, at.chunks, at.smallRoots,
    at.smallTriangles, at.triangles };
  const std::uint32_t n[kdNumRooms] = { wanted.nodes, wanted.leafTriangles, wanted.active, wanted.chunks,
    wanted.smallRoots, wanted.smallTriangles, wanted.triangles };
  bool all = true;
  INKRAY_UNROLL
  for (int room = 0; room < kdNumRooms; ++room)
    if (n[room] > 0 && (first[room] > most.rooms[room] || n[room] > most.rooms[room] - first[room]))
    {
      setFlagRelaxed(&state.overflow[room]);
      all = false;
    }
  return all;
}

/// Apply the decision about node i of a list: write nodes of the tree, children in the next list, and the
/// plan for the triangles.
INKRAY_HD void carryOut(const KdBuild& build, const KdNodeList& list, const KdNodeList& next, std::uint32_t i,
  const KdDecision& d, const KdPlaces& at)
{
  std::uint32_t node = bitsOf(list.high[i].w), free = at.nodes;
  if (d.numCuts > 0)
  {
    // Repeat the cuts, now as nodes.
    KdBox box = boxOf(list.low[i], list.high[i]);
    const KdBox tight = boxOf(list.bounds + kdNumGrown * std::size_t(i));
    for (EmptyCut cut = nextEmptyCut(box, tight, 0); cut.side < 6;
         cut = nextEmptyCut(box, tight, cut.side + 1))
    {
      const bool isAboveEmpty = (cut.side & 1) != 0;
      box = isAboveEmpty ? lowerPart(box, cut.side / 2, cut.split) : upperPart(box, cut.side / 2, cut.split);
      build.nodes[node] = kdInnerNode(cut.side / 2, cut.split, free);
      build.nodes[free + (isAboveEmpty ? 1 : 0)] = kdLeafNode(0, 0);
      node = free + (isAboveEmpty ? 0 : 1);
      free += 2;
    }
  }

  KdPlan plan = { bitsOf(list.low[i].w), d.count, 0, d.kind, d.split, chunkSpan(d.count) };
  if (d.kind <= kdSplitZ)
  {
    const int axis = static_cast<int>(d.kind);
    build.nodes[node] = kdInnerNode(axis, d.split, free);
    const KdBox boxes[2] = { lowerPart(d.box, axis, d.split), upperPart(d.box, axis, d.split) };
    INKRAY_UNROLL
    for (std::uint32_t k = 0; k < 2; ++k)
    {
      const std::uint32_t child = at.active + k;
      next.low[child] = { boxes[k].low[0], boxes[k].low[1], boxes[k].low[2],
        floatOf(at.triangles + k * d.count) };
      next.high[child] = { boxes[k].high[0], boxes[k].high[1], boxes[k].high[2], floatOf(free + k) };
      next.ancestry[child] = { d.depth + 1 + (d.badSplits << 16), d.count };
      next.counts[child] = 0;
      for (int bound = 0; bound < kdNumGrown; ++bound)
        next.bounds[kdNumGrown * std::size_t(child) + static_cast<std::size_t>(bound)] = 0;
    }
    plan.target = at.active;
  }
  else if (d.kind == kdCopySmall)
  {
    build.smallLow[at.smallRoots] = { d.box.low[0], d.box.low[1], d.box.low[2], floatOf(at.smallTriangles) };
    build.smallHigh[at.smallRoots] = { d.box.high[0], d.box.high[1], d.box.high[2], floatOf(node) };
    build.smallCounts[at.smallRoots] = d.count;
    plan.target = at.smallTriangles;
  }
  else
  {
    build.nodes[node] = kdLeafNode(at.leafTriangles, d.count);
    plan.target = at.leafTriangles;
  }
  build.plans[i] = plan;
}

/// The sides of a node's splitting plane on which a triangle lies.
struct KdSides
{
  bool below, above;
};

INKRAY_HD KdSides sidesOf(const KdPlan& plan, const KdBox& box)
{
  if (plan.kind > kdSplitZ)
    return { box.low[0] <= box.high[0], false };
  const float low = plan.kind == kdSplitX ? box.low[0] : plan.kind == kdSplitY ? box.low[1] : box.low[2];
  const float high = plan.kind == kdSplitX ? box.high[0] : plan.kind == kdSplitY ? box.high[1] : box.high[2];
  return { isBelow(low, high, plan.split), isAbove(high, plan.split) };
}

/// Add a triangle's part in a node to the node's bounds.
INKRAY_HD void grow(std::uint32_t (&bounds)[kdNumGrown], const MedianSplit& middle, const KdBox& box)
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::uint32_t low = growingBound(box.low[axis], false), high = growingBound(box.high[axis], true);
    bounds[axis] = low > bounds[axis] ? low : bounds[axis];
    bounds[3 + axis] = high > bounds[3 + axis] ? high : bounds[3 + axis];
  }
  const std::uint32_t bound = growingBound(boundFromMiddle(middle, box), false);
  bounds[6] = bound > bounds[6] ? bound : bounds[6];
}

/// Load the corners and boxes of the triangles; invalid triangles are counted.
struct PrepareTriangle
{
  TriangleMesh mesh;
  Float4* corners;
  Float4* boxes;
  KdState* state;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    Float4 p[3] = {};
    KdBox box = emptyKdBox();
    const TriangleKind kind = loadTriangle(mesh, i, p, box);
    if (kind == TriangleKind::NotFinite)
      atomicAddRelaxed(&state->notFinite, std::uint64_t(1));
    else if (kind == TriangleKind::Degenerate)
      atomicAddRelaxed(&state->degenerate, std::uint64_t(1));
    else if (kind == TriangleKind::NoPoint)
    {
      atomicAddRelaxed(&state->noPoint, std::uint64_t(1));
      atomicMaxRelaxed(&state->firstNoPoint, ~static_cast<std::uint32_t>(i));
    }
    for (int k = 0; k < 3; ++k)
      corners[3 * i + k] = p[k];
    boxes[2 * i] = { box.low[0], box.low[1], box.low[2], 0.0f };
    boxes[2 * i + 1] = { box.high[0], box.high[1], box.high[2], 0.0f };
  }
};

/// Set the state before the first level: one node, whose triangles will be gathered into list 1.
struct BeginBuild
{
  KdBuild build;
  std::uint32_t numTriangles;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t span = chunkSpan(numTriangles);
    if (i < static_cast<std::int64_t>(numChunks(numTriangles)))
      build.chunks[i] = { 0, static_cast<std::uint32_t>(i) * span };
    if (i > 0)
      return;
    build.nodes[1] = kdLeafNode(0, 0); // the root's unused neighbor, never visited
    KdState& state = *build.state;
    state.nodesAndLeafTriangles = counterPair(2, 0);
    state.nextTriangles = numTriangles;
    state.mostTriangles = numTriangles;
    state.activeAndChunks = counterPair(1, numChunks(numTriangles));
    build.plans[0] = { 0, numTriangles, 0, kdGather, 0.0f, span };
    const KdNodeList& next = build.lists[1];
    const float infinity = HUGE_VALF;
    next.low[0] = { -infinity, -infinity, -infinity, floatOf(0) };
    next.high[0] = { infinity, infinity, infinity, floatOf(0) };
    next.ancestry[0] = { 0, 0 };
    next.counts[0] = 0;
    for (int bound = 0; bound < kdNumGrown; ++bound)
      next.bounds[bound] = 0;
  }
};

/// Set the root's box to the bounds of its triangles.
struct BoundRoot
{
  KdBuild build;

  INKRAY_HD void operator()(std::int64_t) const
  {
    const KdNodeList& list = build.lists[1];
    const KdBox box = list.counts[0] > 0 ? boxOf(list.bounds) : KdBox{};
    list.low[0] = { box.low[0], box.low[1], box.low[2], list.low[0].w };
    list.high[0] = { box.high[0], box.high[1], box.high[2], list.high[0].w };
    for (int bound = 0; bound < 6; ++bound)
      build.state->rootBounds[bound] = list.counts[0] > 0 ? list.bounds[bound] : 0;
  }
};

/// End a level: the counters of the next level become the current counters.
struct EndLevel
{
  KdBuild build;

  INKRAY_HD void operator()(std::int64_t) const
  {
    KdState& state = *build.state;
    const bool fails = hasOverflown(state);
    state.numActive = fails ? 0 : lowOf(state.activeAndChunks);
    state.mostTriangles =
      state.nextTriangles > state.mostTriangles ? state.nextTriangles : state.mostTriangles;
    state.numSmallRoots = fails ? 0 : lowOf(state.smallRootsAndTriangles);
    state.activeAndChunks = 0;
    state.nextTriangles = 0;
    state.list ^= 1u;
    ++state.levels;
  }
};

} // namespace inkray
