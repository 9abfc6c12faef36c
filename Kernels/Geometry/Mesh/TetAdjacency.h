// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Geometry/Mesh/TetMesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// A tetrahedral mesh made ready for marching, in the memory of a backend.
///
/// Vertices and tets are renumbered along the Morton curve, so that the vertices and tets that neighboring
/// rays touch are close together in memory; originalVertex and originalTet map back. For each face of each
/// tet, a link names the same face of the neighbor and the vertex across it. So a step of the march takes one
/// load of 8 bytes and one of a vertex (16 bytes). Face i of a tet is opposite to its vertex i in the order
/// of the ids: a ray that knows the ids of the face through which it came knows which face is which, and
/// nothing else is stored.
///
/// Memory: 36 bytes for each tet (four links of 8 and its original id), 20 for each vertex (about 0.2
/// vertices per tet), 16 for each boundary face; in meshes with flat tets, one more byte for each tet. During
/// the build, sorting the faces takes 96 bytes for each tet in addition to 24 for the tets. Counts of faces
/// and bytes are 64-bit; ids are 32-bit: up to 2^30 tets.
///
/// Steps: sort vertices along the curve; sort tets along the curve; sort face keys; link equal keys; settle
/// flat tets (FlatTets.h); gather faces without a partner as the boundary.
template <class Backend>
class TetAdjacency
{
public:
  template <class T>
  using Array = Buffer<T, Backend>;

  Array<Float4> vertices;     ///< normalized position (see center, scale, places) and the scalar
  Array<UInt2> links;         ///< 4 per tet: face across and vertex across; without a neighbor, boundaryLink
                              ///< or removedLink and the tet's own opposite vertex
  Array<UInt4> boundaryFaces; ///< three vertices, counter-clockwise from outside, and the face
  Array<std::uint32_t> originalVertex; ///< index of the input's point
  Array<std::uint32_t> originalTet;    ///< index of the input's tet; noTet for a removed duplicate
  Array<std::uint8_t> orientations;    ///< TetOrientation of each tet; empty if none is flat
  std::int64_t numTets = 0;            ///< including removed duplicates, which keep their place, unlinked
  std::int64_t numBoundaryFaces = 0;
  double bounds[6] = { 0, 0, 0, 0, 0, 0 }; ///< bounds of all drawable tets; in a piece, of the whole mesh
  double center[3] = { 0, 0, 0 }; ///< p' = (p - center) * scale lies in [-1, 1]^3, if the mesh has one place
  double scale = 1;
  TetMeshReport report;

  /// Build from the caller's arrays. `uploadedMark` is set between the transfer and the rest. The backend's
  /// steps go from 0 to 1. Without `mayHavePlaces`, the whole mesh is one place. Throws InvalidInput if no
  /// tet can be drawn, OutOfMemory, Aborted.
  void build(Backend& backend, const TetMeshInput& input, int uploadedMark, bool mayHavePlaces = true);

  /// The places of the mesh, in host memory. Most meshes have one place.
  const std::vector<MeshPlace>& placesInHost() const { return places_; }
  MeshPlaces places() const
  {
    return { placesThere_.data(), places_.size() > 1 ? static_cast<std::int32_t>(places_.size()) : 1 };
  }

  /// Call f with each large buffer of the mesh.
  template <class F>
  void forEachBuffer(const F& f)
  {
    f(vertices);
    f(links);
    f(boundaryFaces);
    f(originalVertex);
    f(originalTet);
    f(orientations);
  }
  /// Bytes of the mesh in the backend's memory.
  std::size_t bytes() const
  {
    return vertices.bytes() + links.bytes() + boundaryFaces.bytes() + originalVertex.bytes() +
      originalTet.bytes() + orientations.bytes() + counts_.bytes();
  }

private:
  static void step(Backend& backend, double begin, double end);
  void placeVertices(Backend& backend, const Array<Float3>& points, const Array<std::uint8_t>& placeOf,
    Array<std::uint32_t>& newId);
  void separatePlaces(Backend& backend, const Array<std::uint8_t>& placeOf);
  void placeTets(Backend& backend, Array<UInt4>& input, const Array<Float3>& points,
    const Array<std::uint32_t>& newId, Array<UInt4>& tets);
  void linkFaces(Backend& backend, const Array<UInt4>& tets);
  void settleFlatTets(Backend& backend, const Array<UInt4>& tets);
  void gatherBoundary(Backend& backend, const Array<UInt4>& tets);
  void readCounts(Backend& backend);

  Array<AdjacencyCounts> counts_;
  std::vector<MeshPlace> places_;
  Array<MeshPlace> placesThere_; ///< in the backend's memory, if there are several
  AdjacencyCounts found_{};
};

} // namespace inkray
