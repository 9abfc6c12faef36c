// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MixParts.h"
#include "Renderers/PathTracer/GridMedium.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/MeshMedium.h"

/// Emission and absorption of media along a ray of a path, as in direct volume rendering (Max 1995), without
/// random numbers. Along the ray, s is the sum of the media's attenuations, and c is the mean of their
/// colors, weighted by attenuation:
///   transmittance T(t) = exp(- integral of s up to t),   light = integral of c s T dt.
///
/// T is the product of the media's transmittances in any order, so a shadow ray visits one medium after
/// another. The light of overlapping media is not a sum, because each medium hides a part of the light of the
/// others.
///
/// The boxes around the media divide the ray into spans. In a span of one medium, light is exact
/// (RayIntegral). In a span of several media, the ray goes from point to point, where a point is an end of a
/// segment of any medium. Between points it mixes the media as rays through merged volumes do (mixParts).
namespace inkray
{

template <class Geometry>
INKRAY_HD int numMedia(const PathScene& scene)
{
  return scene.numGridMedia + (Geometry::meshes ? scene.numMeshMedia : 0);
}

/// Call visit with medium i of the scene. A medium has a transfer function of the scalars that its march
/// reports, and two overloads for a ray: mediumInterval gives the parameters between which the medium can be,
/// and marchMedium reports the scalars between the ray's begin and end to a sink (MediumSinks.h).
template <class Geometry, class Visit>
INKRAY_HD void visitMedium(const PathScene& scene, int i, const Visit& visit)
{
  if constexpr (Geometry::meshes)
    if (i >= scene.numGridMedia)
      return visit(scene.meshMedia[i - scene.numGridMedia]);
  if constexpr (Geometry::grids)
    visit(scene.gridMedia[i]);
}

/// Return the length of a ray, in the scene's coordinates, for a step of 1 of its parameter.
INKRAY_HD float lengthPerParameter(const ScenePath& path)
{
  return sqrtf(dot(path.direction, path.direction));
}

/// A span of a ray in which the same media lie.
struct MediaStretch
{
  float end;           ///< where one of the media ends, another one begins, or the ray ends
  std::uint32_t media; ///< bit i: medium i lies in the span
  int only;            ///< number of the medium, if only one medium is here

  INKRAY_HD bool isShared() const { return (media & (media - 1)) != 0; }
};

/// Return the span that begins at parameter t.
template <class Geometry>
INKRAY_HD MediaStretch stretchFrom(const PathScene& scene, const ScenePath& path, float t)
{
  MediaStretch stretch = { path.end, 0u, 0 };
  for (int i = 0; i < numMedia<Geometry>(scene); ++i)
  {
    float begin = 0.0f, end = 0.0f;
    bool meets = false;
    visitMedium<Geometry>(
      scene, i, [&](const auto& medium) { meets = mediumInterval<Geometry>(medium, path, begin, end); });
    if (!meets || !(end > t))
      continue;
    if (begin > t)
      stretch.end = minimum(stretch.end, begin);
    else
    {
      stretch.end = minimum(stretch.end, end);
      stretch.only = i;
      stretch.media |= 1u << i;
    }
  }
  return stretch;
}

/// Carry a ray through one medium: add its light to `passed`, and reduce the transmittance.
template <class Geometry>
INKRAY_HD void passMedium(const PathScene& scene, const ScenePath& path, int number, MixedRay& passed)
{
  LightSink sink;
  sink.begin(scene.mediumLength * lengthPerParameter(path), opaqueTransmittance / passed.transmittance);
  visitMedium<Geometry>(scene, number, [&](const auto& medium) {
    sink.function = medium.function;
    marchMedium<Geometry>(medium, path, sink);
  });
  const RayIntegral& ray = sink.light;
  passed.red = multiplyAdd(passed.transmittance, ray.red, passed.red);
  passed.green = multiplyAdd(passed.transmittance, ray.green, passed.green);
  passed.blue = multiplyAdd(passed.transmittance, ray.blue, passed.blue);
  passed.transmittance *= ray.transmittance;
}

/// Carries a ray through a span that several media share. The next points of all media lie in one array.
template <class Geometry>
class SharedStretch
{
public:
  static constexpr int mostSorted = 0;

  INKRAY_HD SharedStretch(const PathScene& scene, const ScenePath& path, std::uint32_t media)
    : scene_(scene)
    , path_(path)
    , count_(0)
  {
    for (int i = 0; i < numMedia<Geometry>(scene); ++i)
      if ((media >> i & 1u) != 0)
      {
        Way& way = ways_[count_++];
        way.number = static_cast<std::uint8_t>(i);
        way.next = way.numPoints = 0;
        way.scalar = NAN;
        way.medium.knots.place.standAt(0.0f);
        visitMedium<Geometry>(scene, i, [&](const auto& medium) { way.function = &medium.function; });
      }
    capacity_ = mostPoints / count_;
  }

