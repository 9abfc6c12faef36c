// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Watertight signs of 2-D edge functions.
///
/// The edge function of two vertices a and b in ray space, E(a, b) = Xa Yb - Xb Ya, says on which side of the
/// line a b the ray (the origin) passes. Every decision of the ray caster, in the pixel intersection lists
/// and in the march, is such a sign. Two facts make the signs exact for the float coordinates:
///  - rounding is monotonic: with both products rounded and then subtracted, a difference that is not 0 has
///  the exact sign;
///  - where it is 0, the products of two floats are exact in double, and so is the sign of their difference.
/// Where that is 0 too, the ray meets the edge (or a vertex) exactly. It is then moved by an infinitesimal
/// amount, by (d, d^2) in the plane, and, for vertices that coincide in the plane, the vertices by still
/// smaller amounts, the lowest id farthest (Edelsbrunner and Muecke 1990, simulation of simplicity). So each
/// ray sees a planar configuration in general position, in which exactly two faces of a tet contain it or
/// none: a ray cannot get lost, and an edge shared by boundary faces is counted once.
namespace inkray
{

/// A vertex in the ray space of one ray.
struct RayVertex
{
  float x, y; ///< position relative to the ray
  float depth;
  float scalar;
};

/// Magnitude that stands for "0, but on this side": too small to weigh anything in an interpolation,
/// large enough for its reciprocal to be finite.
constexpr float edgeTie = 1e-30f;

/// The side for an edge function that is 0 in float; aFirst: a has the lower id. Rare, and kept out of the
/// loops.
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
  // Coincident in the plane: the vertex of the lower id moves, by e (1, 0), which changes E by e (Y - d^2)
  // for the lower one first.
  return (ay > 0.0f) == aFirst ? edgeTie : -edgeTie;
}

/// E(a, b) before ties are resolved: where it is not 0, its sign is exact, and E(b, a) = -E(a, b).
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

  /// True when the ray is inside, and the corners are counter-clockwise around it.
  INKRAY_HD bool allPositive() const { return minimumOfNumbers(bc, minimumOfNumbers(ca, ab)) > 0.0f; }
  /// The same with the corners clockwise.
  INKRAY_HD bool allNegative() const { return maximumOfNumbers(bc, maximumOfNumbers(ca, ab)) < 0.0f; }
};

/// `ids`: x, y and z are the ids of a, b and c.
INKRAY_HD FaceEdges edgesOfFace(const RayVertex& a, const RayVertex& b, const RayVertex& c, const UInt4& ids)
{
  FaceEdges e = { rawEdgeFunction(b, c), rawEdgeFunction(c, a), rawEdgeFunction(a, b) };
  if (minimumOfNumbers(minimumOfNumbers(fabsf(e.bc), fabsf(e.ca)), fabsf(e.ab)) == 0.0f)
    e = { edgeFunction(b, c, ids.y < ids.z), edgeFunction(c, a, ids.z < ids.x),
      edgeFunction(a, b, ids.x < ids.y) };
  return e;
}

/// edgesOfFace(a, b, c, ids).allPositive(), which looks for ties only where no edge function is negative.
INKRAY_HD bool isInsideFace(const RayVertex& a, const RayVertex& b, const RayVertex& c, const UInt4& ids)
{
  const FaceEdges e = { rawEdgeFunction(b, c), rawEdgeFunction(c, a), rawEdgeFunction(a, b) };
  const float least = minimumOfNumbers(e.bc, minimumOfNumbers(e.ca, e.ab));
  return least > 0.0f || (least == 0.0f && edgesOfFace(a, b, c, ids).allPositive());
}

} // namespace inkray
