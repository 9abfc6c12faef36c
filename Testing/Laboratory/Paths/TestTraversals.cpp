// SPDX-License-Identifier: BSD-3-Clause
// Ways through the reference's bounding volume hierarchy: all give the nearest triangle, whenever the lanes
// of a warp agree to turn to their leaves.
#include "Geometry/KdTree/TriangleMesh.h"
#include "KdTree/KdTreeMeshes.h"
#include "ReferenceBvh.h"

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
  }
  BvhView view() const { return { bvh.nodes.data(), bvh.triangles.data(), corners.data() }; }

  Bvh bvh;
  std::vector<Float4> corners;
};

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
      EXPECT_EQ(nearestHitOfBvh<true>(scene.view(), ray, hit), meets);
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

} // namespace
