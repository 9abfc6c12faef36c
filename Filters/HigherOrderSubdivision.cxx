// SPDX-License-Identifier: BSD-3-Clause
#include "HigherOrderSubdivision.h"

#include "LinearSubdivision.h"
#include "OctahedronSubdivision.h"

#include "vtkBiQuadraticQuadraticHexahedron.h"
#include "vtkCellType.h"
#include "vtkHigherOrderHexahedron.h"
#include "vtkHigherOrderTetra.h"
#include "vtkHigherOrderWedge.h"
#include "vtkQuadraticPyramid.h"
#include "vtkQuadraticWedge.h"

#include <algorithm>
#include <utility>

namespace inkray::filters
{
namespace
{

constexpr int highestOrder = 32;

} // namespace

// ---- Lattices --------------------------------------------------------------

bool HigherOrderSubdivision::cutTetra(const std::vector<std::int64_t>& ids)
{
  // The 15-node tet is a quadratic tet with four face bubbles and a center. A face that is divided without
  // its bubble fits every neighbor.
  int order = ids.size() == 15 ? 2 : 0;
  for (int p = 1; p <= highestOrder && order == 0; ++p)
  {
    if (ids.size() == std::size_t(p + 1) * (p + 2) * (p + 3) / 6)
    {
      order = p;
    }
  }
  if (order == 0)
  {
    return false;
  }
  const int side = order + 1;
  if (this->nodesOf[0] != VTK_LAGRANGE_TETRAHEDRON || this->nodesOf[1] != order)
  {
    this->nodes.assign(std::size_t(side) * side * side, -1);
    for (int k = 0; k <= order; ++k)
    {
      for (int j = 0; j + k <= order; ++j)
      {
        for (int i = 0; i + j + k <= order; ++i)
        {
          const vtkIdType barycentric[4] = { i, j, k, order - i - j - k };
          this->nodes[(k * side + j) * side + i] =
            static_cast<int>(vtkHigherOrderTetra::Index(barycentric, order));
        }
      }
    }
    this->nodesOf[0] = VTK_LAGRANGE_TETRAHEDRON;
    this->nodesOf[1] = order;
  }

  // Each step of the lattice has an upright tet, the octahedron beside it, and an inverted tet that fills
  // the gap next to the octahedron.
  auto at = [&](int i, int j, int k) { return ids[this->nodes[(k * side + j) * side + i]]; };
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
  int order[4] = { 0, 0, 0, static_cast<int>(ids.size()) };
  if (orders && orders[0] > 0)
  {
    std::copy(orders, orders + 3, order);
  }
  else
  {
    for (int p = 1; p <= highestOrder; ++p)
    {
      if (ids.size() == std::size_t(p + 1) * (p + 1) * (p + 1))
      {
        order[0] = order[1] = order[2] = p;
      }
    }
  }
  if (std::min({ order[0], order[1], order[2] }) < 1 ||
    std::max({ order[0], order[1], order[2] }) > highestOrder ||
    ids.size() != std::size_t(order[0] + 1) * (order[1] + 1) * (order[2] + 1))
  {
    return false;
  }
  const int wanted[4] = { VTK_LAGRANGE_HEXAHEDRON, order[0], order[1], order[2] };
  auto place = [&order](int i, int j, int k) { return (k * (order[1] + 1) + j) * (order[0] + 1) + i; };
  if (!std::equal(wanted, wanted + 4, this->nodesOf))
  {
    this->nodes.resize(ids.size());
    for (int k = 0; k <= order[2]; ++k)
    {
      for (int j = 0; j <= order[1]; ++j)
      {
        for (int i = 0; i <= order[0]; ++i)
        {
          this->nodes[place(i, j, k)] = vtkHigherOrderHexahedron::PointIndexFromIJK(i, j, k, order);
        }
      }
    }
    std::copy(wanted, wanted + 4, this->nodesOf);
  }
  auto at = [&](int i, int j, int k) { return ids[this->nodes[place(i, j, k)]]; };
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
  // The 21-node wedge is the 18-node wedge with a bubble on each triangle, listed before the centers of its
  // quadrilaterals, and a center.
  const bool bubbles = ids.size() == 21;
  const std::size_t count = bubbles ? 18 : ids.size();
  auto numNodes = [](int p, int r) { return std::size_t(p + 1) * (p + 2) / 2 * (r + 1); };
  int order[4] = { 0, 0, 0, static_cast<int>(count) };
  if (orders && orders[0] > 0)
  {
    std::copy(orders, orders + 3, order);
  }
  else
  {
    for (int p = 1; p <= highestOrder; ++p)
    {
      if (count == numNodes(p, p))
      {
        order[0] = order[1] = order[2] = p;
      }
    }
  }
  if (std::min(order[0], order[2]) < 1 || std::max(order[0], order[2]) > highestOrder ||
    order[0] != order[1] || count != numNodes(order[0], order[2]))
  {
    return false;
  }
  const int p = order[0];
  const int wanted[4] = { VTK_LAGRANGE_WEDGE, p, order[2], bubbles };
  auto place = [p](int i, int j, int k) { return (k * (p + 1) + j) * (p + 1) + i; };
  if (!std::equal(wanted, wanted + 4, this->nodesOf))
  {
    this->nodes.assign(std::size_t(p + 1) * (p + 1) * (order[2] + 1), -1);
    for (int k = 0; k <= order[2]; ++k)
    {
      for (int j = 0; j <= p; ++j)
      {
        for (int i = 0; i + j <= p; ++i)
        {
          const int node = vtkHigherOrderWedge::PointIndexFromIJK(i, j, k, order);
          this->nodes[place(i, j, k)] = bubbles && node >= 15 ? node + 2 : node;
        }
      }
    }
    std::copy(wanted, wanted + 4, this->nodesOf);
  }
  auto at = [&](int i, int j, int k) { return ids[this->nodes[place(i, j, k)]]; };
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

/// A cell given by its faces (corners counter-clockwise from outside) and the nodes on its edges and faces.
struct SerendipityCell
{
  std::size_t numNodes = 0;
  std::vector<std::vector<int>> faces;
  std::vector<int> faceCenters;           ///< the node in the center of each quadrilateral, or -1
  std::vector<std::pair<int, int>> edges; ///< edge i has node firstEdgeNode + i
  int firstEdgeNode = 0;
  int center = -1;             ///< the node in the center, or -1
  std::vector<double> weights; ///< values of shape functions in the center, if there is no node

  int edgeNode(int a, int b) const
  {
    for (std::size_t i = 0; i < this->edges.size(); ++i)
    {
      if (this->edges[i] == std::make_pair(a, b) || this->edges[i] == std::make_pair(b, a))
      {
        return this->firstEdgeNode + static_cast<int>(i);
      }
    }
    return -1;
  }
};

SerendipityCell makeHexahedron(bool faceNodes)
{
  SerendipityCell cell;
  cell.numNodes = faceNodes ? 24 : 20;
  cell.faces = { { 0, 4, 7, 3 }, { 1, 2, 6, 5 }, { 0, 1, 5, 4 }, { 3, 7, 6, 2 }, { 0, 3, 2, 1 },
    { 4, 5, 6, 7 } };
  cell.faceCenters = faceNodes ? std::vector<int>{ 20, 21, 22, 23, -1, -1 } : std::vector<int>(6, -1);
  cell.edges = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 7, 4 }, { 0, 4 },
    { 1, 5 }, { 2, 6 }, { 3, 7 } };
  cell.firstEdgeNode = 8;
  cell.weights.resize(cell.numNodes);
  if (faceNodes)
  {
    const double middle[3] = { 0.5, 0.5, 0.5 };
    vtkBiQuadraticQuadraticHexahedron::InterpolationFunctions(middle, cell.weights.data());
  }
  else
  {
    for (int i = 0; i < 20; ++i)
    {
      cell.weights[i] = i < 8 ? -0.25 : 0.25;
    }
  }
  return cell;
}

