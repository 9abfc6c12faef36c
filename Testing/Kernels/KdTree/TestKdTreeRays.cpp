// SPDX-License-Identifier: BSD-3-Clause
// Rays through kd-trees against a look at each triangle: with the same arithmetic, bit for bit, and in double
// precision.
#include "../../Seeds.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "KdTree/HostKdTree.h"
#include "KdTree/KdTreeMeshes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace inkray;
using namespace kdtest;

bool isBefore(const KdHit& a, const KdHit& b)
{
  return a.t < b.t || (a.t == b.t && a.triangle < b.triangle);
}

bool isSame(const KdHit& a, const KdHit& b)
{
  return a.t == b.t && a.triangle == b.triangle && a.u == b.u && a.v == b.v;
}

/// Returns all triangles that the ray meets, in order, without a tree.
std::vector<KdHit> hitsOfEach(const HostKdTree& tree, const Triangles& triangles, const Ray& ray)
{
  std::vector<KdHit> hits;
  for (std::int64_t i = 0; i < triangles.size(); ++i)
  {
    Float4 corners[3];
    KdBox box;
    KdHit hit = {};
    hit.triangle = static_cast<std::uint32_t>(i);
    if (loadTriangle(triangles.mesh(), i, corners, box) == TriangleKind::Proper &&
      intersectTriangle(TriangleRay(ray), tree.corners.data() + 3 * i, hit) && hit.t >= ray.begin &&
      hit.t <= ray.end)
      hits.push_back(hit);
  }
  std::sort(hits.begin(), hits.end(), isBefore);
  return hits;
}

/// Visit all triangles that the ray meets, each once, by ascending parameter and then number, as long as
/// visit(hit) returns true. Each visit begins a new traversal at the root.
template <int StackSize = kdStackSize, class Visit>
void visitHits(const KdTreeView& tree, const Ray& ray, const Visit& visit)
{
  Ray rest = ray;
  KdHit last = { kdNowhere, 0, 0.0f, 0.0f };
  do
  {
    KdHit next = { rest.end, 0xffffffffu, 0.0f, 0.0f };
    traverse<StackSize>(tree, rest, [&](const KdHit& found) {
      const bool isNew = found.t > last.t || found.triangle > last.triangle;
      if (isNew && (found.t < next.t || found.triangle < next.triangle))
        next = found;
      return next.t;
    });
    if (next.triangle == 0xffffffffu)
      return;
    last = next;
    rest.begin = last.t;
  } while (visit(last));
}

std::string describe(const Triangles& triangles, std::uint32_t seed, std::size_t ray)
{
  return triangles.name + ", seed " + std::to_string(seed) + ", ray " + std::to_string(ray);
}

template <int StackSize>
void checkHits(const HostKdTree& tree, const Ray& ray, const std::vector<KdHit>& expected)
{
  KdHit nearest;
  ASSERT_EQ(nearestHit<StackSize>(tree.view(), ray, nearest), !expected.empty());
  if (!expected.empty())
  {
    ASSERT_TRUE(isSame(nearest, expected[0]))
      << "nearest is " << nearest.triangle << " at " << nearest.t << ", expected " << expected[0].triangle
      << " at " << expected[0].t;
  }
  ASSERT_EQ(anyHit<StackSize>(tree.view(), ray), !expected.empty());
  std::vector<KdHit> all;
  visitHits<StackSize>(tree.view(), ray, [&](const KdHit& hit) {
    all.push_back(hit);
    return all.size() < 40;
  });
  ASSERT_EQ(all.size(), std::min<std::size_t>(expected.size(), 40));
  for (std::size_t i = 0; i < all.size(); ++i)
    ASSERT_TRUE(isSame(all[i], expected[i])) << "hit " << i;
}

TEST(KdTreeRays, MeetWhatALookAtEachTriangleGives)
{
  int met = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeRays", 3, 3))
  {
    std::mt19937 dice(seed);
    for (const Triangles& triangles : allMeshes(dice, 1500))
    {
      const HostKdTree tree = buildHostKdTree(triangles.mesh());
      const std::vector<Ray> rays = raysFor(dice, triangles, 150);
      for (std::size_t i = 0; i < rays.size(); ++i)
      {
        SCOPED_TRACE(describe(triangles, seed, i));
        const std::vector<KdHit> expected = hitsOfEach(tree, triangles, rays[i]);
        met += !expected.empty();
        ASSERT_NO_FATAL_FAILURE(checkHits<16>(tree, rays[i], expected));
        ASSERT_NO_FATAL_FAILURE(checkHits<2>(tree, rays[i], expected));
        ASSERT_NO_FATAL_FAILURE(checkHits<4>(tree, rays[i], expected));
        ASSERT_NO_FATAL_FAILURE(checkHits<64>(tree, rays[i], expected));
      }
    }
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(met, 1000);
  }
}

