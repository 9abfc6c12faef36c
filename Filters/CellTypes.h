// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray::filters
{

/// VTK's numbers of the cell types that can be subdivided (vtkCellType.h), for code that knows no VTK.
namespace CellType
{
enum Number : unsigned char
{
  Tetra = 10,
  Voxel = 11,
  Hexahedron = 12,
  Wedge = 13,
  Pyramid = 14,
  PentagonalPrism = 15,
  HexagonalPrism = 16,
  QuadraticTetra = 24,
  QuadraticHexahedron = 25,
  QuadraticWedge = 26,
  QuadraticPyramid = 27,
  TriquadraticHexahedron = 29,
  QuadraticLinearWedge = 31,
  BiquadraticWedge = 32,
  BiquadraticHexahedron = 33,
  TriquadraticPyramid = 37,
  ConvexPointSet = 41,
  Polyhedron = 42,
  LagrangeTetra = 71,
  LagrangeHexahedron = 72,
  LagrangeWedge = 73,
  LagrangePyramid = 74,
  BezierTetra = 78,
  BezierHexahedron = 79,
  BezierWedge = 80,
  BezierPyramid = 81
};
} // namespace CellType

} // namespace inkray::filters
