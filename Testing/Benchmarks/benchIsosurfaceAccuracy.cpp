// SPDX-License-Identifier: BSD-3-Clause
// The double-precision reference of bench_isosurface casts one ray at a time, over the volume as it lies in
// memory, however large. It shares no code with the ray caster.
#include "Oracles/Matrices.h"
#include "benchIsosurfaceSupport.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace inkray::bench
{
namespace
{

using testing::Matrix;
using testing::Vector;

constexpr double Nothing = std::numeric_limits<double>::infinity();

/// A ray in index coordinates: point = origin + t direction, with t the distance in voxels.
struct IndexRay
{
  Vector origin, direction;
  double begin, end; ///< within the volume; begin >= end: beside it
};

Vector along(const IndexRay& ray, double t)
{
  return { ray.origin[0] + t * ray.direction[0], ray.origin[1] + t * ray.direction[1],
    ray.origin[2] + t * ray.direction[2] };
}

/// Evaluates a cubic at s by its coefficients.
double cubic(const double c[4], double s)
{
  return ((c[3] * s + c[2]) * s + c[1]) * s + c[0];
}

class Reference
{
public:
  Reference(const BenchVolume& volume, double isovalue)
    : Volume(volume)
    , Isovalue(isovalue)
  {
  }

  /// Returns the first place at or behind `from` where the sign of f - isovalue changes; Nothing when there
  /// is none before `until`.
  double nextCrossing(const IndexRay& ray, double from, double until) const
  {
    double t = std::max(from, ray.begin);
    const double stop = std::min(until, ray.end);
    while (t < stop)
    {
      // Find the cell just behind t, and where the ray leaves it.
      const Vector p = along(ray, t + 1e-9);
      std::int64_t cell[3];
      double leave = stop;
      for (int a = 0; a < 3; ++a)
      {
        cell[a] = std::clamp<std::int64_t>(
          static_cast<std::int64_t>(std::floor(p[a])), 0, this->Volume.dimensions[a] - 2);
        if (ray.direction[a] != 0.0)
        {
          const double plane = double(cell[a]) + (ray.direction[a] > 0 ? 1.0 : 0.0),
                       at = (plane - ray.origin[a]) / ray.direction[a];
          leave = at > t + 1e-9 ? std::min(leave, at) : leave;
        }
      }
      const double root = this->crossingInCell(ray, cell, t, leave);
      if (root < Nothing)
      {
        return root;
      }
      t = leave;
    }
    return Nothing;
  }

  /// Returns the gradient at p in index coordinates, of the interpolant of the cell that holds `inside`.
  Vector gradient(const Vector& p, const Vector& inside) const
  {
    std::int64_t cell[3];
    double w[3];
    for (int a = 0; a < 3; ++a)
    {
      cell[a] = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(std::floor(inside[a])), 0, this->Volume.dimensions[a] - 2);
      w[a] = p[a] - double(cell[a]);
    }
    Vector g = { 0, 0, 0 };
    for (int corner = 0; corner < 8; ++corner)
    {
      const int bit[3] = { corner & 1, (corner >> 1) & 1, corner >> 2 };
      const double v = this->Volume.value(cell[0] + bit[0], cell[1] + bit[1], cell[2] + bit[2]);
      for (int a = 0; a < 3; ++a)
      {
        double weight = bit[a] ? 1.0 : -1.0;
        for (int b = 0; b < 3; ++b)
        {
          weight *= b == a ? 1.0 : bit[b] ? w[b] : 1.0 - w[b];
        }
        g[a] += weight * v;
      }
    }
    return g;
  }

  /// Returns how far the value at p is from the isovalue, in voxels along the gradient.
  double distanceToSurface(const Vector& p) const
  {
    std::int64_t cell[3];
    double w[3], value = 0.0;
    for (int a = 0; a < 3; ++a)
    {
      cell[a] = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(std::floor(p[a])), 0, this->Volume.dimensions[a] - 2);
      w[a] = p[a] - double(cell[a]);
    }
    for (int corner = 0; corner < 8; ++corner)
    {
      const int bit[3] = { corner & 1, (corner >> 1) & 1, corner >> 2 };
      value += this->Volume.value(cell[0] + bit[0], cell[1] + bit[1], cell[2] + bit[2]) *
        (bit[0] ? w[0] : 1 - w[0]) * (bit[1] ? w[1] : 1 - w[1]) * (bit[2] ? w[2] : 1 - w[2]);
    }
    return std::abs(value - this->Isovalue) / std::max(1e-300, testing::norm(this->gradient(p, p)));
  }

private:
  double crossingInCell(const IndexRay& ray, const std::int64_t cell[3], double t0, double t1) const
  {
    double v[8], low = Nothing, high = -Nothing;
    for (int corner = 0; corner < 8; ++corner)
    {
      v[corner] =
        this->Volume.value(cell[0] + (corner & 1), cell[1] + ((corner >> 1) & 1), cell[2] + (corner >> 2)) -
        this->Isovalue;
      low = std::min(low, v[corner]);
      high = std::max(high, v[corner]);
    }
    if (!(low < 0.0 && high >= 0.0))
    {
      return Nothing;
    }
    // Coordinates within the cell are linear in s, t = t0 + s (t1 - t0); the interpolant is a sum of products
    // of three of them.
    const Vector p0 = along(ray, t0), p1 = along(ray, t1);
    double c[4] = { 0, 0, 0, 0 };
    for (int corner = 0; corner < 8; ++corner)
    {
      double product[4] = { v[corner], 0, 0, 0 };
      for (int a = 0; a < 3; ++a)
      {
        double constant = p0[a] - double(cell[a]), slope = p1[a] - p0[a];
        if (!((corner >> a) & 1))
        {
          constant = 1.0 - constant;
          slope = -slope;
        }
        for (int n = 3; n >= 0; --n)
        {
          product[n] = product[n] * constant + (n > 0 ? product[n - 1] * slope : 0.0);
        }
      }
      for (int n = 0; n < 4; ++n)
      {
        c[n] += product[n];
      }
    }
    // The cubic is monotone between the roots of its derivative.
    double ends[4] = { 0.0, 1.0, 1.0, 1.0 };
    int count = 1;
    const double qa = 3.0 * c[3], qb = 2.0 * c[2], qc = c[1], discriminant = qb * qb - 4.0 * qa * qc;
    if (discriminant > 0.0)
    {
      const double q = -0.5 * (qb + std::copysign(std::sqrt(discriminant), qb));
      double roots[2] = { qa != 0.0 ? q / qa : -1.0, q != 0.0 ? qc / q : -1.0 };
      std::sort(roots, roots + 2);
      for (const double root : roots)
      {
        if (root > 0.0 && root < 1.0)
        {
          ends[count++] = root;
        }
      }
    }
    ends[count] = 1.0;
    for (int n = 0; n < count; ++n)
    {
      double a = ends[n], b = ends[n + 1];
      const bool above = cubic(c, a) >= 0.0;
      if (above == (cubic(c, b) >= 0.0))
      {
        continue;
      }
      for (int step = 0; step < 80 && a < b; ++step)
      {
        const double middle = 0.5 * (a + b);
        (above == (cubic(c, middle) >= 0.0) ? a : b) = middle;
      }
      return t0 + 0.5 * (a + b) * (t1 - t0);
    }
    return Nothing;
  }

  const BenchVolume& Volume;
  double Isovalue;
};

