// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/BruteForceTetCaster.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace inkray::testing
{
namespace
{

constexpr int TileSize = 8;

/// Red, green, blue and attenuation between two knots. Up to rounding, which may be 1e22 beside values of
/// 1e38, the scalar lies between them.
std::array<double, 4> between(const TransferFunctionKnot& a, const TransferFunctionKnot& b, double scalar)
{
  const double w =
    b.scalar > a.scalar ? std::clamp((scalar - a.scalar) / (b.scalar - a.scalar), 0.0, 1.0) : 0.0;
  const auto mix = [w](double x, double y) { return x + w * (y - x); };
  return { mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), mix(a.attenuation, b.attenuation) };
}

/// Color and attenuation are linear over the interval. It is cut into steps of optical depth 1/2 at most; in
/// each step an 8-point rule is exact up to rounding.
void integrateLinear(const std::array<double, 4>& first, const std::array<double, 4>& last, double length,
  double& opticalDepth, std::array<double, 4>& rgba)
{
  static constexpr double node[4] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
    0.9602898564975363 };
  static constexpr double weight[4] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
    0.1012285362903763 };
  const double slope = (last[3] - first[3]) / length;
  double x = 0.0;
  while (x < length && opticalDepth < 60.0)
  {
    // Solve attenuation * step + slope / 2 * step^2 = 1/2 for the step. Without a solution, the optical depth
    // of the rest is less than 1/2.
    const double attenuation = std::max(0.0, first[3] + slope * x),
                 discriminant = attenuation * attenuation + slope;
    double step = length - x;
    if (discriminant >= 0.0 && attenuation + std::sqrt(discriminant) > 0.0)
    {
      step = std::min(step, 1.0 / (attenuation + std::sqrt(discriminant)));
    }
    const double end = step < length - x ? x + step : length;
    for (int n = 0; n < 8; ++n)
    {
      const double s = 0.5 * (end - x) * (1.0 + (n < 4 ? -node[n] : node[n - 4]));
      const double w = 0.5 * (end - x) * weight[n & 3], u = (x + s) / length;
      const double here = first[3] + slope * (x + s);
      const double through = std::exp(-opticalDepth - (attenuation + 0.5 * slope * s) * s);
      for (int c = 0; c < 3; ++c)
      {
        rgba[c] += w * (first[c] + u * (last[c] - first[c])) * here * through;
      }
    }
    opticalDepth += (attenuation + 0.5 * slope * (end - x)) * (end - x);
    x = end;
  }
}

} // namespace

std::array<double, 2> finiteRange(const std::vector<double>& values)
{
  std::array<double, 2> range = { HUGE_VAL, -HUGE_VAL };
  for (const double value : values)
    if (std::isfinite(value))
      range = { std::min(range[0], value), std::max(range[1], value) };
  return range;
}

void appendCuts(const TransferFunction& function, double s0, double s1, std::vector<double>& cuts)
{
  const auto& knots = function.knots;
  const auto below = [](const TransferFunctionKnot& knot, double s) { return knot.scalar < s; };
  for (auto knot = std::lower_bound(knots.begin(), knots.end(), std::min(s0, s1), below);
       knot != knots.end() && knot->scalar < std::max(s0, s1); ++knot)
  {
    cuts.push_back(std::clamp((knot->scalar - s0) / (s1 - s0), 0.0, 1.0));
  }
}

std::array<double, 4> valueInPiece(const TransferFunction& function, double middle, double s)
{
  const auto& knots = function.knots;
  const auto above = [](double a, const TransferFunctionKnot& knot) { return a < knot.scalar; };
  const auto upper =
    static_cast<std::size_t>(std::upper_bound(knots.begin(), knots.end(), middle, above) - knots.begin());
  return upper == 0         ? between(knots.front(), knots.front(), s)
    : upper == knots.size() ? between(knots.back(), knots.back(), s)
                            : between(knots[upper - 1], knots[upper], s);
}

void integrateBetweenCuts(std::vector<double> cuts,
  const std::function<std::array<double, 4>(double t, double m)>& at, double length, double& opticalDepth,
  std::array<double, 4>& rgba)
{
  cuts.push_back(0.0);
  cuts.push_back(1.0);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t c = 0; c + 1 < cuts.size(); ++c)
  {
    if (cuts[c] < cuts[c + 1])
    {
      const double middle = 0.5 * (cuts[c] + cuts[c + 1]);
      integrateLinear(
        at(cuts[c], middle), at(cuts[c + 1], middle), (cuts[c + 1] - cuts[c]) * length, opticalDepth, rgba);
    }
  }
}

