// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Compares the tree that KdTree builds, on every backend and by each method, with the tree that one thread
/// makes. One suite runs on every backend; a separate file instantiates it for each backend.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Device/Device.h"
#include "Geometry/KdTree/KdTree.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "KdTree/HostKdTree.h"
#include "KdTree/KdTreeMeshes.h"
#include "Laboratory/KdTree/KdByPrimitives.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kdtest
{
using namespace inkray;

/// The arrays of a tree on the host.
struct TreeCopy
{
  std::vector<KdNode> nodes;
  std::vector<std::uint32_t> leafTriangles;
};

/// Compares nodes by their way from the root, whatever their numbers.
inline void expectSameTree(const TreeCopy& got, const TreeCopy& expected)
{
  ASSERT_EQ(got.nodes.size(), expected.nodes.size());
  ASSERT_EQ(got.leafTriangles.size(), expected.leafTriangles.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs = { { 0, 0 } };
  while (!pairs.empty())
  {
    const auto [at, expectedAt] = pairs.back();
    pairs.pop_back();
    ASSERT_LT(at, got.nodes.size());
    const KdNode a = got.nodes[at], b = expected.nodes[expectedAt];
    ASSERT_EQ(a.y & 3u, b.y & 3u) << "nodes " << at << " and " << expectedAt;
    if (isLeaf(a))
    {
      ASSERT_EQ(countOf(a), countOf(b)) << "leaves " << at << " and " << expectedAt;
      if (countOf(a) > kdInLeaf)
      {
        ASSERT_LE(a.x + countOf(a), got.leafTriangles.size());
      }
      ASSERT_EQ(trianglesOf(a, got.leafTriangles), trianglesOf(b, expected.leafTriangles))
        << "leaves " << at << " and " << expectedAt;
      continue;
    }
    ASSERT_EQ(a.x, b.x) << "split at " << floatOf(a.x) << " in node " << at << ", expected " << floatOf(b.x);
    for (std::uint32_t k = 0; k < 2; ++k)
      pairs.emplace_back(lowerChildOf(a) + k, lowerChildOf(b) + k);
  }
}

enum class KdTreeMethod
{
  Atomics,   ///< the method of the product
  Primitives ///< KdByPrimitives
};

inline const char* nameOf(KdTreeMethod method)
{
  return method == KdTreeMethod::Atomics ? "atomics" : "primitives";
}

/// Finds the nearest hit of each ray by the tree and by a look at each triangle, and whether any hit exists.
struct HitRays
{
  KdTreeView view;
  const Ray* rays;
  const std::uint32_t* triangles;
  std::int64_t numTriangles;
  KdHit* hits;
  KdHit* expected;
  std::uint32_t* any;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Ray ray = rays[i];
    nearestHit(view, ray, hits[i]);
    any[i] = anyHit(view, ray) ? 1 : 0;
    KdHit best = { ray.end, 0xffffffffu, 0.0f, 0.0f };
    const TriangleRay triangleRay(ray);
    for (std::int64_t k = 0; k < numTriangles; ++k)
    {
      KdHit hit = {};
      hit.triangle = triangles[k];
      if (intersectTriangle(triangleRay, view.corners + 3 * std::size_t(hit.triangle), hit) &&
        hit.t >= ray.begin && (hit.t < best.t || (hit.t == best.t && hit.triangle < best.triangle)))
        best = hit;
    }
    expected[i] = best;
  }
};

template <class Backend>
class KdTreeTest : public ::testing::Test
{
protected:
  template <class T>
  using Array = typename Backend::template Array<T>;

  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    this->backend = std::make_unique<Backend>();
  }

  template <class V>
  Array<V> upload(const std::vector<V>& values)
  {
    Array<V> array(*this->backend, static_cast<std::int64_t>(values.size()));
    if (!values.empty())
      this->backend->copyFromHost(array.data(), values.data(), values.size() * sizeof(V));
    return array;
  }
  template <class V>
  std::vector<V> download(const V* from, std::int64_t n)
  {
    std::vector<V> values(static_cast<std::size_t>(n));
    if (n > 0)
      this->backend->copyToHost(values.data(), from, values.size() * sizeof(V));
    return values;
  }

  void build(KdTree<Backend>& tree, const Triangles& triangles, KdTreeMethod method,
    const KdPolicy& policy = kdDefaultPolicy)
  {
    const Array<float> points = this->upload(triangles.points);
    const Array<std::uint32_t> corners = this->upload(triangles.corners);
    tree.build(*this->backend,
      { points.data(), static_cast<std::int64_t>(triangles.points.size() / 3), corners.data(),
        triangles.size() },
      policy, method == KdTreeMethod::Primitives ? &primitives_ : nullptr);
    this->backend->synchronize();
  }
  TreeCopy copyOf(const KdTree<Backend>& tree)
  {
    return { this->download(tree.view().nodes, tree.report().nodes),
      this->download(tree.view().leafTriangles, tree.report().leafTriangles) };
  }

  /// Expects the same tree and the same counts as from one thread.
  void check(KdTree<Backend>& tree, const Triangles& triangles, KdTreeMethod method,
    const KdPolicy& policy = kdDefaultPolicy)
  {
    SCOPED_TRACE(triangles.name + ", " + std::to_string(triangles.size()) + ", with " + nameOf(method) +
      ", small nodes of " + std::to_string(policy.smallTriangles) + (policy.clips != 0 ? ", clipped" : ""));
    this->build(tree, triangles, method, policy);
    const HostKdTree expected = buildHostKdTree(triangles.mesh(), policy);
    EXPECT_EQ(tree.leftOut().notFinite, expected.leftOut.notFinite);
    EXPECT_EQ(tree.leftOut().degenerate, expected.leftOut.degenerate);
    for (int axis = 0; axis < 3; ++axis)
    {
      EXPECT_EQ(tree.view().bounds.low[axis], expected.bounds.low[axis]);
      EXPECT_EQ(tree.view().bounds.high[axis], expected.bounds.high[axis]);
    }
    ASSERT_NO_FATAL_FAILURE(expectSameTree(this->copyOf(tree), { expected.nodes, expected.leafTriangles }));
  }

  void checkRays(const KdTree<Backend>& tree, const Triangles& triangles, const std::vector<Ray>& rays)
  {
    const TreeCopy copy = this->copyOf(tree);
    const std::vector<std::uint32_t> kept = trianglesOf(copy.nodes, copy.leafTriangles);
    const auto n = static_cast<std::int64_t>(rays.size());
    const Array<Ray> deviceRays = this->upload(rays);
    const Array<std::uint32_t> deviceKept = this->upload(kept);
    Array<KdHit> hits(*this->backend, n), expected(*this->backend, n);
    Array<std::uint32_t> any(*this->backend, n);
    this->backend->forEach(n,
      HitRays{ tree.view(), deviceRays.data(), deviceKept.data(), static_cast<std::int64_t>(kept.size()),
        hits.data(), expected.data(), any.data() });
    const std::vector<KdHit> a = this->download(hits.data(), n), b = this->download(expected.data(), n);
    const std::vector<std::uint32_t> found = this->download(any.data(), n);
    for (std::size_t i = 0; i < rays.size(); ++i)
    {
      ASSERT_EQ(a[i].triangle, b[i].triangle)
        << triangles.name << ", ray " << i << ", at " << a[i].t << ", expected at " << b[i].t;
      ASSERT_EQ(a[i].t, b[i].t) << triangles.name << ", ray " << i;
      ASSERT_EQ(a[i].u, b[i].u) << triangles.name << ", ray " << i;
      ASSERT_EQ(a[i].v, b[i].v) << triangles.name << ", ray " << i;
      ASSERT_EQ(found[i] != 0, b[i].triangle != 0xffffffffu) << triangles.name << ", ray " << i;
    }
  }

  std::unique_ptr<Backend> backend;

private:
  KdByPrimitives<Backend> primitives_;
};

