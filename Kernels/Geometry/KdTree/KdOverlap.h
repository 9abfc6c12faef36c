// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/KdTree/KdTreeView.h"

namespace inkray
{

/// A triangle's corners, for repeated tests against boxes.
struct KdTriangle
{
  float corners[3][3];
};

INKRAY_HD KdTriangle kdTriangle(const Float4* corners)
{
  KdTriangle t;
  INKRAY_UNROLL
  for (int k = 0; k < 3; ++k)
  {
    const Float4 p = load(corners + k);
    t.corners[k][0] = p.x;
    t.corners[k][1] = p.y;
    t.corners[k][2] = p.z;
  }
  return t;
}

/// The margin, relative to the largest coordinate.
constexpr float kdOverlapMargin = 2e-6f;

/// Whether a triangle is closer to a box than `margin`, or possibly closer; false is certain. The margin must
/// exceed the rounding of coordinates. The separating axes (Akenine-Moeller 2001, Fast 3D triangle-box
/// overlap testing) are the triangle's normal, and the directions perpendicular to an edge and an axis of the
/// box. The third group of axes, the box's own, is tested earlier, when triangles are sorted by their boxes.
INKRAY_HD bool overlaps(const KdTriangle& triangle, const KdBox& box, float margin)
{
  float p[3][3], half[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const float middle = 0.5f * (box.low[axis] + box.high[axis]);
    half[axis] = 0.5f * (box.high[axis] - box.low[axis]) + margin;
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
      p[k][axis] = triangle.corners[k][axis] - middle;
  }
  bool apart = false;
  float edges[2][3];
  INKRAY_UNROLL
  for (int k = 0; k < 3; ++k)
  {
    constexpr int next[3] = { 1, 2, 0 };
    const float* const a = p[k];
    const float* const b = p[next[k]];
    const float* const c = p[next[next[k]]];
    INKRAY_UNROLL
    for (int x = 0; x < 3; ++x)
    {
      // Project on the axis perpendicular to this edge in the plane of x and y, where the edge is a point.
      const int y = next[x];
      const float dx = b[x] - a[x], dy = b[y] - a[y];
      const float edge = mulRounded(a[x], dy) - mulRounded(a[y], dx);
      const float corner = mulRounded(c[x], dy) - mulRounded(c[y], dx);
      const float reach = mulRounded(half[x], fabsf(dy)) + mulRounded(half[y], fabsf(dx));
      apart = apart || (edge > reach && corner > reach) || (edge < -reach && corner < -reach);
      if (k < 2)
        edges[k][x] = dx;
    }
  }
  // The distance of the plane, and the rounding error of the normal's products.
  float distance = 0.0f, reach = 0.0f;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    constexpr int next[3] = { 1, 2, 0 };
    const int x = next[axis], y = next[x];
    const float one = mulRounded(edges[0][x], edges[1][y]), other = mulRounded(edges[0][y], edges[1][x]);
    const float normal = one - other, lost = 5e-7f * (fabsf(one) + fabsf(other));
    distance = distance + mulRounded(normal, p[1][axis]);
    reach = reach + mulRounded(fabsf(normal), half[axis]) + mulRounded(lost, half[axis] + fabsf(p[1][axis]));
  }
  return !(apart || fabsf(distance) > reach);
}

} // namespace inkray
