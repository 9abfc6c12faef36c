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

/// The number of bytes that a mesh takes on a backend: an estimate before anything is sent, which is an upper
/// bound for meshes whose point or cell values are composited.
struct MeshBytes
{
  std::size_t setUp;    ///< the most while the mesh is set up
  std::size_t resident; ///< for the mesh that is ready to be drawn
};
MeshBytes estimateMeshBytes(std::int64_t numTets, std::int64_t numPoints);

/// A part of a mesh: the tets in a box.
struct MeshBlock
{
  AxisBox box;      ///< box to which rays are cut; sides without a wall lie at infinity
  AxisBox occupied; ///< the part of the box that contains cells: rays meet nothing elsewhere
  /// The tets that reach into the box, and all tets that share a point with one of them, as ids in ascending
  /// order. Every point of a tet in the box thus has all of its tets, so that gradients at these points equal
  /// the gradients of the whole mesh.
  PagedVector<std::uint32_t> tets;
  PagedVector<std::uint32_t> points; ///< ids of the points of the tets, in ascending order
};

/// A mesh cut into pieces by walls perpendicular to the axes, which form a binary tree, so that the order in
/// which rays meet the pieces is known for any camera. A tet that straddles a wall is in the pieces on both
/// sides. Each point of space lies in exactly one box, except for points on walls.
struct MeshPartition
{
  /// A wall, with the nodes below and above it; a node with a negative axis is a piece.
  struct Node
  {
    int axis = -1;
    double wall = 0;
    std::size_t below = 0, above = 0;
    std::size_t piece = 0;
  };

  std::vector<MeshBlock> pieces; ///< each has at least one tet
  std::vector<Node> nodes;       ///< the first node is the root
  double bounds[6];              ///< bounds of the drawable tets: xmin xmax ymin ymax zmin zmax
  TetMeshReport report;          ///< of the whole mesh, without the findings from its faces: duplicates and
                                 ///< boundary
  /// A bit for each tet of the mesh that can be drawn, and is in a piece; it starts at the lowest bit of the
  /// first number.
  PagedVector<std::uint64_t> isDrawn;

  /// Indices of the pieces in the order in which the rays of a camera meet them. For a camera without an
  /// inverse the order is arbitrary.
  std::vector<std::size_t> frontToBack(const Camera& camera) const;
};

/// Cut a mesh in host memory into pieces whose set-up is estimated to take at most `bytesABlock` each, if
/// possible: tets that all meet in one place stay together. Tets that cannot be drawn (ids out of range,
/// points that are not finite, the same point twice) are in no piece. Throws InvalidInput for arrays of types
/// that TetMeshInput does not allow, and if no tet is left.
MeshPartition partition(const TetMeshInput& mesh, std::size_t bytesABlock);

/// A piece as a separate mesh. Its points keep their order in the whole mesh. Its tets are read from the
/// arrays of the whole mesh when a ray caster takes them, without a copy.
class BlockMesh
{
public:
  /// `localIds`: workspace for a number for each point of the whole. The whole, the piece and the workspace
  /// have to live as long as the input is used.
  BlockMesh(const TetMeshInput& whole, const MeshBlock& piece, PagedVector<std::uint32_t>& localIds);
  BlockMesh(const BlockMesh&) = delete;
  BlockMesh& operator=(const BlockMesh&) = delete;

  TetMeshInput input;

private:
  MeshPart part_;
};

/// Find the tuples of a field of the whole mesh that belong to these points or tets.
void findTuples(const Field& field, const PagedVector<std::uint32_t>& ids, PagedVector<std::int64_t>& tuples);

} // namespace inkray
