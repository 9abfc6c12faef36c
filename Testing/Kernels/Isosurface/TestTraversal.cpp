// SPDX-License-Identifier: BSD-3-Clause
// Traversal of the min-max trees: it visits leaves in the order of the ray. Each leaf is looked at to check
// it.
#include "Oracles/Grid/GridRays.h"
#include "Oracles/KernelScene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Returns the span of a ray in a box, in double.
std::pair<double, double> partIn(const Ray& ray, const double low[3], const double high[3])
{
  double begin = ray.begin, end = ray.end;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double a = (low[axis] - ray.origin[axis]) / ray.direction[axis],
                 b = (high[axis] - ray.origin[axis]) / ray.direction[axis];
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }
  return { begin, end };
}

/// Leaves that a ray meets, with the span of the ray in each.
using LeavesOfRay = std::map<std::uint32_t, std::pair<double, double>>;

/// Compares the leaves that a traversal visited with those that it must visit. It may visit or skip a leaf
/// that the ray meets for less than rounding.
void expectVisits(const std::vector<std::uint32_t>& visited, const LeavesOfRay& met, std::uint32_t seed)
{
  double before = -1e30;
  std::map<std::uint32_t, int> times;
  for (const std::uint32_t ref : visited)
  {
    ASSERT_EQ(++times[ref], 1) << "seed " << seed;
    const auto found = met.find(ref);
    ASSERT_TRUE(found != met.end()) << "seed " << seed << ": leaf " << std::hex << ref
                                    << " is not on the way";
    ASSERT_GE(found->second.second, found->second.first - 1e-3) << "seed " << seed;
    ASSERT_GE(found->second.first, before - 1e-3) << "seed " << seed;
    before = found->second.first;
  }
  for (const auto& leaf : met)
  {
    if (leaf.second.second - leaf.second.first > 1e-3)
    {
      ASSERT_EQ(times.count(leaf.first), 1u) << "seed " << seed << ": leaf " << std::hex << leaf.first;
    }
  }
}

/// Checks a traversal against all leaves, for rays in all directions. `boundsOf(ref, low, high)` gives the
/// box of a leaf, or returns false where a traversal need not visit it. `visit(ray, met, seed)` returns the
/// visited leaves, and may compare them further with the leaves that the ray meets.
template <class Bounds, class Visit>
void checkTraversal(const KernelScene<float>& s, const Bounds& boundsOf, const Visit& visit)
{
  std::size_t visits = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed)
  {
    const Ray ray = rayAcross(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    LeavesOfRay met;
    for (const std::uint32_t ref : s.refs)
    {
      double low[3], high[3];
      if (ref == noNode || !boundsOf(ref, low, high))
        continue;
      const auto part = partIn(ray, low, high);
      if (part.second >= part.first - 1e-3)
        met[ref] = part;
    }
    std::vector<std::uint32_t> visited;
    ASSERT_NO_FATAL_FAILURE(visited = visit(ray, met, seed));
    ASSERT_NO_FATAL_FAILURE(expectVisits(visited, met, seed));
    visits += visited.size();
  }
  EXPECT_GT(visits, 1000u);
}

TEST(Traversal, BvhVisitsLeavesInTheOrderOfTheRay)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, { 0.3f, 0.9f });
  // A leaf's bounds are those of its sub-bricks with a surface, which stand in the mask.
  const auto boundsOf = [&](std::uint32_t ref, double low[3], double high[3]) {
    const std::uint64_t mask = maskOfLeaf(s.scene, ref);
    int leaf[3];
    leafOfRef(ref, leaf);
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = 1e9;
      high[axis] = -1e9;
      for (int sub = 0; sub < 64; ++sub)
        if (mask >> sub & 1u)
        {
          const double at = 16 * leaf[axis] + 4 * (sub >> 2 * axis & 3);
          low[axis] = std::min(low[axis], at);
          high[axis] =
            std::max(high[axis], std::min(at + 4, double(s.Cells[static_cast<std::size_t>(axis)])));
        }
    }
    return mask != 0;
  };
  const auto visitedFrom = [&](const Ray& ray, float begin) {
    std::uint32_t items[LocalStack::depth];
    LocalStack stack = { items };
    stack.push(s.nodes[1].ref);
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, begin, stack)) != noNode;)
      visited.push_back(ref);
    return visited;
  };
  checkTraversal(s, boundsOf, [&](const Ray& ray, const LeavesOfRay& met, std::uint32_t seed) {
    const std::vector<std::uint32_t> visited = visitedFrom(ray, ray.begin);
    // From the middle of the ray on, the traversal visits only leaves that end at the middle or later.
    const float middle = 0.5f * (ray.begin + ray.end);
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t ref : visited)
    {
      const auto found = met.find(ref);
      if (found != met.end() && found->second.second >= middle)
        expected.push_back(ref);
    }
    if (std::none_of(met.begin(), met.end(),
          [&](const auto& leaf) { return std::abs(leaf.second.second - middle) < 1e-3; }))
    {
      EXPECT_EQ(visitedFrom(ray, middle), expected) << "seed " << seed;
    }
    return visited;
  });
}

template <bool Single>
void checkKdJump(const std::vector<float>& isovalues)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, isovalues);
  const auto boundsOf = [&](std::uint32_t ref, double low[3], double high[3]) {
    int leaf[3];
    leafOfRef(ref, leaf);
    for (int axis = 0; axis < 3; ++axis)
    {
      low[axis] = 16.0 * leaf[axis];
      high[axis] = low[axis] + 16;
    }
    const MinMax<float> range = s.leaves[static_cast<std::size_t>(leafIndex(s.scene.layout, leaf))];
    return std::any_of(isovalues.begin(), isovalues.end(),
      [&](float value) { return range.low < value && range.high >= value; });
  };
  checkTraversal(s, boundsOf, [&](const Ray& ray, const LeavesOfRay&, std::uint32_t) {
    KdJumpTraversal<Single, VolumeView<float>> traversal{ &s.scene, s.tree.data() };
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref = traversal.first(ray); ref != noNode; ref = traversal.next(ray))
      visited.push_back(ref);
    return visited;
  });
}

TEST(Traversal, KdJumpVisitsLeavesInTheOrderOfTheRay)
{
  checkKdJump<true>({ 0.3f });
  checkKdJump<false>({ 0.3f, 0.9f });
}

} // namespace
