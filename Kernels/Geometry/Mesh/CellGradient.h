// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Geometry/Mesh/CellVertices.h"

/// Functions of a whole tet, which are used rarely: the march never needs all four of its vertices at once.
namespace inkray
{

/// The gradient of the scalar in a tet, in the mesh's normalized coordinates. Its length and sign have no
/// meaning; it is zero if the four scalars are equal. Vertices carry the scalar in w.
INKRAY_HD void gradientOfCell(
  const Float4* vertices, const UInt2* links, std::uint32_t cell, float gradient[3])
{
  std::uint32_t ids[4];
  verticesOfCell(links, cell, ids);
  const Float4 o = load(vertices + ids[0]);
  float e[3][4];
  INKRAY_UNROLL
  for (int i = 0; i < 3; ++i)
  {
    const Float4 p = load(vertices + ids[i + 1]);
    e[i][0] = p.x - o.x;
    e[i][1] = p.y - o.y;
    e[i][2] = p.z - o.z;
    e[i][3] = p.w - o.w;
  }
  // The gradient g solves e_i . g = e_i.w: use Cramer's rule, without the division by the volume.
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    gradient[axis] = e[0][3] * (e[1][x] * e[2][y] - e[1][y] * e[2][x]) +
      e[1][3] * (e[2][x] * e[0][y] - e[2][y] * e[0][x]) + e[2][3] * (e[0][x] * e[1][y] - e[0][y] * e[1][x]);
  }
}

/// Barycentric weights of a point p of a tet in the mesh's normalized coordinates, up to a positive factor;
/// all 0 in a flat tet. `ids` receives the tet's vertices.
INKRAY_HD void weightsWithinCell(const Float4* vertices, const UInt2* links, std::uint32_t cell,
  const Float3& p, std::uint32_t ids[4], float weight[4])
{
  verticesOfCell(links, cell, ids);
  const Float4 o = load(vertices + ids[0]);
  Float3 e[3];
  INKRAY_UNROLL
  for (int i = 0; i < 3; ++i)
  {
    const Float4 v = load(vertices + ids[i + 1]);
    e[i] = { v.x - o.x, v.y - o.y, v.z - o.z };
  }
  // The corners' weights by Cramer's rule, up to the volume; rounding may put p slightly outside.
  const Float3 at = { p.x - o.x, p.y - o.y, p.z - o.z };
  const float volume = dot(e[0], cross(e[1], e[2]));
  const float sign = volume < 0.0f ? -1.0f : 1.0f;
  weight[1] = maximum(0.0f, sign * dot(at, cross(e[1], e[2])));
  weight[2] = maximum(0.0f, sign * dot(at, cross(e[2], e[0])));
  weight[3] = maximum(0.0f, sign * dot(at, cross(e[0], e[1])));
  weight[0] = maximum(0.0f, fabsf(volume) - weight[1] - weight[2] - weight[3]);
}

/// The vertices' gradients, interpolated at a point p of a tet in the mesh's normalized coordinates; if the
/// tet is flat or they sum to 0, the tet's own gradient.
INKRAY_HD void gradientWithinCell(const Float4* vertices, const UInt2* links, const Float3* gradients,
  std::uint32_t cell, const Float3& p, float gradient[3])
{
  std::uint32_t ids[4];
  float weight[4];
  weightsWithinCell(vertices, links, cell, p, ids, weight);
  Float3 sum = { 0.0f, 0.0f, 0.0f };
  INKRAY_UNROLL
  for (int i = 0; i < 4; ++i)
  {
    const Float3 g = gradients[ids[i]];
    sum = { multiplyAdd(weight[i], g.x, sum.x), multiplyAdd(weight[i], g.y, sum.y),
      multiplyAdd(weight[i], g.z, sum.z) };
  }
  gradient[0] = sum.x;
  gradient[1] = sum.y;
  gradient[2] = sum.z;
  if (sum.x == 0.0f && sum.y == 0.0f && sum.z == 0.0f)
    gradientOfCell(vertices, links, cell, gradient);
}

/// The vertices' values, interpolated like the gradients; in a flat tet, their mean. NaN if a vertex has no
/// value.
INKRAY_HD float valueWithinCell(
  const Float4* vertices, const UInt2* links, const float* values, std::uint32_t cell, const Float3& p)
{
  std::uint32_t ids[4];
  float weight[4];
  weightsWithinCell(vertices, links, cell, p, ids, weight);
  const float whole = weight[0] + weight[1] + weight[2] + weight[3];
  float sum = 0.0f;
  INKRAY_UNROLL
  for (int i = 0; i < 4; ++i)
    sum = multiplyAdd(whole > 0.0f ? weight[i] / whole : 0.25f, values[ids[i]], sum);
  return sum;
}

} // namespace inkray
