// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MixedMedia.h"
#include "Renderers/MeshVolume/Merged/MeshWalk.h"

#include <new>

namespace inkray
{

/// The most meshes that one ray is cast through.
constexpr int maxMergedMeshes = 8;

/// The kernel that casts the rays of a picture through several meshes at once, which may overlap: one thread
/// a pixel. Each mesh is walked cell by cell; the ray goes from one end of a stretch of any of them to the
/// next, and from knot to knot of all functions within, and mixes what is there (MixedMedia.h).
struct CastMergedRays
{
  const MergedMesh* meshes; ///< in the memory of the backend
  int count;
  ImagePlane plane; ///< the same for all
  float earlyTermination;
  Float4* image;
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
    for (int k = 0; k < count; ++k)
    {
      if (*meshes[k].rays.fragmentCount > meshes[k].rays.capacity)
        return;
      new (walks + k) MeshWalk(meshes[k], x, y);
    }
    MixedRay ray;
    ray.clear();
    while (ray.transmittance >= earlyTermination)
    {
      // Where something begins that has not been passed. That may lie in front of what has, where cells of a
      // mesh overlap or come in an order that rounding has changed: nothing is mixed with it then.
      float begin = INFINITY;
      for (int k = 0; k < count; ++k)
        begin = minimum(begin, walks[k].begin);
      if (begin == INFINITY)
        break;
      // What is shared from there on, as long as it is shared by the same meshes.
      int shared[maxMergedMeshes];
      int numShared = 0;
      float end = INFINITY;
      for (int k = 0; k < count; ++k)
      {
        const bool isThere = walks[k].begin <= begin;
        end = minimum(end, isThere ? walks[k].to : walks[k].begin);
        if (isThere)
          shared[numShared++] = k;
      }
      this->add(ray, walks, shared, numShared, end);
    }
    const auto pixel = static_cast<std::uint32_t>(y * plane.width + x);
    image[pixel] = ray.pixel();
    this->report(walks);
  }

private:
  /// A part of the ray that some meshes share, up to a depth, from knot to knot of their functions.
  INKRAY_HD void add(MixedRay& ray, MeshWalk* walks, const int* shared, int numShared, float end) const
  {
    for (int k = 0; k < numShared; ++k)
      walks[shared[k]].beginPart(end);
    for (bool isLast = false; !isLast;)
    {
      float share = 2.0f;
      for (int k = 0; k < numShared; ++k)
        share = minimum(share, walks[shared[k]].shareToKnot());
      isLast = !(share <= 1.0f);
      share = isLast ? 1.0f : share;
      MediumEnds media[maxMergedMeshes];
      for (int k = 0; k < numShared; ++k)
        media[k] = walks[shared[k]].pass(share);
      ray.add(media, numShared);
    }
    for (int k = 0; k < numShared; ++k)
      if (!(walks[shared[k]].to > end))
        walks[shared[k]].advance();
  }

  INKRAY_HD void report(const MeshWalk* walks) const
  {
    std::uint64_t steps = 0, failed = 0;
    for (int k = 0; k < count; ++k)
    {
      steps += walks[k].steps;
      failed += walks[k].steps > meshes[k].rays.maxSteps;
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

/// Cast the rays of a picture of several meshes. Compiled for each backend in a source of its own.
template <class Backend>
void castMerged(Backend& backend, const CastMergedRays& kernel);

} // namespace inkray