/// A ray's parameter at a triangle in double precision, and how far inside the point lies: the least
/// barycentric coordinate.
struct ExactHit
{
  double t, inside;
};

ExactHit exactHit(const Ray& ray, const Triangles& triangles, std::int64_t i)
{
  double a[3], e[3], f[3], d[3], o[3];
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto corner = [&](std::size_t n) {
      return static_cast<double>(triangles.point(triangles.corners[3 * static_cast<std::size_t>(i) + n])[k]);
    };
    a[k] = corner(0);
    e[k] = corner(1) - a[k];
    f[k] = corner(2) - a[k];
    d[k] = static_cast<double>(ray.direction[k]);
    o[k] = static_cast<double>(ray.origin[k]) - a[k];
  }
  const auto crossed = [](const double* p, const double* q, double* r) {
    r[0] = p[1] * q[2] - p[2] * q[1];
    r[1] = p[2] * q[0] - p[0] * q[2];
    r[2] = p[0] * q[1] - p[1] * q[0];
  };
  const auto dotted = [](
                        const double* p, const double* q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; };
  double p[3], q[3];
  crossed(d, f, p);
  crossed(o, e, q);
  const double volume = dotted(e, p);
  const double u = dotted(o, p) / volume, v = dotted(d, q) / volume, t = dotted(f, q) / volume;
  // Seen edge on, a triangle has no inside.
  const double size = std::sqrt(dotted(e, e) * dotted(f, f) * dotted(d, d));
  if (!(std::fabs(volume) > 1e-3 * size))
    return { t, std::fabs(volume) > 0 && std::isfinite(t) ? -1e-9 : -1.0 };
  return { t, std::min({ u, v, 1 - u - v }) };
}

/// A ray misses no triangle that it meets well inside, and each hit lies where the triangle is.
TEST(KdTreeRays, MeetWhatDoublePrecisionMeets)
{
  int certain = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeRaysExact", 3, 3))
  {
    std::mt19937 dice(1000 + seed);
    for (const Triangles& triangles : allMeshes(dice, 1500))
    {
      if (triangles.name == "cluster" || triangles.name == "needles")
        continue; // nothing is certain of edges shorter than the rounding of rays from afar
      const HostKdTree tree = buildHostKdTree(triangles.mesh());
      const std::vector<Ray> rays = raysFor(dice, triangles, 150);
      for (std::size_t i = 0; i < rays.size(); ++i)
      {
        if (i % 10 == 7)
          continue; // begins far away
        const Ray& ray = rays[i];
        SCOPED_TRACE(describe(triangles, seed, i));
        std::vector<KdHit> hits;
        visitHits(tree.view(), ray, [&](const KdHit& hit) {
          hits.push_back(hit);
          return true;
        });
        double first = std::numeric_limits<double>::max();
        for (std::int64_t k = 0; k < triangles.size(); ++k)
        {
          const ExactHit exact = exactHit(ray, triangles, k);
          const double tolerance = 1e-4 * (1 + std::fabs(exact.t));
          const auto found =
            std::find_if(hits.begin(), hits.end(), [&](const KdHit& hit) { return hit.triangle == k; });
          const double end = static_cast<double>(ray.end);
          if (exact.inside > 1e-2 && exact.t > tolerance && exact.t < end - tolerance)
          {
            ++certain;
            first = std::min(first, exact.t);
            ASSERT_NE(found, hits.end()) << "triangle " << k << " at " << exact.t << " is missed";
          }
          if (found == hits.end())
            continue;
          ASSERT_GT(exact.inside, -1e-2) << "triangle " << k << " is said to be met";
          if (exact.inside > 1e-2)
          {
            ASSERT_NEAR(static_cast<double>(found->t), exact.t, tolerance) << "triangle " << k;
          }
        }
        KdHit nearest;
        if (nearestHit(tree.view(), ray, nearest))
        {
          ASSERT_LE(static_cast<double>(nearest.t), first * (1 + 1e-4) + 1e-4);
        }
      }
    }
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(certain, 5000);
  }
}

