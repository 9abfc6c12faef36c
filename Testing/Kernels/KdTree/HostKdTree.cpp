// SPDX-License-Identifier: BSD-3-Clause
#include "KdTree/HostKdTree.h"
#include "Core/Errors.h"
#include "Geometry/KdTree/KdOverlap.h"
#include "Geometry/KdTree/KdPolicy.h"

#include <string>
#include <utility>

namespace inkray
{
namespace
{

KdBox joined(const KdBox& a, const KdBox& b)
{
  KdBox both;
  for (int axis = 0; axis < 3; ++axis)
  {
    both.low[axis] = minimum(a.low[axis], b.low[axis]);
    both.high[axis] = maximum(a.high[axis], b.high[axis]);
  }
  return both;
}

class Builder
{
public:
  Builder(HostKdTree& tree, const KdPolicy& policy)
    : tree_(tree)
    , policy_(policy)
  {
  }

  void build(const TriangleMesh& mesh)
  {
    tree_.corners.resize(static_cast<std::size_t>(3 * mesh.numTriangles), Float4{ 0, 0, 0, 0 });
    boxes_.resize(static_cast<std::size_t>(mesh.numTriangles));
    std::vector<std::uint32_t> all;
    KdBox bounds = emptyKdBox();
    for (std::int64_t i = 0; i < mesh.numTriangles; ++i)
    {
      Float4 corners[3];
      KdBox& box = boxes_[static_cast<std::size_t>(i)];
      switch (loadTriangle(mesh, i, corners, box))
      {
        case TriangleKind::NoPoint:
          throw InvalidInput("triangle " + std::to_string(i) + " has a corner that is none of the " +
            std::to_string(mesh.numPoints) + " points; give a mesh that has all of its points");
        case TriangleKind::NotFinite:
          ++tree_.leftOut.notFinite;
          continue;
        case TriangleKind::Degenerate:
          ++tree_.leftOut.degenerate;
          continue;
        case TriangleKind::Proper:
          break;
      }
      for (std::size_t k = 0; k < 3; ++k)
        tree_.corners[3 * static_cast<std::size_t>(i) + k] = corners[k];
      bounds = joined(bounds, box);
      all.push_back(static_cast<std::uint32_t>(i));
    }
    tree_.bounds = all.empty() ? KdBox{} : bounds;
    for (int axis = 0; axis < 3; ++axis)
      margin_ = maximum(margin_, maximum(fabsf(tree_.bounds.low[axis]), fabsf(tree_.bounds.high[axis])));
    margin_ *= kdOverlapMargin;
    tree_.nodes.assign(2, kdLeafNode(0, 0));
    this->makeNode(0, tree_.bounds, std::move(all), 0, 0);
  }

private:
  /// Make two adjacent nodes.
  std::uint32_t makeChildren(std::size_t node, int axis, float split)
  {
    const auto children = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(children + 2, kdLeafNode(0, 0));
    tree_.nodes[node] = kdInnerNode(axis, split, children);
    return children;
  }
  void makeLeaf(std::size_t node, const std::vector<std::uint32_t>& triangles)
  {
    if (!triangles.empty() && triangles.size() <= kdInLeaf)
    {
      tree_.nodes[node] = kdLeafOf(
        static_cast<std::uint32_t>(triangles.size()), triangles[0], triangles.size() > 1 ? triangles[1] : 0);
      return;
    }
    tree_.nodes[node] = kdLeafNode(
      static_cast<std::uint32_t>(tree_.leafTriangles.size()), static_cast<std::uint32_t>(triangles.size()));
    tree_.leafTriangles.insert(tree_.leafTriangles.end(), triangles.begin(), triangles.end());
  }

  void makeNode(std::size_t node, KdBox box, std::vector<std::uint32_t> triangles, int depth, int badSplits)
  {
    if (triangles.size() <= static_cast<std::size_t>(policy_.smallTriangles))
      return this->makeSmallNode(node, box, triangles);
    KdBox tight = emptyKdBox();
    const MedianSplit middle = medianSplit(box);
    float bound = HUGE_VALF; // the least bound from the middle on; the root's is unknown when its triangles
                             // are gathered
    for (const std::uint32_t i : triangles)
    {
      const KdBox part = intersection(boxes_[i], box);
      tight = joined(tight, part);
      if (policy_.snaps != 0 && node > 0)
        bound = minimum(bound, boundFromMiddle(middle, part));
    }
    if (depth >= kdLargeDepth || badSplits >= kdBadSplits)
      return this->makeLeaf(node, triangles);
    for (EmptyCut cut = nextEmptyCut(box, tight, 0); cut.side < 6;
         cut = nextEmptyCut(box, tight, cut.side + 1), ++depth)
    {
      const int axis = cut.side / 2;
      const bool isAboveEmpty = (cut.side & 1) != 0;
      const std::uint32_t children = this->makeChildren(node, axis, cut.split);
      node = children + (isAboveEmpty ? 0 : 1);
      box = isAboveEmpty ? lowerPart(box, axis, cut.split) : upperPart(box, axis, cut.split);
    }
    const MedianSplit median = snappedSplit(box, middle.axis, bound);
    if (median.axis == 3)
      return this->makeLeaf(node, triangles);
    std::vector<std::uint32_t> below, above;
    for (const std::uint32_t i : triangles)
    {
      const KdBox& b = boxes_[i];
      if (isBelow(b.low[median.axis], b.high[median.axis], median.split))
        below.push_back(i);
      if (isAbove(b.high[median.axis], median.split))
        above.push_back(i);
    }
    const KdBox boxBelow = lowerPart(box, median.axis, median.split),
                boxAbove = upperPart(box, median.axis, median.split);
    const bool isBad = isBadSplit(box, static_cast<std::uint32_t>(triangles.size()), halfArea(boxBelow),
      static_cast<std::uint32_t>(below.size()), halfArea(boxAbove), static_cast<std::uint32_t>(above.size()));
    triangles = {};
    const std::uint32_t children = this->makeChildren(node, median.axis, median.split);
    this->makeNode(children, boxBelow, std::move(below), depth + 1, badSplits + isBad);
    this->makeNode(children + 1, boxAbove, std::move(above), depth + 1, badSplits + isBad);
  }

