// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The build with standard data-parallel primitives, after Zhou et al. Kernels run over all nodes or all
/// triangles of a level. Scans between them give places, and a segmented reduction gives bounds. A level's
/// list has no gaps, and its triangles keep their order.
#include "Device/HostBackend.h"
#include "Geometry/KdTree/KdBuild.h"

#include <cstdint>

namespace inkray
{

/// Arrays in which the nodes of a level take places; each array is scanned by itself.
enum KdScanned
{
  kdScanNodes,
  kdScanLeafTriangles,
  kdScanActive,
  kdScanSmallRoots,
  kdScanSmallTriangles,
  kdNumScanned
};

/// Counts the places that each node of a level takes.
struct WantPlaces
{
  KdBuild build;
  std::uint32_t list;
  std::int64_t numNodes;
  std::uint32_t* wanted; ///< numNodes + 1 for each of KdScanned

  INKRAY_HD void operator()(std::int64_t i) const
  {
    KdPlaces places = {};
    if (i < numNodes)
      places = placesFor(decide(build.policy, build.lists[list], static_cast<std::uint32_t>(i)));
    const std::int64_t stride = numNodes + 1;
    wanted[kdScanNodes * stride + i] = places.nodes;
    wanted[kdScanLeafTriangles * stride + i] = places.leafTriangles;
    wanted[kdScanActive * stride + i] = places.active;
    wanted[kdScanSmallRoots * stride + i] = places.smallRoots;
    wanted[kdScanSmallTriangles * stride + i] = places.smallTriangles;
  }
};

/// Carries out the decisions, in the places that the scans gave.
struct CarryOutScanned
{
  KdBuild build;
  std::uint32_t list;
  std::int64_t numNodes;
  const std::uint32_t* places;

  INKRAY_HD void operator()(std::int64_t node) const
  {
    KdState& state = *build.state;
    const auto i = static_cast<std::uint32_t>(node);
    const KdDecision d = decide(build.policy, build.lists[list], i);
    KdPlaces wanted = placesFor(d);
    wanted.chunks = wanted.triangles = 0;
    const std::int64_t stride = numNodes + 1;
    KdPlaces at = {};
    at.nodes = lowOf(state.nodesAndLeafTriangles) + places[kdScanNodes * stride + node];
    at.leafTriangles = highOf(state.nodesAndLeafTriangles) + places[kdScanLeafTriangles * stride + node];
    at.active = places[kdScanActive * stride + node];
    at.smallRoots = lowOf(state.smallRootsAndTriangles) + places[kdScanSmallRoots * stride + node];
    at.smallTriangles = highOf(state.smallRootsAndTriangles) + places[kdScanSmallTriangles * stride + node];
    build.plans[i].kind = kdNothing;
    if (fits(state, at, wanted, build.capacities))
      carryOut(build, build.lists[list], build.lists[list ^ 1u], i, d, at);
  }
};

struct TakeScanned
{
  KdBuild build;
  std::int64_t numNodes;
  const std::uint32_t* places;

  INKRAY_HD void operator()(std::int64_t) const
  {
    KdState& state = *build.state;
    const auto total = [&](KdScanned what) { return places[what * (numNodes + 1) + numNodes]; };
    state.nodesAndLeafTriangles += counterPair(total(kdScanNodes), total(kdScanLeafTriangles));
    state.smallRootsAndTriangles += counterPair(total(kdScanSmallRoots), total(kdScanSmallTriangles));
    state.activeAndChunks = total(kdScanActive);
  }
};

/// Flags on which sides of its node's plane each triangle of a level lies, with one number for each side. The
/// entry behind the last triangle is 0. Triangles of nodes that are done are copied.
struct FlagSides
{
  KdBuild build;
  std::uint32_t list;
  std::int64_t numTriangles;
  std::uint32_t *below, *above;

  INKRAY_HD void operator()(std::int64_t place) const
  {
    below[place] = above[place] = 0;
    if (place == numTriangles)
      return;
    const auto i = static_cast<std::uint32_t>(place);
    const KdNodeList& nodes = build.lists[list];
    const bool gathers = build.plans[0].kind == kdGather;
    const KdPlan plan = build.plans[gathers ? 0 : nodes.owners[i]];
    const std::uint32_t triangle = gathers ? i : nodes.triangles[i];
    if (plan.kind == kdCopySmall)
      build.smallTriangles[plan.target + (i - plan.first)] = triangle;
    else if (plan.kind == kdCopyLeaf)
      build.leafTriangles[plan.target + (i - plan.first)] = triangle;
    else if (plan.kind != kdNothing)
    {
      const KdSides sides = sidesOf(plan, build.boxes[triangle]);
      below[place] = sides.below ? 1 : 0;
      above[place] = sides.above ? 1 : 0;
    }
  }
};

/// Counts the triangles of the children, from the scanned sides.
struct CountChildren
{
  KdBuild build;
  std::uint32_t list;
  const std::uint32_t *below, *above;
  std::uint32_t* firsts;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const KdPlan plan = build.plans[i];
    if (plan.kind > kdGather)
      return;
    const KdNodeList& next = build.lists[list ^ 1u];
    const std::uint32_t end = plan.first + plan.count;
    next.counts[plan.target] = firsts[plan.target] = below[end] - below[plan.first];
    if (plan.kind != kdGather)
      next.counts[plan.target + 1] = firsts[plan.target + 1] = above[end] - above[plan.first];
  }
};

