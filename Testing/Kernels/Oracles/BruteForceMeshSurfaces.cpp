// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/BruteForceMeshSurfaces.h"

#include "Oracles/Grid/BruteForceIsosurface.h"
#include "Oracles/PointGradients.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

BruteForceMeshSurfaces::BruteForceMeshSurfaces(const MeshScene& scene, const Camera& camera)
  : Scene(scene)
  , View(camera)
  , ClipToEye(inverse(camera.eyeToClip))
  , Caster(scene, camera)
  , Shade{ scene.material, scene.lights, scene.smooth ? Gradients::Smooth : Gradients::PerCell }
{
  if (scene.shade)
    this->Light = lightOnMesh(scene, camera, this->Shade);
  if (scene.smooth)
    this->PointGradients = inEye(pointGradients(scene), camera);
  if (scene.gradientFunctions.areUsed())
    for (const Vector& gradient : scene.smooth ? pointGradients(scene) : tetGradients(scene))
      this->Magnitudes.push_back(norm(gradient));
}

/// The gradient of the scalar in a tet, normalized, in eye coordinates.
Vector BruteForceMeshSurfaces::gradient(std::size_t tet) const
{
  Vector corner[4];
  double value[4];
  for (int v = 0; v < 4; ++v)
  {
    const auto p = static_cast<std::size_t>(this->Scene.tets[4 * tet + v]);
    const double* const x = this->Scene.points.data() + 3 * p;
    const auto eye = transform(this->View.meshToEye, { x[0], x[1], x[2] });
    std::copy_n(eye.begin(), 3, corner[v].begin());
    value[v] = this->Scene.scalars[p];
  }
  // The barycentric coordinate of a corner grows perpendicularly from the opposite face towards the corner.
  Vector sum = { 0, 0, 0 };
  for (int f = 0; f < 4; ++f)
  {
    const Vector &a = corner[(f + 1) & 3], &b = corner[(f + 2) & 3], &c = corner[(f + 3) & 3];
    const Vector normal = cross(minus(b, a), minus(c, a));
    const double height = dot(normal, minus(corner[f], a));
    for (int axis = 0; axis < 3; ++axis)
      sum[axis] += value[f] * normal[axis] / height;
  }
  const double length = norm(sum);
  return { sum[0] / length, sum[1] / length, sum[2] / length };
}

/// The ranges of distances in which a ray is visible, in order.
BruteForceMeshSurfaces::Intervals BruteForceMeshSurfaces::kept(
  const Vector& origin, const Vector& direction, double length) const
{
  const Matrix eyeToMesh = inverse(this->View.meshToEye);
  const auto p = transform(eyeToMesh.data(), origin);
  const auto q = transform(
    eyeToMesh.data(), { origin[0] + direction[0], origin[1] + direction[1], origin[2] + direction[2] });
  // Restrict a range to the half space normal . x >= distance.
  const auto cut = [&](std::pair<double, double> within, const Vector& normal, double distance) {
    double at = -distance, slope = 0.0;
    for (int axis = 0; axis < 3; ++axis)
    {
      at += normal[axis] * p[axis];
      slope += normal[axis] * (q[axis] - p[axis]);
    }
    if (slope > 0.0)
      within.first = std::max(within.first, -at / slope);
    else if (slope < 0.0)
      within.second = std::min(within.second, -at / slope);
    else if (at < 0.0)
      within.second = within.first - 1.0;
    return within;
  };
  std::pair<double, double> seen = { 0.0, length };
  for (const ClippingPlane& plane : this->Scene.clippingPlanes)
    seen = cut(seen, { plane.normal[0], plane.normal[1], plane.normal[2] }, plane.distance);
  if (!this->Scene.cropBox.on)
    return { seen };
  // Inside the box, coordinates along its edges are between 0 and 1. The rows of the inverse give them.
  const CropBox& box = this->Scene.cropBox;
  Matrix edges = translation(0, 0, 0);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      edges[4 * row + column] = box.edges[column][row];
  const Matrix toBox = inverse(edges.data());
  std::pair<double, double> inside = seen;
  for (int i = 0; i < 3; ++i)
  {
    const Vector row = { toBox[4 * i], toBox[4 * i + 1], toBox[4 * i + 2] };
    const double from = row[0] * box.origin[0] + row[1] * box.origin[1] + row[2] * box.origin[2];
    inside = cut(inside, row, from);
    inside = cut(inside, { -row[0], -row[1], -row[2] }, -(from + 1.0));
  }
  if (!box.keepsOutside)
    return { inside };
  if (inside.first >= inside.second)
    return { seen };
  return { { seen.first, inside.first }, { inside.second, seen.second } };
}

