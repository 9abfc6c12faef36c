// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Merged/MergedRay.h"

namespace inkray
{

/// The kernel that casts the rays of a picture through several meshes at once, which may overlap: one thread
/// a pixel. Each mesh is walked cell by cell, some cells ahead of the ray, which mixes what is there
/// (MergedRay.h). All rays of a warp fill their queues together, then all go on.
struct CastMergedRays
{
  const MergedMesh* meshes; ///< in the memory of the backend
  int count;
  SurfaceLayers layers[maxMergedMeshes]; ///< of other casters, which count as meshes
  int numLayers;
  ImagePlane plane; ///< the same for all
  float earlyTermination;
  Float4* image;
  float* depth; ///< of the image, as that of WithSurfaces; null where no mesh has surfaces
  RayCounters* counters;
  bool countSteps;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    if (x >= plane.width || y >= plane.height)
      return;
    alignas(MeshWalk) unsigned char storage[maxMergedMeshes * sizeof(MeshWalk)];
    auto* const walks = reinterpret_cast<MeshWalk*>(storage);
    StretchQueue queues[maxMergedMeshes];
    for (int k = 0; k < count; ++k)
    {
      if (*meshes[k].rays.fragmentCount > meshes[k].rays.capacity)
        return;
      new (walks + k) MeshWalk(meshes[k], x, y);
      queues[k].clear();
      if (!meshes[k].isPlain)
        queues[k].medium = &meshes[k].medium;
      queues[k].measure(meshes[k].rays.camera, x, y);
    }
    for (int k = 0; k < numLayers; ++k)
      queues[count + k].clear();
    const auto pixel = static_cast<std::uint32_t>(y * plane.width + x);
    const std::int64_t numPixels = std::int64_t(plane.width) * plane.height;
    MergedRay ray(plane, meshes, count, layers, numLayers, queues, earlyTermination);
    do
    {
      for (int k = 0; k < count; ++k)
        queues[k].fill(walks[k]);
      for (int k = 0; k < numLayers; ++k)
        queues[count + k].fill(layers[k], pixel, numPixels);
    } while (ray.pass(x, y));
    image[pixel] = ray.finish(x, y);
    if (depth)
      depth[pixel] = ray.opaqueDepth();
    this->report(walks);
  }

private:
  INKRAY_HD void report(const MeshWalk* walks) const
  {
    std::uint64_t steps = 0, failed = 0;
    for (int k = 0; k < count; ++k)
    {
      steps += walks[k].steps();
      failed += walks[k].steps() > meshes[k].rays.maxSteps;
    }
    if (countSteps && steps > 0)
    {
      atomicAddRelaxed(&counters->steps, steps);
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    if (failed > 0)
      atomicAddRelaxed(&counters->failedRays, failed);
  }
};

} // namespace inkray
