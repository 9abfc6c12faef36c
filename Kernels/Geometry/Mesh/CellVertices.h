// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacencyKernels.h"

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

} // namespace inkray
