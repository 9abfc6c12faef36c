// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/GridMedium.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/MeshMedium.h"

/// What a ray of a path makes of the media on its way: emission and absorption, as in direct volume rendering
/// (Max 1995), without a random number. Along the ray, with the sum s of the media's attenuations and the
/// mean c of their colours, each by its attenuation:
///   transmittance T(t) = exp(- integral of s up to t),   light = integral of c s T dt.
///
/// T is the product of the media's own transmittances, whatever the order: a shadow ray looks at one medium
/// after another. Light is not a sum of the media's own where they overlap, as each hides a share of what the
/// others give. Cutting the ray wherever a segment of any medium ends would need the state of all walks at a
/// time. Instead the ray is divided into stretches by the boxes around the media. Where there is one medium
/// its light is exact (RayIntegral). A stretch of several is marched in at most maxSteps steps of about the
/// smallest cell of them, where the cells of one are of one size: one medium after another adds what it gives
/// and takes in each step, and in a step they are taken as evenly mixed (addToStep). A step of one medium,
/// and steps of constant media that light still passes, are exact; the rest is off by the square of the step.
namespace inkray
{

/// Light that a ray gathers, and the share of what comes from behind that is left.
struct PassedMedia
{
  Float3 light;
  float transmittance;
};

template <class Geometry>
INKRAY_HD int numMedia(const PathScene& scene)
{
  return scene.numGridMedia + (Geometry::meshes ? scene.numMeshMedia : 0);
}

/// Call visit with medium i of the scene. A medium has
///   function: the transfer function of what its march tells a sink,
///   cell: the length over which it changes, in the scene's coordinates: the side of a typical cell,
/// and two functions of its own for a ray: mediumInterval, between which parameters it can be at all, and
/// marchMedium, which tells a sink (MediumSinks.h) what lies between the ray's begin and its end.
template <class Geometry, class Visit>
INKRAY_HD void visitMedium(const PathScene& scene, int i, const Visit& visit)
{
  if constexpr (Geometry::meshes)
    if (i >= scene.numGridMedia)
      return visit(scene.meshMedia[i - scene.numGridMedia]);
  if constexpr (Geometry::grids)
    visit(scene.gridMedia[i]);
}

/// Length in the scene's coordinates of a ray for a step of its parameter.
INKRAY_HD float lengthPerParameter(const ScenePath& path)
{
  return sqrtf(dot(path.direction, path.direction));
}

/// The media that are there just behind parameter t, and up to where they are the only ones.
struct MediaStretch
{
  float end; ///< where one begins or ends
  float cell;
  int count;
  int only; ///< the number of one of them
};

template <class Geometry>
INKRAY_HD bool isIn(const PathScene& scene, const ScenePath& path, int medium, float t)
{
  float begin = 0.0f, end = 0.0f;
  bool meets = false;
  visitMedium<Geometry>(
    scene, medium, [&](const auto& m) { meets = mediumInterval<Geometry>(m, path, begin, end); });
  return meets && begin <= t && end > t;
}

template <class Geometry>
INKRAY_HD MediaStretch stretchFrom(const PathScene& scene, const ScenePath& path, float t)
{
  MediaStretch stretch = { path.end, INFINITY, 0, 0 };
  for (int i = 0; i < numMedia<Geometry>(scene); ++i)
  {
    float begin = 0.0f, end = 0.0f, cell = 0.0f;
    bool meets = false;
    visitMedium<Geometry>(scene, i, [&](const auto& medium) {
      meets = mediumInterval<Geometry>(medium, path, begin, end);
      cell = medium.cell;
    });
    if (!meets || !(end > t))
      continue;
    if (begin > t)
      stretch.end = minimum(stretch.end, begin);
    else
    {
      stretch.end = minimum(stretch.end, end);
      stretch.cell = minimum(stretch.cell, cell);
      stretch.only = i;
      ++stretch.count;
    }
  }
  return stretch;
}

/// The part of a ray in one medium.
template <class Geometry>
INKRAY_HD void passMedium(const PathScene& scene, const ScenePath& path, int number, PassedMedia& passed)
{
  LightSink sink;
  sink.begin(scene.mediumLength * lengthPerParameter(path), opaqueTransmittance / passed.transmittance);
  visitMedium<Geometry>(scene, number, [&](const auto& medium) {
    sink.function = medium.function;
    marchMedium<Geometry>(medium, path, sink);
  });
  const RayIntegral& ray = sink.light;
  passed.light = { multiplyAdd(passed.transmittance, ray.red, passed.light.x),
    multiplyAdd(passed.transmittance, ray.green, passed.light.y),
    multiplyAdd(passed.transmittance, ray.blue, passed.light.z) };
  passed.transmittance *= ray.transmittance;
}

/// The part of a ray in several, in steps, so many at a time.
template <class Geometry>
INKRAY_HD void passMixedMedia(const PathScene& scene, const ScenePath& path, float cell, PassedMedia& passed)
{
  const float length = lengthPerParameter(path);
  const float wanted = ceilf((path.end - path.begin) * length / cell);
  const int numSteps =
    wanted < static_cast<float>(maxSteps) ? static_cast<int>(maximum(wanted, 1.0f)) : maxSteps;
  const float step = (path.end - path.begin) / static_cast<float>(numSteps);
  Float4 steps[stepsAtATime];
  for (int first = 0; first < numSteps && passed.transmittance > opaqueTransmittance; first += stepsAtATime)
  {
    const int count = numSteps - first < stepsAtATime ? numSteps - first : stepsAtATime;
    ScenePath part = path;
    part.begin = multiplyAdd(static_cast<float>(first), step, path.begin);
    part.end =
      first + count < numSteps ? multiplyAdd(static_cast<float>(first + count), step, path.begin) : path.end;
    for (int i = 0; i < count; ++i)
      steps[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    for (int i = 0; i < numMedia<Geometry>(scene); ++i)
    {
      if (!isIn<Geometry>(scene, path, i, path.begin))
        continue;
      StepSink sink;
      sink.begin(scene.mediumLength * length, part.begin, step, count, steps);
      visitMedium<Geometry>(scene, i, [&](const auto& medium) {
        sink.function = medium.function;
        marchMedium<Geometry>(medium, part, sink);
      });
      sink.finish();
    }
    for (int i = 0; i < count; ++i)
      passStep(steps[i], passed.light, passed.transmittance);
  }
}

/// What a ray gathers on its way from begin to end, and what of the light from behind is left.
template <class Geometry>
INKRAY_HD_NOINLINE PassedMedia passMedia(const PathScene& scene, ScenePath path)
{
  PassedMedia passed = { { 0.0f, 0.0f, 0.0f }, 1.0f };
  float t = path.begin;
  while (t < path.end && passed.transmittance > opaqueTransmittance)
  {
    const MediaStretch stretch = stretchFrom<Geometry>(scene, path, t);
    ScenePath part = path;
    part.begin = t;
    part.end = stretch.end;
    if (stretch.count == 1)
      passMedium<Geometry>(scene, part, stretch.only, passed);
    else if (stretch.count > 1)
      passMixedMedia<Geometry>(scene, part, stretch.cell, passed);
    t = stretch.end;
  }
  if (!(passed.transmittance > opaqueTransmittance))
    passed.transmittance = 0.0f;
  return passed;
}

/// The share of light that media let through from one end of a ray to the other.
template <class Geometry>
INKRAY_HD_NOINLINE float transmittanceOfMedia(const PathScene& scene, ScenePath path)
{
  DepthSink sink;
  sink.begin(scene.mediumLength * lengthPerParameter(path));
  for (int i = 0; i < numMedia<Geometry>(scene) && sink.depth.depth < opaqueOpticalDepth; ++i)
    visitMedium<Geometry>(scene, i, [&](const auto& medium) {
      sink.function = medium.function;
      marchMedium<Geometry>(medium, path, sink);
    });
  return sink.depth.depth < opaqueOpticalDepth ? exp2Fast(-sink.depth.depth) : 0.0f;
}

} // namespace inkray
