// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"

#include <cstdint>
#include <string>

namespace inkray
{

/// Some points and tets of a mesh in host memory.
struct MeshPart
{
  const std::uint32_t* points = nullptr;   ///< ids of these points in the mesh
  const std::uint32_t* tets = nullptr;     ///< ids of these tets; all of their corners are among the points
  const std::uint32_t* localIds = nullptr; ///< for each point of the mesh, its index among these points, if
                                           ///< it is one of them
};

/// A tetrahedral mesh in the caller's memory. The call that takes it keeps no pointer to it.
struct TetMeshInput
{
  const void* points = nullptr;             ///< numPoints x 3 coordinates, contiguous
  ValueType pointType = ValueType::Float32; ///< Float32 or Float64
  std::int64_t numPoints = 0;
  const void* connectivity = nullptr;            ///< numTets x 4 point ids, contiguous
  ValueType connectivityType = ValueType::Int64; ///< Int32 or Int64
  std::int64_t numTets = 0;
  MemorySpace pointMemory = MemorySpace::Host; ///< the memory of each of the two arrays
  MemorySpace connectivityMemory = MemorySpace::Host;
  /// Six numbers, xmin xmax ymin ymax zmin zmax, over which coordinates are normalized; null: the bounds of
  /// the points of tets that can be drawn. The pieces of a mesh take the bounds of the whole mesh, so that
  /// rays meet the same coordinates in a piece as in the whole.
  const double* bounds = nullptr;
  /// The bounds of a whole mesh of which other processes have the rest, or null. They replace the mesh's own
  /// bounds if `bounds` is null and the mesh is at least a sixteenth as long as the whole. Meshes that share
  /// a face then store its points as the same numbers, so that rays meet the same face.
  const double* wholeBounds = nullptr;
  /// If the arrays belong to a larger mesh: the numPoints points and numTets tets of it that are used. Null:
  /// all points and tets are used.
  const MeshPart* part = nullptr;
};

/// Findings of the set-up of a mesh. Cells counted as dropped are not drawn; all others are.
struct TetMeshReport
{
  std::int64_t numTets = 0;     ///< tets that are drawn
  std::int64_t numVertices = 0; ///< points of the input
  std::int64_t numBoundaryFaces = 0;
  std::int64_t outOfRange = 0;       ///< dropped: a point id outside [0, numPoints)
  std::int64_t nonFinite = 0;        ///< dropped: a corner with a NaN or infinite coordinate
  std::int64_t repeatedVertex = 0;   ///< dropped: the same point twice
  std::int64_t duplicate = 0;        ///< dropped: the same four points as an earlier tet
  std::int64_t zeroVolume = 0;       ///< kept: flat, connects its neighbors; no ray meets it at the boundary
  std::int64_t inverted = 0;         ///< kept: negative volume in VTK's vertex order
  std::int64_t nonManifoldFaces = 0; ///< kept: faces of more than two tets, drawn as boundary
  /// One line for the user that names all numbers above that are not zero; empty for a clean mesh.
  std::string summary() const;
};

} // namespace inkray
