// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "LatticeNodes.h"
#include "PointView.h"
#include "TetSink.h"

#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Subdivides quadratic and Lagrange cells into tets through all their nodes. If the nodes form a lattice,
/// the cell becomes the small linear cells of the lattice. Serendipity cells are subdivided on their faces,
/// and a point added in the center is the apex of all tets. Both subdivide a face only by its own nodes and
/// ids, so that neighbors agree.
class HigherOrderSubdivision
{
public:
  HigherOrderSubdivision(const PointView& coordinates, TetSink& to)
    : points(coordinates)
    , sink(to)
  {
  }

  /// A tetrahedron of any order (2: CellType::QuadraticTetra). For the octahedra inside, see
  /// OctahedronSubdivision.h. Bubble nodes of the 15-node tet are not used.
  bool cutTetra(const std::vector<std::int64_t>& ids);

  /// A hexahedron of orders[0..2] (2, 2, 2: CellType::TriquadraticHexahedron). If `orders` is null, the order
  /// follows from the number of ids.
  bool cutHexahedra(const std::vector<std::int64_t>& ids, const int* orders);

  /// A wedge of orders[0] == orders[1] in the triangle and orders[2] along its axis. Bubble nodes of
  /// the 21-node wedge are not used.
  bool cutWedges(const std::vector<std::int64_t>& ids, const int* orders);

  /// The serendipity cells: quadratic hexahedron, wedge and pyramid, biquadratic-quadratic hexahedron, and
  /// the 19-node pyramid.
  bool cutSerendipity(unsigned char cellType, const std::vector<std::int64_t>& ids);

private:
  const PointView& points;
  TetSink& sink;
  LatticeNodes nodes; ///< nodes of the last cell
};

} // namespace inkray::filters
