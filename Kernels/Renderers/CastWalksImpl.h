// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Renderers/CastPair.h"

#include <algorithm>

namespace inkray
{

template <class Backend>
void castWalks(Backend& backend, const std::vector<RayWalk>& walks, const WalkTarget& target,
  Buffer<unsigned char, Backend>& workspace)
{
  std::vector<WalkedMesh> meshes;
  CastMergedRays<MeshWalk> kernel = { nullptr, 0, {}, 0, target.plane, target.earlyTermination, target.image,
    target.depth, target.counters, target.countSteps };
  for (const RayWalk& walk : walks)
    if (walk.kind() == RayWalk::Kind::Mesh)
      meshes.push_back(walk.view<WalkedMesh>());
    else
    {
      SurfaceLayers& layers = kernel.layers[kernel.numLayers++] = walk.view<SurfaceLayers>();
      layers.offset = static_cast<float>(layers.begin - target.begin);
    }
  workspace.reserve(backend, mostWalks * sizeof(WalkedMesh));
  kernel.sources = reinterpret_cast<const WalkedMesh*>(workspace.data());
  kernel.count = static_cast<int>(meshes.size());
  backend.copyFromHost(workspace.data(), meshes.data(), meshes.size() * sizeof(WalkedMesh));
  // CastPairRays draws two volumes that have values at their points, and neither surfaces nor cuts.
  const bool isPlainPair = target.pairWalks != PairWalks::InQueues && meshes.size() == 2 &&
    kernel.numLayers == 0 && std::all_of(meshes.begin(), meshes.end(), [](const WalkedMesh& mesh) {
      return mesh.isPlain && mesh.medium.isByFunction() && !mesh.surfaces && !mesh.medium.isEmpty &&
        !mesh.rays.cut;
    });
  const std::int64_t numRays = PixelOrder<PixelTiles::Morton>::count(target.plane.width, target.plane.height);
  if (isPlainPair)
    backend.template forEach<tilePixels, launches::pairOfMeshes.blocks>(
      numRays, CastPairRays{ kernel, { meshes[0], meshes[1] } });
  else
    backend.template forEach<tilePixels, launches::mergedMeshes.blocks>(numRays, kernel);
}

} // namespace inkray
