// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Tetrahedral meshes of any size for demonstrations, tests and measurements, with a scalar for each point. A
/// jittered lattice of hexahedra, even or finer at the walls, is cut into tetrahedra. Those in a solid with
/// notches, bores and cavities are kept.
#include <array>
#include <cstdint>
#include <vector>

namespace inkray::generator
{

/// The part of the cube [-1, 1]^3 that the mesh fills.
enum class Shape
{
  Convex,      ///< all of the cube; the six sides stay flat
  NonConvex,   ///< a bent block with a notch, a blind bore and two closed cavities
  Disconnected ///< the same, sawn into seven or more blocks that do not touch
};

/// The order of tets and points.
enum class Order
{
  Lattice, ///< layer by layer, with neighbors close in memory
  Random   ///< tets and points shuffled; the corners of each tet in one of the twelve even orders
};

/// The subdivision of each hexahedron of the lattice.
enum class Cut
{
  Center, ///< 12 tets around a point at the center; diagonals of faces alternate
  Kuhn    ///< 6 tets along the main diagonal
};

struct MeshOptions
{
  std::int64_t tets = 1000000;            ///< wanted number; the lattice rounds it, to 1 % at 1 M
  std::array<int, 3> cells = { 0, 0, 0 }; ///< lattice size in place of `tets`, if all are positive
  std::uint64_t seed = 1;
  Shape shape = Shape::NonConvex;
  Order order = Order::Lattice;
  Cut cut = Cut::Center;
  /// Displacement of lattice points, in cells: at most 0.16 (Center) or 0.15 (Kuhn). Negative: this maximum.
  double jitter = -1.0;
  /// The ratio of the widest to the narrowest cells along each axis; the narrowest are at the walls of the
  /// cube. Corners follow a hyperbolic tangent, as in meshes of flow solvers (Vinokur 1983). From 1 (all
  /// equal) to 1000. An axis with fewer than three cells has equal cells.
  double grading = 1.0;
  /// The approximate number of boundary faces of a convex mesh. To reach it, square tubes two cells wide are
  /// left out from wall to wall along z. 0: no tubes.
  std::int64_t boundaryFaces = 0;
};

/// A tetrahedral mesh with one value for each point. All tets have positive volume in VTK's vertex order.
struct TetMesh
{
  std::vector<float> points;      ///< 3 for each point
  std::vector<std::int32_t> tets; ///< 4 point ids for each tet
  std::vector<float> scalars;     ///< 1 for each point: a smooth field with turbulence, about 0 to 1
  std::int64_t numPoints() const { return static_cast<std::int64_t>(scalars.size()); }
  std::int64_t numTets() const { return static_cast<std::int64_t>(tets.size() / 4); }
};

/// The scalar field at a point, the same for all meshes with this seed.
float scalarField(double x, double y, double z, std::uint64_t seed);

/// Generate a mesh. Equal options give equal meshes on any number of threads. Throws std::invalid_argument
/// for invalid options, for example if a bent shape would invert flat tets of a graded lattice.
TetMesh generateMesh(const MeshOptions& options);

} // namespace inkray::generator
