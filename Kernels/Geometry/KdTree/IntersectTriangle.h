// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/Ray.h"

#include <cstdint>

namespace inkray
{

/// Where a ray meets a triangle.
struct KdHit
{
  float t;                ///< parameter of the ray
  std::uint32_t triangle; ///< the caller's index
  float u, v;             ///< the point is (1 - u - v) a + u b + v c
};

/// A ray, prepared for intersection with triangles: it is sheared and scaled so that it follows one axis, z.
/// That is the axis of the direction's longest component (Woop, Benthin and Wald 2013, watertight
/// ray/triangle intersection).
struct TriangleRay
{
  float origin[3];
  float shearX, shearY, scale;
  int z;

  TriangleRay() = default;
  INKRAY_HD explicit TriangleRay(const Ray& ray)
  {
    const float x = fabsf(ray.direction[0]), y = fabsf(ray.direction[1]), d = fabsf(ray.direction[2]);
    z = x > y ? (x > d ? 0 : 2) : (y > d ? 1 : 2);
    scale = 1.0f / (z == 0 ? ray.direction[0] : z == 1 ? ray.direction[1] : ray.direction[2]);
    shearX = (z == 0 ? ray.direction[1] : z == 1 ? ray.direction[2] : ray.direction[0]) * scale;
    shearY = (z == 0 ? ray.direction[2] : z == 1 ? ray.direction[0] : ray.direction[1]) * scale;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      origin[axis] = ray.origin[axis];
  }

  /// Transform a point so that the ray is the z axis; z is not scaled yet. A vertex has the same result in
  /// all of its triangles.
  INKRAY_HD Float3 shear(const Float4& point) const
  {
    const float p[3] = { point.x - origin[0], point.y - origin[1], point.z - origin[2] };
    const float depth = z == 0 ? p[0] : z == 1 ? p[1] : p[2];
    return { multiplyAdd(-shearX, depth,
               z == 0     ? p[1]
                 : z == 1 ? p[2]
                          : p[0]),
      multiplyAdd(-shearY, depth,
        z == 0     ? p[2]
          : z == 1 ? p[0]
                   : p[1]),
      depth };
  }
};

/// The side of the line a b on which the ray passes: a.x b.y - a.y b.x, with the exact sign. Both products
/// are rounded before the subtraction, and rounding is monotonic. If the difference is 0, the products of
/// floats are computed exactly, in double precision.
INKRAY_HD float sideOfEdge(const Float3& a, const Float3& b)
{
  const float side = subRounded(mulRounded(a.x, b.y), mulRounded(a.y, b.x));
  if (side != 0.0f)
    return side;
  return static_cast<float>(mulRounded(static_cast<double>(a.x), static_cast<double>(b.y)) -
    mulRounded(static_cast<double>(a.y), static_cast<double>(b.x)));
}

/// Whether the ray's line meets a triangle, from either side. Edges and corners belong to the triangle, so
/// that no ray passes between triangles that share them. Sets all members of `hit` except the triangle's
/// index.
INKRAY_HD bool intersectTriangle(
  const TriangleRay& ray, const Float4& first, const Float4& second, const Float4& third, KdHit& hit)
{
  const Float3 a = ray.shear(first), b = ray.shear(second), c = ray.shear(third);
  const float ofA = sideOfEdge(c, b), ofB = sideOfEdge(a, c), ofC = sideOfEdge(b, a);
  if ((ofA < 0.0f || ofB < 0.0f || ofC < 0.0f) && (ofA > 0.0f || ofB > 0.0f || ofC > 0.0f))
    return false;
  const float sum = ofA + ofB + ofC;
  if (sum == 0.0f)
    return false;
  const float inverse = 1.0f / sum;
  hit.u = ofB * inverse;
  hit.v = ofC * inverse;
  hit.t = multiplyAdd(ofC * inverse, c.z, multiplyAdd(ofB * inverse, b.z, ofA * inverse * a.z)) * ray.scale;
  return true;
}
INKRAY_HD bool intersectTriangle(const TriangleRay& ray, const Float4* corners, KdHit& hit)
{
  return intersectTriangle(ray, load(corners), load(corners + 1), load(corners + 2), hit);
}

} // namespace inkray