std::vector<double> BruteForceMeshSurfaces::slices(const Vector& origin, const Vector& direction) const
{
  const Matrix eyeToMesh = inverse(this->View.meshToEye);
  const auto p = transform(eyeToMesh.data(), origin);
  const auto q = transform(
    eyeToMesh.data(), { origin[0] + direction[0], origin[1] + direction[1], origin[2] + direction[2] });
  std::vector<double> distances;
  for (const ClippingPlane& slice : this->Scene.slices)
  {
    const auto height = [&](const auto& x) {
      return slice.normal[0] * x[0] + slice.normal[1] * x[1] + slice.normal[2] * x[2] - slice.distance;
    };
    if (height(p) != height(q))
      distances.push_back(height(p) / (height(p) - height(q)));
  }
  return distances;
}

/// Follows one ray.
struct BruteForceMeshSurfaces::Tracer
{
  const BruteForceMeshSurfaces& oracle;
  Vector origin, direction;
  std::vector<double> slices;  ///< distances of the slices
  double first, last;          ///< distances of both ends of the ray
  double movedBegin, movedEnd; ///< added to values at cuts, towards the values behind
  OraclePixel pixel;
  bool ended = false;

  /// Adds the part of a segment between two distances: its surfaces and slices, and the volume between them.
  void cross(const OracleSegment& segment, double begin, double end)
  {
    const MeshScene& scene = oracle.Scene;
    const auto ends = oracle.Caster.ends(scene.scalars, scene.perCell, segment);
    const auto scalarAt = [&](double t) {
      return ends[0] + (t - segment.begin) / (segment.end - segment.begin) * (ends[1] - ends[0]);
    };
    // Where the segment is not cut, its scalars are those of the faces.
    double s0 = begin == segment.begin ? ends[0] : scalarAt(begin);
    double s1 = end == segment.end ? ends[1] : scalarAt(end);
    const double range[2] = { s0, s1 };
    if (begin != segment.begin || begin == first)
      s0 = s1 > s0 ? std::min(s0 + movedBegin, range[1]) : std::max(s0 - movedBegin, range[1]);
    if (end != segment.end || end == last)
      s1 = range[1] > range[0] ? std::max(s1 + movedEnd, s0) : std::min(s1 - movedEnd, s0);
    std::vector<std::pair<double, const Isosurface*>> met;
    if (!scene.perCell)
      for (const Isosurface& surface : scene.surfaces)
        if ((s0 >= surface.value) != (s1 >= surface.value))
          met.emplace_back(begin + (end - begin) * (surface.value - s0) / (s1 - s0), &surface);
    for (const double slice : slices)
      if (begin <= slice && slice < end)
        met.emplace_back(slice, nullptr);
    std::sort(met.begin(), met.end());
    for (const auto& [at, surface] : met)
    {
      this->integrate(segment, begin, at, scalarAt(begin), scalarAt(at));
      if (surface)
        this->shade(segment, at, *surface);
      else
      {
        this->slice(segment, at, scalarAt(at));
      }
      if (ended)
        return;
      begin = at;
    }
    this->integrate(segment, begin, end, scalarAt(begin), scalarAt(end));
  }

  /// Adds the part of a segment in a tet without a value.
  void crossMissing(const OracleSegment& segment, double begin, double end)
  {
    const MeshScene& scene = oracle.Scene;
    if (scene.volume)
      return this->crossVolume(segment, begin, end);
    if (!scene.drawVolume)
      return;
    const double depth = scene.missing[3] * (end - begin);
    for (std::size_t c = 0; c < 3; ++c)
      pixel.rgba[c] += scene.missing[c] * std::exp(-pixel.opticalDepth) * -std::expm1(-depth);
    pixel.opticalDepth += depth;
  }

private:
  /// Adds the part of a segment in a tet without isosurfaces.
  void crossVolume(const OracleSegment& segment, double begin, double end)
  {
    std::vector<double> met;
    for (const double slice : slices)
      if (begin <= slice && slice < end)
        met.push_back(slice);
    std::sort(met.begin(), met.end());
    for (const double at : met)
    {
      this->integrate(segment, begin, at, 0.0, 0.0);
      this->slice(segment, at, 0.0);
      if (ended)
        return;
      begin = at;
    }
    this->integrate(segment, begin, end, 0.0, 0.0);
  }