  /// A node of the tree below a small node.
  struct SmallNode
  {
    std::size_t node;
    KdBox box;
    std::vector<std::uint32_t> triangles;
    int depth;
  };

  void makeSmallNode(std::size_t root, const KdBox& rootBox, const std::vector<std::uint32_t>& triangles)
  {
    // Go level by level, since this is the order of nodes that stay leaves for lack of room.
    const auto most = static_cast<std::size_t>(kdSmallNodes(policy_.smallTriangles));
    std::vector<SmallNode> queue = { { root, rootBox, {}, 0 } };
    for (const std::uint32_t i : triangles)
      if (this->isIn(i, rootBox))
        queue[0].triangles.push_back(i);
    for (std::size_t at = 0; at < queue.size(); ++at)
    {
      const SmallNode node = queue[at];
      SmallSplit best = noSmallSplit();
      if (node.depth < kdSmallDepth && queue.size() + 2 <= most)
        best = this->bestSplit(node, rootBox);
      if (best.axis == 3)
      {
        this->makeLeaf(node.node, node.triangles);
        continue;
      }
      const std::uint32_t children = this->makeChildren(node.node, best.axis, best.split);
      SmallNode below = { children, lowerPart(node.box, best.axis, best.split), {}, node.depth + 1 };
      SmallNode above = { children + 1, upperPart(node.box, best.axis, best.split), {}, node.depth + 1 };
      for (const std::uint32_t i : node.triangles)
      {
        const KdBox b = intersection(boxes_[i], rootBox);
        const bool under = isBelow(b.low[best.axis], b.high[best.axis], best.split);
        const bool over = isAbove(b.high[best.axis], best.split);
        if (under && (!over || this->isIn(i, below.box)))
          below.triangles.push_back(i);
        if (over && (!under || this->isIn(i, above.box)))
          above.triangles.push_back(i);
      }
      queue.push_back(std::move(below));
      queue.push_back(std::move(above));
    }
  }

  /// Whether a triangle itself overlaps a box that its bounding box overlaps.
  bool isIn(std::uint32_t triangle, const KdBox& box) const
  {
    return policy_.clips == 0 ||
      overlaps(kdTriangle(tree_.corners.data() + 3 * std::size_t(triangle)), box, margin_);
  }

  SmallSplit bestSplit(const SmallNode& node, const KdBox& rootBox) const
  {
    std::vector<KdBox> boxes;
    for (const std::uint32_t i : node.triangles)
      boxes.push_back(intersection(boxes_[i], rootBox));
    SmallSplit best = noSmallSplit();
    for (const KdBox& from : boxes)
      for (int candidate = 0; candidate < 6; ++candidate)
      {
        const int axis = candidate / 2;
        const float split = (candidate & 1) != 0 ? from.high[axis] : from.low[axis];
        int below = 0, above = 0;
        for (const KdBox& b : boxes)
        {
          below += isBelow(b.low[axis], b.high[axis], split);
          above += isAbove(b.high[axis], split);
        }
        const SmallSplit found =
          smallSplit(node.box, policy_.nodeCost, static_cast<int>(boxes.size()), axis, split, below, above);
        if (isBetter(found, best))
          best = found;
      }
    return best;
  }

  HostKdTree& tree_;
  const KdPolicy policy_;
  float margin_ = 0.0f;      ///< distance within which triangles count as in a box
  std::vector<KdBox> boxes_; ///< bounding boxes of the triangles
};

} // namespace

HostKdTree buildHostKdTree(const TriangleMesh& mesh, const KdPolicy& policy)
{
  if (mesh.numTriangles >= kdMaxNodes)
    throw InvalidInput("a kd-tree of " + std::to_string(mesh.numTriangles) +
      " triangles was asked for, and " + std::to_string(kdMaxNodes - 1) + " are the most; split the mesh");
  HostKdTree tree;
  Builder(tree, policy).build(mesh);
  return tree;
}

} // namespace inkray
