// SPDX-License-Identifier: BSD-3-Clause
// Kd-trees made by one thread: what they contain, and what bad input does.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/KdTree/KdPolicy.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "KdTree/HostKdTree.h"
#include "KdTree/KdTreeMeshes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace inkray;
using namespace kdtest;

/// Returns whether any part of a triangle lies in a box, in double precision. It cuts the triangle by each
/// side of the box.
bool reachesInto(const Float4* corners, const KdBox& box)
{
  using Corner = std::array<double, 3>;
  std::vector<Corner> polygon;
  for (int k = 0; k < 3; ++k)
    polygon.push_back({ double(corners[k].x), double(corners[k].y), double(corners[k].z) });
  for (std::size_t side = 0; side < 6; ++side)
  {
    const std::size_t axis = side / 2;
    const auto inside = [&](const Corner& p) {
      return side % 2 == 0 ? p[axis] - double(box.low[axis]) : double(box.high[axis]) - p[axis];
    };
    std::vector<Corner> rest;
    for (std::size_t i = 0; i < polygon.size(); ++i)
    {
      const Corner &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
      const double atA = inside(a), atB = inside(b);
      if (atA >= 0)
        rest.push_back(a);
      if ((atA > 0 && atB < 0) || (atA < 0 && atB > 0))
      {
        Corner cut;
        for (std::size_t k = 0; k < 3; ++k)
          cut[k] = a[k] + atA / (atA - atB) * (b[k] - a[k]);
        cut[axis] = double(side % 2 == 0 ? box.low[axis] : box.high[axis]);
        rest.push_back(cut);
      }
    }
    polygon = std::move(rest);
  }
  return !polygon.empty();
}

