// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/KBufferOracle.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace inkray::testing
{
namespace
{

/// Where a ray meets a face, and where that comes in the order of the centroids.
struct Fragment
{
  double depth, place;
};

} // namespace

KBufferOracle::KBufferOracle(const OracleScene& scene, const Camera& camera, const float* opaqueDepth)
  : Scene(scene)
  , Width(camera.width)
  , IsParallel(camera.isParallel())
  , OpaqueDepth(opaqueDepth)
  , Caster(scene, camera)
{
  Vector low = { 1e300, 1e300, 1e300 }, high = { -1e300, -1e300, -1e300 };
  for (std::size_t p = 0; p < scene.points.size(); p += 3)
  {
    const auto eye =
      transform(camera.meshToEye, { scene.points[p], scene.points[p + 1], scene.points[p + 2] });
    this->EyePoints.push_back({ eye[0], eye[1], eye[2] });
    for (std::size_t a = 0; a < 3; ++a)
    {
      this->Size = std::max(this->Size, std::abs(eye[a]));
      low[a] = std::min(low[a], scene.points[p + a]);
      high[a] = std::max(high[a], scene.points[p + a]);
      this->HalfExtent = std::max(this->HalfExtent, 0.5 * (high[a] - low[a]));
    }
  }
}

std::vector<OracleSegment> KBufferOracle::segments(int i, int j) const
{
  const std::size_t pixel = static_cast<std::size_t>(j) * this->Width + i;
  return this->Caster.segments(i, j, this->OpaqueDepth ? this->OpaqueDepth[pixel] : 1.0);
}

/// The distance of the centroid, from the eye or along parallel rays.
double KBufferOracle::place(const std::array<std::int64_t, 3>& face) const
{
  Vector sum = { 0, 0, 0 };
  for (const std::int64_t p : face)
    for (std::size_t a = 0; a < 3; ++a)
      sum[a] += this->EyePoints[static_cast<std::size_t>(p)][a] / 3;
  return this->IsParallel ? -sum[2] : std::copysign(norm(sum), -sum[2]);
}

bool KBufferOracle::isOutOfOrder(int i, int j, int bufferSize) const
{
  // The faces that the segments have at their ends.
  std::set<std::array<std::int64_t, 3>> known;
  std::vector<Fragment> fragments;
  for (const OracleSegment& segment : this->segments(i, j))
  {
    if (segment.begin <= 0.0)
      return true;
    for (const bool atEnd : { false, true })
    {
      const auto& weights = atEnd ? segment.endWeights : segment.beginWeights;
      const auto opposite = std::min_element(weights.begin(), weights.end()) - weights.begin();
      if (weights[static_cast<std::size_t>(opposite)] > 1e-9)
        continue; // not at a face: the ray ends there
      std::array<std::int64_t, 3> face;
      for (std::size_t v = 0; v < 3; ++v)
        face[v] = this->Scene.tets[4 * segment.tet + ((static_cast<std::size_t>(opposite) + 1 + v) & 3)];
      std::sort(face.begin(), face.end());
      if (known.insert(face).second)
        fragments.push_back({ atEnd ? segment.end : segment.begin, this->place(face) });
    }
  }
  // What differs by rounding alone is in both orders.
  const double rounding = 1e-5 * this->Size;
  return std::any_of(fragments.begin(), fragments.end(), [&](const Fragment& f) {
    const auto before =
      std::count_if(fragments.begin(), fragments.end(), [&f, rounding](const Fragment& other) {
        return &other != &f && other.depth > f.depth - rounding && other.place < f.place + rounding;
      });
    return before >= bufferSize;
  });
}

bool KBufferOracle::isTied(int i, int j, double rounding) const
{
  const std::vector<OracleSegment> segments = this->segments(i, j);
  return std::any_of(segments.begin(), segments.end(),
    [&](const OracleSegment& s) { return s.end - s.begin < rounding * this->HalfExtent; });
}

std::vector<std::array<double, 4>> KBufferOracle::withTiesExchanged(int i, int j, double rounding) const
{
  const std::vector<OracleSegment> segments = this->segments(i, j);
  const auto isTie = [&](std::size_t s) {
    return segments[s].end - segments[s].begin < rounding * this->HalfExtent;
  };
  // The ray, where segment `other` is that of a tie, and has the half of segment `of` that is on its side.
  const auto integrate = [&](std::size_t of, std::size_t other) {
    std::array<double, 4> rgba = { 0, 0, 0, 0 };
    double opticalDepth = 0;
    const auto add = [&](std::size_t s, double length) {
      const double value = this->Scene.scalars[segments[s].tet];
      if (std::isfinite(value))
        integrateSegment(this->Scene.transferFunction, value, value, length, opticalDepth, rgba);
    };
    for (std::size_t s = 0; s < segments.size(); ++s)
    {
      const double length = segments[s].end - segments[s].begin;
      add(s == of && other < of ? other : s, 0.5 * length);
      add(s == of && other > of ? other : s, 0.5 * length);
    }
    rgba[3] = -std::expm1(-opticalDepth);
    return rgba;
  };
  std::vector<std::array<double, 4>> all;
  for (std::size_t s = 0; s < segments.size(); ++s)
  {
    for (std::size_t next = s + 1; next < segments.size() && isTie(next); ++next)
      all.push_back(integrate(s, next));
    for (std::size_t before = s; before > 0 && isTie(before - 1); --before)
      all.push_back(integrate(s, before - 1));
  }
  return all;
}

} // namespace inkray::testing
