// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "TetSink.h"

#include <cstdint>

namespace inkray::filters
{

/// Subdivision of linear cells into tets by point ids alone, without coordinates.
///
/// Source: Dompierre, Labbé, Vallet, Camarero, "How to subdivide pyramids, prisms and hexahedra into
/// tetrahedra", 8th International Meshing Roundtable, 1999. Their rule: the diagonal through its smallest id
/// divides a quadrilateral. Both cells at a face see the same ids and divide it alike. A general polygon (see
/// PolyhedronSubdivision) becomes a fan from its smallest id, and a cell a cone from the smallest id of the
/// cell.

/// Cut a pyramid with apex `apex` over a quadrilateral (a, b, c, d counter-clockwise as
/// seen from outside) into 2 tets.
void cutQuadCone(
  std::int64_t apex, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, TetSink& sink);

/// Cut a hexahedron (8 ids in the order of VTK_HEXAHEDRON) into 5 or 6 tets.
void cutHexahedron(const std::int64_t* ids, TetSink& sink);

/// Cut a wedge (6 ids in the order of VTK_WEDGE) into 3 tets.
void cutWedge(const std::int64_t* ids, TetSink& sink);

/// Cut a pyramid (5 ids in the order of VTK_PYRAMID) into 2 tets.
void cutPyramid(const std::int64_t* ids, TetSink& sink);

} // namespace inkray::filters