/// Returns the paper's policy, the default, and each of their differences by itself.
inline std::vector<KdPolicy> kdPolicies()
{
  return { kdPaperPolicy, kdDefaultPolicy, { 64, 1.0f, 1, 0 }, { 32, 2.0f, 0, 0 }, { 64, 1.0f, 0, 1 },
    { 7, 1.0f, 1, 1 } };
}

inline std::vector<KdTreeMethod> kdMethods()
{
  return { KdTreeMethod::Atomics, KdTreeMethod::Primitives };
}

TYPED_TEST_SUITE_P(KdTreeTest);

/// One tree object builds all meshes: data that an earlier mesh has left must not matter.
TYPED_TEST_P(KdTreeTest, IsTheTreeOfOneThread)
{
  KdTree<TypeParam> tree;
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTree", 2, 2))
  {
    std::mt19937 dice(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const Triangles& triangles : allMeshes(dice, inkray::testing::runsAllSeeds() ? 2000 : 700))
      for (const KdTreeMethod method : kdMethods())
        for (const KdPolicy& policy : kdPolicies())
        {
          ASSERT_NO_FATAL_FAILURE(this->check(tree, triangles, method, policy));
          ASSERT_NO_FATAL_FAILURE(this->checkRays(tree, triangles, raysFor(dice, triangles, 50)));
        }
  }
}