SerendipityCell makeWedge()
{
  SerendipityCell cell;
  cell.numNodes = 15;
  cell.faces = { { 0, 1, 2 }, { 3, 5, 4 }, { 0, 3, 4, 1 }, { 1, 4, 5, 2 }, { 2, 5, 3, 0 } };
  cell.faceCenters.assign(5, -1);
  cell.edges = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 4 }, { 4, 5 }, { 5, 3 }, { 0, 3 }, { 1, 4 }, { 2, 5 } };
  cell.firstEdgeNode = 6;
  cell.weights.resize(15);
  const double middle[3] = { 1.0 / 3, 1.0 / 3, 0.5 };
  vtkQuadraticWedge::InterpolationFunctions(middle, cell.weights.data());
  return cell;
}

SerendipityCell makePyramid(bool faceNodes)
{
  SerendipityCell cell;
  cell.numNodes = faceNodes ? 19 : 13;
  cell.faces = { { 0, 3, 2, 1 }, { 0, 1, 4 }, { 1, 2, 4 }, { 2, 3, 4 }, { 3, 0, 4 } };
  cell.faceCenters.assign(5, -1);
  cell.edges = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 3, 4 } };
  cell.firstEdgeNode = 5;
  if (faceNodes)
  {
    cell.faceCenters[0] = 13;
    cell.center = 18;
  }
  else
  {
    const double middle[3] = { 0.5, 0.5, 0.25 };
    cell.weights.resize(13);
    vtkQuadraticPyramid::InterpolationFunctions(middle, cell.weights.data());
  }
  return cell;
}

const SerendipityCell* serendipityCell(unsigned char cellType)
{
  static const SerendipityCell hexahedron = makeHexahedron(false), biquadratic = makeHexahedron(true),
                               wedge = makeWedge(), pyramid = makePyramid(false),
                               triquadratic = makePyramid(true);
  switch (cellType)
  {
    case VTK_QUADRATIC_HEXAHEDRON:
      return &hexahedron;
    case VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON:
      return &biquadratic;
    case VTK_QUADRATIC_WEDGE:
      return &wedge;
    case VTK_QUADRATIC_PYRAMID:
      return &pyramid;
    case VTK_TRIQUADRATIC_PYRAMID:
      return &triquadratic;
    default:
      return nullptr;
  }
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
  for (std::size_t f = 0; f < cell->faces.size(); ++f)
  {
    const std::vector<int>& face = cell->faces[f];
    const int n = static_cast<int>(face.size());
    std::int64_t corner[4], middle[4];
    for (int i = 0; i < n; ++i)
    {
      corner[i] = ids[face[i]];
      middle[i] = ids[cell->edgeNode(face[i], face[(i + 1) % n])];
    }
    const std::int64_t center = cell->faceCenters[f] >= 0 ? ids[cell->faceCenters[f]] : -1;
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
