// SPDX-License-Identifier: BSD-3-Clause
#include "Isosurface/IsosurfaceTest.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace inkray::testing
{
namespace
{

constexpr double HitTolerance = 0.01;   // voxels
constexpr double NormalTolerance = 0.5; // degrees
constexpr double ColorTolerance = 1.5 / 255.0;
constexpr double FloatDepth = 4e-7; // rounding of a depth, relative
constexpr int MostLeaves = 512;     // of the tree of grazes hit and not hit

/// One pixel of a picture against one ray of the reference.
class PixelJudge
{
public:
  PixelJudge(const BruteForceIsosurface& oracle, const IsosurfaceFrameOptions& options, const OracleRay& ray,
    double opaque)
    : Oracle(oracle)
    , Options(options)
    , Ray(ray)
    , Events(oracle.events(ray, options, opaque))
  {
  }

  enum class Hit
  {
    Exact,
    Imprecise,
    Wrong
  };

  /// The hit belongs to an event before which nothing clear lies.
  Hit judgeHit(const IsosurfaceHit& hit) const
  {
    const double s = this->distanceOf(hit.depth), slack = this->slack(hit.depth);
    Hit best = Hit::Wrong;
    for (const OracleEvent& event : this->Events)
    {
      for (const double c : event.crossings)
        best = std::abs(s - c) <= slack ? Hit::Exact : best;
      // A face all of whose points have the isovalue belongs to the surface though the ray stays on one side
      // of it, and is met exactly there: whether the reference's own values show two crossings in it or none
      // is rounding of double.
      for (const double c : event.touches)
        best = !event.clear && std::abs(s - c) <= slack ? Hit::Exact : best;
      if (best == Hit::Wrong && s >= event.low - slack && s <= event.high + slack)
        best = Hit::Imprecise;
      if (best == Hit::Exact || event.clear)
        return best;
    }
    // A ray may go through all grazes.
    return best == Hit::Wrong && !std::isfinite(hit.depth) ? Hit::Exact : best;
  }

  enum class Normal
  {
    Right,
    Wrong,
    Uncertain ///< of one of the cells there the gradient is too short to have a direction
  };

  Normal judgeNormal(const IsosurfaceHit& hit) const
  {
    const double s = this->distanceOf(hit.depth);
    const Vector n = { hit.normal[0], hit.normal[1], hit.normal[2] };
    if (!(std::abs(norm(n) - 1.0) < 1e-3))
      return Normal::Wrong;
    Normal best = Normal::Wrong;
    std::vector<double> places = { s };
    for (const OracleEvent& event : this->Events)
    {
      for (const double c : event.crossings)
      {
        if (std::abs(c - s) <= this->slack(hit.depth))
          places.push_back(c);
      }
    }
    for (const double place : places)
    {
      for (const OracleShade& shade : this->Oracle.shade(this->Ray, place, 0, this->Options.smoothNormals))
      {
        const double angle =
          std::atan2(norm(cross(n, shade.normal)), dot(n, shade.normal)) * 57.29577951308232;
        if (shade.certain && angle <= NormalTolerance)
          return Normal::Right;
        best = shade.certain ? best : Normal::Uncertain;
      }
    }
    return best;
  }

  /// Whether the ray may meet something, or miss it, up to the hit.
  bool isUnclear(const IsosurfaceHit& hit) const
  {
    const double s =
      std::isfinite(hit.depth) ? this->distanceOf(hit.depth) : std::numeric_limits<double>::infinity();
    return std::any_of(this->Events.begin(), this->Events.end(),
      [&](const OracleEvent& e) { return !e.clear && e.low <= s + this->slack(hit.depth); });
  }

  /// Whether something clear lies at a distance along the ray.
  bool hasClearAt(double s, double slack) const
  {
    return std::any_of(this->Events.begin(), this->Events.end(),
      [&](const OracleEvent& e) { return e.clear && s >= e.low - slack && s <= e.high + slack; });
  }

  /// The hit lies on the ray, and everything clear before it is missing from one of the rays beside: the ray
  /// runs along a rim of what is drawn, and may leave and enter it anywhere.
  bool isAlongRim(const IsosurfaceHit& hit, const std::vector<PixelJudge>& beside) const
  {
    const double s = std::isfinite(hit.depth) ? this->distanceOf(hit.depth)
                                              : std::numeric_limits<double>::infinity(),
                 slack = 2.0 * this->slack(hit.depth);
    bool found = !std::isfinite(hit.depth);
    for (const OracleEvent& event : this->Events)
    {
      const bool here = s >= event.low - slack && s <= event.high + slack;
      found = found || here;
      const double place = event.crossings.empty() ? event.low : event.crossings.front();
      const auto misses = [&](const PixelJudge& other) { return !other.hasClearAt(place, slack); };
      if (event.clear && !here && event.high < s && std::none_of(beside.begin(), beside.end(), misses))
        return false;
    }
    return found;
  }

  enum class Pixel
  {
    Right,
    Wrong,
    Undecided
  };

  /// Follow the ray through its events; a graze is hit or not. Some way through must give the pixel.
  Pixel judgePixel(const float* rgba, double depth)
  {
    this->Rgba = rgba;
    this->Depth = depth;
    this->Leaves = 0;
    bool found = this->follow(0, {});
    // Each event was one step so far. Where surfaces of nearly equal isovalues are grazed together, the
    // crossings of one lie between those of another.
    if (!found && this->Leaves <= MostLeaves)
    {
      const std::vector<OracleEvent> whole = this->Events;
      this->Events = oneByOne(whole);
      found = this->follow(0, {});
      this->Events = whole;
    }
    return found ? Pixel::Right : this->Leaves > MostLeaves ? Pixel::Undecided : Pixel::Wrong;
  }

  std::string describe() const
  {
    std::ostringstream text;
    text.precision(9);
    for (const OracleEvent& event : this->Events)
    {
      text << " [surface " << event.surface << (event.clear ? " clear" : " unclear") << " "
           << this->Oracle.depth(this->Ray, event.low) << " .. " << this->Oracle.depth(this->Ray, event.high)
           << ":";
      for (const double c : event.crossings)
        text << " " << this->Oracle.depth(this->Ray, c);
      text << "]";
    }
    if (!this->Events.empty() && !this->Events[0].crossings.empty())
    {
      for (const OracleShade& shade : this->Oracle.shade(
             this->Ray, this->Events[0].crossings[0], this->Events[0].surface, this->Options.smoothNormals))
        text << " first normal " << shade.normal[0] << " " << shade.normal[1] << " " << shade.normal[2]
             << " rgb " << shade.rgb[0] << " " << shade.rgb[1] << " " << shade.rgb[2];
    }
    text << "; one voxel is " << 1.0 / this->Ray.voxelsPerLength;
    return text.str();
  }

private:
  struct Light
  {
    double through = 1.0;
    std::array<double, 3> low = { 0, 0, 0 }, high = { 0, 0, 0 };
  };

  double distanceOf(double depth) const
  {
    return (-depth - this->Ray.eyeOrigin[2]) / this->Ray.eyeDirection[2];
  }
  /// Tolerance of a distance: a share of a voxel, and the rounding of a depth to float.
  double slack(double depth) const
  {
    return HitTolerance / this->Ray.voxelsPerLength +
      (std::isfinite(depth) ? FloatDepth * std::abs(depth / this->Ray.eyeDirection[2]) : 0.0);
  }

  /// Every crossing of the reference as an event of its own, in the order of the ray; what may be two
  /// crossings or none by rounding stays together.
  static std::vector<OracleEvent> oneByOne(const std::vector<OracleEvent>& events)
  {
    std::vector<OracleEvent> result;
    for (const OracleEvent& event : events)
    {
      if (event.crossings.size() < 2 || (!event.clear && !event.touches.empty()))
      {
        result.push_back(event);
        continue;
      }
      for (const double c : event.crossings)
        result.push_back({ event.surface, true, event.low, event.high, { c }, {} });
    }
    const auto place = [](const OracleEvent& e) {
      return !e.crossings.empty() ? e.crossings.front() : !e.touches.empty() ? e.touches.front() : e.low;
    };
    std::stable_sort(result.begin(), result.end(),
      [&](const OracleEvent& a, const OracleEvent& b) { return place(a) < place(b); });
    return result;
  }

  bool follow(std::size_t index, const Light& light)
  {
    if (this->Leaves > MostLeaves)
      return false;
    if (index == this->Events.size())
      return this->isLeaf(light, 1.0, 1.0);
    const OracleEvent& event = this->Events[index];
    const double middle = 0.5 * (event.low + event.high);
    std::vector<std::vector<double>> ways;
    if (event.clear)
      ways.push_back({ event.crossings.front() });
    else
      ways.push_back({});
    if (event.crossings.size() > (event.clear ? 1u : 0u))
      ways.push_back(event.crossings);
    if (!event.clear && event.crossings.size() != 1)
      ways.push_back({ middle });
    if (!event.clear && event.crossings.size() != 2)
      ways.push_back({ middle, middle });
    for (const std::vector<double>& way : ways)
    {
      if (this->compositeWay(way, event, index, light))
        return true;
    }
    return false;
  }

  bool compositeWay(const std::vector<double>& way, const OracleEvent& event, std::size_t index, Light light)
  {
    const double opacity = this->Oracle.scene().surfaces[event.surface].opacity;
    for (const double c : way)
    {
      std::array<double, 3> low = { 1, 1, 1 }, high = { 0, 0, 0 };
      for (const double place : { event.low, c, event.high })
      {
        for (const OracleShade& shade :
          this->Oracle.shade(this->Ray, place, event.surface, this->Options.smoothNormals))
        {
          for (int a = 0; a < 3; ++a)
          {
            low[a] = shade.certain ? std::min(low[a], shade.rgb[a]) : 0.0;
            high[a] = shade.certain ? std::max(high[a], shade.rgb[a]) : 1.0;
          }
        }
      }
      for (int a = 0; a < 3; ++a)
      {
        light.low[a] += light.through * opacity * low[a];
        light.high[a] += light.through * opacity * high[a];
      }
      light.through *= 1.0 - opacity;
      if (light.through <= 0.0 || light.through < this->Options.earlyTermination)
      {
        const double near = this->Oracle.depth(this->Ray, event.low),
                     far = this->Oracle.depth(this->Ray, event.high);
        const double margin = HitTolerance / this->Ray.voxelsPerLength + FloatDepth * std::abs(far);
        // Window depths mean something from the near plane on.
        const double nearPlane = this->Oracle.depth(this->Ray, 0.0);
        return this->isLeaf(light, this->Oracle.windowDepth(std::max(near - margin, nearPlane)),
          this->Oracle.windowDepth(far + margin));
      }
    }
    return this->follow(index + 1, light);
  }

  bool isLeaf(const Light& light, double nearest, double farthest)
  {
    if (++this->Leaves > MostLeaves)
      return false;
    bool right = std::abs(this->Rgba[3] - (1.0 - light.through)) <= ColorTolerance;
    for (int a = 0; a < 3; ++a)
      right = right && this->Rgba[a] >= light.low[a] - ColorTolerance &&
        this->Rgba[a] <= light.high[a] + ColorTolerance;
    return right && this->Depth >= nearest - 3e-7 && this->Depth <= farthest + 3e-7;
  }

  const BruteForceIsosurface& Oracle;
  const IsosurfaceFrameOptions& Options;
  OracleRay Ray;
  std::vector<OracleEvent> Events;
  const float* Rgba = nullptr;
  double Depth = 1.0;
  int Leaves = 0;
};

} // namespace

IsosurfaceComparison compare(const BruteForceIsosurface& oracle, const Camera& camera,
  const IsosurfaceFrameOptions& options, const IsosurfacePicture& picture)
{
  const auto judge = [&](int pixel, IsosurfaceComparison& sum) {
    const int i = pixel % camera.width, j = pixel / camera.width;
    const double opaque = options.opaqueDepth ? options.opaqueDepth[pixel] : 1.0;
    const IsosurfaceHit& hit = picture.hits[pixel];
    const float* rgba = picture.image.data() + 4 * static_cast<std::size_t>(pixel);
    ++sum.rays;
    sum.hits += std::isfinite(hit.depth);
    PixelJudge::Hit bestHit = PixelJudge::Hit::Wrong;
    PixelJudge::Pixel bestPixel = PixelJudge::Pixel::Wrong;
    PixelJudge::Normal bestNormal = PixelJudge::Normal::Wrong;
    bool shifted = false;
    std::string description;
    std::vector<PixelJudge> rays;
    // First the ray itself; where they disagree, rays beside it, for it may run along the rim of what is
    // drawn.
    for (int shift = -1; shift < 8; ++shift)
    {
      const double e = shift < 0 ? 0.0 : 2e-4;
      rays.emplace_back(oracle, options,
        oracle.ray(i, j, { shift & 1 ? e : -e, shift & 2 ? e : -e, shift & 4 ? e : -e }), opaque);
      PixelJudge& ray = rays.back();
      const PixelJudge::Hit thisHit = ray.judgeHit(hit);
      const PixelJudge::Pixel thisPixel = ray.judgePixel(rgba, picture.depth[pixel]);
      const PixelJudge::Normal thisNormal =
        std::isfinite(hit.depth) ? ray.judgeNormal(hit) : PixelJudge::Normal::Right;
      const bool all = thisHit == PixelJudge::Hit::Exact && thisPixel != PixelJudge::Pixel::Wrong &&
        thisNormal != PixelJudge::Normal::Wrong;
      if (shift < 0 || all || (bestHit == PixelJudge::Hit::Wrong && thisHit != PixelJudge::Hit::Wrong))
      {
        shifted = shift >= 0;
        bestHit = thisHit;
        bestPixel = thisPixel;
        bestNormal = thisNormal;
      }
      if (shift < 0)
        description = ray.describe();
      if (all)
        break;
    }
    if (bestHit == PixelJudge::Hit::Wrong &&
      std::any_of(rays.begin(), rays.end(), [&](const PixelJudge& ray) { return ray.isAlongRim(hit, rays); }))
    {
      ++sum.rim;
      shifted = false;
      bestHit = PixelJudge::Hit::Exact;
      bestNormal = PixelJudge::Normal::Right;
      bestPixel = PixelJudge::Pixel::Right;
    }
    const bool wrong = bestHit == PixelJudge::Hit::Wrong;
    sum.wrong += wrong;
    sum.imprecise += bestHit == PixelJudge::Hit::Imprecise;
    sum.normals += !wrong && bestNormal == PixelJudge::Normal::Wrong;
    sum.pixels += !wrong && bestPixel == PixelJudge::Pixel::Wrong;
    sum.shifted += shifted;
    sum.unclear += rays.front().isUnclear(hit);
    sum.uncertain += bestNormal == PixelJudge::Normal::Uncertain;
    sum.undecided += bestPixel == PixelJudge::Pixel::Undecided;
    if (sum.problem.empty() &&
      (wrong || bestNormal == PixelJudge::Normal::Wrong || bestPixel == PixelJudge::Pixel::Wrong ||
        bestHit == PixelJudge::Hit::Imprecise))
    {
      std::ostringstream text;
      text.precision(9);
      text << "pixel (" << i << ", " << j << ") of " << camera.width << " x " << camera.height << ": "
           << (wrong                                        ? "hit"
                  : bestNormal == PixelJudge::Normal::Wrong ? "normal"
                  : bestPixel == PixelJudge::Pixel::Wrong   ? "colour or depth buffer"
                                                            : "precision")
           << " is off; hit at depth " << hit.depth << " normal " << hit.normal[0] << " " << hit.normal[1]
           << " " << hit.normal[2] << ", rgba " << rgba[0] << " " << rgba[1] << " " << rgba[2] << " "
           << rgba[3] << ", depth buffer " << picture.depth[pixel] << "; reference:" << description;
      sum.problem = text.str();
    }
  };
  return tbb::parallel_reduce(
    tbb::blocked_range<int>(0, camera.width * camera.height, 64), IsosurfaceComparison(),
    [&](const tbb::blocked_range<int>& range, IsosurfaceComparison sum) {
      for (int pixel = range.begin(); pixel < range.end(); ++pixel)
        judge(pixel, sum);
      return sum;
    },
    [](IsosurfaceComparison a, const IsosurfaceComparison& b) { return a += b; });
}

IsosurfaceComparison& IsosurfaceComparison::operator+=(const IsosurfaceComparison& other)
{
  this->rays += other.rays;
  this->hits += other.hits;
  this->imprecise += other.imprecise;
  this->wrong += other.wrong;
  this->normals += other.normals;
  this->pixels += other.pixels;
  this->shifted += other.shifted;
  this->rim += other.rim;
  this->unclear += other.unclear;
  this->uncertain += other.uncertain;
  this->undecided += other.undecided;
  if (this->problem.empty())
    this->problem = other.problem;
  return *this;
}

} // namespace inkray::testing
