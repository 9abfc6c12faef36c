// SPDX-License-Identifier: BSD-3-Clause
// Fillings of the unit cube, one for each kind of cell. Positions of nodes are written down here or asked of
// VTK's cells, never taken from the code under test.
#include "MeshKit.h"

#include "vtkCellType.h"
#include "vtkGenericCell.h"
#include "vtkLagrangeHexahedron.h"
#include "vtkLagrangeTetra.h"
#include "vtkLagrangeWedge.h"
#include "vtkNew.h"

#include <algorithm>

namespace kit
{
namespace
{

using Nodes = std::vector<Vec3>;
using Groups = std::vector<std::vector<int>>;

Nodes pick(const Nodes& from, const std::vector<int>& places)
{
  Nodes nodes;
  for (int place : places)
  {
    nodes.push_back(from[place]);
  }
  return nodes;
}

// ---- The boxes divided into simpler shapes -----------------------------------

std::vector<Nodes> boxes(const Nodes& box, MeshKit& kit)
{
  Nodes turned = box;
  for (unsigned i = kit.random() % 24; i > 0; --i)
  {
    turned = pick(turned,
      i % 2 ? std::vector<int>{ 1, 2, 3, 0, 5, 6, 7, 4 } : std::vector<int>{ 0, 3, 7, 4, 1, 2, 6, 5 });
  }
  return { turned };
}

std::vector<Nodes> tets(const Nodes& box, MeshKit&)
{
  std::vector<Nodes> all;
  static const int ring[7] = { 1, 2, 3, 7, 4, 5, 1 };
  for (int i = 0; i < 6; ++i)
  {
    all.push_back(pick(box, { 0, ring[i], ring[i + 1], 6 }));
  }
  return all;
}

std::vector<Nodes> wedges(const Nodes& box, MeshKit& kit)
{
  std::vector<Nodes> all;
  for (const std::vector<int>& corners : { std::vector<int>{ 0, 1, 2 }, std::vector<int>{ 0, 2, 3 } })
  {
    std::vector<int> lower = corners;
    std::rotate(lower.begin(), lower.begin() + kit.random() % 3, lower.end());
    if (kit.random() % 2)
    {
      std::reverse(
        lower.begin(), lower.end()); // some programs turn the first triangle inward, others outward
    }
    const int a = lower[0], b = lower[1], c = lower[2];
    all.push_back(kit.random() % 2 ? pick(box, { a, b, c, a + 4, b + 4, c + 4 })
                                   : pick(box, { a + 4, b + 4, c + 4, a, b, c }));
  }
  return all;
}

std::vector<Nodes> pyramids(const Nodes& box, MeshKit& kit)
{
  std::vector<Nodes> all;
  const Nodes nine = withMiddles(box, { { 0, 1, 2, 3, 4, 5, 6, 7 } });
  for (std::vector<int> base :
    Groups{ { 0, 1, 2, 3 }, { 7, 6, 5, 4 }, { 0, 4, 5, 1 }, { 1, 5, 6, 2 }, { 2, 6, 7, 3 }, { 3, 7, 4, 0 } })
  {
    std::rotate(base.begin(), base.begin() + kit.random() % 4, base.end());
    base.push_back(8);
    all.push_back(pick(nine, base));
  }
  return all;
}

using Shapes = std::vector<Nodes> (*)(const Nodes&, MeshKit&);

/// Makes all boxes cells of one type. The nodes of a cell are the corners of a shape and the middles of
/// groups of corners.
CellKind plain(const char* name, int type, Shapes shapes, const Groups& groups = {})
{
  return { name, [type, shapes, groups](MeshKit& kit) {
            forBoxes(groups.empty() ? 4 : 3, [&](const std::array<int, 3>&, const Nodes& box) {
              for (const Nodes& corners : shapes(box, kit))
              {
                kit.cell(type, withMiddles(corners, groups));
              }
            });
          } };
}

const Groups tetEdges = { { 0, 1 }, { 1, 2 }, { 0, 2 }, { 0, 3 }, { 1, 3 }, { 2, 3 } };
const Groups hexEdges = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 4, 5 }, { 5, 6 }, { 6, 7 }, { 7, 4 },
  { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 } };
const Groups hexFaces = { { 0, 3, 4, 7 }, { 1, 2, 5, 6 }, { 0, 1, 4, 5 }, { 2, 3, 6, 7 }, { 0, 1, 2, 3 },
  { 4, 5, 6, 7 } };
