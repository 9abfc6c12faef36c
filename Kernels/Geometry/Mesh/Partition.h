// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HostPages.h"
#include "Geometry/Mesh/TetMesh.h"
#include "View/Camera.h"
#include "View/Clipping.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// Bytes of a backend that a mesh takes: an estimate before anything is sent, from above for meshes of which
/// values of the points or cells are composited.
struct MeshBytes
{
  std::size_t setUp;    ///< the most while the mesh is set up
  std::size_t resident; ///< of the mesh that is ready to be drawn
};
MeshBytes estimateMeshBytes(std::int64_t numTets, std::int64_t numPoints);

/// A part of a mesh: what a box holds of it.
struct MeshPiece
{
  AxisBox box;      ///< to which rays are cut; sides that no wall gives lie at infinity
  AxisBox occupied; ///< the part of it that holds cells: no ray meets anything elsewhere
  /// Ids of the tets that reach into the box, and of all that have a point in common with these, in ascending
  /// order: points of tets in the box have all of the tets around them, so that gradients there are those of
  /// the mesh.
  PagedVector<std::uint32_t> tets;
  PagedVector<std::uint32_t> points; ///< ids of the points of the tets, in ascending order
};

/// A mesh cut into pieces by walls along the axes, a binary tree of them, so that the order in which rays
/// meet the pieces is known for any camera. A tet that straddles a wall is in the pieces on both sides. Each
/// point of space lies in one box, but for the walls themselves.
struct MeshPartition
{
  /// A wall, with what lies below and above; a piece where the axis is negative.
  struct Node
  {
    int axis = -1;
    double wall = 0;
    std::size_t below = 0, above = 0;
    std::size_t piece = 0;
  };

  std::vector<MeshPiece> pieces; ///< none is empty
  std::vector<Node> nodes;       ///< the first one is the root
  double bounds[6];              ///< of the tets that can be drawn: xmin xmax ymin ymax zmin zmax
  TetMeshReport report;          ///< of the whole mesh, but for what the faces tell: duplicates and boundary
  /// Whether each tet of the mesh can be drawn, and is in a piece: a bit for each, from the lowest one of the
  /// first number on.
  PagedVector<std::uint64_t> isDrawn;

  /// Indices of the pieces in the order in which the rays of a camera meet them. A camera without an inverse
  /// sees them in some order.
  std::vector<std::size_t> frontToBack(const Camera& camera) const;
};

/// Cut a mesh in host memory into pieces whose set-up takes no more than so many bytes each, by estimate, as
/// far as that is possible: tets that all meet in one place stay together. Tets that cannot be drawn (ids out
/// of range, points that are not finite, the same point twice) are in none. Throws InvalidInput for arrays of
/// other types than TetMeshInput names, and where no tet is left.
MeshPartition partition(const TetMeshInput& mesh, std::size_t bytesAPiece);

/// A piece as a mesh of its own, whose points are in the order of those of the whole: its tets are read in
/// the arrays of the whole as they are taken, which takes no copy of them.
class PieceMesh
{
public:
  /// `localIds`: workspace for a number of each point of the whole. The whole, the piece and the workspace
  /// have to live as long as the input is used.
  PieceMesh(const TetMeshInput& whole, const MeshPiece& piece, PagedVector<std::uint32_t>& localIds);
  PieceMesh(const PieceMesh&) = delete;
  PieceMesh& operator=(const PieceMesh&) = delete;

  TetMeshInput input;

private:
  MeshPart part_;
};

/// The tuples of a field of the whole mesh that belong to these points or tets of it.
void findTuples(const Field& field, const PagedVector<std::uint32_t>& ids, PagedVector<std::int64_t>& tuples);

} // namespace inkray