struct TakeTriangles
{
  KdBuild build;
  const std::uint32_t* total;

  INKRAY_HD void operator()(std::int64_t) const { build.state->nextTriangles = *total; }
};

/// Sets the first place of each child's triangles.
struct PlaceChild
{
  KdBuild build;
  std::uint32_t list;
  const std::uint32_t* firsts;

  INKRAY_HD void operator()(std::int64_t i) const { build.lists[list ^ 1u].low[i].w = floatOf(firsts[i]); }
};

/// Moves each triangle to the children that it is in.
struct MoveTriangle
{
  KdBuild build;
  std::uint32_t list;
  const std::uint32_t *below, *above, *firsts;

  INKRAY_HD void operator()(std::int64_t place) const
  {
    const auto i = static_cast<std::uint32_t>(place);
    const KdNodeList& nodes = build.lists[list];
    const KdNodeList& next = build.lists[list ^ 1u];
    const bool gathers = build.plans[0].kind == kdGather;
    const KdPlan plan = build.plans[gathers ? 0 : nodes.owners[i]];
    const std::uint32_t triangle = gathers ? i : nodes.triangles[i];
    if (plan.kind > kdGather)
      return;
    if (below[i + 1] != below[i])
      move(next, plan.target, firsts[plan.target] + below[i] - below[plan.first], triangle);
    if (above[i + 1] != above[i])
      move(next, plan.target + 1, firsts[plan.target + 1] + above[i] - above[plan.first], triangle);
  }

private:
  INKRAY_HD static void move(
    const KdNodeList& next, std::uint32_t child, std::uint32_t to, std::uint32_t triangle)
  {
    next.triangles[to] = triangle;
    next.owners[to] = child;
  }
};

/// Growing bounds as one value, for reductions.
struct KdGrowing
{
  std::uint32_t bounds[kdNumGrown];
};

struct JoinGrowing
{
  INKRAY_HD KdGrowing operator()(const KdGrowing& a, const KdGrowing& b) const
  {
    KdGrowing both;
    INKRAY_UNROLL
    for (int k = 0; k < kdNumGrown; ++k)
      both.bounds[k] = a.bounds[k] > b.bounds[k] ? a.bounds[k] : b.bounds[k];
    return both;
  }
};

/// Returns the bounds of the part of a triangle that is in its node.
struct BoundsInNode
{
  KdTriangleBoxes boxes;
  KdNodeList list;

  INKRAY_HD KdGrowing operator()(std::int64_t i) const
  {
    const std::uint32_t node = list.owners[i];
    KdGrowing found = {};
    const KdBox box = boxOf(list.low[node], list.high[node]);
    grow(found.bounds, medianSplit(box), intersection(boxes[list.triangles[i]], box));
    return found;
  }
};

/// Finds the bounds of each node's triangles. The list has `numTriangles` triangles, node after node; no list
/// of the build has more than `mostTriangles`.
template <class Scratch>
void reduceBounds(HostBackend& backend, const KdTriangleBoxes& boxes, const KdNodeList& list,
  std::int64_t numNodes, std::int64_t, std::int64_t, Scratch&)
{
  const BoundsInNode boundsOf = { boxes, list };
  backend.forEach<1>(numNodes, [&](std::int64_t node) {
    KdGrowing all = {};
    const std::uint32_t first = bitsOf(list.low[node].w), end = first + list.counts[node];
    for (std::uint32_t i = first; i < end; ++i)
      all = JoinGrowing()(all, boundsOf(i));
    for (int k = 0; k < kdNumGrown; ++k)
      list.bounds[kdNumGrown * node + k] = all.bounds[k];
  });
}

/// Turns places among the small trees into places in the tree.
struct OffsetSmallTree
{
  KdBuild build;
  std::uint32_t *nodes, *triangles;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    nodes[i] += lowOf(build.state->nodesAndLeafTriangles);
    triangles[i] += highOf(build.state->nodesAndLeafTriangles);
  }
};

struct TakeSmallTrees
{
  KdBuild build;
  const std::uint32_t *nodes, *triangles; ///< the entries behind the last tree

  INKRAY_HD void operator()(std::int64_t) const
  {
    build.state->nodesAndLeafTriangles = counterPair(*nodes, *triangles);
  }
};

} // namespace inkray
