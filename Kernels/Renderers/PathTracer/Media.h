// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/PathTracer/GridMedium.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/MeshMedium.h"

/// Emission and absorption of media along a ray of a path, as in direct volume rendering (Max 1995), without
/// a random number. Along the ray, s is the sum of the media's attenuations, and c is the mean of their
/// colours, weighted by attenuation:
///   transmittance T(t) = exp(- integral of s up to t),   light = integral of c s T dt.
///
/// T is the product of the media's transmittances in any order, so a shadow ray visits one medium after
/// another. Light is no such sum where media overlap, because each hides a part of the light of the others.
/// An exact integral would cut the ray wherever a segment of any medium ends, with the state of all walks at
/// the same time. Instead the boxes around the media divide the ray into stretches. In a stretch of one
/// medium its light is exact (RayIntegral). A stretch of several media is marched in at most maxSteps steps,
/// each about as long as their smallest cell: one medium after another adds its emission and attenuation to
/// each step, and within a step the media are taken as evenly mixed (addToStep). A step of one medium, and
/// steps of constant media that are not opaque, are exact; otherwise the error is of second order in the
/// step.
namespace inkray
{

/// Light that a ray gathers, and the transmittance for the light behind.
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
///   function: the transfer function of the scalars that its march reports,
///   cell: the length over which it changes, in the scene's coordinates: the side of a typical cell,
/// and two overloads for a ray: mediumInterval gives the parameters between which the medium can be, and
/// marchMedium reports the scalars between the ray's begin and end to a sink (MediumSinks.h).
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

/// The media just behind parameter t, and the parameter up to which no other begins and none of them ends.
struct MediaStretch
{
  float end; ///< where a medium begins or ends
  float cell;
  int count;
  int only; ///< the index of one of them
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

/// The part of a ray in several media, in steps; a group of steps at a time.
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

/// Light that a ray gathers from begin to end, and the transmittance for the light behind.
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

/// The transmittance of the media from one end of a ray to the other.
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
