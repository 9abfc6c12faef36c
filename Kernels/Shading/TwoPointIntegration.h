// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Emission and absorption along a ray where colour and attenuation are any function of scalars that are
/// linear along a segment, by two points a segment, whatever lies between.
///
/// The function is looked up at the two points of Gauss and Legendre's rule, of which each stands for half of
/// the way, of one colour c and one attenuation: with e = 2^-(attenuation times half the length)
///   C += T (1 - e1) c1 + T e1 (1 - e2) c2,   T becomes T e1 e2.
/// So the optical depth is exact where the attenuation is of third degree along the way, and one colour comes
/// out exactly at any depth. 0.0774 (1 - e1)(1 - e2) goes from the second weight to the first: then a colour
/// that is linear is right to 9e-5 of its change at an optical depth of 0.8 where the attenuation is
/// constant. Where the function bends on the way there is no bound: only for meshes with segments that are
/// short enough (SegmentSample.h).
namespace inkray
{

/// The shares of a segment's way at which the points lie.
constexpr float firstPoint = 0.2113248654f, secondPoint = 0.7886751346f;

/// A segment with colours and attenuations a and b at the two points; `half`: half its length in world units
/// times log2(e).
template <class Ray>
INKRAY_HD void gatherTwoPoints(Ray& ray, const Float4& a, const Float4& b, float half)
{
  const float throughA = exp2Fast(-half * a.w), throughB = exp2Fast(-half * b.w);
  const float stopsA = 1.0f - throughA, stopsB = 1.0f - throughB, given = 0.0774f * stopsA * stopsB;
  const float ofA = ray.transmittance * (stopsA + given),
              ofB = ray.transmittance * multiplyAdd(throughA, stopsB, -given);
  ray.red = multiplyAdd(ofA, a.x, multiplyAdd(ofB, b.x, ray.red));
  ray.green = multiplyAdd(ofA, a.y, multiplyAdd(ofB, b.y, ray.green));
  ray.blue = multiplyAdd(ofA, a.z, multiplyAdd(ofB, b.z, ray.blue));
  ray.transmittance *= throughA * throughB;
}

/// A function of a place from 0 to 1 that is constant in equal cells; beyond, as at its ends. A place takes
/// one load of 16 bytes, half of what a cell with slopes takes, by which a GPU's first level of cache is
/// bound.
struct StepView
{
  const Float4* cells; ///< colour and attenuation; null: there is none
  float numCells;
  float perScalar, offset; ///< of a normalised scalar, to its place

  /// At a normalised scalar. Floats of the size of 1.5 2^23 are whole numbers, so that adding that much
  /// rounds.
  INKRAY_HD Float4 at(float scalar) const
  {
    const float whole = 12582912.0f, place = multiplyAdd(scalar, perScalar, offset);
    const float shifted = multiplyAdd(maximum(saturate(place), 0.0f), numCells, whole); // NaN: 0
    return load(cells + static_cast<int>(bitsOf(shifted) - 0x4B400000u));
  }
};

} // namespace inkray
