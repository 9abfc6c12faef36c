// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PointView.h"
#include "TetSink.h"

#include <cstdint>

namespace inkray::filters
{

/// Subdivides an octahedron, which remains in the middle of a quadratic tet, into 4 tets around one of its
/// three diagonals. The faces of the octahedron are not divided, so every choice fits the neighbors.
///
/// Choose the diagonal whose smallest tet is largest: if edges of a quadratic tet are curved, other
/// diagonals may leave the octahedron and invert tets. Of equally good diagonals (all three if edges are
/// straight), the shortest is chosen.
///
/// @param corners Corners x, y, z, then the opposite corners yz, xz, xy, as in a lattice tet (see
/// HigherOrderSubdivision::cutTetra).
/// @param mirrored Whether the whole cell has a negative volume. Then all of its tets should have one.
void cutOctahedron(const PointView& points, const std::int64_t* corners, bool mirrored, TetSink& sink);

/// Six times the signed volume of a tet, positive in VTK's vertex order.
double volumeOf(const PointView& points, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d);

} // namespace inkray::filters