const Groups wedgeEdges = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 3, 4 }, { 4, 5 }, { 5, 3 }, { 0, 3 }, { 1, 4 },
  { 2, 5 } };
const Groups wedgeQuads = { { 0, 1, 3, 4 }, { 1, 2, 4, 5 }, { 2, 0, 5, 3 } };
const Groups pyramidEdges = { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 0, 4 }, { 1, 4 }, { 2, 4 },
  { 3, 4 } };

Groups join(const Groups& a, const Groups& b, const Groups& c = {})
{
  Groups all = a;
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

Groups take(const Groups& from, int count)
{
  return Groups(from.begin(), from.begin() + count);
}

// ---- Lagrange cells: nodes where VTK's own cells have them ---------------------

template <typename Cell>
std::vector<Vec3> parametricNodes(Cell* cell, int count)
{
  cell->GetPointIds()->SetNumberOfIds(count);
  cell->GetPoints()->SetNumberOfPoints(count);
  cell->Initialize();
  const double* x = cell->GetParametricCoords();
  std::vector<Vec3> nodes(count);
  for (int i = 0; i < count; ++i)
  {
    nodes[i] = { x[3 * i], x[3 * i + 1], x[3 * i + 2] };
  }
  return nodes;
}

CellKind lagrangeTets(const char* name, int order)
{
  return { name, [order](MeshKit& kit) {
            vtkNew<vtkLagrangeTetra> cell;
            const Nodes at = parametricNodes(cell.Get(), (order + 1) * (order + 2) * (order + 3) / 6);
            forBoxes(2, [&](const std::array<int, 3>&, const Nodes& box) {
              for (const Nodes& corner : tets(box, kit))
              {
                Nodes nodes;
                for (const Vec3& p : at)
                {
                  Vec3 x;
                  for (int c = 0; c < 3; ++c)
                  {
                    x[c] = corner[0][c] + p[0] * (corner[1][c] - corner[0][c]) +
                      p[1] * (corner[2][c] - corner[0][c]) + p[2] * (corner[3][c] - corner[0][c]);
                  }
                  nodes.push_back(x);
                }
                kit.cell(VTK_LAGRANGE_TETRAHEDRON, nodes);
              }
            });
          } };
}

CellKind lagrangeHexahedra(const char* name, int order)
{
  return { name, [order](MeshKit& kit) {
            vtkNew<vtkLagrangeHexahedron> cell;
            cell->SetOrder(order, order, order);
            const Nodes at = parametricNodes(cell.Get(), (order + 1) * (order + 1) * (order + 1));
            forBoxes(2, [&](const std::array<int, 3>&, const Nodes& box) {
              const Nodes turned = boxes(box, kit)[0];
              Nodes nodes;
              for (const Vec3& p : at)
              {
                Vec3 x;
                for (int c = 0; c < 3; ++c)
                {
                  x[c] = turned[0][c] + p[0] * (turned[1][c] - turned[0][c]) +
                    p[1] * (turned[3][c] - turned[0][c]) + p[2] * (turned[4][c] - turned[0][c]);
                }
                nodes.push_back(x);
              }
              kit.cell(VTK_LAGRANGE_HEXAHEDRON, nodes);
            });
          } };
}

CellKind lagrangeWedges(const char* name, int order)
{
  return { name, [order](MeshKit& kit) {
            vtkNew<vtkLagrangeWedge> cell;
            const int count = (order + 1) * (order + 2) / 2 * (order + 1);
            cell->SetOrder(order, order, order, count);
            const Nodes at = parametricNodes(cell.Get(), count);
            forBoxes(2, [&](const std::array<int, 3>&, const Nodes& box) {
              for (const Nodes& corner : wedges(box, kit))
              {
                Nodes nodes;
                for (const Vec3& p : at)
                {
                  Vec3 x;
                  for (int c = 0; c < 3; ++c)
                  {
                    x[c] = corner[0][c] + p[0] * (corner[1][c] - corner[0][c]) +
                      p[1] * (corner[2][c] - corner[0][c]) + p[2] * (corner[3][c] - corner[0][c]);
                  }
                  nodes.push_back(x);
                }
                kit.cell(VTK_LAGRANGE_WEDGE, nodes);
              }
            });
          } };
}

// ---- Mixtures and the rest -----------------------------------------------------

void voxel(MeshKit& kit, const Nodes& box)
{
  kit.cell(VTK_VOXEL, pick(box, { 0, 1, 3, 2, 4, 5, 7, 6 }));
}

void boxAsPolyhedron(MeshKit& kit, const Nodes& box)
{
  kit.polyhedron(
    box, { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 }, { 3, 0, 4, 7 } });
}

