// SPDX-License-Identifier: BSD-3-Clause
// Kd-trees made by one thread: what is in them, and what bad input comes to.
#include "../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/KdTree/HostKdTree.h"
#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "KdTreeMeshes.h"

#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace inkray;
using namespace kdtest;

/// Goes through a tree and finds every triangle in every leaf that it is more than a touch of.
class Audit
{
public:
  Audit(const HostKdTree& tree, const Triangles& triangles)
    : tree_(tree)
    , triangles_(triangles)
  {
    std::vector<std::uint32_t> all;
    for (std::int64_t i = 0; i < triangles.size(); ++i)
    {
      Float4 corners[3];
      boxes_.emplace_back();
      if (loadTriangle(triangles.mesh(), i, corners, boxes_.back()) == TriangleKind::Proper)
        all.push_back(static_cast<std::uint32_t>(i));
    }
    this->visit(0, all, 0);
  }
  int deepest = 0;
  std::size_t leaves = 0, nodes = 0;

private:
  void visit(std::size_t at, const std::vector<std::uint32_t>& expected, int depth)
  {
    ASSERT_LT(at, tree_.nodes.size());
    ++nodes;
    deepest = std::max(deepest, depth);
    const KdNode& node = tree_.nodes[at];
    if (isLeaf(node))
    {
      ++leaves;
      const std::multiset<std::uint32_t> found(
        tree_.leafTriangles.begin() + node.x, tree_.leafTriangles.begin() + node.x + countOf(node));
      // A triangle's box may be cut by the planes above where the triangle is not.
      ASSERT_EQ(found, std::multiset<std::uint32_t>(expected.begin(), expected.end()));
      return;
    }
    std::vector<std::uint32_t> below, above;
    const float split = floatOf(node.x);
    for (const std::uint32_t i : expected)
    {
      const float low = boxes_[i].low[axisOf(node)], high = boxes_[i].high[axisOf(node)];
      const bool isAtEdge = low == high && low == split; // in the plane of a cut
      if (low < split || (isAtEdge && !this->holds(countOf(node) + 1, i)))
        below.push_back(i);
      if (high > split || (isAtEdge && this->holds(countOf(node) + 1, i)))
        above.push_back(i);
    }
    ASSERT_NO_FATAL_FAILURE(this->visit(countOf(node), below, depth + 1));
    ASSERT_NO_FATAL_FAILURE(this->visit(countOf(node) + 1, above, depth + 1));
  }
  /// Whether a triangle is in a leaf below a node.
  bool holds(std::size_t at, std::uint32_t triangle) const
  {
    const KdNode& node = tree_.nodes[at];
    if (!isLeaf(node))
      return this->holds(countOf(node), triangle) || this->holds(countOf(node) + 1, triangle);
    return std::find(tree_.leafTriangles.begin() + node.x,
             tree_.leafTriangles.begin() + node.x + countOf(node),
             triangle) != tree_.leafTriangles.begin() + node.x + countOf(node);
  }

  const HostKdTree& tree_;
  const Triangles& triangles_;
  std::vector<KdBox> boxes_;
};

TEST(KdTreeHost, HasEveryTriangleWhereItIs)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeHost", 2, 2))
  {
    std::mt19937 dice(seed);
    for (const Triangles& triangles : allMeshes(dice, 5000))
    {
      SCOPED_TRACE(triangles.name + ", seed " + std::to_string(seed));
      const HostKdTree tree = buildHostKdTree(triangles.mesh());
      const Audit audit(tree, triangles);
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_EQ(audit.nodes, tree.nodes.size());
      EXPECT_LE(audit.deepest, kdMaxDepth);
      if (triangles.name == "sphere" || triangles.name == "terrain")
      {
        EXPECT_LE(tree.leafTriangles.size(), 9 * static_cast<std::size_t>(triangles.size()));
      }
      RecordProperty(triangles.name,
        std::to_string(audit.deepest) + " levels, " + std::to_string(tree.nodes.size()) + " nodes, " +
          std::to_string(tree.leafTriangles.size()) + " of " + std::to_string(triangles.size()) +
          " triangles");
    }
  }
}

