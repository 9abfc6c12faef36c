// SPDX-License-Identifier: BSD-3-Clause
#include "HigherOrderSubdivision.h"

#include "CellTypes.h"
#include "LinearSubdivision.h"
#include "OctahedronSubdivision.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <utility>

namespace inkray::filters
{
namespace
{

constexpr int highestOrder = 32;

/// The order, the same along all axes, of a cell with `count` nodes; 0 if no order has this many nodes.
template <class NumNodes>
int uniformOrder(std::size_t count, const NumNodes& numNodes)
{
  int order = highestOrder;
  while (order > 0 && numNodes(order) != count)
  {
    --order;
  }
  return order;
}

/// The orders of a cell with `count` nodes: `given` if not null, otherwise one order along all axes.
template <class NumNodes>
std::array<int, 3> ordersOf(std::size_t count, const int* given, const NumNodes& numNodes)
{
  if (given && given[0] > 0)
  {
    return { given[0], given[1], given[2] };
  }
  const int order = uniformOrder(count, [&](int p) { return numNodes(p, p, p); });
  return { order, order, order };
}

bool areInRange(const std::array<int, 3>& orders)
{
  return std::all_of(
    orders.begin(), orders.end(), [](int order) { return order >= 1 && order <= highestOrder; });
}

} // namespace

// ---- Lattices --------------------------------------------------------------

bool HigherOrderSubdivision::cutTetra(const std::vector<std::int64_t>& ids)
{
  // The 15-node tet is a quadratic tet with four face bubbles and a center. A face that is divided without
  // its bubble fits every neighbor.
  const int order = ids.size() == 15
    ? 2
    : uniformOrder(ids.size(), [](int p) { return std::size_t(p + 1) * (p + 2) * (p + 3) / 6; });
  if (order == 0)
  {
    return false;
  }
  const int orders[3] = { order, order, order };
  this->nodes.set(LatticeNodes::Tetra, orders);

  // Each step of the lattice has an upright tet, the octahedron beside it, and an inverted tet that fills
  // the gap next to the octahedron.
  auto at = [&](int i, int j, int k) { return ids[this->nodes(i, j, k)]; };
  const bool mirrored =
    order > 1 && volumeOf(this->points, at(0, 0, 0), at(order, 0, 0), at(0, order, 0), at(0, 0, order)) < 0;
  for (int k = 0; k < order; ++k)
  {
    for (int j = 0; j + k < order; ++j)
    {
      for (int i = 0; i + j + k < order; ++i)
      {
        this->sink.cut(at(i, j, k), at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1));
        if (i + j + k + 2 <= order)
        {
          const std::int64_t corners[6] = { at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1),
            at(i, j + 1, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k) };
          cutOctahedron(this->points, corners, mirrored, this->sink);
        }
        if (i + j + k + 3 <= order)
        {
          this->sink.cut(
            at(i + 1, j + 1, k), at(i, j + 1, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1));
        }
      }
    }
  }
  return true;
}

bool HigherOrderSubdivision::cutHexahedra(const std::vector<std::int64_t>& ids, const int* orders)
{
  auto numNodes = [](int p, int q, int r) { return std::size_t(p + 1) * (q + 1) * (r + 1); };
  const std::array<int, 3> order = ordersOf(ids.size(), orders, numNodes);
  if (!areInRange(order) || ids.size() != numNodes(order[0], order[1], order[2]))
  {
    return false;
  }
  this->nodes.set(LatticeNodes::Hexahedron, order.data());
  auto at = [&](int i, int j, int k) { return ids[this->nodes(i, j, k)]; };
  for (int k = 0; k < order[2]; ++k)
  {
    for (int j = 0; j < order[1]; ++j)
    {
      for (int i = 0; i < order[0]; ++i)
      {
        const std::int64_t hex[8] = { at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k),
          at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1) };
        cutHexahedron(hex, this->sink);
      }
    }
  }
  return true;
}

bool HigherOrderSubdivision::cutWedges(const std::vector<std::int64_t>& ids, const int* orders)
{
  // The 21-node wedge extends the 18-node wedge by a bubble on each triangle, listed before the centers of
  // its quadrilaterals, and by a center.
  const bool bubbles = ids.size() == 21;
  const std::size_t count = bubbles ? 18 : ids.size();
  auto numNodes = [](int p, int, int r) { return std::size_t(p + 1) * (p + 2) / 2 * (r + 1); };
  const std::array<int, 3> order = ordersOf(count, orders, numNodes);
  const int p = order[0];
  if (!areInRange(order) || p != order[1] || count != numNodes(p, p, order[2]))
  {
    return false;
  }
  this->nodes.set(bubbles ? LatticeNodes::WedgeWithBubbles : LatticeNodes::Wedge, order.data());
  auto at = [&](int i, int j, int k) { return ids[this->nodes(i, j, k)]; };
  for (int k = 0; k < order[2]; ++k)
  {
    for (int j = 0; j < p; ++j)
    {
      for (int i = 0; i + j < p; ++i)
      {
        const std::int64_t upright[6] = { at(i, j, k), at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1),
          at(i + 1, j, k + 1), at(i, j + 1, k + 1) };
        cutWedge(upright, this->sink);
        if (i + j + 2 <= p)
        {
          const std::int64_t inverted[6] = { at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k),
            at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1) };
          cutWedge(inverted, this->sink);
        }
      }
    }
  }
  return true;
}

