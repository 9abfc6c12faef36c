// SPDX-License-Identifier: BSD-3-Clause
// Ways through bounding volume hierarchies, the reference's and that of clusters: all give the nearest
// triangle, whenever the lanes of a warp agree to turn to their leaves.
#include "ClusterBvh.h"
#include "Device/HostBackend.h"
#include "Geometry/KdTree/TriangleMesh.h"
#include "KdTree/KdTreeMeshes.h"
#include "ReferenceBvh.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace
{

using namespace inkray;
using namespace inkray::laboratory;

struct Scene
{
  explicit Scene(const kdtest::Triangles& mesh)
  {
    std::vector<KdBox> boxes;
    for (std::int64_t i = 0; i < mesh.size(); ++i)
    {
      Float4 p[3] = {}; // as in the kd-tree for triangles that it leaves out
      KdBox box = emptyKdBox();
      loadTriangle(mesh.mesh(), i, p, box);
      boxes.push_back(box);
      corners.insert(corners.end(), p, p + 3);
    }
    bvh = buildBvh(boxes);
    KdBox bounds = emptyKdBox();
    for (const Float4& p : corners)
      for (int axis = 0; axis < 3; ++axis)
      {
        const float x = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
        bounds.low[axis] = std::min(bounds.low[axis], x);
        bounds.high[axis] = std::max(bounds.high[axis], x);
      }
    clusters.build(backend, corners.data(), mesh.size(), bounds, 1e-6f);
  }
  BvhView view() const { return { bvh.nodes.data(), bvh.triangles.data(), corners.data() }; }

  Bvh bvh;
  std::vector<Float4> corners;
  HostBackend backend;
  ClusterBvh<HostBackend> clusters;
};

/// Gathers the triangles below a node and their bounds. Expects each box to fit its triangles.
void gather(const BvhView& bvh, std::uint32_t at, std::uint32_t count, int depth,
  std::vector<std::uint32_t>& triangles, KdBox& box, int& deepest)
{
  deepest = std::max(deepest, depth);
  const auto grow = [&box](int axis, float low, float high) {
    box.low[axis] = std::min(box.low[axis], low);
    box.high[axis] = std::max(box.high[axis], high);
  };
  for (std::uint32_t i = 0; i < count; ++i)
  {
    triangles.push_back(bvh.triangles[at + i]);
    for (int k = 0; k < 3; ++k)
    {
      const Float4 p = bvh.corners[3 * std::size_t(triangles.back()) + static_cast<std::size_t>(k)];
      grow(0, p.x, p.x);
      grow(1, p.y, p.y);
      grow(2, p.z, p.z);
    }
  }
  if (count > 0)
    return;
  const BvhNode& node = bvh.nodes[at];
  const std::uint32_t children[2][2] = { { node.children.x, node.children.z },
    { node.children.y, node.children.w } };
  for (int k = 0; k < 2; ++k)
  {
    if (k == 1 && std::equal(children[0], children[0] + 2, children[1]))
      continue; // a root that is a leaf
    KdBox of = emptyKdBox();
    gather(bvh, children[k][0], children[k][1], depth + 1, triangles, of, deepest);
    const Float4* const sides = &node.x;
    for (int axis = 0; axis < 3; ++axis)
    {
      const float low = k == 0 ? sides[axis].x : sides[axis].z, high = k == 0 ? sides[axis].y : sides[axis].w;
      EXPECT_LE(low, of.low[axis]);
      EXPECT_GE(high, of.high[axis]);
      EXPECT_GE(low, of.low[axis] - 1e-5f);
      EXPECT_LE(high, of.high[axis] + 1e-5f);
      grow(axis, of.low[axis], of.high[axis]);
    }
  }
}

KdHit nearestOfAll(const Scene& scene, const Ray& ray)
{
  KdHit hit = { ray.end, 0xffffffffu, 0, 0 };
  for (std::uint32_t i = 0; i < scene.corners.size() / 3; ++i)
  {
    KdHit found;
    found.triangle = i;
    if (intersectTriangle(TriangleRay(ray), scene.corners.data() + 3 * std::size_t(i), found) &&
      found.t >= ray.begin && found.t < hit.t)
      hit = found;
  }
  return hit;
}

/// A made-up vote of the other lanes.
struct DrawnVote
{
  std::mt19937* dice;
  unsigned share; ///< of ten votes: how many say that all have leaves, if this lane has one
  int* numWaits;

  bool operator()(bool hasLeaf) const
  {
    const bool all = hasLeaf && (*dice)() % 10 < share;
    *numWaits += hasLeaf && !all;
    return all;
  }
};

TEST(Traversals, FindTheNearestTriangle)
{
  std::mt19937 dice(8);
  const auto number = [&] { return static_cast<float>(dice() % 20001) * 1e-4f - 0.5f; };
  for (const std::int64_t size : { 1, 2, 30, 400 })
  {
    const Scene scene(kdtest::soup(dice, size, 0.5f));
    int numHits = 0, numWaits = 0;
    for (int k = 0; k < 500; ++k)
    {
      // The ray goes from around the unit cube to a point in it.
      const kdtest::Point from = { number(), number(), number() };
      kdtest::Point direction;
      for (std::size_t axis = 0; axis < 3; ++axis)
        direction[axis] = 0.25f + 0.5f * number() - from[axis];
      const Ray ray = kdtest::rayOf(from, direction);
      const KdHit expected = nearestOfAll(scene, ray);
      const bool meets = expected.triangle != 0xffffffffu;
      numHits += meets;
      const auto check = [&](bool found, const KdHit& hit, const char* way) {
        ASSERT_EQ(found, meets) << way << ", ray " << k << " of " << size;
        ASSERT_EQ(std::memcmp(&hit, &expected, sizeof hit), 0) << way << ", ray " << k << " of " << size;
      };
      KdHit hit;
      bool found = nearestHitOfBvh(scene.view(), ray, hit);
      ASSERT_NO_FATAL_FAILURE(check(found, hit, "at nodes"));
      found = nearestHitOfBvh(scene.clusters.view(), ray, hit);
      ASSERT_NO_FATAL_FAILURE(check(found, hit, "clusters"));
      EXPECT_EQ(nearestHitOfBvh<true>(scene.view(), ray, hit), meets);
      EXPECT_EQ(nearestHitOfBvh<true>(scene.clusters.view(), ray, hit), meets);
      found = nearestHitByTurns<false>(scene.view(), ray, hit);
      ASSERT_NO_FATAL_FAILURE(check(found, hit, "while-while"));
      found = nearestHitByTurns<true>(scene.view(), ray, hit);
      ASSERT_NO_FATAL_FAILURE(check(found, hit, "speculative, alone"));
      for (const unsigned share : { 0u, 3u, 10u })
      {
        found = nearestHitByTurns<true>(
          scene.view(), ray, hit, KdUnwatched(), DrawnVote{ &dice, share, &numWaits });
        ASSERT_NO_FATAL_FAILURE(check(found, hit, "speculative"));
      }
    }
    EXPECT_GT(numHits, size < 30 ? 0 : 100) << size;
    EXPECT_TRUE(numWaits > 100 || size < 400);
  }
}

TEST(Clusters, HoldEachTriangleOnceInTheirBoxes)
{
  std::mt19937 dice(5);
  std::vector<kdtest::Triangles> meshes = kdtest::allMeshes(dice, 3000);
  meshes.push_back(kdtest::copies(40000)); // one box: pairs are found in turns of the order alone
  for (const kdtest::Triangles& mesh : meshes)
  {
    const Scene scene(mesh);
    const BvhView view = scene.clusters.view();
    std::vector<std::uint32_t> triangles, expected;
    for (std::uint32_t i = 0; i < mesh.size(); ++i)
    {
      const Float4* const p = scene.corners.data() + 3 * std::size_t(i);
      if (std::memcmp(p, p + 1, sizeof *p) != 0 || std::memcmp(p, p + 2, sizeof *p) != 0)
        expected.push_back(i);
    }
    ASSERT_EQ(view.nodes == nullptr, expected.empty()) << mesh.name;
    if (expected.empty())
      continue;
    KdBox box = emptyKdBox();
    int deepest = 0;
    gather(view, 0, 0, 0, triangles, box, deepest);
    std::sort(triangles.begin(), triangles.end());
    EXPECT_EQ(triangles, expected) << mesh.name;
    EXPECT_LT(deepest, bvhStack - 2) << mesh.name << ", " << scene.clusters.numRounds() << " rounds";
  }
}

} // namespace