void integrateSegment(const TransferFunction& function, double s0, double s1, double length,
  double& opticalDepth, std::array<double, 4>& rgba)
{
  // Cut where the scalar passes a knot, in the order of the ray. The interval that contains the middle of a
  // part applies to the whole part, so each side of a jump keeps its own value.
  std::vector<double> cuts;
  appendCuts(function, s0, s1, cuts);
  const auto scalar = [&](double t) { return s0 + t * (s1 - s0); };
  integrateBetweenCuts(
    cuts, [&](double t, double m) { return valueInPiece(function, scalar(m), scalar(t)); }, length,
    opticalDepth, rgba);
}

MovedEnds roundingOfEnds(const OracleScene& scene, const Camera& camera, double opaqueDepth)
{
  constexpr double u = 0x1p-24;
  double deepest = 0.0;
  for (std::size_t p = 0; p < scene.points.size(); p += 3)
  {
    const Vector point = { scene.points[p], scene.points[p + 1], scene.points[p + 2] };
    deepest = std::max(deepest, std::abs(transform(camera.meshToEye, point)[2]));
  }
  MovedEnds by = { 15.0 * u * deepest, 15.0 * u * deepest };
  if (opaqueDepth < 1.0)
  {
    const double* const P = camera.eyeToClip;
    const bool parallel = camera.isParallel();
    const double a = parallel ? 0.5 + 0.5 * P[11] : 0.5 - 0.5 * P[10], b = 0.5 * (parallel ? P[10] : P[11]);
    const double away = std::abs(opaqueDepth - a);
    by.end += u * (std::abs(a) + away) * (parallel ? 1.0 / std::abs(b) : std::abs(b) / (away * away));
  }
  return by;
}

BruteForceTetCaster::BruteForceTetCaster(const OracleScene& scene, const Camera& camera)
  : Scene(scene)
  , View(camera)
  , ClipToEye(inverse(camera.eyeToClip))
  , EyePoints(scene.points.size())
{
  for (std::size_t p = 0; p < scene.points.size(); p += 3)
  {
    const auto eye =
      transform(camera.meshToEye, { scene.points[p], scene.points[p + 1], scene.points[p + 2] });
    std::copy_n(eye.begin(), 3, this->EyePoints.begin() + p);
  }
  this->findFaces();
  this->sortIntoTiles();
}

void BruteForceTetCaster::findFaces()
{
  const std::size_t tets = this->Scene.tets.size() / 4;
  this->Faces.resize(tets);
  this->HasVolume.assign(tets, 1);
  for (std::size_t tet = 0; tet < tets; ++tet)
  {
    Vector corner[4];
    for (int v = 0; v < 4; ++v)
    {
      const auto p = static_cast<std::size_t>(this->Scene.tets[4 * tet + v]);
      std::copy_n(this->EyePoints.begin() + 3 * p, 3, corner[v].begin());
    }
    for (int f = 0; f < 4; ++f)
    {
      const Vector &a = corner[(f + 1) & 3], &b = corner[(f + 2) & 3], &c = corner[(f + 3) & 3];
      const Vector normal = cross(minus(b, a), minus(c, a));
      const double height = dot(normal, minus(corner[f], a));
      if (std::abs(height) <= 1e-13 * norm(normal) * norm(minus(corner[f], a)))
      {
        this->HasVolume[tet] = 0;
      }
      this->Faces[tet][static_cast<std::size_t>(f)] = { a, normal, height };
    }
  }
}