  void slice(const OracleSegment& segment, double at, double scalar)
  {
    const MeshScene& scene = oracle.Scene;
    std::array<double, 3> rgb;
    if (scene.volume)
    {
      if (!scene.volume->slice(segment, at, rgb))
        return;
    }
    else
      std::copy_n(valueInPiece(scene.transferFunction, scalar, scalar).begin(), 3, rgb.begin());
    this->composite(rgb, scene.sliceOpacity, at);
  }

  void integrate(const OracleSegment& segment, double begin, double end, double s0, double s1)
  {
    if (!oracle.Scene.drawVolume || !(begin < end))
      return;
    if (oracle.Scene.volume)
      oracle.Scene.volume->integrate(segment, begin, end, pixel);
    else if (oracle.Scene.gradientFunctions.areUsed())
      this->integrateGradients(segment, begin, end, { s0, s1 });
    else if (oracle.Scene.shade)
      this->integrateLit(segment, begin, end, s0, s1);
    else
      integrateSegment(oracle.Scene.transferFunction, s0, s1, end - begin, pixel.opticalDepth, pixel.rgba);
  }

  /// Magnitude and light are linear between the ends of the whole segment.
  void integrateGradients(
    const OracleSegment& segment, double begin, double end, const std::array<double, 2>& s)
  {
    const MeshScene& scene = oracle.Scene;
    const auto m = oracle.Caster.ends(oracle.Magnitudes, !scene.smooth, segment);
    const auto share = [&](double at) { return (at - segment.begin) / (segment.end - segment.begin); };
    const auto between = [](const std::array<double, 2>& ends, double t) {
      return ends[0] + t * (ends[1] - ends[0]);
    };
    std::array<std::array<double, 6>, 2> ends = {};
    if (scene.shade)
      ends = lightAtEnds(scene, oracle.Shade, oracle.Light, segment);
    integrateGradientFunctions(
      scene.transferFunction, scene.gradientFunctions, s,
      { between(m, share(begin)), between(m, share(end)) },
      [&](double t, std::array<double, 4>& value) {
        for (std::size_t c = 0; scene.shade && c < 3; ++c)
        {
          const auto light = [&](std::size_t k) {
            return between({ ends[0][k], ends[1][k] }, share(begin + t * (end - begin)));
          };
          value[c] = value[c] * light(c) + light(3 + c);
        }
      },
      end - begin, pixel.opticalDepth, pixel.rgba);
  }

  /// The light is linear between the ends of the whole segment.
  void integrateLit(const OracleSegment& segment, double begin, double end, double s0, double s1)
  {
    const TransferFunction& function = oracle.Scene.transferFunction;
    const auto ends = lightAtEnds(oracle.Scene, oracle.Shade, oracle.Light, segment);
    std::vector<double> cuts;
    appendCuts(function, s0, s1, cuts);
    for (int k = 1; k < 24; ++k) // color times light is not linear
      cuts.push_back(k / 24.0);
    integrateBetweenCuts(
      cuts,
      [&](double t, double middle) {
        auto value = valueInPiece(function, s0 + middle * (s1 - s0), s0 + t * (s1 - s0));
        const double share = (begin + t * (end - begin) - segment.begin) / (segment.end - segment.begin);
        const auto light = [&](int k) { return ends[0][k] + share * (ends[1][k] - ends[0][k]); };
        for (int c = 0; c < 3; ++c)
          value[c] = value[c] * light(c) + light(3 + c);
        return value;
      },
      end - begin, pixel.opticalDepth, pixel.rgba);
  }