/// Goes through a tree and expects each triangle in every leaf into which it reaches by more than a touch.
/// Where triangles are not clipped, the boxes of the triangles count.
class Audit
{
public:
  Audit(const HostKdTree& tree, const Triangles& triangles, const KdPolicy& policy)
    : tree_(tree)
    , triangles_(triangles)
    , clips_(policy.clips != 0)
  {
    std::vector<std::uint32_t> all;
    for (std::int64_t i = 0; i < triangles.size(); ++i)
    {
      Float4 corners[3];
      boxes_.emplace_back();
      if (loadTriangle(triangles.mesh(), i, corners, boxes_.back()) == TriangleKind::Proper)
        all.push_back(static_cast<std::uint32_t>(i));
    }
    this->visit(0, all, 0, tree.bounds);
  }
  int deepest = 0;
  std::size_t leaves = 0, nodes = 0, references = 0;

private:
  void visit(std::size_t at, const std::vector<std::uint32_t>& expected, int depth, const KdBox& box)
  {
    ASSERT_LT(at, tree_.nodes.size());
    ++nodes;
    deepest = std::max(deepest, depth);
    const KdNode& node = tree_.nodes[at];
    if (isLeaf(node))
    {
      ++leaves;
      const std::vector<std::uint32_t> triangles = trianglesOf(node, tree_.leafTriangles);
      const std::multiset<std::uint32_t> found(triangles.begin(), triangles.end());
      references += triangles.size();
      if (clips_)
      {
        ASSERT_TRUE(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
        for (const std::uint32_t i : expected)
          ASSERT_TRUE(
            found.count(i) == 1 || !reachesInto(tree_.corners.data() + 3 * static_cast<std::size_t>(i), box))
            << "triangle " << i;
        return;
      }
      // The planes above may cut a triangle's box where the triangle itself is not.
      ASSERT_EQ(found, std::multiset<std::uint32_t>(expected.begin(), expected.end()));
      return;
    }
    std::vector<std::uint32_t> below, above;
    const float split = floatOf(node.x);
    for (const std::uint32_t i : expected)
    {
      const float low = boxes_[i].low[axisOf(node)], high = boxes_[i].high[axisOf(node)];
      const bool isAtEdge = low == high && low == split; // lies in the plane of a cut
      if (low < split || (isAtEdge && !this->holds(lowerChildOf(node) + 1, i)))
        below.push_back(i);
      if (high > split || (isAtEdge && this->holds(lowerChildOf(node) + 1, i)))
        above.push_back(i);
    }
    ASSERT_NO_FATAL_FAILURE(
      this->visit(lowerChildOf(node), below, depth + 1, lowerPart(box, axisOf(node), split)));
    ASSERT_NO_FATAL_FAILURE(
      this->visit(lowerChildOf(node) + 1, above, depth + 1, upperPart(box, axisOf(node), split)));
  }
  /// Returns whether a triangle is in a leaf below a node.
  bool holds(std::size_t at, std::uint32_t triangle) const
  {
    const KdNode& node = tree_.nodes[at];
    if (!isLeaf(node))
      return this->holds(lowerChildOf(node), triangle) || this->holds(lowerChildOf(node) + 1, triangle);
    const std::vector<std::uint32_t> triangles = trianglesOf(node, tree_.leafTriangles);
    return std::binary_search(triangles.begin(), triangles.end(), triangle);
  }

  const HostKdTree& tree_;
  const Triangles& triangles_;
  const bool clips_;
  std::vector<KdBox> boxes_;
};

TEST(KdTreeHost, HasEveryTriangleWhereItIs)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("KdTreeHost", 2, 2))
  {
    std::mt19937 dice(seed);
    for (const Triangles& triangles : allMeshes(dice, inkray::testing::runsAllSeeds() ? 5000 : 1500))
    {
      SCOPED_TRACE(triangles.name + ", seed " + std::to_string(seed));
      const HostKdTree paper = buildHostKdTree(triangles.mesh(), kdPaperPolicy);
      const Audit auditOfPaper(paper, triangles, kdPaperPolicy);
      ASSERT_FALSE(HasFatalFailure());
      const HostKdTree tree = buildHostKdTree(triangles.mesh());
      const Audit audit(tree, triangles, kdDefaultPolicy);
      ASSERT_FALSE(HasFatalFailure());
      const HostKdTree clipped = buildHostKdTree(triangles.mesh(), { 64, 1.0f, 1, 0 });
      const Audit auditOfClipped(clipped, triangles, { 64, 1.0f, 1, 0 });
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_LE(auditOfClipped.references, auditOfPaper.references);
      if (triangles.name == "sphere")
      {
        EXPECT_LE(auditOfClipped.references, 9 * auditOfPaper.references / 10);
      }
      EXPECT_EQ(audit.nodes + 1, tree.nodes.size()); // the root has no sibling
      EXPECT_LE(audit.deepest, kdMaxDepth);
      if (triangles.name == "sphere" || triangles.name == "terrain")
      {
        EXPECT_LE(audit.references, 9 * static_cast<std::size_t>(triangles.size()));
      }
      RecordProperty(triangles.name,
        std::to_string(audit.deepest) + " levels, " + std::to_string(tree.nodes.size()) + " nodes, " +
          std::to_string(audit.references) + " references to " + std::to_string(triangles.size()) +
          " triangles");
    }
  }
}

TEST(KdTreeHost, OfNothing)
{
  const HostKdTree tree = buildHostKdTree({ nullptr, 0, nullptr, 0 });
  ASSERT_EQ(tree.nodes.size(), 2u);
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
  for (std::size_t k = 0; k < 3; ++k) // triangle 50 lies on a line
    triangles.points[3 * 152 + k] = triangles.points[3 * 150 + k] = triangles.points[3 * 151 + k] =
      static_cast<float>(k);
  triangles.points[3 * 151] += 1.0f;
  triangles.points[3 * 152] += 3.0f;
  const HostKdTree tree = buildHostKdTree(triangles.mesh());
  EXPECT_EQ(tree.leftOut.notFinite, 3);
  EXPECT_EQ(tree.leftOut.degenerate, 2);
  const std::vector<std::uint32_t> in = trianglesOf(tree.nodes, tree.leafTriangles);
  const std::set<std::uint32_t> kept(in.begin(), in.end());
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
  EXPECT_EQ(tree.nodes.size(), 2u);
  EXPECT_FALSE(anyHit(tree.view(), rayOf({ 1, 2, 0 }, { 0, 0, 1 })));
}

/// A million copies of one triangle are found, and do not fill the memory.
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

/// Coordinates near the ends of float's range: areas are infinite, and no ray loops forever.
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