void BruteForceTetCaster::sortIntoTiles()
{
  const int width = this->View.width, height = this->View.height;
  this->TilesPerRow = (width + TileSize - 1) / TileSize;
  const int tileRows = (height + TileSize - 1) / TileSize;
  this->Tiles.assign(static_cast<std::size_t>(this->TilesPerRow) * tileRows, {});
  for (std::size_t t = 0; t < this->Scene.tets.size() / 4; ++t)
  {
    std::array<double, 4> corner[4]; // in clip coordinates
    double low[2] = { 1e300, 1e300 }, high[2] = { -1e300, -1e300 };
    bool whole = false,
         finite = true; // whole: a corner is beside or behind the eye, so the projection is unbounded
    for (int v = 0; v < 4; ++v)
    {
      const std::size_t p = 3 * static_cast<std::size_t>(this->Scene.tets[4 * t + v]);
      corner[v] = transform(
        this->View.eyeToClip, { this->EyePoints[p], this->EyePoints[p + 1], this->EyePoints[p + 2] });
      const double size = std::abs(corner[v][0]) + std::abs(corner[v][1]) + std::abs(corner[v][2]);
      finite = finite && std::isfinite(size);
      whole = whole || corner[v][3] <= 1e-6 * size;
      for (int a = 0; a < 2; ++a)
      {
        low[a] = std::min(low[a], corner[v][a] / corner[v][3]);
        high[a] = std::max(high[a], corner[v][a] / corner[v][3]);
      }
    }
    if (!finite)
    {
      continue;
    }
    // Each tile is enlarged by a pixel on each side.
    const auto ndc = [](int pixel, int pixels) { return 2.0 * pixel / pixels - 1.0; };
    const auto tileOf = [](double at, int pixels) {
      return int(std::clamp((at + 1.0) / 2.0 * pixels, 0.0, pixels - 0.5)) / TileSize;
    };
    const int x0 = whole ? 0 : tileOf(low[0] - 3.0 / width, width),
              x1 = whole ? this->TilesPerRow - 1 : tileOf(high[0] + 3.0 / width, width);
    const int y0 = whole ? 0 : tileOf(low[1] - 3.0 / height, height),
              y1 = whole ? tileRows - 1 : tileOf(high[1] + 3.0 / height, height);
    for (int y = y0; y <= y1; ++y)
    {
      for (int x = x0; x <= x1; ++x)
      {
        // Skip the tile if all corners are outside one side of its frustum, or in front of the near plane.
        const double left = ndc(TileSize * x - 1, width), right = ndc(TileSize * x + TileSize + 1, width);
        const double bottom = ndc(TileSize * y - 1, height), top = ndc(TileSize * y + TileSize + 1, height);
        const auto allOutside = [&corner](double cx, double cy, double cz, double cw) {
          return std::all_of(corner, corner + 4,
            [=](const auto& c) { return cx * c[0] + cy * c[1] + cz * c[2] + cw * c[3] < 0.0; });
        };
        if (!allOutside(1, 0, 0, -left) && !allOutside(-1, 0, 0, right) && !allOutside(0, 1, 0, -bottom) &&
          !allOutside(0, -1, 0, top) && !allOutside(0, 0, 1, 1.0 + 1e-6))
        {
          this->Tiles[static_cast<std::size_t>(y) * this->TilesPerRow + x].push_back(
            static_cast<std::uint32_t>(t));
        }
      }
    }
  }
}

bool BruteForceTetCaster::clip(std::size_t tet, const Vector& origin, const Vector& direction,
  const std::array<double, 2>& ends, OracleSegment& segment) const
{
  if (!this->HasVolume[tet])
  {
    return false;
  }
  // Each face bounds the range on one side; the segment is the rest between the ends.
  double begin = ends[0], end = ends[1], atOrigin[4], slope[4];
  for (int f = 0; f < 4; ++f)
  {
    const auto& [corner, normal, height] = this->Faces[tet][static_cast<std::size_t>(f)];
    // The barycentric coordinate of corner f along the ray: 1 at the corner, 0 on the face, positive inside.
    atOrigin[f] = dot(normal, minus(origin, corner)) / height;
    slope[f] = dot(normal, direction) / height;
    if (slope[f] > 0.0)
    {
      begin = std::max(begin, -atOrigin[f] / slope[f]);
    }
    else if (slope[f] < 0.0)
    {
      end = std::min(end, -atOrigin[f] / slope[f]);
    }
    else if (atOrigin[f] < 0.0)
    {
      return false;
    }
  }
  if (!(begin < end))
  {
    return false;
  }
  const auto weightsAt = [&](double t) {
    std::array<double, 4> weights;
    double sum = 0.0;
    for (int f = 0; f < 4; ++f)
    {
      weights[f] = std::clamp(atOrigin[f] + t * slope[f], 0.0, 1.0);
      sum += weights[f];
    }
    for (double& weight : weights)
    {
      weight /= sum;
    }
    return weights;
  };
  segment = { tet, begin, end, weightsAt(begin), weightsAt(end) };
  return true;
}

