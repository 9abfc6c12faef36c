// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/KdTree/KdTreeView.h"

#include <cstdint>

namespace inkray
{

/// Triangles given by the points of their corners, in the memory of the backend that uses them.
struct TriangleMesh
{
  const float* points; ///< x, y and z of each point
  std::int64_t numPoints;
  const std::uint32_t* triangles; ///< three points for each triangle
  std::int64_t numTriangles;
  /// Whether the tree includes triangles without area. Rounding may let a ray along such a triangle meet it,
  /// which matters if triangles form the boundary of a solid.
  bool keepsDegenerate = false;
};

/// Validity of a triangle.
enum class TriangleKind : std::uint32_t
{
  Proper,
  NotFinite,  ///< a coordinate is not finite
  Degenerate, ///< its corners lie on a line
  NoPoint     ///< a corner is no point of the mesh
};

INKRAY_HD KdBox emptyKdBox()
{
  const float infinity = HUGE_VALF;
  return { { infinity, infinity, infinity }, { -infinity, -infinity, -infinity } };
}

/// Load the corners a, b and c of triangle i, and the box around them. Sets nothing unless the triangle is
/// proper.
INKRAY_HD TriangleKind loadTriangle(
  const TriangleMesh& mesh, std::int64_t i, Float4 (&corners)[3], KdBox& box)
{
  float p[3][3];
  bool isFinite = true;
  for (int k = 0; k < 3; ++k)
  {
    const std::int64_t point = mesh.triangles[3 * i + k];
    if (point >= mesh.numPoints)
      return TriangleKind::NoPoint;
    for (int axis = 0; axis < 3; ++axis)
    {
      p[k][axis] = mesh.points[3 * point + axis];
      isFinite = isFinite && p[k][axis] - p[k][axis] == 0.0f;
    }
  }
  if (!isFinite)
    return TriangleKind::NotFinite;
  // Twice the areas of its projections, from differences that are exact or nearly so.
  bool hasArea = mesh.keepsDegenerate;
  for (int axis = 0; axis < 3; ++axis)
  {
    const int x = axis == 2 ? 0 : axis + 1, y = axis == 0 ? 2 : axis - 1;
    const double bx = static_cast<double>(p[1][x]) - static_cast<double>(p[0][x]);
    const double by = static_cast<double>(p[1][y]) - static_cast<double>(p[0][y]);
    const double cx = static_cast<double>(p[2][x]) - static_cast<double>(p[0][x]);
    const double cy = static_cast<double>(p[2][y]) - static_cast<double>(p[0][y]);
    hasArea = hasArea || mulRounded(bx, cy) != mulRounded(by, cx);
  }
  if (!hasArea)
    return TriangleKind::Degenerate;
  for (int k = 0; k < 3; ++k)
    corners[k] = { p[k][0], p[k][1], p[k][2], 0.0f };
  for (int axis = 0; axis < 3; ++axis)
  {
    box.low[axis] = minimum(p[0][axis], minimum(p[1][axis], p[2][axis])) + 0.0f; // + 0.0f makes zeros
                                                                                 // positive
    box.high[axis] = maximum(p[0][axis], maximum(p[1][axis], p[2][axis])) + 0.0f;
  }
  return TriangleKind::Proper;
}

} // namespace inkray
