// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/Merged/MergedRay.h"
#include "View/PixelOrder.h"

#include <new>

namespace inkray
{

/// The kernel that casts the rays of a picture through several sources that may overlap: one thread per
/// pixel. Each source is walked span by span, some spans ahead of the ray, which mixes them (MergedRay.h).
/// All rays of a warp first fill their queues, then pass through them.
///
/// A Walk has a constructor `Walk(source, x, y)` for the ray of a pixel, and `steps()`. `next(span, face)`
/// gives spans from front to back, with the faces at which media that are not plain change. The Source of a
/// Walk is a plain view (MeshWalk, WalkedMesh).
template <class Walk>
struct CastMergedRays
{
  const typename Walk::Source* sources; ///< in the memory of the backend
  int count;
  SurfaceLayers layers[mostWalks]; ///< surfaces of other renderers; they count as sources
  int numLayers;
  ImagePlane plane; ///< the same for all sources
  float earlyTermination;
  Float4* image;
  float* depth; ///< depth of surfaces, as in WithSurfaces; null if no source has surfaces
  RayCounters* counters;
  bool countSteps;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    if (x >= plane.width || y >= plane.height)
      return;
    alignas(Walk) unsigned char storage[mostWalks * sizeof(Walk)];
    auto* const walks = reinterpret_cast<Walk*>(storage);
    SpanQueue<Walk> queues[mostWalks];
    for (int k = 0; k < count; ++k)
    {
      if (!sources[k].isComplete())
        return;
      new (walks + k) Walk(sources[k], x, y);
      queues[k].clear();
      if (!sources[k].isPlain)
        queues[k].medium = &sources[k].medium;
      queues[k].length = sources[k].lengthOf(x, y);
    }
    for (int k = 0; k < numLayers; ++k)
      queues[count + k].clear();
    const auto pixel = static_cast<std::uint32_t>(y * plane.width + x);
    const std::int64_t numPixels = std::int64_t(plane.width) * plane.height;
    MergedRay<Walk> ray(plane, sources, count, layers, numLayers, queues, earlyTermination);
    do
    {
      for (int k = 0; k < count; ++k)
        queues[k].fill(walks[k]);
      for (int k = 0; k < numLayers; ++k)
        queues[count + k].fill(layers[k], pixel, numPixels);
    } while (ray.pass(x, y));
    image[pixel] = ray.finish(x, y);
    if (depth)
      depth[pixel] = ray.surfaceDepth();
    std::uint64_t steps = 0, failed = 0;
    for (int k = 0; k < count; ++k)
    {
      steps += walks[k].steps();
      failed += sources[k].hasFailed(walks[k].steps());
    }
    this->report(steps, failed);
  }

protected:
  /// Count the visited cells of a ray, and its walks that were given up.
  INKRAY_HD void report(std::uint64_t steps, std::uint64_t failed) const
  {
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
