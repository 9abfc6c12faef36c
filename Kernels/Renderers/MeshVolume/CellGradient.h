// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacencyKernels.h"

/// A tet as something that is seldom asked for: the march never needs all four of its vertices at once.
namespace inkray
{

/// The vertices of a tet by their ids, in ascending order. They are not stored: the neighbour across a face
/// names the vertex behind it, and where there is no neighbour the tet's own link does.
INKRAY_HD void verticesOfCell(const UInt2* links, std::uint32_t cell, std::uint32_t ids[4])
{
  INKRAY_UNROLL
  for (std::uint32_t i = 0; i < 4; ++i)
  {
    const UInt2 across = load(links + (4u * cell + i));
    ids[i] = across.x >= removedLink ? across.y : load(links + across.x).y;
  }
}

/// Gradient of the scalar in a tet, in the mesh's normalised coordinates; its length and sign mean nothing,
/// and it is zero where the four scalars are equal. Vertices carry the scalar in w.
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
  // The gradient g solves e_i . g = e_i.w: by Cramer's rule, without the division by the volume.
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    gradient[axis] = e[0][3] * (e[1][x] * e[2][y] - e[1][y] * e[2][x]) +
      e[1][3] * (e[2][x] * e[0][y] - e[2][y] * e[0][x]) + e[2][3] * (e[0][x] * e[1][y] - e[0][y] * e[1][x]);
  }
}

} // namespace inkray