Vector transformPoint(const Matrix& m, const Vector& p)
{
  const auto q = testing::transform(m.data(), p);
  return { q[0] / q[3], q[1] / q[3], q[2] / q[3] };
}

} // namespace

HitAccuracy checkHits(const BenchVolume& volume, double isovalue, const Camera& camera,
  const IsosurfaceHit* hits, int count, std::uint64_t seed)
{
  const VolumeInput input = volume.input();
  Matrix indexToMesh, meshToEye;
  std::copy(input.indexToMesh, input.indexToMesh + 16, indexToMesh.begin());
  std::copy(camera.meshToEye, camera.meshToEye + 16, meshToEye.begin());
  const Matrix indexToEye = testing::multiply(meshToEye, indexToMesh),
               eyeToIndex = testing::inverse(indexToEye.data()),
               clipToEye = testing::inverse(camera.eyeToClip);
  const Reference reference(volume, isovalue);
  const auto eyeNormal = [&](const Vector& gradient) {
    Vector n;
    for (int a = 0; a < 3; ++a)
    {
      n[a] = eyeToIndex[a] * gradient[0] + eyeToIndex[4 + a] * gradient[1] + eyeToIndex[8 + a] * gradient[2];
    }
    return n;
  };

  HitAccuracy result;
  std::mt19937_64 random(seed);
  for (std::int64_t attempt = 0; attempt < std::int64_t{ 1000 } * count && result.rays < count; ++attempt)
  {
    const int i = static_cast<int>(random() % static_cast<unsigned>(camera.width)),
              j = static_cast<int>(random() % static_cast<unsigned>(camera.height));
    const auto [nearPoint, farPoint] = testing::pixelRay(camera, clipToEye, i, j);
    IndexRay ray;
    ray.origin = transformPoint(eyeToIndex, nearPoint);
    const Vector toFar = testing::minus(transformPoint(eyeToIndex, farPoint), ray.origin);
    const double length = testing::norm(toFar);
    ray.begin = 0.0;
    ray.end = length;
    for (int a = 0; a < 3; ++a)
    {
      ray.direction[a] = toFar[a] / length;
      if (ray.direction[a] != 0.0)
      {
        double t0 = -ray.origin[a] / ray.direction[a],
               t1 = (double(volume.dimensions[a] - 1) - ray.origin[a]) / ray.direction[a];
        if (t0 > t1)
        {
          std::swap(t0, t1);
        }
        ray.begin = std::max(ray.begin, t0);
        ray.end = std::min(ray.end, t1);
      }
    }
    if (!(ray.begin < ray.end))
    {
      continue;
    }
    ++result.rays;
    const double nearDepth = -nearPoint[2], farDepth = -farPoint[2];
    const IsosurfaceHit& hit = hits[static_cast<std::size_t>(j) * static_cast<std::size_t>(camera.width) +
      static_cast<std::size_t>(i)];
    const double drawn =
      std::isfinite(hit.depth) ? (double(hit.depth) - nearDepth) / (farDepth - nearDepth) * length : Nothing;
    const double t = reference.nextCrossing(ray, ray.begin, ray.end);
    // A surface that the ray enters and leaves again at once, or at the volume's border, may be hit or not.
    const bool graze = t < Nothing && std::abs(drawn - t) > 0.01 &&
      (t > ray.end - 0.02 || t < ray.begin + 0.02 ||
        reference.nextCrossing(ray, t + 1e-7, t + 0.02) < Nothing);
    const bool onSurface = drawn < Nothing && drawn > ray.begin - 0.02 && drawn < ray.end + 0.02 &&
      reference.distanceToSurface(along(ray, drawn)) < 0.01;
    if (graze || (drawn < t && onSurface && std::abs(drawn - t) > 0.01))
    {
      ++result.grazes;
      continue;
    }
    if (t == Nothing && drawn == Nothing)
    {
      continue;
    }
    ++result.hits;
    const double error = std::abs(drawn - t);
    if (!(error < 1.0))
    {
      ++result.missed;
      continue;
    }
    result.largest = std::max(result.largest, error);
    if (error > 0.01)
    {
      ++result.far;
      continue;
    }
    // Gradients jump from cell to cell: any cell that touches the hit will do.
    double best = -1.0;
    bool certain = true;
    for (int corner = 0; corner < 8; ++corner)
    {
      const Vector p = along(ray, t);
      Vector inside = p;
      for (int a = 0; a < 3; ++a)
      {
        inside[a] += (corner >> a) & 1 ? 0.003 : -0.003;
      }
      const Vector gradient = reference.gradient(p, inside), normal = eyeNormal(gradient);
      certain = certain && testing::norm(gradient) > 1e-6;
      best = std::max(best,
        testing::dot(normal, { hit.normal[0], hit.normal[1], hit.normal[2] }) /
          std::max(1e-300, testing::norm(normal)));
    }
    result.normals += certain && !(best >= std::cos(0.5 * 3.14159265358979323846 / 180.0));
  }
  return result;
}

} // namespace inkray::bench
