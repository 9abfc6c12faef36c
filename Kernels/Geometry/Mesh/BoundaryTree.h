// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/KdTree.h"
#include "Geometry/Mesh/PathWalk.h"
#include "Geometry/Mesh/TetAdjacency.h"

#include <cstdint>

namespace inkray
{

/// Gathers the corners of boundary faces, three points for each face.
struct PlaceBoundaryCorners
{
  const UInt4* faces;
  const Float4* vertices;
  float* points;          ///< 9 for each face
  std::uint32_t* corners; ///< 3 for each face

  INKRAY_HD void operator()(std::int64_t f) const
  {
    const UInt4 face = faces[f];
    for (std::uint32_t k = 0; k < 3; ++k)
    {
      const Float4 p = vertices[k == 0 ? face.x : k == 1 ? face.y : face.z];
      const std::int64_t corner = 3 * f + k;
      points[3 * corner] = p.x;
      points[3 * corner + 1] = p.y;
      points[3 * corner + 2] = p.z;
      corners[corner] = static_cast<std::uint32_t>(corner);
    }
  }
};

/// A kd-tree over the boundary of a mesh, in which rays find where they enter the mesh (PathWalk.h). It takes
/// about 116 bytes for each boundary face, and 145 more while it is built.
template <class Backend>
class BoundaryTree
{
public:
  /// Build the tree of a mesh; needed again after every change of the mesh. Throws InvalidInput for more than
  /// kdMostTriangles faces, and OutOfMemory.
  void build(Backend& backend, const TetAdjacency<Backend>& mesh)
  {
    const std::int64_t n = mesh.numBoundaryFaces;
    Buffer<float, Backend> points(backend, 9 * n);
    Buffer<std::uint32_t, Backend> corners(backend, 3 * n);
    backend.forEach(n,
      PlaceBoundaryCorners{ mesh.boundaryFaces.data(), mesh.vertices.data(), points.data(), corners.data() });
    // Keep faces without area: rounding may let a ray enter the mesh only through such a face.
    tree_.build(backend, { points.data(), 3 * n, corners.data(), n, true });
    tree_.releaseWorkspace();
    backend.synchronize(); // the buffer of points is about to be freed
  }

  /// A view for kernels, of the mesh that the tree was built over.
  TetWalkView view(const TetAdjacency<Backend>& mesh) const
  {
    return { mesh.vertices.data(), mesh.links.data(), mesh.boundaryFaces.data(), tree_.view(),
      static_cast<std::uint32_t>(mesh.numTets) };
  }
  const KdTreeReport& report() const { return tree_.report(); }

private:
  KdTree<Backend> tree_;
};

} // namespace inkray
