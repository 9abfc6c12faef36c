// SPDX-License-Identifier: BSD-3-Clause
// The stages of a kd-tree's build as blocks and warps do them, against the plain functions that do the same.
#include "CompactionScenarios.h"
#include "Geometry/KdTree/KdLarge.h"
#include "Geometry/KdTree/KdLargeBlock.h"
#include "Geometry/KdTree/KdSmallBlock.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace protocol
{
namespace
{
using namespace inkray;

/// Draws boxes with few different bounds, so that some lie in splitting planes and some are flat. One in ten
/// belongs to a triangle that is left out.
std::vector<Float4> drawBoxes(Random& dice, std::size_t n, bool allProper, float step = 0.5f)
{
  std::vector<Float4> bounds;
  for (std::size_t i = 0; i < n; ++i)
  {
    float low[3], high[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = static_cast<float>(dice.below(17)) - 8.0f;
      high[axis] = low[axis] + static_cast<float>(dice.below(5)) * step;
    }
    if (!allProper && dice.chance(0.1))
      low[0] = high[0] + 1.0f;
    bounds.push_back({ low[0], low[1], low[2], 0 });
    bounds.push_back({ high[0], high[1], high[2], 0 });
  }
  return bounds;
}

template <class T>
T* zeroed(Executor& e, const char* name, std::size_t n)
{
  T* const p = e.memory.allocate<T>(name, n);
  for (std::size_t i = 0; i < n; ++i)
    e.memory.write(p + i, T());
  return p;
}

/// The nodes of a level and their triangles before a launch.
struct Level
{
  std::vector<KdPlan> plans;
  std::vector<KdChunk> chunks;
  std::vector<std::uint32_t> triangles;
  std::vector<Float4> low, high; ///< of the children
  std::uint32_t numNext = 0, numSmall = 0, numLeaf = 0;

  Level(Random& dice, std::uint32_t numTriangles)
  {
    const bool gathers = dice.chance(0.2);
    const std::uint32_t numPlans = gathers ? 1 : 1 + dice.below(4);
    for (std::uint32_t p = 0; p < numPlans; ++p)
    {
      KdPlan plan = {};
      plan.first = static_cast<std::uint32_t>(triangles.size());
      plan.count = gathers ? numTriangles : 1 + dice.below(180);
      plan.span = 1 + dice.below(150);
      plan.kind = gathers ? kdGather : dice.below(4) == 0 ? kdCopySmall + dice.below(2) : dice.below(3);
      plan.split = static_cast<float>(dice.below(17)) - 8.0f;
      for (std::uint32_t i = 0; i < plan.count; ++i)
        triangles.push_back(dice.below(numTriangles));
      if (plan.kind <= kdGather)
      {
        plan.target = static_cast<std::uint32_t>(low.size());
        for (std::uint32_t k = 0; k < 2; ++k)
        {
          float ends[6];
          for (int axis = 0; axis < 3; ++axis)
          {
            ends[axis] = -static_cast<float>(1 + dice.below(11));
            ends[3 + axis] = static_cast<float>(1 + dice.below(11));
          }
          low.push_back({ ends[0], ends[1], ends[2], floatOf(numNext) });
          high.push_back({ ends[3], ends[4], ends[5], 0 });
          numNext += plan.count;
        }
      }
      else
      {
        std::uint32_t& copies = plan.kind == kdCopySmall ? numSmall : numLeaf;
        plan.target = copies;
        copies += plan.count;
      }
      for (std::uint32_t offset = 0; offset < plan.count; offset += plan.span)
        chunks.push_back({ p, offset });
      plans.push_back(plan);
    }
    for (std::size_t i = chunks.size(); i > 1; --i)
      std::swap(chunks[i - 1], chunks[dice.below(static_cast<std::uint32_t>(i))]);
  }
};

template <int Block>
void runLargeOf(Executor& e)
{
  using Body = KdLargeBlock<Block>;
  Random& dice = e.dice();
  const std::uint32_t numTriangles = 1 + dice.below(200);
  const std::vector<Float4> bounds = drawBoxes(dice, numTriangles, false);
  Level level(dice, numTriangles);
  const auto children = static_cast<std::uint32_t>(level.low.size());

  KdBuild build = {};
  build.boxes = { bounds.data() };
  build.plans = level.plans.data();
  build.chunks = level.chunks.data();
  build.smallTriangles = e.memory.allocate<std::uint32_t>("smallTriangles", level.numSmall + 1);
  build.leafTriangles = e.memory.allocate<std::uint32_t>("leafTriangles", level.numLeaf + 1);
  KdNodeList list = {}, next = {};
  list.triangles = level.triangles.data();
  next.low = level.low.data();
  next.high = level.high.data();
  next.counts = zeroed<std::uint32_t>(e, "counts", children + 1);
  next.bounds = zeroed<std::uint32_t>(e, "bounds", kdNumGrown * children + 1);
  next.triangles = e.memory.allocate<std::uint32_t>("triangles", level.numNext + 1);
  const auto numChunks = static_cast<std::uint32_t>(level.chunks.size());
  if (!e.launch<Block, typename Body::Shared>(
        1 + dice.below(numChunks), [&](const FiberContext<Block>& ctx, typename Body::Shared& shared) {
          Body::run(ctx, shared, build, list, next, numChunks);
        }))
    return;

  // Do the same by the function of CPU threads.
  std::vector<std::uint32_t> counts(children + 1), growing(kdNumGrown * children + 1), to(level.numNext + 1),
    small(level.numSmall + 1), leaf(level.numLeaf + 1);
  KdState state = {};
  KdBuild plain = build;
  plain.smallTriangles = small.data();
  plain.leafTriangles = leaf.data();
  plain.state = &state;
  plain.lists[0] = list;
  plain.lists[1] = next;
  plain.lists[1].counts = counts.data();
  plain.lists[1].bounds = growing.data();
  plain.lists[1].triangles = to.data();
  for (std::uint32_t i = 0; i < numChunks; ++i)
    SplitChunk{ plain }(i);

  const auto triangleOf = [&](const std::uint32_t* p) {
    return e.memory.written(p) ? e.memory.read(p) : 0xffffffffu;
  };
  for (std::uint32_t i = 0; i < level.numSmall; ++i)
    if (triangleOf(build.smallTriangles + i) != small[i])
      return e.fail("triangle " + std::to_string(i) + " of the small ones is wrong");
  for (std::uint32_t i = 0; i < level.numLeaf; ++i)
    if (triangleOf(build.leafTriangles + i) != leaf[i])
      return e.fail("triangle " + std::to_string(i) + " of the leaves is wrong");
  for (std::uint32_t c = 0; c < children; ++c)
  {
    const std::string which = "child " + std::to_string(c);
    if (e.memory.read(next.counts + c) != counts[c])
      return e.fail("the count of " + which + " is wrong");
    for (std::uint32_t k = 0; k < kdNumGrown; ++k)
      if (e.memory.read(next.bounds + kdNumGrown * c + k) != growing[kdNumGrown * c + k])
        return e.fail("a bound of " + which + " is wrong");
    const std::uint32_t first = bitsOf(level.low[c].w);
    std::vector<std::uint32_t> got, expected(to.begin() + first, to.begin() + first + counts[c]);
    for (std::uint32_t i = 0; i < counts[c]; ++i)
      got.push_back(triangleOf(next.triangles + first + i));
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    if (got != expected)
      return e.fail("the triangles of " + which + " are wrong");
    if (counts[c] < level.plans[0].count && e.memory.written(next.triangles + first + counts[c]) &&
      level.plans.size() == 1)
      return e.fail("something is stored past the triangles of " + which);
  }
}

void runLarge(Executor& e)
{
  switch (e.dice().below(3))
  {
    case 0:
      return runLargeOf<32>(e);
    case 1:
      return runLargeOf<64>(e);
    default:
      return runLargeOf<128>(e);
  }
}

/// Roots of small trees, the first nodes of the tree.
struct SmallRoots
{
  std::vector<Float4> low, high;
  std::vector<std::uint32_t> counts, triangles;

  SmallRoots(Random& dice, std::uint32_t numTriangles, std::uint32_t most)
  {
    const std::uint32_t n = 1 + dice.below(4);
    for (std::uint32_t i = 0; i < n; ++i)
    {
      low.push_back({ -8, -8, -8, floatOf(static_cast<std::uint32_t>(triangles.size())) });
      high.push_back({ 20, 20, 20, floatOf(i) });
      const std::uint32_t count = 1 + dice.below(dice.chance(0.2) ? most : 10);
      counts.push_back(count);
      for (std::uint32_t k = 0; k < count; ++k)
        triangles.push_back(dice.below(numTriangles));
    }
  }
};

/// Returns whether the nodes at two places are roots of the same tree. `nodeAt` and `triangleAt` read what
/// was made on fibers.
template <class Node, class Triangle>
bool isSameTree(const Node& nodeAt, const Triangle& triangleAt, std::uint32_t at,
  const std::vector<KdNode>& nodes, const std::vector<std::uint32_t>& triangles, std::uint32_t expectedAt)
{
  const KdNode a = nodeAt(at), b = nodes[expectedAt];
  if ((a.y & 3u) != (b.y & 3u))
    return false;
  if (!isLeaf(a))
    return a.x == b.x && isSameTree(nodeAt, triangleAt, lowerChildOf(a), nodes, triangles, lowerChildOf(b)) &&
      isSameTree(nodeAt, triangleAt, lowerChildOf(a) + 1, nodes, triangles, lowerChildOf(b) + 1);
  if (countOf(a) != countOf(b))
    return false;
  std::vector<std::uint32_t> got, expected;
  for (std::uint32_t i = 0; i < countOf(a); ++i)
  {
    got.push_back(countOf(a) <= kdInLeaf ? leafTriangle(nullptr, a, i) : triangleAt(a.x + i));
    expected.push_back(leafTriangle(triangles.data(), b, i));
  }
  std::sort(got.begin(), got.end());
  std::sort(expected.begin(), expected.end());
  return got == expected;
}

/// Draws the corners of a triangle in each box. Two corners, by chance, lie at the ends along each axis.
std::vector<Float4> drawCorners(Random& dice, const std::vector<Float4>& bounds)
{
  std::vector<Float4> corners;
  for (std::size_t i = 0; i < bounds.size(); i += 2)
  {
    const float ends[3][2] = { { bounds[i].x, bounds[i + 1].x }, { bounds[i].y, bounds[i + 1].y },
      { bounds[i].z, bounds[i + 1].z } };
    float p[3][3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::uint32_t first = dice.below(3);
      for (std::uint32_t k = 0; k < 3; ++k)
        p[(first + k) % 3][axis] = k < 2 ? ends[axis][k] : ends[axis][dice.below(2)];
    }
    for (const auto& corner : p)
      corners.push_back({ corner[0], corner[1], corner[2], 0 });
  }
  return corners;
}

template <int Block, int Words>
void runSmallOf(Executor& e)
{
  using Body = KdSmallBlock<Block, Words>;
  Random& dice = e.dice();
  e.setPatience(1000000); // a whole tree is made before anything is stored
  const std::vector<Float4> bounds = drawBoxes(dice, 40, true, dice.chance(0.5) ? 0.5f : 3.0f);
  const std::vector<Float4> corners = drawCorners(dice, bounds);
  SmallRoots roots(dice, 40, Body::mostTriangles);
  const auto numTrees = static_cast<std::uint32_t>(roots.counts.size());

  // First do it as CPU threads do.
  std::vector<KdNode> nodes(numTrees * 256);
  std::vector<std::uint32_t> leaves(numTrees * 256 * kdSmallTriangles), nodePlaces(numTrees),
    trianglePlaces(numTrees);
  KdState state = {};
  state.nodesAndLeafTriangles = counterPair(numTrees, 0);
  KdBuild plain = {};
  plain.boxes = { bounds.data() };
  plain.smallLow = roots.low.data();
  plain.smallHigh = roots.high.data();
  plain.smallCounts = roots.counts.data();
  plain.smallTriangles = roots.triangles.data();
  plain.nodes = nodes.data();
  plain.leafTriangles = leaves.data();
  plain.state = &state;
  plain.corners = corners.data();
  plain.policy = { Body::mostTriangles, dice.chance(0.5) ? 1.0f : 1.5f,
    static_cast<std::uint16_t>(dice.chance(0.7) ? 1 : 0), 0 };
  const float ends[2] = { -8, 20 };
  for (int k = 0; k < 6; ++k)
    state.rootBounds[k] = growingBound(ends[k / 3], k >= 3);
  plain.capacities.rooms[kdNodes] = static_cast<std::uint32_t>(nodes.size());
  plain.capacities.rooms[kdLeafTriangles] = static_cast<std::uint32_t>(leaves.size());
  std::vector<std::uint32_t> nodeCounts(numTrees), triangleCounts(numTrees);
  for (std::uint32_t i = 0; i < numTrees; ++i)
  {
    BuildSmallTree{ plain, KdSmallPass::Count, nodeCounts.data(), triangleCounts.data() }(i);
    nodePlaces[i] = lowOf(state.nodesAndLeafTriangles);
    trianglePlaces[i] = highOf(state.nodesAndLeafTriangles);
    BuildSmallTree{ plain, KdSmallPass::Append, nullptr, nullptr }(i);
  }
  const std::uint32_t numNodes = lowOf(state.nodesAndLeafTriangles),
                      numLeaves = highOf(state.nodesAndLeafTriangles);

  const bool isTight = dice.chance(0.1) && numNodes > numTrees;
  KdSmallTrees trees = {};
  trees.boxes = { bounds.data() };
  trees.low = roots.low.data();
  trees.high = roots.high.data();
  trees.counts = roots.counts.data();
  trees.triangles = roots.triangles.data();
  trees.corners = corners.data();
  trees.rootBounds = state.rootBounds;
  trees.policy = plain.policy;
  trees.mostNodes = isTight ? numNodes - 1 : numNodes;
  trees.mostLeafTriangles = numLeaves;
  trees.nodes = e.memory.allocate<KdNode>("nodes", trees.mostNodes);
  trees.leafTriangles = e.memory.allocate<std::uint32_t>("leafTriangles", numLeaves + 1);
  trees.nodesAndLeafTriangles = e.memory.allocate<std::uint64_t>("taken", 1);
  e.memory.write(trees.nodesAndLeafTriangles, counterPair(numTrees, 0));
  trees.overflow = zeroed<std::uint8_t>(e, "overflow", 8);
  const std::uint32_t blocks = 1 + dice.below(3);
  const auto launch = [&](auto pass) {
    return e.launch<Block, typename Body::Shared>(
      blocks, [&](const FiberContext<Block>& ctx, typename Body::Shared& shared) {
        Body::template run<decltype(pass)::value>(ctx, shared, trees, numTrees);
      });
  };
  if (dice.chance(0.6))
  {
    if (!launch(std::integral_constant<KdSmallPass, KdSmallPass::Append>()))
      return;
  }
  else
  {
    trees.nodePlaces = e.memory.allocate<std::uint32_t>("nodePlaces", numTrees);
    trees.trianglePlaces = e.memory.allocate<std::uint32_t>("trianglePlaces", numTrees);
    if (!launch(std::integral_constant<KdSmallPass, KdSmallPass::Count>()))
      return;
    for (std::uint32_t i = 0; i < numTrees; ++i)
      if (!e.memory.written(trees.nodePlaces + i) || e.memory.read(trees.nodePlaces + i) != nodeCounts[i] ||
        !e.memory.written(trees.trianglePlaces + i) ||
        e.memory.read(trees.trianglePlaces + i) != triangleCounts[i])
        return e.fail("a count of tree " + std::to_string(i) + " is wrong");
    trees.nodePlaces = nodePlaces.data();
    trees.trianglePlaces = trianglePlaces.data();
    if (!launch(std::integral_constant<KdSmallPass, KdSmallPass::Emit>()))
      return;
  }
  const bool overflows = e.memory.read(trees.overflow + kdNodes) != 0;
  if (overflows != isTight)
    return e.fail(
      isTight ? "too little room is not reported" : "there is room, and it is said to be too little");
  if (isTight)
    return;
  for (std::uint32_t i = 0; i < numNodes; ++i)
    if (!e.memory.written(trees.nodes + i))
      return e.fail("node " + std::to_string(i) + " is not set");
  const auto nodeAt = [&](std::uint32_t at) { return e.memory.read(trees.nodes + at); };
  const auto triangleAt = [&](std::uint32_t at) {
    return e.memory.written(trees.leafTriangles + at) ? e.memory.read(trees.leafTriangles + at) : 0xffffffffu;
  };
  for (std::uint32_t i = 0; i < numTrees; ++i)
    if (!isSameTree(nodeAt, triangleAt, i, nodes, leaves, i))
      return e.fail("tree " + std::to_string(i) + " is wrong");
}

void runSmall(Executor& e)
{
  switch (e.dice().below(4))
  {
    case 0:
      return runSmallOf<32, 1>(e);
    case 1:
      return runSmallOf<64, 1>(e);
    case 2:
      return runSmallOf<32, 2>(e);
    default:
      return runSmallOf<64, 2>(e);
  }
}

} // namespace

const std::vector<Scenario>& kdTreeScenarios()
{
  static const std::vector<Scenario> all = { { "KdLargeBlock", 150, runLarge },
    { "KdSmallBlock", 60, runSmall } };
  return all;
}

} // namespace protocol
