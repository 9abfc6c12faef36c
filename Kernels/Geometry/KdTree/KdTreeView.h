// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

/// A kd-tree over triangles. KdTree.h builds and keeps a tree, TraverseKdTree.h sends rays through it:
///
///     KdTree<Backend> tree;                          // host: once, or again whenever the geometry moves
///     tree.build(backend, mesh);
///     const KdTreeView view = tree.view();           // a field of a kernel
///
///     KdHit hit;                                     // kernel
///     if (nearestHit(view, ray, hit)) ...            // hit.triangle is the caller's index of the triangle
///     if (anyHit(view, shadowRay)) ...
namespace inkray
{

/// A node has eight bytes. In an inner node, x has the bits of the splitting coordinate, and y is the index
/// of its lower child times four plus the axis. The upper child follows the lower one, which has an even
/// index, so that one load gets both. In a leaf, the lowest two bits of y are set. If the next two bits are 1
/// or 2, the leaf holds this number of triangles itself, in x and the rest of y. If they are 0, the rest of y
/// is the number of triangles, which are in KdTreeView::leafTriangles from index x on. The root is node 0;
/// node 1 is an unused empty leaf.
using KdNode = UInt2;

constexpr std::uint32_t kdLeaf = 3; ///< y of an empty leaf
constexpr std::uint32_t kdMaxNodes = 1u << 30;
/// The largest number of triangles that a leaf holds itself.
constexpr std::uint32_t kdInLeaf = 2;

INKRAY_HD KdNode kdInnerNode(int axis, float split, std::uint32_t lowerChild)
{
  return { bitsOf(split), lowerChild << 2 | static_cast<std::uint32_t>(axis) };
}
/// A leaf without triangles, or with more than kdInLeaf, from an index in KdTreeView::leafTriangles on.
INKRAY_HD KdNode kdLeafNode(std::uint32_t first, std::uint32_t count)
{
  return { first, count << 4 | kdLeaf };
}
/// A leaf that holds one or two triangles; if it holds one, `b` is 0.
INKRAY_HD KdNode kdLeafOf(std::uint32_t count, std::uint32_t a, std::uint32_t b)
{
  return { a, b << 4 | count << 2 | kdLeaf };
}
/// How many entries of KdTreeView::leafTriangles a leaf uses.
INKRAY_HD std::uint32_t leafPlaces(std::uint32_t count)
{
  return count <= kdInLeaf ? 0 : count;
}
INKRAY_HD bool isLeaf(const KdNode& node)
{
  return (node.y & 3u) == kdLeaf;
}
INKRAY_HD int axisOf(const KdNode& node)
{
  return static_cast<int>(node.y & 3u);
}
/// The index of an inner node's lower child.
INKRAY_HD std::uint32_t lowerChildOf(const KdNode& node)
{
  return node.y >> 2;
}
/// The number of triangles of a leaf, and one of its triangles.
INKRAY_HD std::uint32_t countOf(const KdNode& leaf)
{
  const std::uint32_t inside = leaf.y >> 2 & 3u;
  return inside != 0 ? inside : leaf.y >> 4;
}
INKRAY_HD std::uint32_t leafTriangle(const std::uint32_t* leafTriangles, const KdNode& leaf, std::uint32_t i)
{
  if ((leaf.y >> 2 & 3u) == 0)
    return load(leafTriangles + leaf.x + i);
  return i == 0 ? leaf.x : leaf.y >> 4;
}

/// The most inner nodes on a path from the root to a leaf.
constexpr int kdMaxDepth = 63;

struct KdBox
{
  float low[3], high[3]; ///< low > high: empty
};

/// A tree as kernels read it. Pointers refer to memory of the backend that built it, and are valid until the
/// next build. A tree without triangles is one empty leaf.
struct KdTreeView
{
  const KdNode* nodes;
  const std::uint32_t* leafTriangles; ///< leaf after leaf, without the triangles that leaves hold themselves
  const Float4* corners;              ///< three for each triangle, by the caller's indices; w is not used
  KdBox bounds;
};

} // namespace inkray