void mixture(MeshKit& kit)
{
  forBoxes(4, [&](const std::array<int, 3>& place, const Nodes& box) {
    if ((place[0] + 2 * place[1]) % 3 == 0)
    {
      for (const Nodes& wedge : wedges(box, kit))
      {
        kit.cell(VTK_WEDGE, wedge);
      }
      return;
    }
    switch (kit.random() % 4)
    {
      case 0:
        kit.cell(VTK_HEXAHEDRON, boxes(box, kit)[0]);
        break;
      case 1:
        voxel(kit, box);
        break;
      case 2:
        boxAsPolyhedron(kit, box);
        break;
      default:
        for (const Nodes& pyramid : pyramids(box, kit))
        {
          kit.cell(VTK_PYRAMID, pyramid);
        }
    }
  });
}

/// Layers of the unit square with one or two corners cut off.
void prisms(MeshKit& kit, int type)
{
  for (int layer = 0; layer < 4; ++layer)
  {
    const double low = layer / 4.0, high = (layer + 1) / 4.0;
    auto prism = [&](int cellType, const std::vector<std::array<double, 2>>& polygon) {
      Nodes nodes;
      const std::size_t n = polygon.size(), shift = kit.random() % n;
      for (double z : { low, high })
      {
        for (std::size_t i = 0; i < n; ++i)
        {
          nodes.push_back({ polygon[(i + shift) % n][0], polygon[(i + shift) % n][1], z });
        }
      }
      kit.cell(cellType, nodes);
    };
    if (type == VTK_PENTAGONAL_PRISM)
    {
      prism(type, { { 0, 0 }, { 1, 0 }, { 1, 0.6 }, { 0.4, 1 }, { 0, 1 } });
    }
    else
    {
      prism(type, { { 0.3, 0 }, { 1, 0 }, { 1, 0.6 }, { 0.4, 1 }, { 0, 1 }, { 0, 0.5 } });
      prism(VTK_WEDGE, { { 0, 0 }, { 0.3, 0 }, { 0, 0.5 } });
    }
    prism(VTK_WEDGE, { { 1, 0.6 }, { 1, 1 }, { 0.4, 1 } });
  }
}

/// Half of the cube is in large boxes, half in boxes of half the size. Large boxes at the seam are polyhedra.
/// They have four faces toward the small boxes and additional points on the edges there. Programs that refine
/// octrees write them so.
void octree(MeshKit& kit)
{
  constexpr int n = 2;
  forBoxes(n, [&](const std::array<int, 3>& place, const Nodes& box) {
    if (place[0] > 0)
    {
      const Nodes middles = withMiddles(box, { { 0, 1, 2, 3, 4, 5, 6, 7 } });
      for (int corner = 0; corner < 8; ++corner)
      {
        const Vec3& a = box[corner];
        const Vec3& b = middles[8];
        kit.cell(VTK_HEXAHEDRON,
          boxCorners({ std::min(a[0], b[0]), std::min(a[1], b[1]), std::min(a[2], b[2]) },
            { std::max(a[0], b[0]), std::max(a[1], b[1]), std::max(a[2], b[2]) }));
      }
      return;
    }
    // 8: middle of the face x+; 9 to 12: middles of its edges 1-2, 2-6, 6-5, 5-1.
    const Nodes nodes = withMiddles(box, { { 1, 2, 6, 5 }, { 1, 2 }, { 2, 6 }, { 6, 5 }, { 5, 1 } });
    kit.polyhedron(nodes,
      { { 0, 3, 7, 4 }, { 1, 9, 8, 12 }, { 9, 2, 10, 8 }, { 8, 10, 6, 11 }, { 12, 8, 11, 5 },
        { 0, 1, 9, 2, 3 }, { 4, 5, 11, 6, 7 }, { 0, 1, 12, 5, 4 }, { 3, 2, 10, 6, 7 } });
  });
}

} // namespace

