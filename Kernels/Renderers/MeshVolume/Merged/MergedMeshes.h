// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/Merged/CastMerged.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// The use of the rays of a frame of several meshes: they are given to another caster, or cast with those of
/// others.
struct MergedFrame
{
  MergedMesh* given = nullptr;
  const std::vector<MergedMesh>* others = nullptr;
  const std::vector<SurfaceLayers>* layers = nullptr; ///< where there are others

  bool isWanted() const { return given || others; }
  /// Whether any of the others has surfaces, so that the picture has depths.
  bool hasDepth() const
  {
    return others &&
      (!layers->empty() || std::any_of(others->begin(), others->end(), [](const MergedMesh& mesh) {
        return mesh.surfaces != nullptr;
      }));
  }
};

/// One of the meshes of such a frame: its rays, and what they meet.
inline MergedMesh mergedMesh(const TetRays& rays, const MediumFrame& frame)
{
  // A color for cells without values is in the colors of cells already.
  const Medium& medium = frame.medium;
  const unsigned features = medium.features(0u) & ~(medium.cellValues ? 0u : feature::missing);
  const bool isPlain = medium.isEmpty || feature::isOnly(features, feature::all, feature::cellColours) ||
    feature::isOnly(medium.features(0u), feature::all, feature::function);
  const bool isSeenWithoutValue = medium.colourSource == ColourSource::Cells ||
    medium.colourSource == ColourSource::Vertices || medium.missing.w > 0.0f;
  return { rays, { medium }, frame.surfaces, isPlain, isSeenWithoutValue };
}

/// The meshes of a frame of several, in the memory of a backend.
template <class Backend>
class MergedMeshes
{
public:
  /// Cast the rays of `own` with those of the others of its frame, for the picture of `own`; `depth` takes
  /// the depths of surfaces, or is null.
  void cast(
    Backend& backend, const MergedMesh& own, const MergedFrame& merged, float* depth, PairWalks pairWalks)
  {
    std::vector<MergedMesh> meshes = *merged.others;
    meshes.push_back(own);
    const TetRays& rays = own.rays;
    for (MergedMesh& mesh : meshes)
      mesh.rays.opaqueDepth = rays.opaqueDepth;
    inBackend_.reserve(backend, TetRayCaster::maxOthers + 1);
    backend.copyFromHost(inBackend_.data(), meshes.data(), meshes.size() * sizeof(MergedMesh));
    CastMergedRays kernel = { inBackend_.data(), static_cast<int>(meshes.size()), {}, 0, rays.camera,
      rays.earlyTermination, rays.image, depth, rays.counters, rays.countSteps };
    for (const SurfaceLayers& layers : *merged.layers)
      kernel.layers[kernel.numLayers++] = layers;
    const bool isPlainPair = pairWalks != PairWalks::InQueues && meshes.size() == 2 &&
      kernel.numLayers == 0 && std::all_of(meshes.begin(), meshes.end(), [](const MergedMesh& mesh) {
        return mesh.isPlain && mesh.medium.isByFunction() && !mesh.surfaces && !mesh.medium.isEmpty &&
          !mesh.rays.cut;
      });
    castMerged(backend, kernel, isPlainPair ? meshes.data() : nullptr);
  }

private:
  Buffer<MergedMesh, Backend> inBackend_;
};

} // namespace inkray
