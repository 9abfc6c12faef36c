// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/Isosurface/IsosurfaceScene.h"

#include <cmath>

namespace inkray
{

/// A ray in index coordinates between two parameters. Components of the direction are never zero, so that the
/// plane x = k is met at exactly one parameter, and in the order of k.
struct IsosurfaceRay
{
  float origin[3], direction[3];
  float inverse[3], offset[3]; ///< the plane x = k is met at k inverse + offset
  float begin, end;
};

/// Rays are numbered along tiles of 8 x 8 pixels, in them two halves of 8 x 4: neighbours in number are
/// neighbours in the picture. False: outside the image.
INKRAY_HD bool pixelOfRay(const RayCamera& camera, std::uint32_t ray, int pixel[2])
{
  const std::uint32_t tile = ray >> 6;
  const auto tileY = static_cast<int>(tile / static_cast<std::uint32_t>(camera.tilesX));
  const int tileX = static_cast<int>(tile) - tileY * camera.tilesX;
  pixel[0] = tileX * 8 + static_cast<int>(ray & 7u);
  pixel[1] = tileY * 8 + static_cast<int>(ray >> 3 & 7u);
  return pixel[0] < camera.width && pixel[1] < camera.height;
}

INKRAY_HD std::int64_t pixelIndex(const RayCamera& camera, const int pixel[2])
{
  return pixel[0] + std::int64_t(camera.width) * pixel[1];
}

INKRAY_HD float pixelCentreU(const RayCamera& camera, int i)
{
  return static_cast<float>(i) + 0.5f - 0.5f * static_cast<float>(camera.width);
}
INKRAY_HD float pixelCentreV(const RayCamera& camera, int j)
{
  return static_cast<float>(j) + 0.5f - 0.5f * static_cast<float>(camera.height);
}

INKRAY_HD float depthAt(const RayCamera& camera, float t)
{
  return multiplyAdd(t, camera.depthPerT, camera.depthOrigin);
}

INKRAY_HD float windowDepth(const RayCamera& camera, float depth)
{
  const float z = camera.parallel ? multiplyAdd(camera.windowB, depth, camera.windowA)
                                  : camera.windowA + camera.windowB / depth;
  return z < 0.0f ? 0.0f : z > 1.0f ? 1.0f : z;
}

/// The parameter at which the ray crosses the plane of coordinate k. The same float wherever it is asked for,
/// and ascending or descending with k: cells and boxes that share a plane agree, and intervals nest.
INKRAY_HD float planeParameter(const IsosurfaceRay& ray, int axis, float k)
{
  return multiplyAdd(k, ray.inverse[axis], ray.offset[axis]);
}

/// The pixel's ray as far as it lies in the box of all cells, between near and far, in front of opaque
/// geometry and within the clipping planes. begin > end: nowhere.
INKRAY_HD void setupRay(const IsosurfaceScene& scene, const int pixel[2], IsosurfaceRay& ray)
{
  const RayCamera& camera = scene.camera;
  const float u = pixelCentreU(camera, pixel[0]);
  const float v = pixelCentreV(camera, pixel[1]);
  ray.begin = camera.tNear;
  ray.end = camera.tFar;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    ray.origin[axis] =
      multiplyAdd(v, camera.originV[axis], multiplyAdd(u, camera.originU[axis], camera.origin[axis]));
    float d = multiplyAdd(
      v, camera.directionV[axis], multiplyAdd(u, camera.directionU[axis], camera.direction[axis]));
    const float smallest = 1e-12f;
    if (fabsf(d) < smallest)
      d = d < 0.0f ? -smallest : smallest;
    ray.direction[axis] = d;
    ray.inverse[axis] = reciprocal(d);
    ray.offset[axis] = -ray.origin[axis] * ray.inverse[axis];
    const float low = planeParameter(ray, axis, 0.0f);
    const float high = planeParameter(ray, axis, static_cast<float>(scene.layout.cells[axis]));
    ray.begin = maximum(ray.begin, minimum(low, high));
    ray.end = minimum(ray.end, maximum(low, high));
  }
  for (int p = 0; p < scene.numPlanes; ++p)
  {
    const float* plane = scene.planes[p];
    const float at = multiplyAdd(plane[0], ray.origin[0],
      multiplyAdd(plane[1], ray.origin[1], multiplyAdd(plane[2], ray.origin[2], plane[3])));
    const float slope = multiplyAdd(
      plane[0], ray.direction[0], multiplyAdd(plane[1], ray.direction[1], plane[2] * ray.direction[2]));
    if (slope > 0.0f)
      ray.begin = maximum(ray.begin, -at / slope);
    else if (slope < 0.0f)
      ray.end = minimum(ray.end, -at / slope);
    else if (at < 0.0f)
      ray.end = ray.begin - 1.0f;
  }
  if (scene.opaqueDepth && ray.begin <= ray.end)
  {
    const float z = scene.opaqueDepth[pixelIndex(camera, pixel)];
    if (z < 1.0f)
    {
      const float depth =
        camera.parallel ? (z - camera.windowA) / camera.windowB : camera.windowB / (z - camera.windowA);
      ray.end = minimum(ray.end, (depth - camera.depthOrigin) / camera.depthPerT);
    }
  }
}

/// The part of the ray in a box of cells [low, high).
INKRAY_HD bool clipToBox(
  const IsosurfaceRay& ray, const int low[3], const int high[3], float& begin, float& end)
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const bool forward = ray.direction[axis] > 0.0f;
    begin = maximum(begin, planeParameter(ray, axis, static_cast<float>(forward ? low[axis] : high[axis])));
    end = minimum(end, planeParameter(ray, axis, static_cast<float>(forward ? high[axis] : low[axis])));
  }
  return begin <= end;
}

/// Whether a point is in a region that cropping keeps (vtkVolumeMapper::SetCroppingRegionFlags).
INKRAY_HD bool isCropped(const IsosurfaceScene& scene, const IsosurfaceRay& ray, float t)
{
  if (!scene.cropping)
    return false;
  int region = 0, factor = 1;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis, factor *= 3)
  {
    const float x = multiplyAdd(t, ray.direction[axis], ray.origin[axis]);
    region += factor *
      (x < scene.croppingPlanes[2 * axis]           ? 0
          : x <= scene.croppingPlanes[2 * axis + 1] ? 1
                                                    : 2);
  }
  return (scene.croppingRegions >> region & 1u) == 0;
}

} // namespace inkray