const std::vector<CellKind>& cellKinds()
{
  static const Groups body = { { 0, 1, 2, 3, 4, 5, 6, 7 } };
  static const std::vector<CellKind> kinds = {
    plain("Tetra", VTK_TETRA, tets),
    { "Voxel",
      [](MeshKit& kit) {
        forBoxes(4, [&](const std::array<int, 3>&, const Nodes& box) { voxel(kit, box); });
      } },
    plain("Hexahedron", VTK_HEXAHEDRON, boxes),
    plain("Wedge", VTK_WEDGE, wedges),
    plain("Pyramid", VTK_PYRAMID, pyramids),
    { "Mixture", mixture },
    { "PentagonalPrism", [](MeshKit& kit) { prisms(kit, VTK_PENTAGONAL_PRISM); }, true },
    { "HexagonalPrism", [](MeshKit& kit) { prisms(kit, VTK_HEXAGONAL_PRISM); }, true },
    { "Polyhedron",
      [](MeshKit& kit) {
        forBoxes(4, [&](const std::array<int, 3>&, const Nodes& box) { boxAsPolyhedron(kit, box); });
      } },
    { "Octree", octree },
    { "ConvexPointSet",
      [](MeshKit& kit) {
        forBoxes(3, [&](const std::array<int, 3>&, Nodes box) {
          std::shuffle(box.begin(), box.end(), kit.random);
          kit.cell(VTK_CONVEX_POINT_SET, box);
        });
      },
      true },
    plain("QuadraticTetra", VTK_QUADRATIC_TETRA, tets, tetEdges),
    plain("QuadraticHexahedron", VTK_QUADRATIC_HEXAHEDRON, boxes, hexEdges),
    plain(
      "BiquadraticHexahedron", VTK_BIQUADRATIC_QUADRATIC_HEXAHEDRON,
      [](const Nodes& box, MeshKit&) -> std::vector<Nodes> { return { box }; },
      join(hexEdges, take(hexFaces, 4))),
    plain("TriquadraticHexahedron", VTK_TRIQUADRATIC_HEXAHEDRON, boxes, join(hexEdges, hexFaces, body)),
    plain("QuadraticWedge", VTK_QUADRATIC_WEDGE, wedges, wedgeEdges),
    plain("QuadraticLinearWedge", VTK_QUADRATIC_LINEAR_WEDGE, wedges, take(wedgeEdges, 6)),
    plain("BiquadraticWedge", VTK_BIQUADRATIC_QUADRATIC_WEDGE, wedges, join(wedgeEdges, wedgeQuads)),
    plain("QuadraticPyramid", VTK_QUADRATIC_PYRAMID, pyramids, pyramidEdges),
    plain("TriquadraticPyramid", VTK_TRIQUADRATIC_PYRAMID, pyramids,
      join(pyramidEdges,
        { { 0, 1, 2, 3 }, { 0, 1, 4 }, { 1, 2, 4 }, { 2, 3, 4 }, { 3, 0, 4 }, { 0, 1, 2, 3, 4 } })),
    lagrangeTets("LagrangeTetra1", 1),
    lagrangeTets("LagrangeTetra3", 3),
    lagrangeTets("LagrangeTetra5", 5),
    plain("LagrangeTetra15", VTK_LAGRANGE_TETRAHEDRON, tets,
      join(tetEdges, { { 0, 1, 3 }, { 1, 2, 3 }, { 0, 2, 3 }, { 0, 1, 2 }, { 0, 1, 2, 3 } })),
    lagrangeHexahedra("LagrangeHexahedron2", 2),
    lagrangeHexahedra("LagrangeHexahedron4", 4),
    lagrangeWedges("LagrangeWedge2", 2),
    lagrangeWedges("LagrangeWedge4", 4),
    plain("LagrangeWedge21", VTK_LAGRANGE_WEDGE, wedges,
      join(wedgeEdges, { { 0, 1, 2 }, { 3, 4, 5 } }, join(wedgeQuads, { { 0, 1, 2, 3, 4, 5 } }))),
    plain("BezierTetra", VTK_BEZIER_TETRAHEDRON, tets, tetEdges),
    plain("BezierHexahedron", VTK_BEZIER_HEXAHEDRON, boxes, join(hexEdges, hexFaces, body)),
    plain("BezierWedge", VTK_BEZIER_WEDGE, wedges, join(wedgeEdges, wedgeQuads)),
  };
  return kinds;
}

} // namespace kit
