// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/MergedOracle.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace inkray::testing
{
namespace
{

using Interval = std::array<double, 2>;

/// The ray of a pixel in mesh coordinates: origin on the near plane, and the direction per unit of length.
struct MeshRay
{
  Vector origin, direction;
};

MeshRay meshRay(const Camera& camera, double i, double j)
{
  const auto [near, far] = pixelRay(camera, inverse(camera.eyeToClip), i, j);
  const Matrix eyeToMesh = inverse(camera.meshToEye);
  const auto a = transform(eyeToMesh.data(), near), b = transform(eyeToMesh.data(), far);
  const double length = norm(minus(far, near));
  return { { a[0], a[1], a[2] }, { (b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length } };
}

/// The part of a ray's range that lies inside half spaces; begin > end if there is none.
Interval inside(const MeshRay& ray, const ClippingPlane* planes, std::size_t count, Interval part)
{
  for (std::size_t p = 0; p < count; ++p)
  {
    const Vector normal = { planes[p].normal[0], planes[p].normal[1], planes[p].normal[2] };
    const double height = dot(normal, ray.origin) - planes[p].distance, slope = dot(normal, ray.direction);
    if (slope > 0.0)
      part[0] = std::max(part[0], -height / slope);
    else if (slope < 0.0)
      part[1] = std::min(part[1], -height / slope);
    else if (height < 0.0)
      part[1] = -HUGE_VAL;
  }
  return part;
}

/// The parts of a ray that the cuts of a scene leave.
std::vector<Interval> seenParts(const MergedScene& scene, double i, double j)
{
  const MeshRay ray = meshRay(scene.camera, i, j);
  const Interval kept = inside(ray, scene.planes.data(), scene.planes.size(), { 0.0, HUGE_VAL });
  if (!scene.box.on)
    return { kept };
  ClippingPlane sides[6];
  scene.box.halfSpaces(sides);
  const Interval box = inside(ray, sides, 6, kept);
  if (!scene.box.keepsOutside)
    return { box };
  if (!(box[0] < box[1]))
    return { kept };
  return { { kept[0], box[0] }, { box[1], kept[1] } };
}

/// A span of a ray in one tet of a scene, with a linear value or with a medium.
struct Stretch
{
  const TransferFunction* function;
  double begin, end, valueBegin, valueEnd;
  const OracleMedium* medium = nullptr;
  OracleSegment segment = {};

  double value(double at) const
  {
    return valueBegin + (at - begin) / (end - begin) * (valueEnd - valueBegin);
  }
};

void appendStretches(const MergedScene& scene, const BruteForceTetCaster& caster, int i, int j,
  double opaqueDepth, const std::array<double, 2>& shift, std::vector<Stretch>& stretches)
{
  const std::vector<Interval> parts = seenParts(scene, i + shift[0], j + shift[1]);
  const OracleScene& mesh = scene.mesh;
  for (const OracleSegment& segment : caster.segments(i, j, opaqueDepth, shift))
  {
    if (scene.medium)
    {
      const auto& hidden = scene.frame->hidden;
      for (const Interval& part : parts)
      {
        const double begin = std::max(segment.begin, part[0]), end = std::min(segment.end, part[1]);
        if (begin < end && scene.medium->isSeen(segment) && (hidden.empty() || !hidden[segment.tet]))
          stretches.push_back({ nullptr, begin, end, 0.0, 0.0, scene.medium, segment });
      }
      continue;
    }
    if (!caster.isFinite(mesh.scalars, mesh.perCell, segment.tet) ||
      (!scene.threshold.empty() && scene.threshold[segment.tet] < 0.3))
      continue;
    const auto ends = caster.ends(mesh.scalars, mesh.perCell, segment);
    const Stretch whole = { &mesh.transferFunction, segment.begin, segment.end, ends[0], ends[1] };
    for (const Interval& part : parts)
    {
      const double begin = std::max(whole.begin, part[0]), end = std::min(whole.end, part[1]);
      if (begin < end)
        stretches.push_back({ whole.function, begin, end, whole.value(begin), whole.value(end) });
    }
  }
}

/// Red, green, blue and attenuation of a span at a place that is not a knot.
std::array<double, 4> emission(const Stretch& stretch, double at)
{
  if (stretch.medium)
    return stretch.medium->emission(
      stretch.segment, (at - stretch.segment.begin) / (stretch.segment.end - stretch.segment.begin));
  const double value = stretch.value(at);
  return valueInPiece(*stretch.function, value, value);
}

void composite(
  const std::array<double, 4>& color, double length, std::array<double, 4>& rgba, double& through)
{
  const double absorbed = -through * std::expm1(-color[3] * length);
  for (int c = 0; c < 3; ++c)
    rgba[static_cast<std::size_t>(c)] += absorbed * color[static_cast<std::size_t>(c)];
  through -= absorbed;
}

std::array<double, 4> mergedRay(const std::vector<Stretch>& stretches,
  const std::vector<OracleSurface>& surfaces, int slabs, Slabs how, double* depth)
{
  // All places where anything changes.
  std::vector<double> places;
  for (const Stretch& stretch : stretches)
  {
    std::vector<double> cuts;
    if (stretch.medium)
    {
      const OracleSegment& whole = stretch.segment;
      for (const double cut : stretch.medium->cuts(whole))
      {
        const double at = whole.begin + cut * (whole.end - whole.begin);
        if (at > stretch.begin && at < stretch.end)
          places.push_back(at);
      }
    }
    else
      appendCuts(*stretch.function, stretch.valueBegin, stretch.valueEnd, cuts);
    for (const double cut : cuts)
      places.push_back(stretch.begin + cut * (stretch.end - stretch.begin));
    places.push_back(stretch.begin);
    places.push_back(stretch.end);
  }
  for (const OracleSurface& surface : surfaces)
    places.push_back(surface.at);
  std::sort(places.begin(), places.end());
  std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
  double through = 1.0;
  if (depth)
    *depth = 1.0;
  std::size_t nextSurface = 0;
  for (std::size_t p = 0; p < places.size() && through > 1e-9; ++p)
  {
    const double begin = places[p];
    for (; nextSurface < surfaces.size() && surfaces[nextSurface].at <= begin; ++nextSurface)
    {
      const OracleSurface& surface = surfaces[nextSurface];
      const double weight = through * std::min(surface.opacity, 1.0);
      for (std::size_t c = 0; c < 3; ++c)
        rgba[c] += weight * surface.rgb[c];
      if (depth && surface.opacity >= 1.0 && through > 0.0)
        *depth = surface.depth;
      through -= weight;
    }
    if (p + 1 == places.size())
      break;
    const double middle = 0.5 * (begin + places[p + 1]);
    std::vector<const Stretch*> there;
    double greatest = 0.0;
    for (const Stretch& stretch : stretches)
      if (stretch.begin < middle && middle < stretch.end)
      {
        there.push_back(&stretch);
        greatest += std::max(emission(stretch, begin)[3], emission(stretch, places[p + 1])[3]);
      }
    if (there.empty())
      continue;
    // Slabs must also be thin in optical depth.
    const double length = places[p + 1] - begin;
    const int count = std::max(slabs, static_cast<int>(std::min(4000.0, greatest * length * slabs / 4)));
    const double thickness = length / count;
    for (int s = 0; s < count; ++s)
    {
      const double at = begin + (s + 0.5) * thickness;
      std::array<double, 4> mixed = { 0.0, 0.0, 0.0, 0.0 };
      for (const Stretch* const stretch : there)
      {
        const std::array<double, 4> own = emission(*stretch, at);
        if (how == Slabs::Alternate)
          composite(own, thickness, rgba, through);
        for (std::size_t c = 0; c < 3; ++c)
          mixed[c] += own[3] * own[c];
        mixed[3] += own[3];
      }
      if (how == Slabs::Mixed && mixed[3] > 0.0)
        composite({ mixed[0] / mixed[3], mixed[1] / mixed[3], mixed[2] / mixed[3], mixed[3] }, thickness,
          rgba, through);
    }
  }
  rgba[3] = 1.0 - through;
  return rgba;
}

} // namespace

/// A mesh with its oracles.
struct MergedOracle::Member
{
  explicit Member(const MergedScene& of)
    : scene(of)
    , caster(of.mesh, of.camera)
    , drawn(of.drawn)
  {
    if (of.frame)
    {
      drawn = *of.frame;
      drawn.volume = of.medium;
    }
    else
      static_cast<OracleScene&>(drawn) = of.mesh;
    drawn.drawVolume = false;
    drawn.clippingPlanes = of.planes;
    drawn.cropBox = of.box;
    for (const double value : of.threshold)
      drawn.hidden.push_back(value < 0.3);
    if (!drawn.surfaces.empty() || !drawn.slices.empty())
      surfaces = std::make_unique<BruteForceMeshSurfaces>(drawn, of.camera);
  }

  const MergedScene& scene;
  BruteForceTetCaster caster;
  MeshScene drawn;
  std::unique_ptr<BruteForceMeshSurfaces> surfaces;
};

MergedOracle::MergedOracle(const std::vector<MergedScene>& scenes)
{
  for (const MergedScene& scene : scenes)
    this->Members.push_back(std::make_unique<Member>(scene));
}

MergedOracle::~MergedOracle() = default;

std::array<double, 4> MergedOracle::ray(int i, int j, double opaqueDepth, int slabs, Slabs how,
  const std::array<double, 2>& shift, double* surface) const
{
  std::vector<Stretch> stretches;
  std::vector<OracleSurface> surfaces;
  for (const auto& member : this->Members)
  {
    if (member->scene.drawn.drawVolume)
      appendStretches(member->scene, member->caster, i, j, opaqueDepth, shift, stretches);
    if (member->surfaces)
    {
      const std::vector<OracleSurface> own = member->surfaces->ray(i, j, opaqueDepth, shift).surfaces;
      surfaces.insert(surfaces.end(), own.begin(), own.end());
    }
  }
  std::sort(surfaces.begin(), surfaces.end(), [](const OracleSurface& a, const OracleSurface& b) {
    return std::tie(a.at, a.opacity, a.rgb) < std::tie(b.at, b.opacity, b.rgb);
  });
  return mergedRay(stretches, surfaces, slabs, how, surface);
}

std::vector<double> mergedImage(
  const std::vector<MergedScene>& scenes, const float* opaqueDepth, int slabs, Slabs how)
{
  const MergedOracle oracle(scenes);
  const int width = scenes.front().camera.width, height = scenes.front().camera.height;
  std::vector<double> image(4 * static_cast<std::size_t>(width) * height);
  tbb::parallel_for(0, width * height, [&](int pixel) {
    const auto rgba =
      oracle.ray(pixel % width, pixel / width, opaqueDepth ? opaqueDepth[pixel] : 1.0, slabs, how);
    std::copy(rgba.begin(), rgba.end(), image.begin() + 4 * static_cast<std::size_t>(pixel));
  });
  return image;
}

} // namespace inkray::testing
