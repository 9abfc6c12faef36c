// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Renderers/CastPair.h"

#include <algorithm>

namespace inkray
{

/// Cast rays through meshes, which the kernel reads as views of type Mesh.
template <class Mesh, class Backend>
void castMerged(Backend& backend, const std::vector<WalkedMesh>& meshes,
  CastMergedRays<MeshWalkOf<Mesh>> kernel, Buffer<unsigned char, Backend>& workspace)
{
  std::vector<Mesh> views;
  for (const WalkedMesh& mesh : meshes)
    views.push_back({ mesh.rays, { mesh.medium }, mesh.surfaces, mesh.isPlain, mesh.isSeenWithoutValue });
  workspace.reserve(backend, mostWalks * sizeof(Mesh));
  kernel.sources = reinterpret_cast<const Mesh*>(workspace.data());
  kernel.count = static_cast<int>(views.size());
  backend.copyFromHost(workspace.data(), views.data(), views.size() * sizeof(Mesh));
  backend.template forEach<tilePixels, launches::mergedMeshes.blocks>(
    PixelOrder<PixelTiles::Morton>::count(kernel.plane.width, kernel.plane.height), kernel);
}

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
  // CastPairRays draws two volumes with values at their points, without surfaces and without cuts.
  const bool isPlainPair = target.pairWalks != PairWalks::InQueues && meshes.size() == 2 &&
    kernel.numLayers == 0 && std::all_of(meshes.begin(), meshes.end(), [](const WalkedMesh& mesh) {
      return mesh.isPlain && mesh.medium.isByFunction() && !mesh.surfaces && !mesh.medium.isEmpty &&
        !mesh.rays.cut;
    });
  const bool isAnyByNearest = std::any_of(
    meshes.begin(), meshes.end(), [](const WalkedMesh& mesh) { return mesh.medium.isByNearest(); });
  if (isPlainPair)
    backend.template forEach<tilePixels, launches::pairOfMeshes.blocks>(
      PixelOrder<PixelTiles::Morton>::count(target.plane.width, target.plane.height),
      CastPairRays{ kernel, { meshes[0], meshes[1] } });
  else if (isAnyByNearest)
    castMerged<WalkedMesh>(backend, meshes, kernel, workspace);
  else
  {
    CastMergedRays<MeshWalkOf<WalkedLinearMesh>> linear = { nullptr, 0, {}, kernel.numLayers, target.plane,
      target.earlyTermination, target.image, target.depth, target.counters, target.countSteps };
    std::copy_n(kernel.layers, kernel.numLayers, linear.layers);
    castMerged<WalkedLinearMesh>(backend, meshes, linear, workspace);
  }
}

} // namespace inkray
