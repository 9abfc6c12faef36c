// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/EyeRays.h"
#include "View/ImagePlane.h"
#include "View/Ray.h"

namespace inkray
{

/// The rays of a picture in the coordinates of a model, for renderers that intersect the model in its own
/// coordinates (a grid in index coordinates). The ray of pixel center (u, v) is origin + t direction. One
/// unit of t is about one unit of the model, and t is zero at a plane across its middle, so that a distant
/// eye costs no precision. Depth along the viewing direction is depthOrigin + t depthPerT, in world units
/// from the origin of eye coordinates.
struct RayGenerator
  : ImagePlane
  , EyeRays
{
  float origin[3], originU[3], originV[3];
  float direction[3], directionU[3], directionV[3];
  float tNear, tFar;
  float depthOrigin, depthPerT;
};

/// Convert a camera for a model that fills [0, size] along each axis. `modelToMesh` maps the model's
/// coordinates to Camera::meshToEye's input coordinates (row-major, affine). Returns false if there is
/// nothing to draw: singular matrices or no pixels.
bool makeRayGenerator(
  const Camera& camera, const double modelToMesh[16], const std::int32_t size[3], RayGenerator& out);

INKRAY_HD float depthAt(const RayGenerator& camera, float t)
{
  return multiplyAdd(t, camera.depthPerT, camera.depthOrigin);
}
INKRAY_HD float parameterAt(const RayGenerator& camera, float depth)
{
  return (depth - camera.depthOrigin) / camera.depthPerT;
}

/// The ray of the pixel with center (u, v), cut to the near and far planes and to the box [0, size] of the
/// model; or the rays of a packet's pixels.
template <class Real>
INKRAY_ONE_OR_MANY void rayOfPixel(
  const RayGenerator& camera, Real u, Real v, const std::int32_t size[3], RayOf<Real>& ray)
{
  ray.begin = allOf<Real>(camera.tNear);
  ray.end = allOf<Real>(camera.tFar);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    setAxis(ray, axis,
      multiplyAdd(v, allOf<Real>(camera.originV[axis]),
        multiplyAdd(u, allOf<Real>(camera.originU[axis]), allOf<Real>(camera.origin[axis]))),
      multiplyAdd(v, allOf<Real>(camera.directionV[axis]),
        multiplyAdd(u, allOf<Real>(camera.directionU[axis]), allOf<Real>(camera.direction[axis]))));
    clipToSlab(ray, axis, 0.0f, static_cast<float>(size[axis]));
  }
}

/// Where the ray of a pixel ends, given the plane's stops.
INKRAY_HD float stopped(const RayGenerator& camera, std::int64_t pixel, float end)
{
  const float window = camera.stops[pixel];
  return window < 1.0f ? minimum(end, parameterAt(camera, camera.window.toDepth(window))) : end;
}

} // namespace inkray