/// From inside a closed surface each ray meets the surface: through corners, along edges, anywhere.
TEST(KdTreeRays, DoNotLeaveAClosedSurface)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeRaysClosed", 2, 4))
  {
    std::mt19937 dice(seed);
    const Triangles triangles = sphere(dice, 3000);
    const HostKdTree tree = buildHostKdTree(triangles.mesh());
    std::uniform_real_distribution<float> near(-0.3f, 0.3f), share(0, 1);
    for (int i = 0; i < 20000; ++i)
    {
      const Point origin = { near(dice), near(dice), near(dice) };
      const std::size_t k = 3 * (dice() % static_cast<std::size_t>(triangles.size()));
      const Point a = triangles.point(triangles.corners[k]), b = triangles.point(triangles.corners[k + 1]);
      const float s = i % 3 == 0 ? 0.0f : share(dice);
      Point direction;
      for (std::size_t axis = 0; axis < 3; ++axis)
        direction[axis] = a[axis] + s * (b[axis] - a[axis]) - origin[axis];
      KdHit hit;
      ASSERT_TRUE(nearestHit(tree.view(), rayOf(origin, direction), hit)) << "seed " << seed << ", ray " << i;
      ASSERT_NEAR(hit.t, 1.0f, 0.3f);
    }
  }
}

/// A mesh's boundary must tell where rays enter the mesh and where they leave it, in turns.
TEST(KdTreeRays, EnterAndLeaveAClosedSurfaceInTurns)
{
  int crossings = 0;
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeRaysTurns", 2, 4))
  {
    std::mt19937 dice(seed);
    const Triangles triangles = sphere(dice, 3000);
    const HostKdTree tree = buildHostKdTree(triangles.mesh());
    std::uniform_real_distribution<float> anywhere(-1.2f, 1.2f);
    for (int i = 0; i < 5000; ++i)
    {
      const Point origin = { anywhere(dice), anywhere(dice), -3.0f };
      const Ray ray =
        rayOf(origin, { anywhere(dice) - origin[0], anywhere(dice) - origin[1], 3.0f + anywhere(dice) });
      std::vector<KdHit> hits;
      visitHits(tree.view(), ray, [&](const KdHit& hit) {
        hits.push_back(hit);
        return true;
      });
      bool isClear = true; // hits no edge, which belongs to two triangles
      for (const KdHit& hit : hits)
        isClear = isClear && std::min({ hit.u, hit.v, 1 - hit.u - hit.v }) > 1e-4f;
      if (!isClear)
        continue;
      ASSERT_EQ(hits.size() % 2, 0u) << "seed " << seed << ", ray " << i;
      for (std::size_t k = 0; k < hits.size(); ++k, ++crossings)
      {
        const std::uint32_t* const corners = triangles.corners.data() + 3 * hits[k].triangle;
        const Point a = triangles.point(corners[0]), b = triangles.point(corners[1]),
                    c = triangles.point(corners[2]);
        double volume = 0;
        for (std::size_t x = 0; x < 3; ++x)
        {
          const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
          volume += double(ray.direction[x]) *
            (double(b[y] - a[y]) * double(c[z] - a[z]) - double(b[z] - a[z]) * double(c[y] - a[y]));
        }
        ASSERT_EQ(volume < 0, k % 2 == 0) << "seed " << seed << ", ray " << i << ", crossing " << k;
      }
    }
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(crossings, 5000);
  }
}

/// The parameters of a ray bound its hits, both ends included.
TEST(KdTreeRays, EndWhereTheyAreToldTo)
{
  Triangles triangles;
  for (int i = 0; i < 5; ++i)
  {
    const auto z = static_cast<float>(i);
    const std::uint32_t a = triangles.addPoint({ -1, -1, z }), b = triangles.addPoint({ 2, -1, z }),
                        c = triangles.addPoint({ -1, 2, z });
    triangles.addTriangle(a, b, c);
  }
  const HostKdTree tree = buildHostKdTree(triangles.mesh());
  Ray ray = rayOf({ 0, 0, -1 }, { 0, 0, 1 });
  const auto count = [&](float begin, float end) {
    ray.begin = begin;
    ray.end = end;
    int n = 0;
    visitHits(tree.view(), ray, [&](const KdHit&) { return ++n > 0; });
    return n;
  };
  EXPECT_EQ(count(0, 9), 5);
  EXPECT_EQ(count(2, 4), 3);
  EXPECT_EQ(count(2.25f, 3.75f), 1);
  EXPECT_EQ(count(4, 4), 1);
  EXPECT_EQ(count(4, 3), 0);
  EXPECT_EQ(count(5.5f, 9), 0);
  KdHit hit;
  ray.begin = 0;
  ray.end = 9;
  ASSERT_TRUE(nearestHit(tree.view(), ray, hit));
  EXPECT_EQ(hit.triangle, 0u);
  EXPECT_FLOAT_EQ(hit.t, 1.0f);
  EXPECT_FLOAT_EQ(hit.u, 1.0f / 3.0f);
  EXPECT_FLOAT_EQ(hit.v, 1.0f / 3.0f);
}

} // namespace