TEST(KdTreeHost, OfNothing)
{
  const HostKdTree tree = buildHostKdTree({ nullptr, 0, nullptr, 0 });
  ASSERT_EQ(tree.nodes.size(), 1u);
  EXPECT_TRUE(isLeaf(tree.nodes[0]));
  KdHit hit;
  EXPECT_FALSE(nearestHit(tree.view(), rayOf({ -1, 0, 0 }, { 1, 0, 0 }), hit));
  EXPECT_FALSE(anyHit(tree.view(), rayOf({ 0, 0, 0 }, { 0, 0, 1 })));
}

TEST(KdTreeHost, LeavesOutWhatIsNoTriangle)
{
  std::mt19937 dice(7);
  Triangles triangles = soup(dice, 500, 0.2f);
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  triangles.points[3 * 30] = nan;           // of triangle 10
  triangles.points[3 * 61 + 1] = infinity;  // of triangle 20
  triangles.points[3 * 92 + 2] = -infinity; // of triangle 30
  triangles.corners[3 * 40] = triangles.corners[3 * 40 + 1];
  for (std::size_t k = 0; k < 3; ++k) // on a line
    triangles.points[3 * 152 + k] = triangles.points[3 * 150 + k] = triangles.points[3 * 151 + k] =
      static_cast<float>(k);
  triangles.points[3 * 151] += 1.0f;
  triangles.points[3 * 152] += 3.0f;
  const HostKdTree tree = buildHostKdTree(triangles.mesh());
  EXPECT_EQ(tree.leftOut.notFinite, 3);
  EXPECT_EQ(tree.leftOut.degenerate, 2);
  const std::set<std::uint32_t> kept(tree.leafTriangles.begin(), tree.leafTriangles.end());
  EXPECT_EQ(kept.size(), 495u);
  for (const std::uint32_t out : { 10u, 20u, 30u, 40u, 50u })
    EXPECT_EQ(kept.count(out), 0u);
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_LT(tree.bounds.high[axis], 2.0f);
}

TEST(KdTreeHost, AMillionTrianglesInOnePoint)
{
  Triangles triangles;
  const std::uint32_t a = triangles.addPoint({ 1, 2, 3 });
  triangles.corners.assign(3000000, a);
  const HostKdTree tree = buildHostKdTree(triangles.mesh());
  EXPECT_EQ(tree.leftOut.degenerate, 1000000);
  EXPECT_EQ(tree.nodes.size(), 1u);
  EXPECT_FALSE(anyHit(tree.view(), rayOf({ 1, 2, 0 }, { 0, 0, 1 })));
}

/// As many copies of one triangle are found, and do not fill the memory.
TEST(KdTreeHost, AMillionCopiesOfOneTriangle)
{
  const Triangles triangles = copies(1000000);
  const HostKdTree tree = buildHostKdTree(triangles.mesh());
  EXPECT_LE(tree.leafTriangles.size(), 8000000u);
  KdHit hit;
  ASSERT_TRUE(nearestHit(tree.view(), rayOf({ 0.5f, 0.4f, -1 }, { 0, 0, 1 }), hit));
  EXPECT_EQ(hit.triangle, 0u);
}

TEST(KdTreeHost, RefusesCornersThatAreNoPoints)
{
  Triangles triangles = copies(3);
  triangles.corners[7] = 3;
  try
  {
    buildHostKdTree(triangles.mesh());
    FAIL() << "nothing was thrown";
  }
  catch (const InvalidInput& error)
  {
    EXPECT_NE(std::string(error.what()).find("triangle 2"), std::string::npos) << error.what();
  }
}

/// Coordinates near the ends of float's range: areas are infinite, and no ray gets lost in a loop.
TEST(KdTreeHost, HugeCoordinates)
{
  std::mt19937 dice(9);
  for (const float scale : { 1e18f, 1e25f, 3e37f, 1e-30f, 1e-42f })
  {
    Triangles triangles = soup(dice, 300, 0.3f);
    for (float& x : triangles.points)
      x *= scale;
    const HostKdTree tree = buildHostKdTree(triangles.mesh());
    for (const Ray& ray : raysFor(dice, triangles, 50))
    {
      KdHit hit;
      nearestHit(tree.view(), ray, hit);
      anyHit(tree.view(), ray);
    }
  }
}

} // namespace
