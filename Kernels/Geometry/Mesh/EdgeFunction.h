// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Watertight signs of 2-D edge functions.
///
/// The edge function of two vertices a and b in ray space, E(a, b) = Xa Yb - Xb Ya, tells on which side of
/// the line a b the ray (the origin) passes. Every decision of the ray caster, in the pixel intersection
/// lists and in the march, is such a sign. Two facts make the signs exact for the float coordinates:
/// - rounding is monotonic: with both products rounded and then subtracted, a difference that is not 0 has
///   the exact sign;
/// - if the difference is 0, the products of two floats are exact in double precision, and so is the sign of
///   their difference.
/// If that is 0 too, the ray meets the edge (or a vertex) exactly. The ray is then moved by an infinitesimal
/// amount, by (d, d^2) in the plane. For vertices that coincide in the plane, the vertices are moved by still
/// smaller amounts, the lowest id farthest (Edelsbrunner and Muecke 1990, simulation of simplicity). So each
/// ray sees a planar configuration in general position, in which either two faces of a tet contain it or
/// none: no ray gets lost, and an edge shared by boundary faces is counted once.
namespace inkray
{

/// A vertex in the space of one ray.
struct RayVertex
{
  float x, y; ///< position relative to the ray
  float depth;
  float scalar;
};

/// A magnitude that means "0, but on this side": too small to affect an interpolation, and large enough for
/// its reciprocal to be finite.
constexpr float edgeTie = 1e-30f;

/// Decide the side for an edge function that is 0 in float; aFirst: a has the lower id. This is rare, and
/// therefore not inlined into loops.
INKRAY_HD_NOINLINE float resolveEdgeTie(float ax, float ay, float bx, float by, bool aFirst)
{
  const double exact =
    static_cast<double>(ax) * static_cast<double>(by) - static_cast<double>(bx) * static_cast<double>(ay);
  if (exact != 0.0)
    return exact > 0.0 ? edgeTie : -edgeTie;
  // Derivative of E(a - p, b - p) with respect to p = (d, d^2): -(Yb - Ya) d + (Xb - Xa) d^2.
  if (ay != by)
    return ay > by ? edgeTie : -edgeTie;
  if (ax != bx)
    return bx > ax ? edgeTie : -edgeTie;
  // The vertices coincide in the plane: the vertex with the lower id moves by e (1, 0). If that is the first
  // vertex, E changes by e (Y - d^2).
  return (ay > 0.0f) == aFirst ? edgeTie : -edgeTie;
}

/// E(a, b) before ties are resolved: if it is not 0, its sign is exact, and E(b, a) = -E(a, b).
INKRAY_HD float rawEdgeFunction(const RayVertex& a, const RayVertex& b)
{
  return subRounded(mulRounded(a.x, b.y), mulRounded(b.x, a.y));
}

/// E(a, b): never 0, sign exact, E(b, a) = -E(a, b).
INKRAY_HD float edgeFunction(const RayVertex& a, const RayVertex& b, bool aFirst)
{
  const float e = rawEdgeFunction(a, b);
  return e != 0.0f ? e : resolveEdgeTie(a.x, a.y, b.x, b.y, aFirst);
}

/// The edge functions of a face a b c seen from one ray.
struct FaceEdges
{
  float bc, ca, ab;

  /// Whether the ray is inside, and the corners are counter-clockwise around it.
  INKRAY_HD bool allPositive() const { return minimumOfNumbers(bc, minimumOfNumbers(ca, ab)) > 0.0f; }
  /// Whether the ray is inside, and the corners are clockwise around it.
  INKRAY_HD bool allNegative() const { return maximumOfNumbers(bc, maximumOfNumbers(ca, ab)) < 0.0f; }
};

/// The edge functions of a face; `ids`: x, y and z are the ids of a, b and c.
INKRAY_HD FaceEdges edgesOfFace(const RayVertex& a, const RayVertex& b, const RayVertex& c, const UInt4& ids)
{
  FaceEdges e = { rawEdgeFunction(b, c), rawEdgeFunction(c, a), rawEdgeFunction(a, b) };
  if (minimumOfNumbers(minimumOfNumbers(fabsf(e.bc), fabsf(e.ca)), fabsf(e.ab)) == 0.0f)
    e = { edgeFunction(b, c, ids.y < ids.z), edgeFunction(c, a, ids.z < ids.x),
      edgeFunction(a, b, ids.x < ids.y) };
  return e;
}

/// Equals edgesOfFace(a, b, c, ids).allPositive(), but resolves ties only if no edge function is negative.
INKRAY_HD bool isInsideFace(const RayVertex& a, const RayVertex& b, const RayVertex& c, const UInt4& ids)
{
  const FaceEdges e = { rawEdgeFunction(b, c), rawEdgeFunction(c, a), rawEdgeFunction(a, b) };
  const float least = minimumOfNumbers(e.bc, minimumOfNumbers(e.ca, e.ab));
  return least > 0.0f || (least == 0.0f && edgesOfFace(a, b, c, ids).allPositive());
}

} // namespace inkray