  Vector at(double t) const
  {
    return { origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2] };
  }

  /// The color that the second array gives.
  std::array<double, 3> colorAt(const OracleSegment& segment, double t) const
  {
    const MeshScene& scene = oracle.Scene;
    const ColorTable& table = scene.colors;
    const auto ends = oracle.Caster.ends(scene.colorValues, scene.isColorPerCell, segment);
    const double value = ends[0] + (t - segment.begin) / (segment.end - segment.begin) * (ends[1] - ends[0]);
    if (!oracle.Caster.isFinite(scene.colorValues, scene.isColorPerCell, segment.tet))
      return { table.nanColor[0], table.nanColor[1], table.nanColor[2] };
    const std::size_t colors = table.rgb.size() / 3;
    const double last = static_cast<double>(colors) - 1.0;
    const double at =
      std::clamp(last * (value - table.range[0]) / (table.range[1] - table.range[0]), 0.0, last);
    const auto from = static_cast<std::size_t>(at), to = std::min(from + 1, static_cast<std::size_t>(last));
    std::array<double, 3> rgb;
    for (std::size_t c = 0; c < 3; ++c)
      rgb[c] = table.rgb[3 * from + c] +
        (at - static_cast<double>(from)) * (table.rgb[3 * to + c] - table.rgb[3 * from + c]);
    return rgb;
  }

  Vector gradientAt(const OracleSegment& segment, double t) const
  {
    if (!oracle.Scene.smooth)
      return oracle.gradient(segment.tet);
    const double share = (t - segment.begin) / (segment.end - segment.begin);
    Vector sum = { 0, 0, 0 };
    for (int v = 0; v < 4; ++v)
    {
      const double weight =
        segment.beginWeights[v] + share * (segment.endWeights[v] - segment.beginWeights[v]);
      const auto p = static_cast<std::size_t>(oracle.Scene.tets[4 * segment.tet + v]);
      const Vector& g = oracle.PointGradients[p];
      for (int axis = 0; axis < 3; ++axis)
        sum[axis] += weight * g[axis];
    }
    const double length = norm(sum);
    return { sum[0] / length, sum[1] / length, sum[2] / length };
  }

  void shade(const OracleSegment& segment, double t, const Isosurface& surface)
  {
    const bool byArray = !oracle.Scene.colorValues.empty() && !surface.keepsColor;
    const std::array<double, 3> own = { surface.color[0], surface.color[1], surface.color[2] };
    const auto rgb = shadeSurface(oracle.Scene.material, oracle.Scene.lights,
      byArray ? this->colorAt(segment, t) : own, this->at(t), this->gradientAt(segment, t), direction);
    this->composite(rgb, surface.opacity, t);
  }

  void composite(const std::array<double, 3>& rgb, double opacity, double t)
  {
    const double weight = std::exp(-pixel.opticalDepth) * std::min(opacity, 1.0);
    for (int c = 0; c < 3; ++c)
      pixel.rgba[c] += weight * rgb[c];
    const Vector p = this->at(t);
    const auto clip = transform(oracle.View.eyeToClip, p);
    pixel.surfaces.push_back({ t, rgb, opacity, 0.5 + 0.5 * clip[2] / clip[3] });
    if (opacity < 1.0)
    {
      pixel.opticalDepth -= std::log1p(-opacity);
      return;
    }
    ended = true;
    pixel.hidden = pixel.opticalDepth > 13.8;
    pixel.opticalDepth = HUGE_VAL;
    pixel.depth = pixel.surfaces.back().depth;
    pixel.eyeDepth = -p[2];
  }
};

OraclePixel BruteForceMeshSurfaces::ray(int i, int j, double opaqueDepth, const std::array<double, 2>& shift,
  const MovedEnds& moved, double value) const
{
  const auto [origin, end] = pixelRay(this->View, this->ClipToEye, i + shift[0], j + shift[1], opaqueDepth);
  Vector direction = minus(end, origin);
  const double length = norm(direction);
  if (!(length > 0.0))
    return {};
  for (double& x : direction)
    x /= length;
  const double perDepth = 1.0 / std::abs(direction[2]);
  const double movedBegin = perDepth * moved.begin, movedEnd = perDepth * moved.end;
  Tracer tracer{ *this, origin, direction, this->slices(origin, direction), movedBegin, length + movedEnd,
    std::copysign(value, moved.begin), std::copysign(value, moved.end), {} };
  Intervals intervals = this->kept(origin, direction, length);
  for (auto& [from, to] : intervals)
  {
    from += movedBegin;
    to += movedEnd;
  }
  for (const OracleSegment& segment : this->Caster.segments(i, j, opaqueDepth, shift, moved))
  {
    if (!this->Scene.hidden.empty() && this->Scene.hidden[segment.tet])
      continue;
    const bool hasValue = this->Caster.isFinite(this->Scene.scalars, this->Scene.perCell, segment.tet);
    for (const auto& [from, to] : intervals)
    {
      const double begin = std::max(from, segment.begin), end = std::min(to, segment.end);
      if (tracer.ended || !(begin < end))
        continue;
      hasValue ? tracer.cross(segment, begin, end) : tracer.crossMissing(segment, begin, end);
    }
  }
  tracer.pixel.rgba[3] = -std::expm1(-tracer.pixel.opticalDepth);
  if (this->Scene.volume)
    this->Scene.volume->finish(tracer.pixel);
  return tracer.pixel;
}

} // namespace inkray::testing
