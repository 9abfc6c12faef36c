// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"
#include "Shading/Phong.h"

#include <cmath>

namespace inkray
{

/// State of a pixel: color multiplied by opacity, opacity, window depth of the surface that ended the ray
/// (1: none).
struct PixelShade
{
  Float4 color;
  float depth;
};

/// Return the color of a point, in grid coordinates, by the array that colors the surfaces.
template <class Axes>
INKRAY_HD Float3 colorOfArray(const IsosurfaceScene& scene, const Axes& axes, const float p[3])
{
  const ColorArray& array = scene.color;
  std::int64_t corner = 0;
  float x[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int cell = axes.cellAt(axis, p[axis], scene.layout.cells[axis], x[axis]);
    corner += cell * (axis == 0 ? 1 : axis == 1 ? scene.strideY : scene.strideZ);
    x[axis] = unitClamp(x[axis]);
  }
  return colorInCell(array, loadCorners(array.values + corner, scene.strideY, scene.strideZ),
    [&x](const CellCorners& corners) { return interpolateCell(corners, x); });
}

/// Blend a crossing behind the pixel's surfaces so far. Returns true if the ray goes on. `hit` receives depth
/// and normal of the pixel's first crossing unless it is null.
template <class Axes>
INKRAY_HD bool shadeCrossing(const IsosurfaceScene& scene, const Axes& axes, const int pixel[2],
  const Ray& ray, const SurfaceCrossing& crossing, PixelShade& shade, Float4* hit)
{
  const RayGenerator& camera = scene.camera;
  const SurfaceEntry& surface = scene.surfaces.entries[crossing.surface];
  const float depth = depthAt(camera, crossing.t);
  const Float3 normal = normalInEye(camera, crossing.gradient);
  if (hit && hit->x == INFINITY)
    *hit = { depth, normal.x, normal.y, normal.z };

  Float3 base = { surface.red, surface.green, surface.blue };
  if (scene.color.values.data && !surface.keepsColor)
  {
    const float p[3] = { multiplyAdd(crossing.t, ray.direction[0], ray.origin[0]),
      multiplyAdd(crossing.t, ray.direction[1], ray.origin[1]),
      multiplyAdd(crossing.t, ray.direction[2], ray.origin[2]) };
    base = colorOfArray(scene, axes, p);
  }
  const float u = pixelU(camera, pixel[0]);
  const float v = pixelV(camera, pixel[1]);
  const Float3 direction = eyeDirection(camera, u, v);
  const Float3 p = fromEye(camera, eyePosition(camera, u, v, direction, depth));
  const Float3 color =
    shadePhong(scene.material, scene.lights, scene.numLights, base, p, normalized(direction), normal);

  const bool opaque = surface.opacity >= 1.0f;
  const float weight = (1.0f - shade.color.w) * (opaque ? 1.0f : surface.opacity);
  shade.color = { multiplyAdd(weight, color.x, shade.color.x), multiplyAdd(weight, color.y, shade.color.y),
    multiplyAdd(weight, color.z, shade.color.z), opaque ? 1.0f : shade.color.w + weight };
  if (opaque || 1.0f - shade.color.w < scene.earlyTermination)
  {
    shade.depth = camera.window.ofDepth(depth);
    return false;
  }
  return true;
}

} // namespace inkray