  /// Carry `ray` from the begin to the end of the span.
  INKRAY_HD void pass(MixedRay& ray)
  {
    const float length = scene_.mediumLength * lengthPerParameter(path_);
    float t = path_.begin;
    while (t < path_.end && ray.transmittance > opaqueTransmittance)
    {
      for (int n = 0; n < count_; ++n)
        this->fill(n, t);
      bool isShort = false;
      while (!isShort && t < path_.end && ray.transmittance > opaqueTransmittance)
      {
        float end = path_.end;
        for (int n = 0; n < count_; ++n)
          end = minimum(end, this->ahead(n).t);
        if (end > t)
          this->mix(t, end, length, ray);
        t = maximum(t, end);
        for (int n = 0; n < count_; ++n)
          isShort = this->skip(n, t) || isShort;
      }
    }
  }

  // The functions that mixParts calls.
  INKRAY_HD SharedMedium& medium(int n) { return ways_[n].medium; }
  INKRAY_HD const PiecewiseView& function(int n) const { return *ways_[n].function; }
  INKRAY_HD Float4 constant(int) const { return { 0.0f, 0.0f, 0.0f, 0.0f }; }

private:
  struct Way
  {
    SharedMedium medium;
    const PiecewiseView* function;
    float scalar; ///< at the ray's position; NaN: the medium is transparent up to the next point
    std::uint8_t number, next, numPoints;
  };

  INKRAY_HD const MediumPoint& ahead(int n) const { return points_[n * capacity_ + ways_[n].next]; }

  /// Find the next points of a medium from parameter t on, if all its points lie behind the ray's position.
  INKRAY_HD void fill(int n, float t)
  {
    Way& way = ways_[n];
    if (way.next < way.numPoints)
      return;
    ScenePath rest = path_;
    rest.begin = t;
    PointSink sink;
    sink.begin(points_ + n * capacity_, capacity_, t);
    visitMedium<Geometry>(
      scene_, way.number, [&](const auto& medium) { marchMedium<Geometry>(medium, rest, sink); });
    sink.finish(path_.end);
    way.next = 0;
    way.numPoints = static_cast<std::uint8_t>(sink.count);
  }
  /// Mix the media from `begin` to `end`, between which no medium has a point.
  INKRAY_HD void mix(float begin, float end, float length, MixedRay& ray)
  {
    bool isSeen = false;
    for (int n = 0; n < count_; ++n)
    {
      Way& way = ways_[n];
      const MediumPoint& point = this->ahead(n);
      const float to = point.t > end
        ? multiplyAdd((end - begin) / (point.t - begin), point.scalar - way.scalar, way.scalar)
        : point.scalar;
      const float whole = way.scalar + to;
      const bool isIn = whole == whole;
      way.medium.knots.begin(isIn, *way.function, way.scalar, to);
      way.medium.length = (end - begin) * length;
      way.scalar = to;
      isSeen = isSeen || isIn;
    }
    if (isSeen)
      mixParts(*this, count_, ray);
  }
  /// Skip the points of a medium up to parameter t. Returns true if no point is left.
  INKRAY_HD bool skip(int n, float t)
  {
    Way& way = ways_[n];
    for (; way.next < way.numPoints && !(this->ahead(n).t > t); ++way.next)
      way.scalar = this->ahead(n).scalar;
    return way.next == way.numPoints;
  }

  const PathScene& scene_;
  const ScenePath& path_;
  int count_, capacity_; ///< number of media, and the most points of each
  static constexpr int most = maxPathVolumes + maxPathMeshes;
  Way ways_[most];
  static constexpr int mostPoints = 64;
  MediumPoint points_[mostPoints];
};

/// Return the light that a ray gathers in media, and the media's transmittance for the light behind.
template <class Geometry>
INKRAY_HD_NOINLINE MixedRay passMedia(const PathScene& scene, ScenePath path)
{
  MixedRay passed;
  passed.clear();
  float t = path.begin;
  while (t < path.end && passed.transmittance > opaqueTransmittance)
  {
    const MediaStretch stretch = stretchFrom<Geometry>(scene, path, t);
    ScenePath part = path;
    part.begin = t;
    part.end = stretch.end;
    if (stretch.isShared())
      SharedStretch<Geometry>(scene, part, stretch.media).pass(passed);
    else if (stretch.media != 0)
      passMedium<Geometry>(scene, part, stretch.only, passed);
    t = stretch.end;
  }
  if (!(passed.transmittance > opaqueTransmittance))
    passed.transmittance = 0.0f;
  return passed;
}

/// Return the transmittance of all media along a ray.
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
