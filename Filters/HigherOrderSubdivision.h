// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PointView.h"
#include "TetSink.h"

#include <cstdint>
#include <vector>

namespace inkray::filters
{

/// Subdivision of quadratic and Lagrange cells into tets through all their nodes. Cells whose nodes form a
/// lattice become the small linear cells of the lattice. Serendipity cells are subdivided on their faces,
/// with an additional point in the middle as the apex. Both subdivide a face by its own nodes and ids alone,
/// so that neighbours agree.
class HigherOrderSubdivision
{
public:
  HigherOrderSubdivision(const PointView& coordinates, TetSink& to)
    : points(coordinates)
    , sink(to)
  {
  }

  /// Tetrahedron of any order (2: VTK_QUADRATIC_TETRA). For the octahedra inside see OctahedronSubdivision.h.
  /// Bubble nodes of the 15-node tet are not used.
  bool cutTetra(const std::vector<std::int64_t>& ids);

  /// Hexahedron of orders[0..2] (2, 2, 2: VTK_TRIQUADRATIC_HEXAHEDRON); null: the order is found from the
  /// number of ids.
  bool cutHexahedra(const std::vector<std::int64_t>& ids, const int* orders);

  /// Wedge of orders[0] == orders[1] in the triangle and orders[2] along it. Bubble nodes of the 21-node
  /// wedge are not used.
  bool cutWedges(const std::vector<std::int64_t>& ids, const int* orders);

  /// The serendipity cells: quadratic hexahedron, wedge and pyramid, biquadratic-quadratic hexahedron, and
  /// the 19-node pyramid.
  bool cutSerendipity(unsigned char cellType, const std::vector<std::int64_t>& ids);

private:
  const PointView& points;
  TetSink& sink;
  std::vector<int> nodes;          ///< place of each lattice point in the list of ids
  int nodesOf[4] = { 0, 0, 0, 0 }; ///< kind and orders that `nodes` is for
};

} // namespace inkray::filters
