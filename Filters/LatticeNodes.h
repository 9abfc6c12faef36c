// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

namespace inkray::filters
{

/// The places of a lattice's nodes in VTK's list of the points of a Lagrange cell (since VTK 9.1): first the
/// corners, then the nodes on the edges, on the faces, and inside.
class LatticeNodes
{
public:
  enum Kind
  {
    Tetra,
    Hexahedron,
    Wedge,
    WedgeWithBubbles ///< each triangle has a node inside, listed before the nodes of the quadrilaterals
  };
  /// Find the places for a kind of cell with `orders` steps along its axes, unless they were found last.
  void set(Kind kind, const int* orders);

  /// The place in the list of the node that is i, j and k steps from the first corner.
  int operator()(int i, int j, int k) const
  {
    return this->places[(k * (this->of[1] + 1) + j) * (this->of[0] + 1) + i];
  }

private:
  using Node = std::array<int, 3>;

  void put(const Node& node);
  void putEdge(const Node& a, const Node& b);
  void putRows(const Node& a, const Node& b, const Node& c, const Node& d);
  void putTriangle(const Node& a, const Node& b, const Node& c);
  void putInTriangle(const Node& a, const Node& b, const Node& c);
  void putTetra(const Node& a, const Node& b, const Node& c, const Node& d);

  std::vector<int> places;
  std::array<int, 4> of = { 0, 0, 0, -1 }; ///< the orders and the kind
  int next = 0;                            ///< the place of the node that is put next
};

} // namespace inkray::filters
