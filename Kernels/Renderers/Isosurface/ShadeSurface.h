// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "Renderers/Isosurface/IsosurfaceScene.h"

#include <cmath>

namespace inkray
{

/// What a pixel has so far: colour multiplied by opacity, opacity, window depth of the surface that ended the
/// ray (1: none).
struct PixelShade
{
  Float4 color;
  float depth;
};

INKRAY_HD Float3 scaled(const Float3& a, float s)
{
  return { a.x * s, a.y * s, a.z * s };
}
INKRAY_HD float dot(const Float3& a, const Float3& b)
{
  return multiplyAdd(a.x, b.x, multiplyAdd(a.y, b.y, a.z * b.z));
}
INKRAY_HD Float3 normalized(const Float3& a)
{
  const float length = sqrtf(dot(a, a));
  return length > 0.0f ? scaled(a, 1.0f / length) : Float3{ 0.0f, 0.0f, 0.0f };
}
INKRAY_HD float unitClamp(float x)
{
  return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

/// Gradient in index coordinates to a unit normal in eye coordinates; zero stays zero.
INKRAY_HD Float3 normalInEye(const RayGenerator& camera, const float gradient[3])
{
  // Large and small gradients alike: scaled before they are squared.
  const float largest = maximum(fabsf(gradient[0]), maximum(fabsf(gradient[1]), fabsf(gradient[2])));
  const float scale = largest > 0.0f ? 1.0f / largest : 0.0f;
  const Float3 g = { gradient[0] * scale, gradient[1] * scale, gradient[2] * scale };
  const float* m = camera.normalToEye;
  return normalized({ multiplyAdd(m[0], g.x, multiplyAdd(m[1], g.y, m[2] * g.z)),
    multiplyAdd(m[3], g.x, multiplyAdd(m[4], g.y, m[5] * g.z)),
    multiplyAdd(m[6], g.x, multiplyAdd(m[7], g.y, m[8] * g.z)) });
}

/// Colour times light, as SurfaceShading.h writes it down. `p` and `direction` in eye coordinates, `normal`
/// unit or zero.
INKRAY_HD Float3 shadeSurface(
  const IsosurfaceScene& scene, const Float3& base, const Float3& p, const Float3& direction, Float3 normal)
{
  const SurfaceMaterial& material = scene.material;
  const Float3 back = scaled(direction, -1.0f);
  const float facing = dot(normal, back);
  if (normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f)
    normal = back;
  else if (facing < 0.0f)
    normal = scaled(normal, -1.0f);

  if (scene.numLights == 0)
  {
    const float flat = material.ambient + material.diffuse;
    return { unitClamp(flat * base.x), unitClamp(flat * base.y), unitClamp(flat * base.z) };
  }
  Float3 diffuse = { 0, 0, 0 }, specular = { 0, 0, 0 };
  const SurfaceLight& only = scene.lights[0];
  if (scene.numLights == 1 && !only.positional && only.direction[0] == 0.0f && only.direction[1] == 0.0f &&
    only.direction[2] == -1.0f)
  {
    const float df = maximum(1e-6f, normal.z);
    const float sf = material.specular > 0.0f ? powf(df, material.specularPower) : 0.0f;
    diffuse = { df * only.diffuse[0], df * only.diffuse[1], df * only.diffuse[2] };
    specular = { sf * only.specular[0], sf * only.specular[1], sf * only.specular[2] };
  }
  else
  {
    const Float3 view = normalized(scaled(p, -1.0f));
    for (int i = 0; i < scene.numLights; ++i)
    {
      const SurfaceLight& light = scene.lights[i];
      Float3 along = { light.direction[0], light.direction[1], light.direction[2] };
      float attenuation = 1.0f;
      if (light.positional)
      {
        const Float3 to = { p.x - light.position[0], p.y - light.position[1], p.z - light.position[2] };
        const float r = sqrtf(dot(to, to));
        const Float3 axis = along;
        along = normalized(to);
        attenuation = 1.0f /
          multiplyAdd(r, multiplyAdd(r, light.attenuation[2], light.attenuation[1]), light.attenuation[0]);
        if (light.coneCosine >= -1.0f)
        {
          const float cosine = dot(along, axis);
          attenuation = cosine >= light.coneCosine ? attenuation * powf(cosine, light.exponent) : 0.0f;
        }
      }
      const float df = maximum(0.0f, -attenuation * dot(normal, along));
      diffuse = { multiplyAdd(df, light.diffuse[0], diffuse.x), multiplyAdd(df, light.diffuse[1], diffuse.y),
        multiplyAdd(df, light.diffuse[2], diffuse.z) };
      if (df > 0.0f && material.specular > 0.0f)
      {
        const float twice = 2.0f * dot(normal, along);
        const Float3 mirrored = { along.x - twice * normal.x, along.y - twice * normal.y,
          along.z - twice * normal.z };
        const float sf = attenuation * powf(maximum(0.0f, dot(mirrored, view)), material.specularPower);
        specular = { multiplyAdd(sf, light.specular[0], specular.x),
          multiplyAdd(sf, light.specular[1], specular.y), multiplyAdd(sf, light.specular[2], specular.z) };
      }
    }
  }
  return { unitClamp(base.x * multiplyAdd(material.diffuse, diffuse.x, material.ambient) +
             material.specular * material.specularColor[0] * specular.x),
    unitClamp(base.y * multiplyAdd(material.diffuse, diffuse.y, material.ambient) +
      material.specular * material.specularColor[1] * specular.y),
    unitClamp(base.z * multiplyAdd(material.diffuse, diffuse.z, material.ambient) +
      material.specular * material.specularColor[2] * specular.z) };
}

template <class T, class Axes>
INKRAY_HD float sampleArray(
  const void* values, const IsosurfaceScene& scene, const Axes& axes, const float p[3])
{
  int cell[3];
  float x[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    cell[axis] = axes.cellAt(axis, p[axis], scene.layout.cells[axis], x[axis]);
    x[axis] = unitClamp(x[axis]);
  }
  return interpolateCell(
    loadCorners(static_cast<const T*>(values) + cell[0] + cell[1] * scene.strideY + cell[2] * scene.strideZ,
      scene.strideY, scene.strideZ),
    x);
}

/// Colour of a point by the second array.
template <class Axes>
INKRAY_HD Float3 colorOfArray(const IsosurfaceScene& scene, const Axes& axes, const float p[3])
{
  const ColorArray& array = scene.color;
  const float value = array.type == 0 ? sampleArray<std::uint8_t>(array.values, scene, axes, p)
    : array.type == 1                 ? sampleArray<std::uint16_t>(array.values, scene, axes, p)
                                      : sampleArray<float>(array.values, scene, axes, p);
  if (!(value - value == 0.0f))
    return { array.nan[0], array.nan[1], array.nan[2] };
  const auto last = static_cast<float>(array.numEntries - 1);
  float at = (value - array.low) * array.scale;
  at = at > 0.0f ? (at < last ? at : last) : 0.0f;
  int entry = static_cast<int>(at);
  entry = entry < array.numEntries - 1 ? entry : entry - (entry > 0 ? 1 : 0);
  const float* from = array.table + 3 * entry;
  const float* to = array.numEntries > 1 ? from + 3 : from;
  const float f = at - static_cast<float>(entry);
  return { interpolate(from[0], to[0], f), interpolate(from[1], to[1], f), interpolate(from[2], to[2], f) };
}

/// Add a crossing behind what the pixel shows; true when the ray goes on. `hit` receives depth and normal of
/// a pixel's first crossing unless null.
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
  if (scene.color.values)
  {
    const float p[3] = { multiplyAdd(crossing.t, ray.direction[0], ray.origin[0]),
      multiplyAdd(crossing.t, ray.direction[1], ray.origin[1]),
      multiplyAdd(crossing.t, ray.direction[2], ray.origin[2]) };
    base = colorOfArray(scene, axes, p);
  }
  const float u = pixelU(camera, pixel[0]);
  const float v = pixelV(camera, pixel[1]);
  const float dx = multiplyAdd(camera.eyeX[3], u, camera.eyeX[2]);
  const float dy = multiplyAdd(camera.eyeY[3], v, camera.eyeY[2]);
  const Float3 p = { multiplyAdd(depth, dx, multiplyAdd(camera.eyeX[1], u, camera.eyeX[0])),
    multiplyAdd(depth, dy, multiplyAdd(camera.eyeY[1], v, camera.eyeY[0])), -depth };
  const Float3 color = shadeSurface(scene, base, p, normalized({ dx, dy, -1.0f }), normal);

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
