// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"

#include <algorithm>

namespace inkray
{

FrameOptions CombinedFilms::surfacesOf(const FrameOptions& options)
{
  FrameOptions alone = options;
  alone.drawVolume = false;
  alone.blend = FrameOptions().blend;
  return alone;
}

bool CombinedFilms::canRender(const std::vector<Mesh>& meshes)
{
  const auto number =
    std::count_if(meshes.begin(), meshes.end(), [](const Mesh& mesh) { return mesh.hasSurfaces; });
  return number < 2 ||
    (number <= TetRayCaster::maxOthers + 1 && std::all_of(meshes.begin(), meshes.end(), [](const Mesh& mesh) {
      return !mesh.hasSurfaces || mesh.caster->canMerge(surfacesOf(mesh.options));
    }));
}

} // namespace inkray
