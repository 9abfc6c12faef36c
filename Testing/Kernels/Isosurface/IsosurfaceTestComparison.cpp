// SPDX-License-Identifier: BSD-3-Clause
#include "Isosurface/IsosurfaceTest.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

namespace inkray::testing
{
namespace
{

constexpr double HitTolerance = 0.01;   // voxels
constexpr double NormalTolerance = 0.5; // degrees
constexpr double ColorTolerance = 1.5 / 255.0;
constexpr double FloatDepth = 4e-7; // relative rounding of a depth
constexpr std::size_t MostHitsOfAGraze = 4;
constexpr int MostNodes = 20000; // nodes of the tree of grazes hit and not hit

/// Judges one pixel of a picture by the events of the reference.
class PixelJudge
{
public:
  PixelJudge(const BruteForceIsosurface& oracle, const IsosurfaceFrameOptions& options, const OracleRay& ray,
    std::vector<OracleEvent> events)
    : Oracle(oracle)
    , Options(options)
    , Ray(ray)
    , Events(std::move(events))
  {
  }

  /// A hit is right where an event's value equals the isovalue within rounding, and no clear event lies
  /// before it.
  bool isHitRight(const IsosurfaceHit& hit) const
  {
    // A ray may pass through all grazes without a hit.
    if (!std::isfinite(hit.depth))
      return std::none_of(
        this->Events.begin(), this->Events.end(), [](const OracleEvent& e) { return e.clear; });
    const double s = this->distanceOf(hit.depth), slack = this->slack(hit.depth);
    for (const OracleEvent& event : this->Events)
    {
      if (s >= event.low - slack && s <= event.high + slack)
        return true;
      if (event.clear)
        return false;
    }
    return false;
  }

  bool isNormalRight(const IsosurfaceHit& hit) const
  {
    const Vector n = { hit.normal[0], hit.normal[1], hit.normal[2] };
    if (!std::isfinite(hit.depth))
      return norm(n) == 0.0;
    if (!(std::abs(norm(n) - 1.0) < 1e-3))
      return false;
    const double s = this->distanceOf(hit.depth);
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
        if (angle <= NormalTolerance + shade.uncertainty)
          return true;
      }
    }
    return false;
  }

  /// Returns whether rounding decides if the ray meets a surface up to the hit.
  bool isUnclear(const IsosurfaceHit& hit) const
  {
    const double s =
      std::isfinite(hit.depth) ? this->distanceOf(hit.depth) : std::numeric_limits<double>::infinity();
    return std::any_of(this->Events.begin(), this->Events.end(),
      [&](const OracleEvent& e) { return !e.clear && e.low <= s + this->slack(hit.depth); });
  }