/// A node takes several blocks of threads, and chunks of several rounds.
TYPED_TEST_P(KdTreeTest, IsTheTreeOfOneThreadForLargeMeshes)
{
  KdTree<TypeParam> tree;
  std::mt19937 dice(11);
  const int few = inkray::testing::runsAllSeeds() ? 1 : 4;
  for (const Triangles& triangles :
    { terrain(dice, 100000 / few, 2.0f), sphere(dice, 20000 / few), cluster(dice, 20000 / few) })
    for (const KdTreeMethod method : kdMethods())
      for (const KdPolicy& policy : { kdDefaultPolicy, kdPaperPolicy })
        ASSERT_NO_FATAL_FAILURE(this->check(tree, triangles, method, policy));
}

/// A mesh that moves is built again in the same memory. A tree that needs more room than usual begins again
/// with more.
TYPED_TEST_P(KdTreeTest, KeepsItsMemory)
{
  std::mt19937 dice(5);
  Triangles triangles = terrain(dice, 3000, 2.0f);
  for (const KdTreeMethod method : kdMethods())
  {
    KdTree<TypeParam> tree;
    this->build(tree, triangles, method);
    EXPECT_EQ(tree.report().builds, 1);
    const KdTreeReport first = tree.report();
    EXPECT_GT(first.treeBytes, 48 * 2500);
    for (int frame = 0; frame < 3; ++frame)
    {
      for (std::size_t i = 2; i < triangles.points.size(); i += 3)
        triangles.points[i] += 0.05f * static_cast<float>(dice() % 16);
      ASSERT_NO_FATAL_FAILURE(this->check(tree, triangles, method));
      EXPECT_EQ(tree.report().treeBytes, first.treeBytes);
      EXPECT_EQ(tree.report().workBytes, first.workBytes);
    }
    const Triangles dense = soup(dice, 3000, 0.4f);
    ASSERT_NO_FATAL_FAILURE(this->check(tree, dense, method));
    EXPECT_GT(tree.report().builds, 1);
    ASSERT_NO_FATAL_FAILURE(this->check(tree, dense, method));
    EXPECT_EQ(tree.report().builds, 1);
    tree.releaseWorkspace();
    EXPECT_EQ(tree.report().workBytes, 0);
    ASSERT_NO_FATAL_FAILURE(this->checkRays(tree, dense, raysFor(dice, dense, 50)));
    ASSERT_NO_FATAL_FAILURE(this->check(tree, triangles, method));
    tree = KdTree<TypeParam>();
    ASSERT_NO_FATAL_FAILURE(this->check(tree, triangles, method));
  }
}

TYPED_TEST_P(KdTreeTest, BadInput)
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const KdTreeMethod method : kdMethods())
  {
    KdTree<TypeParam> tree;
    const auto nothingIsHit = [&] {
      const Triangles none;
      ASSERT_NO_FATAL_FAILURE(this->checkRays(tree, none, { rayOf({ -1, 0, 0 }, { 1, 0, 0 }) }));
    };
    this->build(tree, Triangles(), method);
    nothingIsHit();
    Triangles onePoint;
    onePoint.addPoint({ 1, 2, 3 });
    onePoint.corners.assign(3000000, 0);
    ASSERT_NO_FATAL_FAILURE(this->check(tree, onePoint, method));
    EXPECT_EQ(tree.leftOut().degenerate, 1000000);
    nothingIsHit();
    std::mt19937 dice(3);
    Triangles broken = soup(dice, 2000, 0.1f);
    for (std::size_t i = 0; i < broken.points.size(); i += 100)
      broken.points[i] = nan;
    ASSERT_NO_FATAL_FAILURE(this->check(tree, broken, method));
    EXPECT_GT(tree.leftOut().notFinite, 100);
    ASSERT_NO_FATAL_FAILURE(this->check(tree, copies(100000), method));

    EXPECT_THROW(this->build(tree, broken, method, { 65, 1.0f, 0, 0 }), InvalidInput);
    EXPECT_THROW(this->build(tree, broken, method, { 1, 1.0f, 0, 0 }), InvalidInput);

    broken.corners[3 * 700 + 1] = 1u << 30;
    broken.corners[3 * 900 + 1] = 1u << 30;
    try
    {
      this->build(tree, broken, method);
      FAIL() << "nothing was thrown";
    }
    catch (const InvalidInput& error)
    {
      EXPECT_NE(std::string(error.what()).find("triangle 700 "), std::string::npos) << error.what();
    }
    ASSERT_NO_FATAL_FAILURE(this->check(tree, copies(3), method));
  }
}

REGISTER_TYPED_TEST_SUITE_P(
  KdTreeTest, IsTheTreeOfOneThread, IsTheTreeOfOneThreadForLargeMeshes, KeepsItsMemory, BadInput);

} // namespace kdtest
