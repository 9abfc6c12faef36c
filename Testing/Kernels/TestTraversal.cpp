// SPDX-License-Identifier: BSD-3-Clause
// Traversal of the min-max trees: leaves in the order of the ray, by looking at every leaf.
#include "GridRays.h"
#include "KernelScene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// The part of a ray in a box; in double.
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

/// Leaves that a traversal visited against those that it has to visit, with the part of the ray in each.
/// Those that the ray meets for less than rounding may be visited or not.
void expectVisits(const std::vector<std::uint32_t>& visited,
  const std::map<std::uint32_t, std::pair<double, double>>& met, std::uint32_t seed)
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

TEST(Traversal, BvhVisitsLeavesInTheOrderOfTheRay)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, { 0.3f, 0.9f });
  std::size_t visits = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed)
  {
    const Ray ray = rayAcross(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    // Bounds of a leaf are those of its sub-bricks with a surface, which the mask says.
    std::map<std::uint32_t, std::pair<double, double>> met;
    for (const std::uint32_t ref : s.refs)
    {
      const std::uint64_t mask = ref == noNode ? 0 : maskOfLeaf(s.scene, ref);
      if (mask == 0)
        continue;
      int leaf[3];
      leafOfRef(ref, leaf);
      double low[3] = { 1e9, 1e9, 1e9 }, high[3] = { -1e9, -1e9, -1e9 };
      for (int sub = 0; sub < 64; ++sub)
        for (int axis = 0; axis < 3 && (mask >> sub & 1u); ++axis)
        {
          const double at = 16 * leaf[axis] + 4 * (sub >> 2 * axis & 3);
          low[axis] = std::min(low[axis], at);
          high[axis] =
            std::max(high[axis], std::min(at + 4, double(s.Cells[static_cast<std::size_t>(axis)])));
        }
      const auto part = partIn(ray, low, high);
      if (part.second >= part.first - 1e-3)
        met[ref] = part;
    }
    std::uint32_t items[LocalStack::depth];
    LocalStack stack = { items };
    stack.push(s.nodes[1].ref);
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, ray.begin, stack)) != noNode;)
      visited.push_back(ref);
    ASSERT_NO_FATAL_FAILURE(expectVisits(visited, met, seed));
    visits += visited.size();
    // From the middle of the ray on, only what begins no earlier than it ends there.
    const float middle = 0.5f * (ray.begin + ray.end);
    stack.push(s.nodes[1].ref);
    std::vector<std::uint32_t> later;
    for (std::uint32_t ref; (ref = traverseBVH(s.scene, ray, middle, stack)) != noNode;)
      later.push_back(ref);
    std::vector<std::uint32_t> expected;
    for (const std::uint32_t ref : visited)
      if (met[ref].second >= middle)
        expected.push_back(ref);
    if (std::none_of(met.begin(), met.end(),
          [&](const auto& leaf) { return std::abs(leaf.second.second - middle) < 1e-3; }))
    {
      ASSERT_EQ(later, expected) << "seed " << seed;
    }
  }
  EXPECT_GT(visits, 1000u);
}

template <bool Single>
void checkKdJump(const std::vector<float>& isovalues)
{
  KernelScene<float> s({ 150, 70, 100 }, gyroidOf, isovalues);
  std::size_t visits = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed)
  {
    const Ray ray = rayAcross(s.Cells, seed);
    if (!(ray.begin < ray.end))
      continue;
    std::map<std::uint32_t, std::pair<double, double>> met;
    for (const std::uint32_t ref : s.refs)
    {
      if (ref == noNode)
        continue;
      int leaf[3];
      leafOfRef(ref, leaf);
      const MinMax<float> range = s.leaves[static_cast<std::size_t>(leafIndex(s.scene.layout, leaf))];
      bool crossed = false;
      for (const float value : isovalues)
        crossed = crossed || (range.low < value && range.high >= value);
      if (!crossed)
        continue;
      const double low[3] = { 16.0 * leaf[0], 16.0 * leaf[1], 16.0 * leaf[2] },
                   high[3] = { low[0] + 16, low[1] + 16, low[2] + 16 };
      const auto part = partIn(ray, low, high);
      if (part.second >= part.first - 1e-3)
        met[ref] = part;
    }
    KdJumpTraversal<Single, VolumeView<float>> traversal{ &s.scene, s.tree.data() };
    std::vector<std::uint32_t> visited;
    for (std::uint32_t ref = traversal.first(ray); ref != noNode; ref = traversal.next(ray))
      visited.push_back(ref);
    ASSERT_NO_FATAL_FAILURE(expectVisits(visited, met, seed));
    visits += visited.size();
  }
  EXPECT_GT(visits, 1000u);
}

TEST(Traversal, KdJumpVisitsLeavesInTheOrderOfTheRay)
{
  checkKdJump<true>({ 0.3f });
  checkKdJump<false>({ 0.3f, 0.9f });
}

} // namespace
