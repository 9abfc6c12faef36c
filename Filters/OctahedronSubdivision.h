// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PointView.h"
#include "TetSink.h"

#include <cstdint>

namespace inkray::filters
{

/// Subdivides an octahedron, which quadratic tets leave in their middle, into 4 tets around one of its three
/// diagonals. No face of the octahedron is divided, so neighbours fit with every choice.
///
/// The diagonal whose smallest tet is largest is taken: where the edges of a quadratic tet are bent, another
/// diagonal may leave the octahedron and turn tets inside out. Diagonals that are equally good (all of them,
/// where edges are straight) differ in length, and the shortest is taken.
///
/// @param corners x, y, z and, opposite them, yz, xz, xy, as in the hollow of a lattice tet (see
/// HigherOrderSubdivision::cutTetra).
/// @param mirrored whether the cell as a whole has a negative volume. Then all its tets should have one.
void cutOctahedron(const PointView& points, const std::int64_t* corners, bool mirrored, TetSink& sink);

/// Six times the signed volume of a tet, positive in VTK's vertex order.
double volumeOf(const PointView& points, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d);

} // namespace inkray::filters