std::vector<OracleSegment> BruteForceTetCaster::segments(
  int i, int j, double opaqueDepth, const std::array<double, 2>& shift, const MovedEnds& moved) const
{
  const auto [origin, end] = pixelRay(this->View, this->ClipToEye, i + shift[0], j + shift[1], opaqueDepth);
  Vector direction = minus(end, origin);
  const double length = norm(direction);
  std::vector<OracleSegment> segments;
  if (!(length > 0.0))
  {
    return segments;
  }
  direction = { direction[0] / length, direction[1] / length, direction[2] / length };
  const double perDepth = 1.0 / std::abs(direction[2]);
  const std::array<double, 2> ends = { perDepth * moved.begin, length + perDepth * moved.end };
  for (const std::uint32_t tet :
    this->Tiles[static_cast<std::size_t>(j / TileSize) * this->TilesPerRow + i / TileSize])
  {
    OracleSegment segment;
    if (this->clip(tet, origin, direction, ends, segment))
    {
      segments.push_back(segment);
    }
  }
  std::sort(segments.begin(), segments.end(),
    [](const OracleSegment& a, const OracleSegment& b) { return a.begin + a.end < b.begin + b.end; });
  return segments;
}

std::array<double, 2> BruteForceTetCaster::ends(
  const std::vector<double>& values, bool perCell, const OracleSegment& segment) const
{
  if (perCell)
  {
    return { values[segment.tet], values[segment.tet] };
  }
  std::array<double, 2> ends = { 0.0, 0.0 };
  for (std::size_t v = 0; v < 4; ++v)
  {
    const double value = values[static_cast<std::size_t>(this->Scene.tets[4 * segment.tet + v])];
    ends[0] += segment.beginWeights[v] * value;
    ends[1] += segment.endWeights[v] * value;
  }
  return ends;
}

bool BruteForceTetCaster::isFinite(const std::vector<double>& values, bool perCell, std::size_t tet) const
{
  if (perCell)
  {
    return std::isfinite(values[tet]);
  }
  return std::all_of(&this->Scene.tets[4 * tet], &this->Scene.tets[4 * tet] + 4,
    [&values](std::int64_t p) { return std::isfinite(values[static_cast<std::size_t>(p)]); });
}

std::array<double, 4> BruteForceTetCaster::ray(int i, int j, double opaqueDepth) const
{
  std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
  double opticalDepth = 0.0;
  for (const OracleSegment& segment : this->segments(i, j, opaqueDepth))
  {
    if (this->isFinite(this->Scene.scalars, this->Scene.perCell, segment.tet))
    {
      const auto scalar = this->ends(this->Scene.scalars, this->Scene.perCell, segment);
      integrateSegment(
        this->Scene.transferFunction, scalar[0], scalar[1], segment.end - segment.begin, opticalDepth, rgba);
    }
  }
  rgba[3] = -std::expm1(-opticalDepth);
  return rgba;
}

std::vector<double> BruteForceTetCaster::image(const float* opaqueDepth) const
{
  const int width = this->View.width;
  std::vector<double> result(4 * static_cast<std::size_t>(width) * this->View.height);
  tbb::parallel_for(0, width * this->View.height, [&](int pixel) {
    const auto rgba = this->ray(pixel % width, pixel / width, opaqueDepth ? opaqueDepth[pixel] : 1.0);
    std::copy(rgba.begin(), rgba.end(), result.begin() + 4 * static_cast<std::size_t>(pixel));
  });
  return result;
}

std::vector<double> BruteForceTetCaster::image(
  const std::function<std::array<double, 4>(const std::vector<OracleSegment>&)>& integrate,
  const float* opaqueDepth) const
{
  const int width = this->View.width;
  std::vector<double> result(4 * static_cast<std::size_t>(width) * this->View.height);
  tbb::parallel_for(0, width * this->View.height, [&](int pixel) {
    const auto rgba =
      integrate(this->segments(pixel % width, pixel / width, opaqueDepth ? opaqueDepth[pixel] : 1.0));
    std::copy(rgba.begin(), rgba.end(), result.begin() + 4 * static_cast<std::size_t>(pixel));
  });
  return result;
}

} // namespace inkray::testing
