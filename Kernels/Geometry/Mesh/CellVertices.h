// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacencyKernels.h"

namespace inkray
{

/// The ids of a tet's vertices, in ascending order. They are not stored: the link across a face names the
/// vertex behind it, and without a neighbor the tet's own link names its vertex.
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
