// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CounterRandom.h"
#include "Core/ScrambledSobol.h"
#include "Renderers/PathTracer/Media.h"
#include "Renderers/PathTracer/PathState.h"
#include "Renderers/PathTracer/PathSurfaceHit.h"
#include "Shading/Scattering.h"
#include "View/PixelOrder.h"

#include <cmath>

/// One bounce of a path, which all kernels of the path tracer share: they differ only in how they keep their
/// threads busy. It reads as Path::extend() in appendix A of Wald's paper.
namespace inkray
{

/// Paths of a smaller weight may end by Russian roulette.
constexpr float rouletteWeight = 0.05f;

/// Return four random words for a bounce of a path: the points (x, y) and (z, w) of two sequences. Over the
/// samples of a pixel, each sequence fills the unit square evenly. Each pixel, bounce and block has its own
/// sequences, by seeds from Philox (padded replication sampling, Keller 2003, as in section 3.2). Block 0
/// chooses a light, block 1 scatters, and block 2 is for the camera ray.
INKRAY_HD UInt4 wordsOfBounce(const PathScene& scene, const PathState& state, std::uint32_t block)
{
  const UInt4 seeds =
    philox({ state.ray, static_cast<std::uint32_t>(bouncesOf(state)), block, 0u }, scene.seed, 0x496e4b52u);
  const std::uint32_t sample = sampleOf(state);
  const SobolPoint a = scrambledSobol(sample, seeds.x, seeds.y, seeds.z);
  const SobolPoint b = scrambledSobol(
    sample, seeds.w, (seeds.y << 16 | seeds.y >> 16) ^ seeds.x, (seeds.z << 16 | seeds.z >> 16) ^ seeds.w);
  return { a.x, a.y, b.x, b.y };
}

/// Return a random word that seeds decisions whose number is not known in advance (StopByChance).
INKRAY_HD std::uint32_t chanceOfBounce(const PathScene& scene, const PathState& state)
{
  return philox(
    { state.ray, static_cast<std::uint32_t>(bouncesOf(state)), 3u, sampleOf(state) }, scene.seed, 0x496e4b52u)
    .x;
}

/// Find the pixel of ray number `ray`. Returns false outside of the image.
INKRAY_HD bool pixelOfPath(const PathScene& scene, std::uint32_t ray, int pixel[2])
{
  PixelOrder<PixelTiles::Rows>::pixel(ray >> 6, ray & 63u, scene.camera.width, pixel[0], pixel[1]);
  return pixel[0] < scene.camera.width && pixel[1] < scene.camera.height;
}

/// Return the ray through a point (u, v) of the image plane, in pixels from its center, and a point of the
/// lens, in radii. It begins at the near plane and ends at the far plane or at opaque geometry that has been
/// drawn.
INKRAY_HD ScenePath cameraRay(
  const PathScene& scene, const int pixel[2], float u, float v, float lensX, float lensY)
{
  const RayGenerator& camera = scene.camera;
  float origin[3], direction[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    origin[axis] =
      multiplyAdd(v, camera.originV[axis], multiplyAdd(u, camera.originU[axis], camera.origin[axis]));
    direction[axis] = multiplyAdd(
      v, camera.directionV[axis], multiplyAdd(u, camera.directionU[axis], camera.direction[axis]));
    if (scene.hasLens)
    {
      // The point of the ray at depth d moves by shift * (1 - d * focus).
      const float shift = multiplyAdd(lensX, scene.lens[0][axis], lensY * scene.lens[1][axis]);
      origin[axis] = multiplyAdd(shift, 1.0f - camera.depthOrigin * scene.focus, origin[axis]);
      direction[axis] = multiplyAdd(-shift, camera.depthPerT * scene.focus, direction[axis]);
    }
  }
  ScenePath path = { { origin[0], origin[1], origin[2] }, { direction[0], direction[1], direction[2] },
    camera.tNear, camera.tFar };
  if (camera.stops)
    path.end = stopped(camera, pixelIndex(camera, pixel), path.end);
  return path;
}

/// Return the camera ray of a sample, through a random point of its pixel and a random point of the lens.
INKRAY_HD ScenePath drawCameraRay(const PathScene& scene, const PathState& state)
{
  int pixel[2];
  pixelOfPath(scene, state.ray, pixel);
  const UInt4 words = wordsOfBounce(scene, state, 2);
  const float u = pixelU(scene.camera, pixel[0]) + (unitFloat(words.x) - 0.5f);
  const float v = pixelV(scene.camera, pixel[1]) + (unitFloat(words.y) - 0.5f);
  const float radius = sqrtf(unitFloat(words.z)), angle = 2.0f * pi * unitFloat(words.w);
  return scene.hasLens ? cameraRay(scene, pixel, u, v, radius * cosf(angle), radius * sinf(angle))
                       : cameraRay(scene, pixel, u, v, 0.0f, 0.0f);
}

/// The point of a surface that a path has reached, with all data for sampling the lights and the material.
struct PathNode
{
  Float3 point;
  Float3 normal;  ///< unit normal for shading, on the side that the path came from
  Float3 outside; ///< unit geometric normal, on the same side
  Float3 out;     ///< unit direction back along the path
  Float3 color;
  PathMaterial material;
  float offset;
  bool isInside; ///< the path came from within the solid
};

INKRAY_HD PathNode nodeAt(const PathScene& scene, const ScenePath& path, const PathSurfaceHit& hit)
{
  PathNode node;
  node.point = hit.point;
  node.out = normalized(negative(path.direction));
  node.color = hit.color;
  const std::int32_t last = scene.numMaterials - 1;
  node.material = scene.materials[hit.material < last ? (hit.material > 0 ? hit.material : 0) : last];
  node.offset = hit.offset;
  const float side = dot(hit.geometric, node.out);
  node.isInside = side < 0.0f;
  // Without a gradient the surface faces the path.
  node.outside = side > 0.0f ? hit.geometric : side < 0.0f ? negative(hit.geometric) : node.out;
  node.normal = side < 0.0f ? negative(hit.shading) : hit.shading;
  if (!(dot(node.normal, node.out) > 0.0f))
    node.normal = node.outside;
  return node;
}

/// Return a ray that begins at a small distance from the surface, on the side to which it goes.
INKRAY_HD ScenePath rayFrom(const PathNode& node, const Float3& direction, float end)
{
  const float side = dot(node.outside, direction) < 0.0f ? -node.offset : node.offset;
  return { { multiplyAdd(side, node.outside.x, node.point.x), multiplyAdd(side, node.outside.y, node.point.y),
             multiplyAdd(side, node.outside.z, node.point.z) },
    direction, 0.0f, end };
}

/// Return the irradiance at a point of a surface that faces the light source. `towards` and `distance`
/// receive the unit direction and the distance to the source.
INKRAY_HD Float3 lightAt(const PathLight& light, const Float3& point, Float3& towards, float& distance)
{
  if (!light.positional)
  {
    towards = negative(light.direction);
    distance = INFINITY;
    return light.color;
  }
  const Float3 to = minus(light.position, point);
  distance = sqrtf(dot(to, to));
  towards = normalized(to);
  const Float3& a = light.attenuation;
  float share = 1.0f / multiplyAdd(distance, multiplyAdd(distance, a.z, a.y), a.x);
  if (light.coneCosine >= -1.0f)
  {
    const float cosine = -dot(towards, light.direction);
    share = cosine >= light.coneCosine ? share * powf(cosine, light.exponent) : 0.0f;
  }
  return scaled(light.color, share);
}

INKRAY_HD Float3 times(const Float3& a, const Float3& b)
{
  return { a.x * b.x, a.y * b.y, a.z * b.z };
}
INKRAY_HD Float3 plus(const Float3& a, const Float3& b)
{
  return { a.x + b.x, a.y + b.y, a.z + b.z };
}
INKRAY_HD bool isPositive(const Float3& a)
{
  return a.x > 0.0f || a.y > 0.0f || a.z > 0.0f;
}

/// Return the light that a node scatters along the path (Path::illuminate()). It comes from one light source
/// or the environment, chosen at random and tested for visibility. `isLast`: no later ray of the path can
/// find the environment.
template <class Geometry>
INKRAY_HD Float3 illuminate(
  const PathScene& scene, const PathNode& node, const UInt4& light, const UInt4& scatter, bool isLast)
{
  Float3 none = { 0.0f, 0.0f, 0.0f };
  const bool isMirror =
    node.material.kind == PathMaterialKind::Glass || node.material.kind == PathMaterialKind::Chrome;
  const std::int32_t choices = scene.numLights + (scene.environment.isDark ? 0 : 1);
  if (isMirror || choices == 0)
    return none;
  const auto choice = static_cast<std::int32_t>(
    static_cast<std::uint64_t>(light.z) * static_cast<std::uint32_t>(choices) >> 32);
  const float ofChoice = static_cast<float>(choices);
  Float3 direction, gain;
  float distance = INFINITY;
  if (choice < scene.numLights)
  {
    const Float3 irradiance = lightAt(scene.lights[choice], node.point, direction, distance);
    const Scattered scattered =
      evaluateScattering(node.material, node.color, node.normal, node.out, direction);
    gain = scaled(times(irradiance, scattered.value), ofChoice);
  }
  else
  {
    const EnvironmentSample sample = drawEnvironment(
      scene.environment, node.normal, light.x, light.y, unitFloat(scatter.x), unitFloat(scatter.y));
    if (!(sample.density > 0.0f))
      return none;
    direction = sample.direction;
    const Scattered scattered =
      evaluateScattering(node.material, node.color, node.normal, node.out, direction);
    // Weight by the balance heuristic: the path's next ray may also find this light.
    const float density = sample.density / ofChoice;
    const float all = density + (isLast ? 0.0f : scattered.density);
    gain = scaled(times(sample.radiance, scattered.value), 1.0f / all);
  }
  if (!isPositive(gain) || !(dot(node.outside, direction) > 0.0f))
    return none;
  const ScenePath ray = rayFrom(node, direction, distance);
  float through = transmittance<Geometry>(scene, ray);
  if constexpr (Geometry::media)
    if (through > 0.0f)
      through *= transmittanceOfMedia<Geometry>(scene, ray);
  return scaled(gain, through);
}

/// Return the number from which leave() finds the weight of the environment's light if the path's next ray
/// leaves the scene. For an image, it is the density with which the ray was drawn: leave() reads the density
/// of sampling the light from the image. For other environments, it is the weight itself.
INKRAY_HD float environmentShare(const PathScene& scene, const PathNode& node, const ScatteredRay& next)
{
  if (!(next.density > 0.0f) || scene.environment.kind == Environment::Kind::Image)
    return next.density;
  float density;
  environmentRadiance(scene.environment, next.direction, node.normal, density);
  return next.density / (next.density + density / static_cast<float>(scene.numLights + 1));
}

/// Return the environment's light for a ray that leaves the scene. A camera ray, or a ray from a mirror or
/// glass, receives the full light, because no light was sampled before.
INKRAY_HD Float3 leave(const PathScene& scene, const PathState& state, const Float3& direction, bool isFirst)
{
  float density;
  const Float3 radiance = environmentRadiance(scene.environment, direction, direction, density);
  if (isFirst)
    return radiance;
  const float drawn = densityOf(state);
  float share = 1.0f;
  if (drawn > 0.0f)
    share = scene.environment.kind == Environment::Kind::Image
      ? drawn / (drawn + density / static_cast<float>(scene.numLights + 1))
      : drawn;
  return times(scaled(radiance, share), weightOf(state));
}

/// Return a pixel's gain. Light that is not finite, as at the position of a point light, counts as black.
INKRAY_HD Float4 finiteGain(const Float3& light, float coverage)
{
  const float sum = light.x + light.y + light.z;
  return sum - sum == 0.0f ? Float4{ light.x, light.y, light.z, coverage }
                           : Float4{ 0.0f, 0.0f, 0.0f, coverage };
}

/// Return the gain of a pixel from a ray that meets no surface: the light `emitted` by media and the light of
/// the environment behind them. A camera ray sees the environment only if the frame shows it and the pixel
/// has no opaque geometry. Otherwise the media alone cover the pixel.
INKRAY_HD Float4 gainOfBackground(const PathScene& scene, const PathState& state, const ScenePath& path,
  const Float3& emitted, float transmittance)
{
  const bool isFirst = bouncesOf(state) == 0;
  if (isFirst && (!scene.showEnvironment || path.end < scene.camera.tFar))
    return finiteGain(emitted, 1.0f - transmittance);
  const Float3 direction = isFirst ? normalized(path.direction) : path.direction;
  const Float3 behind = leave(scene, state, direction, isFirst);
  return finiteGain(plus(emitted, scaled(behind, transmittance)), isFirst ? 1.0f : 0.0f);
}

/// Return the ray to trace for a path: a camera ray before the first bounce, then the ray in its state.
INKRAY_HD ScenePath rayOfPath(const PathScene& scene, const PathState& state)
{
  if (bouncesOf(state) == 0)
    return drawCameraRay(scene, state);
  return { { state.origin[0], state.origin[1], state.origin[2] }, unpackDirection(state.direction), 0.0f,
    INFINITY };
}

/// Find the surface at which the ray stops. Returns false if the ray meets no such surface.
template <class Geometry>
INKRAY_HD bool findSurfaceOfPath(
  const PathScene& scene, const PathState& state, const ScenePath& path, PathSurfaceHit& hit)
{
  StopByChance stop = { 0u };
  if constexpr (!Geometry::single)
    stop.word = chanceOfBounce(scene, state);
  return findSurface<Geometry>(scene, path, stop, hit);
}

/// Gather light along a path's ray and at the surface that it has met, if one was `found`, and draw the next
/// direction. `gain` receives the pixel's gain: light, and the opacity that a camera ray has met. Returns
/// false if the path has ended.
template <class Geometry>
INKRAY_HD bool shadePath(const PathScene& scene, PathState& state, const ScenePath& path, bool found,
  const PathSurfaceHit& hit, Float4& gain)
{
  const int bounces = bouncesOf(state);
  const bool isFirst = bounces == 0;
  gain = { 0.0f, 0.0f, 0.0f, 0.0f };
  MixedRay passed;
  passed.clear();
  if constexpr (Geometry::media)
    passed =
      passMedia<Geometry>(scene, { path.origin, path.direction, path.begin, found ? hit.t : path.end });
  // Light of the media along the ray has the path's weight, and their transmittance reduces the weight.
  const Float3 before = isFirst ? Float3{ 1.0f, 1.0f, 1.0f } : weightOf(state);
  const Float3 emitted = times(before, { passed.red, passed.green, passed.blue });
  if (!found)
  {
    gain = gainOfBackground(scene, state, path, emitted, passed.transmittance);
    return false;
  }
  if (!(passed.transmittance > 0.0f))
  {
    gain = finiteGain(emitted, isFirst ? 1.0f : 0.0f);
    return false;
  }

  const PathNode node = nodeAt(scene, path, hit);
  const bool isLast = bounces >= scene.bounces;
  const UInt4 light = wordsOfBounce(scene, state, 0), scatter = wordsOfBounce(scene, state, 1);
  const Float3 weight = scaled(before, passed.transmittance);
  gain = finiteGain(plus(emitted, times(weight, illuminate<Geometry>(scene, node, light, scatter, isLast))),
    isFirst ? 1.0f : 0.0f);
  if (isLast)
    return false;

  ScatteredRay next;
  if (!drawScattering(node.material, node.color, node.normal, node.out, node.isInside, unitFloat(scatter.z),
        unitFloat(scatter.x), unitFloat(scatter.y), next))
    return false;
  // End the path if its shading normal has sent the direction to the wrong side of the surface.
  if ((dot(next.direction, node.outside) < 0.0f) != next.isThrough)
    return false;
  Float3 onwards = times(weight, next.weight);
  const float largest = maximum(onwards.x, maximum(onwards.y, onwards.z));
  if (!(largest > 0.0f))
    return false;
  if (largest < rouletteWeight)
  {
    const float survival = largest * (1.0f / rouletteWeight);
    if (unitFloat(light.w) >= survival)
      return false;
    onwards = scaled(onwards, 1.0f / survival);
  }
  const ScenePath begin = rayFrom(node, next.direction, INFINITY);
  state.origin[0] = begin.origin.x;
  state.origin[1] = begin.origin.y;
  state.origin[2] = begin.origin.z;
  state.direction = packDirection(next.direction);
  state.redGreen = packPositive(onwards.x) | packPositive(onwards.y) << 16;
  state.blueDensity = packPositive(onwards.z) | packPositive(environmentShare(scene, node, next)) << 16;
  state.sampleBounces += 1u << 24;
  return true;
}

/// Extend a path by a ray (Path::extend()): trace it, gather light along it and at its end, and draw the next
/// direction. Returns false if the path has ended.
template <class Geometry>
INKRAY_HD bool extendPath(const PathScene& scene, PathState& state, Float4& gain)
{
  const ScenePath path = rayOfPath(scene, state);
  PathSurfaceHit hit = {};
  const bool found = findSurfaceOfPath<Geometry>(scene, state, path, hit);
  return shadePath<Geometry>(scene, state, path, found, hit, gain);
}

} // namespace inkray
