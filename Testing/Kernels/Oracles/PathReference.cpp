// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/PathReference.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace inkray::testing
{
namespace
{

constexpr double Pi = 3.14159265358979323846;

Vector along(const Vector& p, const Vector& d, double t)
{
  return { p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2] };
}
Vector times(const Vector& a, double s)
{
  return { s * a[0], s * a[1], s * a[2] };
}
Vector times(const Vector& a, const Vector& b)
{
  return { a[0] * b[0], a[1] * b[1], a[2] * b[2] };
}
Vector plus(const Vector& a, const Vector& b)
{
  return { a[0] + b[0], a[1] + b[1], a[2] + b[2] };
}
Vector unit(const Vector& a)
{
  return times(a, 1.0 / norm(a));
}

template <class Engine>
double uniform(Engine& engine)
{
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

/// A random direction, uniform over the unit sphere.
template <class Engine>
Vector anyDirection(Engine& engine)
{
  const double z = 2 * uniform(engine) - 1, angle = 2 * Pi * uniform(engine), r = std::sqrt(1 - z * z);
  return { r * std::cos(angle), r * std::sin(angle), z };
}

double schlick(double r, double cosine)
{
  return r + (1 - r) * std::pow(1 - cosine, 5);
}

/// A microfacet lobe with Blinn's distribution, without the cosine.
double lobeOf(
  double shininess, double reflectance, const Vector& n, const Vector& h, const Vector& out, const Vector& in)
{
  const double cosIn = dot(n, in), cosOut = dot(n, out), nh = dot(n, h), oh = dot(out, h);
  const double distribution = (shininess + 2) / (2 * Pi) * std::pow(nh, shininess);
  const double shadowing = std::min({ 1.0, 2 * nh * cosOut / oh, 2 * nh * cosIn / oh });
  return distribution * shadowing * schlick(reflectance, oh) / (4 * cosIn * cosOut);
}

/// The share of light that a diffuse, glossy or painted material reflects from `in` to `out` (both pointing
/// away from it), without the cosine.
Vector reflected(const PathReference::Material& m, const Vector& n, const Vector& out, const Vector& in)
{
  const double cosIn = dot(n, in), cosOut = dot(n, out);
  if (cosIn <= 0 || cosOut <= 0)
    return { 0, 0, 0 };
  if (m.kind == PathReference::Kind::Diffuse)
    return times(m.color, 1 / Pi);
  const Vector h = unit(plus(in, out));
  const double lobe = lobeOf(m.shininess, m.reflectance, n, h, out, in);
  double base = (1 - schlick(m.reflectance, cosIn)) * (1 - schlick(m.reflectance, cosOut));
  if (m.kind == PathReference::Kind::CarPaint) // half of the base consists of flakes
    base *= 0.5 / Pi + 0.5 * lobeOf(15, 1, n, h, out, in);
  else
    base /= Pi;
  return plus(times(m.color, base), { lobe, lobe, lobe });
}

} // namespace

bool PathReference::hit(const Vector& o, const Vector& d, double end, Hit& hit) const
{
  hit.t = end;
  const double smallest = 1e-7;
  bool found = false;
  for (const Sphere& s : spheres)
  {
    const Vector oc = minus(o, s.center);
    const double b = dot(oc, d), c = dot(oc, oc) - s.radius * s.radius, square = b * b - c;
    if (square <= 0)
      continue;
    for (const double t : { -b - std::sqrt(square), -b + std::sqrt(square) })
      if (t > smallest && t < hit.t)
      {
        hit = { t, unit(minus(along(o, d, t), s.center)), s.material };
        found = true;
      }
  }
  for (const Quad& q : quads)
  {
    const Vector n = unit(cross(q.a, q.b));
    const double across = dot(n, d);
    if (std::abs(across) < 1e-14)
      continue;
    const double t = dot(n, minus(q.corner, o)) / across;
    const Vector p = minus(along(o, d, t), q.corner);
    const double u = dot(p, q.a) / dot(q.a, q.a), v = dot(p, q.b) / dot(q.b, q.b);
    if (t > smallest && t < hit.t && u >= 0 && u <= 1 && v >= 0 && v <= 1)
    {
      hit = { t, n, q.material };
      found = true;
    }
  }
  return found;
}

Vector PathReference::sky(const Vector& d) const
{
  const double share = 0.5 + 0.5 * d[1];
  return plus(times(skyTop, share), times(skyBottom, 1 - share));
}

template <class Engine>
Vector PathReference::path(Vector o, Vector d, Engine& engine) const
{
  Vector light = { 0, 0, 0 }, weight = { 1, 1, 1 };
  Hit h;
  if (!this->hit(o, d, 1e9, h))
    return light; // the sky seen directly by the camera does not count
  for (int bounce = 0;; ++bounce)
  {
    const Vector p = along(o, d, h.t), out = times(d, -1);
    const bool isInside = dot(h.normal, out) < 0;
    const Vector n = isInside ? times(h.normal, -1) : h.normal;
    const bool isMirror = h.material.kind == Kind::Glass || h.material.kind == Kind::Chrome;
    Vector in;
    if (!isMirror)
    {
      for (const PointLight& l : lights)
      {
        const Vector to = minus(l.position, p);
        const double r = norm(to);
        const Vector direction = times(to, 1 / r);
        Hit between;
        const double cosine = dot(n, direction);
        if (cosine > 0 && !this->hit(along(p, n, 1e-6), direction, r, between))
          light = plus(light,
            times(times(weight, reflected(h.material, n, out, direction)),
              times(l.color, Pi * cosine / (r * r))));
      }
      do
        in = anyDirection(engine);
      while (in[0] == 0 && in[1] == 0 && in[2] == 0);
      if (dot(in, n) < 0)
        in = times(in, -1);
      weight = times(times(weight, reflected(h.material, n, out, in)), 2 * Pi * dot(in, n));
    }
    else if (h.material.kind == Kind::Chrome)
    {
      const double cosine = dot(n, out);
      in = minus(times(n, 2 * cosine), out);
      for (std::size_t c = 0; c < 3; ++c)
        weight[c] *= schlick(h.material.color[c], cosine);
    }
    else
    {
      const double ratio = isInside ? h.material.refractiveIndex : 1 / h.material.refractiveIndex;
      const double cosine = dot(n, out), square = 1 - ratio * ratio * (1 - cosine * cosine);
      double share = 1;
      const double through = std::sqrt(std::max(0.0, square));
      if (square > 0)
      {
        const double s = (ratio * cosine - through) / (ratio * cosine + through);
        const double t = (cosine - ratio * through) / (cosine + ratio * through);
        share = 0.5 * (s * s + t * t);
      }
      if (uniform(engine) < share)
        in = minus(times(n, 2 * cosine), out);
      else
      {
        in = plus(times(d, ratio), times(n, ratio * cosine - through));
        weight = times(weight, h.material.color);
      }
    }
    in = unit(in);
    if (isMirror && bounce >= bounces)
      return light;
    o = along(p, n, dot(in, n) > 0 ? 1e-6 : -1e-6);
    d = in;
    if (!this->hit(o, d, 1e9, h))
      return plus(light, times(weight, this->sky(d)));
    if (bounce >= bounces)
      return light;
  }
}

PathReference::Estimate PathReference::pixel(
  const Camera& camera, int i, int j, int samples, std::uint64_t seed) const
{
  std::mt19937_64 engine(
    seed * 1000003 + static_cast<std::uint64_t>(i) * 4099 + static_cast<std::uint64_t>(j));
  const Matrix eyeToWorld = inverse(camera.meshToEye);
  const double* const P = camera.eyeToClip;
  Vector sum = { 0, 0, 0 }, square = { 0, 0, 0 };
  for (int s = 0; s < samples; ++s)
  {
    const double x = 2 * (i + uniform(engine)) / camera.width - 1,
                 y = 2 * (j + uniform(engine)) / camera.height - 1;
    // In a symmetric perspective, the eye is the origin of eye coordinates.
    const Vector eye = { x / P[0], y / P[5], -1.0 };
    const auto o = transform(eyeToWorld.data(), { 0, 0, 0 }), at = transform(eyeToWorld.data(), eye);
    const Vector origin = { o[0], o[1], o[2] };
    const Vector light = this->path(origin, unit(minus({ at[0], at[1], at[2] }, origin)), engine);
    sum = plus(sum, light);
    square = plus(square, times(light, light));
  }
  Estimate e;
  for (std::size_t c = 0; c < 3; ++c)
  {
    e.mean[c] = sum[c] / samples;
    e.variance[c] = std::max(0.0, square[c] / samples - e.mean[c] * e.mean[c]) / samples;
  }
  return e;
}

} // namespace inkray::testing
