// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/KBufferOracle.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace inkray::testing
{
namespace
{

/// A place where a ray meets a face, and the face's position in the order of centroids.
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
  for (std::size_t p = 0; p < scene.points.size(); p += 3)
  {
    const auto eye =
      transform(camera.meshToEye, { scene.points[p], scene.points[p + 1], scene.points[p + 2] });
    this->EyePoints.push_back({ eye[0], eye[1], eye[2] });
    for (std::size_t a = 0; a < 3; ++a)
      this->Size = std::max(this->Size, std::abs(eye[a]));
  }
}

std::vector<OracleSegment> KBufferOracle::segments(int i, int j) const
{
  const std::size_t pixel = static_cast<std::size_t>(j) * this->Width + i;
  return this->Caster.segments(i, j, this->OpaqueDepth ? this->OpaqueDepth[pixel] : 1.0);
}

/// The distance of a face's centroid from the eye, or along parallel rays.
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
  // The faces at the ends of the segments.
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
        continue; // not at a face: the ray ends inside the tet
      std::array<std::int64_t, 3> face;
      for (std::size_t v = 0; v < 3; ++v)
        face[v] = this->Scene.tets[4 * segment.tet + ((static_cast<std::size_t>(opposite) + 1 + v) & 3)];
      std::sort(face.begin(), face.end());
      if (known.insert(face).second)
        fragments.push_back({ atEnd ? segment.end : segment.begin, this->place(face) });
    }
  }
  // Differences within rounding count as either order.
  const double rounding = 1e-5 * this->Size;
  return std::any_of(fragments.begin(), fragments.end(), [&](const Fragment& f) {
    const auto before =
      std::count_if(fragments.begin(), fragments.end(), [&f, rounding](const Fragment& other) {
        return &other != &f && other.depth > f.depth - rounding && other.place < f.place + rounding;
      });
    return before >= bufferSize;
  });
}

} // namespace inkray::testing
