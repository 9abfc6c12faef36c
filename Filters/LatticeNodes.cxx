// SPDX-License-Identifier: BSD-3-Clause
#include "LatticeNodes.h"

#include <algorithm>
#include <cstdlib>

namespace inkray::filters
{
namespace
{

using Node = std::array<int, 3>;

/// The number of steps between two nodes on a line of the lattice.
int stepsBetween(const Node& a, const Node& b)
{
  return std::max({ std::abs(b[0] - a[0]), std::abs(b[1] - a[1]), std::abs(b[2] - a[2]) });
}

/// The node that is some steps from a, towards b.
Node towards(const Node& a, const Node& b, int count)
{
  const int steps = std::max(1, stepsBetween(a, b));
  Node node;
  std::transform(a.begin(), a.end(), b.begin(), node.begin(),
    [&](int from, int to) { return from + (to - from) / steps * count; });
  return node;
}

/// The node inside a triangle that is nearest to a.
Node inner(const Node& a, const Node& b, const Node& c)
{
  return towards(towards(a, c, 1), towards(b, c, 1), 1);
}

/// The node inside a tetrahedron that is nearest to a.
Node inner(const Node& a, const Node& b, const Node& c, const Node& d)
{
  return inner(towards(a, d, 1), towards(b, d, 1), towards(c, d, 1));
}

/// The edges of a cell and its faces, by their corners in the order of rows.
struct Shape
{
  std::vector<std::array<int, 2>> edges;
  std::vector<std::array<int, 4>> faces;
};

} // namespace

void LatticeNodes::set(Kind kind, const int* orders)
{
  const int x = orders[0], y = orders[1], z = orders[2];
  const std::array<int, 4> wanted = { x, y, z, kind };
  if (wanted == this->of)
  {
    return;
  }
  this->of = wanted;
  this->places.assign(std::size_t(x + 1) * (y + 1) * (z + 1), -1);
  this->next = 0;
  if (kind == Tetra)
  {
    return this->putTetra({ 0, 0, 0 }, { x, 0, 0 }, { 0, x, 0 }, { 0, 0, x });
  }
  static const Shape hexahedron = { { { 0, 1 }, { 1, 2 }, { 3, 2 }, { 0, 3 }, { 4, 5 }, { 5, 6 }, { 7, 6 },
                                      { 4, 7 }, { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 } },
    { { 0, 3, 7, 4 }, { 1, 2, 6, 5 }, { 0, 1, 5, 4 }, { 3, 2, 6, 7 }, { 0, 1, 2, 3 }, { 4, 5, 6, 7 } } };
  static const Shape wedge = { { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 4 }, { 4, 5 }, { 5, 3 }, { 0, 3 },
                                 { 1, 4 }, { 2, 5 } },
    { { 0, 1, 2, 2 }, { 3, 4, 5, 5 }, { 0, 1, 4, 3 }, { 1, 2, 5, 4 }, { 2, 0, 3, 5 } } };
  const Shape& shape = kind == Hexahedron ? hexahedron : wedge;
  const std::vector<Node> base = kind == Hexahedron
    ? std::vector<Node>{ { 0, 0, 0 }, { x, 0, 0 }, { x, y, 0 }, { 0, y, 0 } }
    : std::vector<Node>{ { 0, 0, 0 }, { x, 0, 0 }, { 0, y, 0 } };
  std::vector<Node> corners = base;
  for (const Node& corner : base)
  {
    corners.push_back({ corner[0], corner[1], z });
  }
  for (const Node& corner : corners)
  {
    this->put(corner);
  }
  for (const auto& edge : shape.edges)
  {
    this->putEdge(corners[edge[0]], corners[edge[1]]);
  }
  this->next += kind == WedgeWithBubbles ? 2 : 0;
  for (const auto& face : shape.faces)
  {
    this->putRows(corners[face[0]], corners[face[1]], corners[face[2]], corners[face[3]]);
  }
  const auto in = [&](int corner, int layer) { return Node{ base[corner][0], base[corner][1], layer }; };
  for (int k = 1; k < z; ++k)
  {
    this->putRows(in(0, k), in(1, k), in(2, k), in(static_cast<int>(base.size()) - 1, k));
  }
}

void LatticeNodes::put(const Node& node)
{
  this->places[(node[2] * (this->of[1] + 1) + node[1]) * (this->of[0] + 1) + node[0]] = this->next++;
}

/// Put the nodes between two nodes.
void LatticeNodes::putEdge(const Node& a, const Node& b)
{
  const int steps = stepsBetween(a, b);
  for (int i = 1; i < steps; ++i)
  {
    this->put(towards(a, b, i));
  }
}

/// Put the nodes inside a face in rows, which begin between a and d, and end between b and c.
void LatticeNodes::putRows(const Node& a, const Node& b, const Node& c, const Node& d)
{
  const int steps = stepsBetween(a, d);
  for (int i = 1; i < steps; ++i)
  {
    this->putEdge(towards(a, d, i), towards(b, c, i));
  }
}

void LatticeNodes::putTriangle(const Node& a, const Node& b, const Node& c)
{
  this->put(a);
  if (a != b)
  {
    this->put(b);
    this->put(c);
    this->putEdge(a, b);
    this->putEdge(b, c);
    this->putEdge(c, a);
    this->putInTriangle(a, b, c);
  }
}

/// Put the nodes inside a triangle, which form a smaller triangle.
void LatticeNodes::putInTriangle(const Node& a, const Node& b, const Node& c)
{
  if (stepsBetween(a, b) >= 3)
  {
    this->putTriangle(inner(a, b, c), inner(b, c, a), inner(c, a, b));
  }
}

void LatticeNodes::putTetra(const Node& a, const Node& b, const Node& c, const Node& d)
{
  this->put(a);
  if (a == b)
  {
    return;
  }
  this->put(b);
  this->put(c);
  this->put(d);
  this->putEdge(a, b);
  this->putEdge(b, c);
  this->putEdge(c, a);
  this->putEdge(a, d);
  this->putEdge(b, d);
  this->putEdge(c, d);
  this->putInTriangle(a, b, d);
  this->putInTriangle(c, d, b);
  this->putInTriangle(a, d, c);
  this->putInTriangle(a, c, b);
  if (stepsBetween(a, b) >= 4)
  {
    this->putTetra(inner(a, b, c, d), inner(b, a, c, d), inner(c, a, b, d), inner(d, a, b, c));
  }
}

} // namespace inkray::filters
