// SPDX-License-Identifier: BSD-3-Clause
#include "CellSubdivision.h"

#include "CellTypes.h"
#include "LinearSubdivision.h"

#include <utility>

namespace inkray::filters
{

bool CellSubdivision::isFlat(unsigned char type)
{
  return type <= 9 || (type >= 21 && type <= 23) || type == 28 || type == 30 || (type >= 34 && type <= 36) ||
    (type >= 51 && type <= 54) || (type >= 60 && type <= 63) || (type >= 68 && type <= 70) ||
    (type >= 75 && type <= 77);
}

std::size_t CellSubdivision::fewestPoints(unsigned char type)
{
  switch (type)
  {
    case CellType::Tetra:
    case CellType::Polyhedron:
    case CellType::ConvexPointSet:
    case CellType::LagrangeTetra:
    case CellType::BezierTetra:
      return 4;
    case CellType::Pyramid:
    case CellType::LagrangePyramid:
    case CellType::BezierPyramid:
      return 5;
    case CellType::Wedge:
    case CellType::LagrangeWedge:
    case CellType::BezierWedge:
      return 6;
    case CellType::Voxel:
    case CellType::Hexahedron:
    case CellType::LagrangeHexahedron:
    case CellType::BezierHexahedron:
      return 8;
    case CellType::PentagonalPrism:
    case CellType::QuadraticTetra:
      return 10;
    case CellType::HexagonalPrism:
    case CellType::QuadraticLinearWedge:
      return 12;
    case CellType::QuadraticPyramid:
      return 13;
    case CellType::QuadraticWedge:
      return 15;
    case CellType::BiquadraticWedge:
      return 18;
    case CellType::TriquadraticPyramid:
      return 19;
    case CellType::QuadraticHexahedron:
      return 20;
    case CellType::BiquadraticHexahedron:
      return 24;
    case CellType::TriquadraticHexahedron:
      return 27;
    default:
      return 0;
  }
}

bool CellSubdivision::cut(unsigned char type, std::vector<std::int64_t>& ids, const int* orders)
{
  std::int64_t* v = ids.data();
  switch (type)
  {
    case CellType::Tetra:
      this->sink.put(v[0], v[1], v[2], v[3]);
      return true;
    case CellType::Voxel: // VTK lists points row by row, not around each face
      std::swap(v[2], v[3]);
      std::swap(v[6], v[7]);
      cutHexahedron(v, this->sink);
      return true;
    case CellType::Hexahedron:
    case CellType::BezierHexahedron:
      cutHexahedron(v, this->sink);
      return true;
    case CellType::Wedge:
    case CellType::BezierWedge:
      this->sink.flip = this->turnsInward(ids);
      cutWedge(v, this->sink);
      return true;
    case CellType::Pyramid:
    case CellType::LagrangePyramid:
    case CellType::BezierPyramid:
      cutPyramid(v, this->sink);
      return true;
    case CellType::PentagonalPrism:
      return this->polyhedra.cutPrism(v, 5);
    case CellType::HexagonalPrism:
      return this->polyhedra.cutPrism(v, 6);
    case CellType::ConvexPointSet:
      return this->polyhedra.cutConvexPointSet(ids);
    case CellType::BezierTetra:
      this->sink.cut(v[0], v[1], v[2], v[3]);
      return true;
    case CellType::QuadraticTetra:
      ids.resize(10);
      return this->higherOrder.cutTetra(ids);
    case CellType::LagrangeTetra:
      return this->higherOrder.cutTetra(ids);
    case CellType::TriquadraticHexahedron:
      ids.resize(27);
      return this->higherOrder.cutHexahedra(ids, nullptr);
    case CellType::LagrangeHexahedron:
      return this->higherOrder.cutHexahedra(ids, orders);
    case CellType::QuadraticLinearWedge:
    case CellType::BiquadraticWedge:
    {
      const int wedgeOrders[3] = { 2, 2, type == CellType::QuadraticLinearWedge ? 1 : 2 };
      ids.resize(fewestPoints(type));
      this->sink.flip = this->turnsInward(ids);
      return this->higherOrder.cutWedges(ids, wedgeOrders);
    }
    case CellType::LagrangeWedge:
      this->sink.flip = this->turnsInward(ids);
      return this->higherOrder.cutWedges(ids, orders);
    case CellType::QuadraticWedge:
      this->sink.flip = this->turnsInward(ids);
      return this->higherOrder.cutSerendipity(type, ids);
    default:
      return this->higherOrder.cutSerendipity(type, ids);
  }
}

// By VTK's description, triangle (0, 1, 2) of a wedge faces outward. But in VTK's shape functions, and in
// many files, this triangle faces inward.
bool CellSubdivision::turnsInward(const std::vector<std::int64_t>& ids) const
{
  double x[6][3];
  for (int i = 0; i < 6; ++i)
  {
    this->points.get(ids[i], x[i]);
  }
  double u[3], v[3], up[3];
  for (int c = 0; c < 3; ++c)
  {
    u[c] = x[1][c] - x[0][c];
    v[c] = x[2][c] - x[0][c];
    up[c] = x[3][c] + x[4][c] + x[5][c] - x[0][c] - x[1][c] - x[2][c];
  }
  return (u[1] * v[2] - u[2] * v[1]) * up[0] + (u[2] * v[0] - u[0] * v[2]) * up[1] +
    (u[0] * v[1] - u[1] * v[0]) * up[2] >
    0;
}

} // namespace inkray::filters
