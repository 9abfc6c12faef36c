// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Tetrahedral meshes of any size for demonstrations, tests and measurements: a jittered lattice of
/// hexahedra, even or crowded at the walls, cut into tetrahedra, of which a solid with notches, bores and
/// cavities is kept; with a scalar per point.
#include <array>
#include <cstdint>
#include <vector>

namespace inkray::generator
{

/// What the mesh fills of the cube [-1, 1]^3.
enum class Shape
{
  Convex,      ///< all of it; the six sides stay flat
  NonConvex,   ///< a bent block with a notch, a blind bore and two closed cavities
  Disconnected ///< the same, sawn into seven or more pieces that do not touch
};

/// In which order tets and points come.
enum class Order
{
  Lattice, ///< layer by layer, neighbours close together in memory
  Random   ///< tets and points shuffled; the four corners of each tet in one of the twelve even orders
};

/// How each hexahedron of the lattice is cut.
enum class Cut
{
  Centre, ///< 12 tets around a point at its centre; face diagonals alternate
  Kuhn    ///< 6 tets along the main diagonal
};

struct MeshOptions
{
  std::int64_t tets = 1000000;            ///< wanted number; the lattice rounds it, by 1 % at 1 M
  std::array<int, 3> cells = { 0, 0, 0 }; ///< lattice size instead of `tets`, when all three are positive
  std::uint64_t seed = 1;
  Shape shape = Shape::NonConvex;
  Order order = Order::Lattice;
  Cut cut = Cut::Centre;
  /// Displacement of lattice points in cells, at most 0.16 (Centre) or 0.15 (Kuhn); negative takes that.
  double jitter = -1.0;
  /// How many times as wide the widest cells along each axis are as the narrowest, which crowd at the walls
  /// of the cube: their corners lie along a hyperbolic tangent, as those of meshes of flow solvers (Vinokur
  /// 1983). From 1, all alike, to 1000; an axis of fewer than three cells has equal ones.
  double grading = 1.0;
  /// Of a convex mesh, about so many faces without a neighbour: square tubes, two cells wide, are left out
  /// from wall to wall along z, as many as give them. 0: no tubes.
  std::int64_t boundaryFaces = 0;
};

/// A tetrahedral mesh with one value per point. All tets have positive volume in VTK's order of vertices.
struct TetMesh
{
  std::vector<float> points;      ///< 3 per point
  std::vector<std::int32_t> tets; ///< 4 point ids per tet
  std::vector<float> scalars;     ///< 1 per point: a smooth field plus turbulence, about 0 to 1
  std::int64_t numPoints() const { return static_cast<std::int64_t>(scalars.size()); }
  std::int64_t numTets() const { return static_cast<std::int64_t>(tets.size() / 4); }
};

/// The scalar field at a point, the same for every mesh of that seed.
float scalarField(double x, double y, double z, std::uint64_t seed);

/// Equal options give equal meshes on any number of threads. Throws std::invalid_argument when the options
/// make no sense, as where a bent shape would turn over the flat tets of a graded lattice.
TetMesh generateMesh(const MeshOptions& options);

} // namespace inkray::generator
