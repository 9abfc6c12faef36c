// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/LaunchTable.h"
#include "Renderers/AnyWalk.h"
#include "Renderers/CastPair.h"

#include <algorithm>

namespace inkray
{

/// Cast rays through sources, which the kernel reads as the Source of Walk. `rays`: everything but the
/// sources.
template <class Walk, class Backend>
void castMerged(Backend& backend, const std::vector<typename Walk::Source>& sources,
  const CastMergedRays<MeshWalk>& rays, Buffer<unsigned char, Backend>& workspace)
{
  using Source = typename Walk::Source;
  workspace.reserve(backend, mostWalks * sizeof(Source));
  CastMergedRays<Walk> kernel = { reinterpret_cast<const Source*>(workspace.data()),
    static_cast<int>(sources.size()), {}, rays.numLayers, rays.plane, rays.earlyTermination, rays.image,
    rays.depth, rays.counters, rays.countSteps };
  std::copy_n(rays.layers, rays.numLayers, kernel.layers);
  backend.copyFromHost(workspace.data(), sources.data(), sources.size() * sizeof(Source));
  backend.template forEach<tilePixels, launches::mergedMeshes.blocks>(
    PixelOrder<PixelTiles::Morton>::count(kernel.plane.width, kernel.plane.height), kernel);
}

/// A mesh as a kernel for fewer features reads it.
inline WalkedLinearMesh linearMesh(const WalkedMesh& mesh)
{
  return { mesh.rays, { mesh.medium }, mesh.surfaces, mesh.isPlain, mesh.isSeenWithoutValue };
}

template <class Backend>
void castWalks(Backend& backend, const std::vector<RayWalk>& walks, const WalkTarget& target,
  Buffer<unsigned char, Backend>& workspace)
{
  std::vector<WalkedMesh> meshes;
  std::vector<WalkedGrid> grids;
  CastMergedRays<MeshWalk> kernel = { nullptr, 0, {}, 0, target.plane, target.earlyTermination, target.image,
    target.depth, target.counters, target.countSteps };
  for (const RayWalk& walk : walks)
    if (walk.kind() == RayWalk::Kind::Mesh)
      meshes.push_back(walk.view<WalkedMesh>());
    else if (walk.kind() == RayWalk::Kind::Grid)
      grids.push_back(walk.view<WalkedGrid>());
    else
    {
      SurfaceLayers& layers = kernel.layers[kernel.numLayers++] = walk.view<SurfaceLayers>();
      layers.offset = static_cast<float>(layers.begin - target.begin);
    }
  // CastPairRays draws two volumes with values at their points, without surfaces and without cuts.
  const bool isPlainPair = target.pairWalks != PairWalks::InQueues && meshes.size() == 2 && grids.empty() &&
    kernel.numLayers == 0 && std::all_of(meshes.begin(), meshes.end(), [](const WalkedMesh& mesh) {
      return mesh.isPlain && mesh.medium.isByFunction() && !mesh.surfaces && !mesh.medium.isEmpty &&
        !mesh.rays.cut;
    });
  const bool isAnyByNearest = std::any_of(
    meshes.begin(), meshes.end(), [](const WalkedMesh& mesh) { return mesh.medium.isByNearest(); });
  if (isAnyByNearest && !grids.empty())
    throw InvalidInput("a mesh whose points have categories cannot be drawn together with the volume of an "
                       "image: give the mesh a continuous color map, or hide one of the two");
  if (isPlainPair)
    backend.template forEach<tilePixels, launches::pairOfMeshes.blocks>(
      PixelOrder<PixelTiles::Morton>::count(target.plane.width, target.plane.height),
      CastPairRays{ kernel, { meshes[0], meshes[1] } });
  else if (grids.empty() && isAnyByNearest)
    castMerged<MeshWalk>(backend, meshes, kernel, workspace);
  else if (grids.empty())
  {
    std::vector<WalkedLinearMesh> linear;
    for (const WalkedMesh& mesh : meshes)
      linear.push_back(linearMesh(mesh));
    castMerged<MeshWalkOf<WalkedLinearMesh>>(backend, linear, kernel, workspace);
  }
  else
  {
    std::vector<AnySource> sources;
    for (const WalkedMesh& mesh : meshes)
      sources.push_back({ linearMesh(mesh), {}, false });
    for (const WalkedGrid& grid : grids)
      sources.push_back({ { {}, { grid.medium }, nullptr, grid.isPlain, false }, grid, true });
    castMerged<AnyWalk>(backend, sources, kernel, workspace);
  }
}

} // namespace inkray
