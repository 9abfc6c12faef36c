// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "TetSink.h"

#include <cstdint>

namespace inkray::filters
{

/// Subdivision of the linear cells into tets by point ids alone, without coordinates.
///
/// Source: Dompierre, Labbé, Vallet, Camarero, "How to subdivide pyramids, prisms and hexahedra into
/// tetrahedra", 8th International Meshing Roundtable, 1999. The rule there: a quadrilateral is divided by
/// the diagonal through its smallest id. Both cells at a face see the same ids, so they divide it alike. For
/// polygons in general (see PolyhedronSubdivision): a face is a fan from its smallest id, and the cell is the
/// cone from its own smallest id.

/// Cone from `apex` over a quadrilateral that turns its outside to the apex' other side (a, b, c, d
/// counter-clockwise from outside): 2 tets.
void cutQuadCone(
  std::int64_t apex, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, TetSink& sink);

/// 8 ids in the order of VTK_HEXAHEDRON: 5 or 6 tets.
void cutHexahedron(const std::int64_t* ids, TetSink& sink);

/// 6 ids in the order of VTK_WEDGE: 3 tets.
void cutWedge(const std::int64_t* ids, TetSink& sink);

/// 5 ids in the order of VTK_PYRAMID: 2 tets.
void cutPyramid(const std::int64_t* ids, TetSink& sink);

} // namespace inkray::filters
