// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

/// A kd-tree over triangles. KdTree.h builds and keeps one, TraverseKdTree.h sends rays through it:
///
///     KdTree<Backend> tree;                          // host: once, or again whenever the geometry moves
///     tree.build(backend, mesh);
///     const KdTreeView view = tree.view();           // a field of a kernel
///
///     KdHit hit;                                     // kernel
///     if (nearestHit(view, ray, hit)) ...            // hit.triangle is the caller's number of it
///     if (anyHit(view, shadowRay)) ...
///     visitHits(view, ray, [&](const KdHit& hit) { ...; return goesOn; }); // all, in order
namespace inkray
{

/// A node is eight bytes. Of an inner node, x is the splitting coordinate's bits and y the index of its lower
/// child times four plus the axis; the upper child follows the lower one. Of a leaf, x is where its triangles
/// begin in KdTreeView::leafTriangles and y their number times four plus 3. The root is node 0.
using KdNode = UInt2;

constexpr std::uint32_t kdLeaf = 3;
constexpr std::uint32_t kdMaxNodes = 1u << 30;

INKRAY_HD KdNode kdInnerNode(int axis, float split, std::uint32_t lowerChild)
{
  return { bitsOf(split), lowerChild << 2 | static_cast<std::uint32_t>(axis) };
}
INKRAY_HD KdNode kdLeafNode(std::uint32_t first, std::uint32_t count)
{
  return { first, count << 2 | kdLeaf };
}
INKRAY_HD bool isLeaf(const KdNode& node)
{
  return (node.y & 3u) == kdLeaf;
}
INKRAY_HD int axisOf(const KdNode& node)
{
  return static_cast<int>(node.y & 3u);
}
/// Lower child of an inner node, number of triangles of a leaf.
INKRAY_HD std::uint32_t countOf(const KdNode& node)
{
  return node.y >> 2;
}

/// No path from the root to a leaf passes more inner nodes.
constexpr int kdMaxDepth = 63;

struct KdBox
{
  float low[3], high[3]; ///< low > high: nothing
};

/// What kernels know of a tree. Pointers are to memory of the backend that built it; they hold until the next
/// build. A tree of nothing is one empty leaf.
struct KdTreeView
{
  const KdNode* nodes;
  const std::uint32_t* leafTriangles; ///< the triangles of one leaf after another
  const Float4* corners;              ///< three of each triangle, under the caller's numbers; w is not used
  KdBox bounds;
};

} // namespace inkray
