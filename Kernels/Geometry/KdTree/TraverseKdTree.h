// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/IntersectTriangle.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "View/Ray.h"

#include <cstdint>

/// Rays through a kd-tree. Rays are View's, with axes set by setAxis. They meet only triangles between their
/// begin and end, both included. KdTreeView.h shows the use.
///
/// A ray passes a splitting plane with a margin (`thickness`), so that neither rounding nor a ray in the
/// plane misses a triangle. The result does not depend on the tree, and equals that of testing each triangle.
namespace inkray
{

constexpr float kdNowhere = -3.4e38f;

INKRAY_HD float componentOf(const float (&v)[3], int axis)
{
  return axis == 0 ? v[0] : axis == 1 ? v[1] : v[2];
}

/// Thickness of rays, relative to the largest coordinate involved: several times the rounding error of a
/// sheared corner.
constexpr float kdThickness = 1e-6f;

/// A stack without a limit: rays are 5 to 14 % faster than with a short stack, whose trail takes a few
/// instructions at each node. The stack takes 1 KB of local memory for each thread.
constexpr int kdStackSize = 64;
static_assert(kdStackSize > kdMaxDepth, "nothing is forgotten");

/// The default observer of a traversal, which does nothing.
struct KdUnwatched
{
  INKRAY_HD void innerNode() const {}
  INKRAY_HD void leaf(std::uint32_t) const {} ///< called with the leaf's number of triangles
};

/// Call visit(hit) for the triangles that the ray meets, roughly from front to back, but in any order within
/// a leaf. A triangle in several leaves is visited once for each. `visit` returns the parameter up to which
/// triangles are still wanted: hit.t for the nearest one, ray.end for all, kdNowhere to stop.
///
/// `StackSize`, a power of two, is the number of pending nodes that are kept, 16 bytes each. If there are
/// more, the oldest are dropped and found again from the root, guided by a bit for each level (Laine 2010,
/// restart trail for stackless BVH traversal).
template <int StackSize = kdStackSize, class Visit, class Watch = KdUnwatched>
INKRAY_HD void traverse(const KdTreeView& tree, const Ray& ray, const Visit& visit, const Watch& watch = {})
{
  static_assert(StackSize > 0 && (StackSize & (StackSize - 1)) == 0, "a power of two");
  constexpr bool isShort = StackSize <= kdMaxDepth;
  struct alignas(16) Entry
  {
    KdNode node;
    float begin, end;
  };

  float thickness = 0.0f;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    thickness = maximum(maximum(thickness, fabsf(ray.origin[axis])),
      maximum(fabsf(tree.bounds.low[axis]), fabsf(tree.bounds.high[axis])));
  thickness *= kdThickness;
  float treeBegin = ray.begin, treeEnd = ray.end;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const float low = (tree.bounds.low[axis] - thickness - ray.origin[axis]) * ray.inverse[axis];
    const float high = (tree.bounds.high[axis] + thickness - ray.origin[axis]) * ray.inverse[axis];
    treeBegin = maximum(minimum(low, high), treeBegin);
    treeEnd = minimum(maximum(low, high), treeEnd);
  }
  if (!(treeBegin <= treeEnd))
    return;

  const TriangleRay triangleRay(ray);
  Entry stack[StackSize];
  int top = 0, size = 0;
  constexpr std::uint64_t ofRoot = std::uint64_t(1) << 63;
  std::uint64_t trail = 0, bit = ofRoot; // bit of each level below: the node's last child is being visited
  KdNode node = load(tree.nodes);
  float begin = treeBegin, end = treeEnd, limit = ray.end;
  for (;;)
  {
    // Descend to a leaf: take the nearer child first, and push the other one if the ray reaches it. Children
    // are adjacent and need one load, which does not wait for the test of the plane. Empty leaves are not
    // visited.
    while (!isLeaf(node))
    {
      watch.innerNode();
      const UInt4 children = load(reinterpret_cast<const UInt4*>(tree.nodes + lowerChildOf(node)));
      const int axis = axisOf(node);
      const float inverse = componentOf(ray.inverse, axis);
      const float plane = (floatOf(node.x) - componentOf(ray.origin, axis)) * inverse;
      const float margin = thickness * fabsf(inverse);
      const bool isUpward = inverse > 0.0f;
      const KdNode near = { isUpward ? children.x : children.z, isUpward ? children.y : children.w };
      const KdNode far = { isUpward ? children.z : children.x, isUpward ? children.w : children.y };
      const float farBegin = plane - margin, nearEnd = plane + margin; // NaN: both children are visited
      const bool passesNear = nearEnd < begin;
      const bool wantsFar = !(farBegin > end) && far.y != kdLeaf;
      const bool wantsNear = !passesNear && near.y != kdLeaf;
      const bool goesFar = passesNear || (wantsFar && (!wantsNear || (isShort && (trail & bit) != 0)));
      if (wantsFar && !goesFar)
      {
        stack[top] = { far, maximum(farBegin, begin), end };
        top = (top + 1) & (StackSize - 1);
        size = size < StackSize ? size + 1 : size;
      }
      else
        trail |= bit;
      begin = goesFar ? maximum(farBegin, begin) : begin;
      end = goesFar ? end : minimum(nearEnd, end);
      node = goesFar ? far : near;
      bit >>= 1;
    }

    const std::uint32_t count = countOf(node);
    watch.leaf(count);
    INKRAY_NO_UNROLL
    for (std::uint32_t i = 0; i < count; ++i)
    {
      KdHit hit;
      hit.triangle = leafTriangle(tree.leafTriangles, node, i);
      if (intersectTriangle(triangleRay, tree.corners + 3 * std::size_t(hit.triangle), hit) &&
        hit.t >= ray.begin && hit.t <= limit)
        limit = visit(hit);
    }
    if (!(limit >= ray.begin))
      return;

    // Continue with the next pending node that begins before the limit.
    do
    {
      if constexpr (isShort)
      {
        // The trail is a number that counts leaves: its next value identifies the next leaf.
        trail += bit << 1;
        if (trail == 0) // all levels are complete
          return;
        bit = (trail & (~trail + 1)) >> 1;
      }
      else if (size == 0)
        return;
      if (size > 0)
      {
        top = (top - 1) & (StackSize - 1);
        --size;
        node = stack[top].node;
        begin = stack[top].begin;
        end = stack[top].end;
      }
      else
      {
        node = load(tree.nodes);
        begin = treeBegin;
        end = treeEnd;
        bit = ofRoot;
      }
    } while (begin > limit);
  }
}

/// Find the first triangle that the ray meets; of several triangles at the same parameter, the one with the
/// lowest index.
template <int StackSize = kdStackSize>
INKRAY_HD bool nearestHit(const KdTreeView& tree, const Ray& ray, KdHit& hit)
{
  hit = { ray.end, 0xffffffffu, 0.0f, 0.0f };
  traverse<StackSize>(tree, ray, [&](const KdHit& found) {
    if (found.t < hit.t || found.triangle < hit.triangle)
      hit = found;
    return hit.t;
  });
  return hit.triangle != 0xffffffffu;
}

/// Whether the ray meets any triangle.
template <int StackSize = kdStackSize>
INKRAY_HD bool anyHit(const KdTreeView& tree, const Ray& ray)
{
  bool found = false;
  traverse<StackSize>(tree, ray, [&](const KdHit&) {
    found = true;
    return kdNowhere;
  });
  return found;
}

} // namespace inkray
