// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// A bounding volume hierarchy to compare kd-trees with: built on the host with the surface area heuristic
/// over 16 bins, nodes of 64 bytes with the boxes of both children, the same triangle test.
#include "Geometry/KdTree/IntersectTriangle.h"
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/KdTree/TraverseKdTree.h"

#include <cstdint>
#include <vector>

namespace inkray::bench
{

struct BvhNode
{
  Float4 x; ///< lower and upper bound of the first child, of the second
  Float4 y, z;
  UInt4 children; ///< first child, second: a node, or where its triangles begin; their numbers: 0 of a node
};

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

/// Of the triangles that are not left out, at most four to a leaf where that pays.
Bvh buildBvh(const std::vector<KdBox>& boxes);

/// `watch` is told of nodes and leaves as by traverse (TraverseKdTree.h).
template <class Watch = KdUnwatched>
INKRAY_HD bool nearestHitOfBvh(const BvhView& bvh, const Ray& ray, KdHit& hit, const Watch& watch = {})
{
  hit = { ray.end, 0xffffffffu, 0.0f, 0.0f };
  if (!(ray.begin <= ray.end))
    return false;
  const TriangleRay triangleRay(ray);
  std::uint32_t stack[64];
  int size = 0;
  std::uint32_t at = 0;
  for (;;)
  {
    watch.innerNode();
    const Float4* const node = &bvh.nodes[at].x;
    const Float4 x = load(node), y = load(node + 1), z = load(node + 2);
    const UInt4 children = load(reinterpret_cast<const UInt4*>(node + 3));
    const auto clip = [&](float lowX, float highX, float lowY, float highY, float lowZ, float highZ,
                        float& begin) {
      const float margin = 4e-7f; // of the parameters
      const float x0 = (lowX - ray.origin[0]) * ray.inverse[0], x1 = (highX - ray.origin[0]) * ray.inverse[0];
      const float y0 = (lowY - ray.origin[1]) * ray.inverse[1], y1 = (highY - ray.origin[1]) * ray.inverse[1];
      const float z0 = (lowZ - ray.origin[2]) * ray.inverse[2], z1 = (highZ - ray.origin[2]) * ray.inverse[2];
      begin = maximum(maximum(minimum(x0, x1), minimum(y0, y1)), maximum(minimum(z0, z1), ray.begin));
      const float end = minimum(minimum(maximum(x0, x1), maximum(y0, y1)), minimum(maximum(z0, z1), hit.t));
      begin -= margin * fabsf(begin);
      return begin <= end + margin * fabsf(end);
    };
    float begins[2];
    const bool hits[2] = { clip(x.x, x.y, y.x, y.y, z.x, z.y, begins[0]),
      clip(x.z, x.w, y.z, y.w, z.z, z.w, begins[1]) };
    std::uint32_t next[2];
    int numNext = 0;
    const bool secondFirst = begins[1] < begins[0];
    INKRAY_UNROLL
    for (int k = 0; k < 2; ++k)
    {
      const bool isSecond = (k == 1) != secondFirst;
      if (!(isSecond ? hits[1] : hits[0]))
        continue;
      const std::uint32_t child = isSecond ? children.y : children.x,
                          count = isSecond ? children.w : children.z;
      if (count == 0)
      {
        next[numNext++] = child;
        continue;
      }
      watch.leaf(count);
      INKRAY_NO_UNROLL
      for (std::uint32_t i = 0; i < count; ++i)
      {
        KdHit found;
        found.triangle = load(bvh.triangles + child + i);
        if (intersectTriangle(triangleRay, bvh.corners + 3 * std::size_t(found.triangle), found) &&
          found.t >= ray.begin && (found.t < hit.t || (found.t == hit.t && found.triangle < hit.triangle)))
          hit = found;
      }
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

} // namespace inkray::bench
