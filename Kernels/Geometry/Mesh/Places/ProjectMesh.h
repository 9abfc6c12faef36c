// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/MeshCamera.h"
#include "Geometry/Mesh/TetAdjacency.h"

#include <cstddef>

namespace inkray
{

/// Project the vertices of a mesh for a camera; `seen` is the MeshCamera made of it for the whole mesh. If
/// there are several places, each is projected separately, so that a place near the eye loses no precision to
/// others.
template <class Backend>
void projectMesh(Backend& backend, const TetAdjacency<Backend>& mesh, const Camera& camera,
  const MeshCamera& seen, ProjectedVertex* projected)
{
  const std::vector<MeshPlace>& places = mesh.placesInHost();
  for (std::size_t k = 0; k < places.size(); ++k)
  {
    const std::int64_t first = places[k].firstVertex,
                       end = k + 1 < places.size() ? places[k + 1].firstVertex : mesh.vertices.size();
    MeshCamera own = seen;
    if (places.size() > 1)
      makeMeshCamera(camera, places[k].center, places[k].scale, mesh.scale, own);
    backend.forEach(end - first, ProjectVertices{ own, mesh.vertices.data() + first, projected + first });
  }
}

} // namespace inkray
