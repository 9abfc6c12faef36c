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

class Order
{
public:
  Order(const OracleScene& scene, const Camera& camera)
    : Scene(scene)
    , IsParallel(camera.isParallel())
  {
    for (std::size_t p = 0; p < scene.points.size(); p += 3)
    {
      const auto eye =
        transform(camera.meshToEye, { scene.points[p], scene.points[p + 1], scene.points[p + 2] });
      this->EyePoints.push_back({ eye[0], eye[1], eye[2] });
      this->Size = std::max({ this->Size, std::abs(eye[0]), std::abs(eye[1]), std::abs(eye[2]) });
    }
  }

  /// Whether one of the faces that the segments of a ray have at their ends comes after `bufferSize` others
  /// that are not nearer. What differs by rounding alone is in both orders.
  bool isLost(const std::vector<OracleSegment>& segments, int bufferSize) const
  {
    std::set<std::array<std::int64_t, 3>> known;
    std::vector<Fragment> fragments;
    for (const OracleSegment& segment : segments)
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
    const double rounding = 1e-5 * this->Size;
    return std::any_of(fragments.begin(), fragments.end(), [&](const Fragment& f) {
      const auto before =
        std::count_if(fragments.begin(), fragments.end(), [&f, rounding](const Fragment& other) {
          return &other != &f && other.depth > f.depth - rounding && other.place < f.place + rounding;
        });
      return before >= bufferSize;
    });
  }

private:
  /// The distance of the centroid, from the eye or along parallel rays.
  double place(const std::array<std::int64_t, 3>& face) const
  {
    Vector sum = { 0, 0, 0 };
    for (const std::int64_t p : face)
      for (std::size_t a = 0; a < 3; ++a)
        sum[a] += this->EyePoints[static_cast<std::size_t>(p)][a] / 3;
    return this->IsParallel ? -sum[2] : std::copysign(norm(sum), -sum[2]);
  }

  const OracleScene& Scene;
  bool IsParallel;
  std::vector<Vector> EyePoints;
  double Size = 0;
};

} // namespace

std::vector<bool> pixelsOutOfOrder(
  const OracleScene& scene, const Camera& camera, int bufferSize, const float* opaqueDepth)
{
  const Order order(scene, camera);
  const std::vector<double> image =
    BruteForceTetCaster(scene, camera)
      .image(
        [&](const std::vector<OracleSegment>& segments) {
          return std::array<double, 4>{ order.isLost(segments, bufferSize) ? 1.0 : 0.0, 0, 0, 0 };
        },
        opaqueDepth);
  std::vector<bool> lost(image.size() / 4);
  for (std::size_t pixel = 0; pixel < lost.size(); ++pixel)
    lost[pixel] = image[4 * pixel] > 0.5;
  return lost;
}

} // namespace inkray::testing