  /// Follows the ray through its events, where a graze is hit or not. Some combination must give the pixel.
  bool isPixelRight(const float* rgba, double depth)
  {
    this->Rgba = rgba;
    this->Depth = depth;
    this->Nodes = 0;
    bool found = this->follow(0, {});
    // So far each event was one step. Where surfaces of nearly equal isovalues are grazed together, crossings
    // of one surface lie between crossings of another.
    if (!found)
    {
      this->Nodes = 0;
      const std::vector<OracleEvent> whole = this->Events;
      this->Events = oneByOne(whole);
      found = this->follow(0, {});
      this->Events = whole;
    }
    return found;
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
  struct ColorRange
  {
    std::array<double, 3> low = { 1, 1, 1 }, high = { 0, 0, 0 };
  };
  struct Light
  {
    double through = 1.0;
    std::array<double, 3> low = { 0, 0, 0 }, high = { 0, 0, 0 };
  };

  double distanceOf(double depth) const
  {
    return (-depth - this->Ray.eyeOrigin[2]) / this->Ray.eyeDirection[2];
  }
  /// The tolerance of a distance: a share of a voxel, and the rounding of a depth to float.
  double slack(double depth) const
  {
    return HitTolerance / this->Ray.voxelsPerLength +
      (std::isfinite(depth) ? FloatDepth * std::abs(depth / this->Ray.eyeDirection[2]) : 0.0);
  }

  /// Makes each crossing of the reference a separate event, in the order of the ray. Two crossings that
  /// rounding may remove together stay in one event.
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

  /// Returns whether no further surfaces can turn the light so far into the pixel's light.
  bool isLost(const Light& light) const
  {
    bool lost = this->Rgba[3] < 1.0 - light.through - ColorTolerance;
    for (int a = 0; a < 3; ++a)
      lost = lost || this->Rgba[a] < light.low[a] - ColorTolerance ||
        this->Rgba[a] > light.high[a] + light.through + ColorTolerance;
    return lost;
  }

  bool follow(std::size_t index, const Light& light)
  {
    if (++this->Nodes > MostNodes || this->isLost(light))
      return false;
    if (index == this->Events.size())
      return this->isLeaf(light, 1.0, 1.0);
    const OracleEvent& event = this->Events[index];
    // Try numbers of hits, the reference's number first.
    std::vector<std::size_t> ways = { event.crossings.size() };
    const auto add = [&](std::size_t numHits) {
      if (std::find(ways.begin(), ways.end(), numHits) == ways.end())
        ways.push_back(numHits);
    };
    if (event.clear)
      add(1);
    for (std::size_t n = 0; n <= MostHitsOfAGraze && !event.clear; ++n)
      add(n);
    const ColorRange colors = this->colorsOf(event);
    return std::any_of(ways.begin(), ways.end(),
      [&](std::size_t numHits) { return this->compositeWay(numHits, colors, index, light); });
  }

  /// Returns the surface's colors over an event: those of all cells there, because rounding decides between
  /// them.
  ColorRange colorsOf(const OracleEvent& event) const
  {
    ColorRange range;
    std::vector<double> places = event.crossings;
    places.push_back(event.low);
    places.push_back(event.high);
    for (const double share : { 0.25, 0.5, 0.75 })
    {
      if (!event.clear)
        places.push_back(event.low + share * (event.high - event.low));
    }
    for (const double place : places)
    {
      for (const OracleShade& shade :
        this->Oracle.shade(this->Ray, place, event.surface, this->Options.smoothNormals))
      {
        const bool isCertain = shade.uncertainty <= NormalTolerance;
        for (int a = 0; a < 3; ++a)
        {
          range.low[a] = isCertain ? std::min(range.low[a], shade.rgb[a]) : 0.0;
          range.high[a] = isCertain ? std::max(range.high[a], shade.rgb[a]) : 1.0;
        }
      }
    }
    return range;
  }

  bool compositeWay(std::size_t numHits, const ColorRange& colors, std::size_t index, Light light)
  {
    const OracleEvent& event = this->Events[index];
    const double opacity = this->Oracle.scene().surfaces[event.surface].opacity;
    for (std::size_t n = 0; n < numHits; ++n)
    {
      for (int a = 0; a < 3; ++a)
      {
        light.low[a] += light.through * opacity * colors.low[a];
        light.high[a] += light.through * opacity * colors.high[a];
      }
      light.through *= 1.0 - opacity;
      if (light.through <= 0.0 || light.through < this->Options.earlyTermination)
      {
        const double near = this->Oracle.depth(this->Ray, event.low),
                     far = this->Oracle.depth(this->Ray, event.high);
        const double margin = HitTolerance / this->Ray.voxelsPerLength + FloatDepth * std::abs(far);
        // Window depths have a meaning only beyond the near plane.
        const double nearPlane = this->Oracle.depth(this->Ray, 0.0);
        return this->isLeaf(light, this->Oracle.windowDepth(std::max(near - margin, nearPlane)),
          this->Oracle.windowDepth(far + margin));
      }
    }
    return this->follow(index + 1, light);
  }

  bool isLeaf(const Light& light, double nearest, double farthest)
  {
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
  int Nodes = 0;
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
    const OracleRay ray = oracle.ray(i, j);
    const auto verdict = [&](PixelJudge& judge) {
      const bool isHitRight = judge.isHitRight(hit);
      return std::array<bool, 3>{ isHitRight, isHitRight && judge.isNormalRight(hit),
        isHitRight && judge.isPixelRight(rgba, picture.depth[pixel]) };
    };
    constexpr std::array<bool, 3> allRight = { true, true, true };
    PixelJudge exact(oracle, options, ray, oracle.events(ray, options, opaque));
    std::array<bool, 3> right = verdict(exact);
    bool isUnclear = exact.isUnclear(hit);
    if (right != allRight)
    {
      PixelJudge nearby(oracle, options, ray, oracle.eventsNearby(i, j, options, opaque));
      right = verdict(nearby);
      isUnclear = true;
    }
    sum.unclear += isUnclear;
    sum.wrong += !right[0];
    sum.normals += right[0] && !right[1];
    sum.pixels += right[0] && !right[2];
    if (sum.problem.empty() && right != allRight)
    {
      std::ostringstream text;
      text.precision(9);
      text << "pixel (" << i << ", " << j << ") of " << camera.width << " x " << camera.height << ": "
           << (!right[0]      ? "hit"
                  : !right[1] ? "normal"
                              : "color or depth buffer")
           << " is off; hit at depth " << hit.depth << " normal " << hit.normal[0] << " " << hit.normal[1]
           << " " << hit.normal[2] << ", rgba " << rgba[0] << " " << rgba[1] << " " << rgba[2] << " "
           << rgba[3] << ", depth buffer " << picture.depth[pixel] << "; reference:" << exact.describe();
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
  this->wrong += other.wrong;
  this->normals += other.normals;
  this->pixels += other.pixels;
  this->unclear += other.unclear;
  if (this->problem.empty())
    this->problem = other.problem;
  return *this;
}

} // namespace inkray::testing
