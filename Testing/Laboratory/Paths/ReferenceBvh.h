// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// A bounding volume hierarchy to compare kd-trees with. It is built on the host with the surface area
/// heuristic over 16 bins. Its nodes of 64 bytes have the boxes of both children, and the triangle test is
/// the same.
#include "Geometry/KdTree/IntersectTriangle.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TraverseKdTree.h"

#include <cstdint>
#include <vector>

namespace inkray::laboratory
{

struct BvhNode
{
  Float4 x; ///< lower and upper bound of the first child, then of the second
  Float4 y, z;
  UInt4 children; ///< first child, second: a node, or where its triangles begin; their numbers: 0 of a node
};

/// No way down to a leaf has as many nodes.
constexpr int bvhStack = 96;

struct BvhView
{
  const BvhNode* nodes;
  const std::uint32_t* triangles;
  const Float4* corners;
};

struct Bvh
{
  std::vector<BvhNode> nodes;
  std::vector<std::uint32_t> triangles;
};

/// Builds the hierarchy of the triangles whose boxes are not empty, with at most eight to a leaf where that
/// pays.
Bvh buildBvh(const std::vector<KdBox>& boxes);

/// Returns the boxes of triangles of three corners each, larger by a margin on each side. A box is empty
/// where the corners are one point, as are those of triangles that a kd-tree leaves out.
std::vector<KdBox> boxesOfTriangles(const std::vector<Float4>& corners, float margin);

/// Says which children of a node a ray meets before `limit`, and which of them first.
struct BvhStep
{
  UInt4 children;
  bool meets[2];
  bool secondFirst;
};

INKRAY_HD BvhStep stepInto(const BvhView& bvh, std::uint32_t at, const Ray& ray, float limit)
{
  const Float4* const node = &bvh.nodes[at].x;
  const Float4 x = load(node), y = load(node + 1), z = load(node + 2);
  BvhStep step;
  step.children = load(reinterpret_cast<const UInt4*>(node + 3));
  const auto clip = [&](float lowX, float highX, float lowY, float highY, float lowZ, float highZ,
                      float& begin) {
    const float margin = 4e-7f; // of the parameters
    const float x0 = (lowX - ray.origin[0]) * ray.inverse[0], x1 = (highX - ray.origin[0]) * ray.inverse[0];
    const float y0 = (lowY - ray.origin[1]) * ray.inverse[1], y1 = (highY - ray.origin[1]) * ray.inverse[1];
    const float z0 = (lowZ - ray.origin[2]) * ray.inverse[2], z1 = (highZ - ray.origin[2]) * ray.inverse[2];
    begin = maximum(maximum(minimum(x0, x1), minimum(y0, y1)), maximum(minimum(z0, z1), ray.begin));
    const float end = minimum(minimum(maximum(x0, x1), maximum(y0, y1)), minimum(maximum(z0, z1), limit));
    begin -= margin * fabsf(begin);
    return begin <= end + margin * fabsf(end);
  };
  float begins[2];
  step.meets[0] = clip(x.x, x.y, y.x, y.y, z.x, z.y, begins[0]);
  step.meets[1] = clip(x.z, x.w, y.z, y.w, z.z, z.w, begins[1]);
  step.secondFirst = begins[1] < begins[0];
  return step;
}

/// Meets the triangles of a leaf: it keeps the nearest, and of several the one with the lowest number.
INKRAY_HD void meetLeaf(const BvhView& bvh, const TriangleRay& triangleRay, float begin, std::uint32_t first,
  std::uint32_t count, KdHit& hit)
{
  INKRAY_NO_UNROLL
  for (std::uint32_t i = 0; i < count; ++i)
  {
    KdHit found;
    found.triangle = load(bvh.triangles + first + i);
    if (intersectTriangle(triangleRay, bvh.corners + 3 * std::size_t(found.triangle), found) &&
      found.t >= begin && (found.t < hit.t || (found.t == hit.t && found.triangle < hit.triangle)))
      hit = found;
  }
}

/// Finds the nearest hit. `watch` is told of nodes and leaves as by traverse (TraverseKdTree.h). Leaves are
/// met where their node is. With `isAny`, the first triangle that is found will do.
template <bool isAny = false, class Watch = KdUnwatched>
INKRAY_HD bool nearestHitOfBvh(const BvhView& bvh, const Ray& ray, KdHit& hit, const Watch& watch = {})
{
  hit = { ray.end, 0xffffffffu, 0.0f, 0.0f };
  if (!(ray.begin <= ray.end))
    return false;
  const TriangleRay triangleRay(ray);
  std::uint32_t stack[bvhStack];
  int size = 0;
  std::uint32_t at = 0;
  for (;;)
  {
    watch.innerNode();
    const BvhStep step = stepInto(bvh, at, ray, hit.t);
    std::uint32_t next[2];
    int numNext = 0;
    INKRAY_UNROLL
    for (int k = 0; k < 2; ++k)
    {
      const bool isSecond = (k == 1) != step.secondFirst;
      if (!(isSecond ? step.meets[1] : step.meets[0]))
        continue;
      const std::uint32_t child = isSecond ? step.children.y : step.children.x,
                          count = isSecond ? step.children.w : step.children.z;
      if (count == 0)
      {
        next[numNext++] = child;
        continue;
      }
      watch.leaf(count);
      meetLeaf(bvh, triangleRay, ray.begin, child, count, hit);
      if (isAny && hit.triangle != 0xffffffffu)
        return true;
    }
    if (numNext == 2)
      stack[size++] = next[1];
    if (numNext > 0)
      at = next[0];
    else if (size > 0)
      at = stack[--size];
    else
      return hit.triangle != 0xffffffffu;
  }
}

/// Says whether all lanes of the warp that take part have a leaf; a CPU has only one lane.
struct WarpVote
{
  INKRAY_HD bool operator()(bool hasLeaf) const
  {
#ifdef __CUDA_ARCH__
    return __all_sync(__activemask(), hasLeaf) != 0;
#else
    return hasLeaf;
#endif
  }
};

/// The number of triangles that stands for no node.
constexpr std::uint32_t bvhNothing = 0xffffffffu;

INKRAY_HD UInt2 popNode(const UInt2* stack, int& size)
{
  return size > 0 ? stack[--size] : UInt2{ 0, bvhNothing };
}

/// Finds the same hits, down to a leaf and then its triangles, in turn: while-while. Speculatively, a ray
/// that has found a leaf goes on to the next one, until all rays of its warp have one. The first leaf waits
/// meanwhile (Aila and Laine 2009, section 4.3). What the ray meets by then may lie behind the triangles of
/// the waiting leaf.
template <bool isSpeculative, class Watch = KdUnwatched, class Vote = WarpVote>
INKRAY_HD bool nearestHitByTurns(
  const BvhView& bvh, const Ray& ray, KdHit& hit, const Watch& watch = {}, const Vote& vote = {})
{
  hit = { ray.end, 0xffffffffu, 0.0f, 0.0f };
  if (!(ray.begin <= ray.end))
    return false;
  // The place of a node or of a leaf's triangles, and their number: 0 for a node.
  const TriangleRay triangleRay(ray);
  UInt2 stack[bvhStack];
  int size = 0;
  UInt2 node = { 0, 0 }, waiting = { 0, bvhNothing };
  for (;;)
  {
    while (node.y == 0)
    {
      watch.innerNode();
      const BvhStep step = stepInto(bvh, node.x, ray, hit.t);
      const UInt2 a = { step.children.x, step.children.z }, b = { step.children.y, step.children.w };
      if (step.meets[0] && step.meets[1])
      {
        node = step.secondFirst ? b : a;
        stack[size++] = step.secondFirst ? a : b;
      }
      else
        node = step.meets[0] ? a : step.meets[1] ? b : popNode(stack, size);
      if (!isSpeculative)
        continue;
      if (node.y != 0 && node.y != bvhNothing && waiting.y == bvhNothing)
      {
        waiting = node;
        node = popNode(stack, size);
      }
      if (vote(waiting.y != bvhNothing))
        break;
    }
    if (isSpeculative && waiting.y != bvhNothing)
    {
      watch.leaf(waiting.y);
      meetLeaf(bvh, triangleRay, ray.begin, waiting.x, waiting.y, hit);
      waiting.y = bvhNothing;
    }
    while (node.y != 0 && node.y != bvhNothing)
    {
      watch.leaf(node.y);
      meetLeaf(bvh, triangleRay, ray.begin, node.x, node.y, hit);
      node = popNode(stack, size);
    }
    if (node.y == bvhNothing)
      return hit.triangle != 0xffffffffu;
  }
}

} // namespace inkray::laboratory