// ---- Serendipity cells -----------------------------------------------------

namespace
{

/// The faces of a cell (corners counter-clockwise from outside), and its edges, which have a node each.
struct CellShape
{
  int numCorners;
  std::vector<std::vector<int>> faces;
  std::vector<std::array<int, 2>> edges; ///< edge i has node numCorners + i

  int edgeNode(int a, int b) const
  {
    const auto edge = std::find_if(this->edges.begin(), this->edges.end(),
      [a, b](const auto& e) { return (e[0] == a && e[1] == b) || (e[0] == b && e[1] == a); });
    return this->numCorners + static_cast<int>(edge - this->edges.begin());
  }
};

struct SerendipityCell
{
  const CellShape& shape;
  std::size_t numNodes;
  std::vector<int> faceCenters; ///< the nodes in the centers of the first faces
  int center;                   ///< the node in the center, or -1
  std::vector<double> weights;  ///< values of shape functions in the center, if there is no node
};

/// Makes a list of weights from runs of equal weights.
std::vector<double> weightsOf(std::initializer_list<std::pair<int, double>> runs)
{
  std::vector<double> weights;
  for (const auto& [count, weight] : runs)
  {
    weights.insert(weights.end(), count, weight);
  }
  return weights;
}

const SerendipityCell* serendipityCell(unsigned char type)
{
  static const CellShape box = { 8,
    { { 0, 4, 7, 3 }, { 1, 2, 6, 5 }, { 0, 1, 5, 4 }, { 3, 7, 6, 2 }, { 0, 3, 2, 1 }, { 4, 5, 6, 7 } },
    { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 7, 4 }, { 0, 4 }, { 1, 5 },
      { 2, 6 }, { 3, 7 } } };
  static const CellShape prism = { 6,
    { { 0, 1, 2 }, { 3, 5, 4 }, { 0, 3, 4, 1 }, { 1, 4, 5, 2 }, { 2, 5, 3, 0 } },
    { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 4 }, { 4, 5 }, { 5, 3 }, { 0, 3 }, { 1, 4 }, { 2, 5 } } };
  static const CellShape cone = { 5, { { 0, 3, 2, 1 }, { 0, 1, 4 }, { 1, 2, 4 }, { 2, 3, 4 }, { 3, 0, 4 } },
    { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 3, 4 } } };
  static const std::map<unsigned char, SerendipityCell> cells = {
    { CellType::QuadraticHexahedron, { box, 20, {}, -1, weightsOf({ { 8, -0.25 }, { 12, 0.25 } }) } },
    { CellType::BiquadraticHexahedron,
      { box, 24, { 20, 21, 22, 23 }, -1, weightsOf({ { 16, 0.0 }, { 4, -0.25 }, { 4, 0.5 } }) } },
    { CellType::QuadraticWedge,
      { prism, 15, {}, -1, weightsOf({ { 6, -2.0 / 9 }, { 6, 2.0 / 9 }, { 3, 1.0 / 3 } }) } },
    { CellType::QuadraticPyramid,
      { cone, 13, {}, -1, weightsOf({ { 4, -0.28125 }, { 1, -0.125 }, { 4, 0.375 }, { 4, 0.1875 } }) } },
    { CellType::TriquadraticPyramid, { cone, 19, { 13 }, 18, {} } },
  };
  const auto cell = cells.find(type);
  return cell == cells.end() ? nullptr : &cell->second;
}

} // namespace

bool HigherOrderSubdivision::cutSerendipity(unsigned char cellType, const std::vector<std::int64_t>& ids)
{
  const SerendipityCell* cell = serendipityCell(cellType);
  if (!cell || ids.size() < cell->numNodes)
  {
    return false;
  }
  const std::int64_t apex = cell->center >= 0
    ? ids[cell->center]
    : this->sink.addPoint(static_cast<int>(cell->numNodes), ids.data(), cell->weights.data());
  for (std::size_t f = 0; f < cell->shape.faces.size(); ++f)
  {
    const std::vector<int>& face = cell->shape.faces[f];
    const int n = static_cast<int>(face.size());
    std::int64_t corner[4], middle[4];
    for (int i = 0; i < n; ++i)
    {
      corner[i] = ids[face[i]];
      middle[i] = ids[cell->shape.edgeNode(face[i], face[(i + 1) % n])];
    }
    const std::int64_t center = f < cell->faceCenters.size() ? ids[cell->faceCenters[f]] : -1;
    for (int i = 0; i < n; ++i)
    {
      // Each corner gets a small quadrilateral if the face has a node in its center, else a small triangle.
      const std::int64_t before = middle[(i + n - 1) % n];
      if (center >= 0)
      {
        cutQuadCone(apex, corner[i], middle[i], center, before, this->sink);
      }
      else
      {
        this->sink.cut(apex, corner[i], middle[i], before);
      }
    }
    if (n == 3)
    {
      this->sink.cut(apex, middle[0], middle[1], middle[2]);
    }
    else if (center < 0)
    {
      cutQuadCone(apex, middle[0], middle[1], middle[2], middle[3], this->sink);
    }
  }
  return true;
}

} // namespace inkray::filters
