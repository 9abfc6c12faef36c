// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// Emission and absorption along a ray with two samples for each segment, for color and attenuation that are
/// any functions of scalars that are linear along the segment.
///
/// The function is looked up at the two points of the Gauss-Legendre rule. Each stands for half of the way,
/// with one color c and one attenuation: with e = 2^-(attenuation times half the length)
///   C += T (1 - e1) c1 + T e1 (1 - e2) c2,   T becomes T e1 e2.
/// So the optical depth is exact if the attenuation is a cubic along the way, and a constant color is exact
/// at any depth. 0.0774 (1 - e1)(1 - e2) is moved from the second weight to the first. A linear color is then
/// accurate to 9e-5 of its change, at an optical depth of 0.8 and constant attenuation. If the function bends
/// along the way, the error has no bound: use this only for meshes whose segments are short enough
/// (SegmentSample.h).
namespace inkray
{

/// The positions of the two points, as shares of a segment's way.
constexpr float firstPoint = 0.2113248654f, secondPoint = 0.7886751346f;

/// Add a segment with colors and attenuations a and b at the two points. `half`: half of its length in world
/// units times log2(e).
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

/// A function of a place from 0 to 1 that is constant in equal cells, and constant beyond. A place takes one
/// load of 16 bytes, half as many as a cell with slopes; the first-level cache of a GPU limits the speed.
struct StepView
{
  const Float4* cells; ///< color and attenuation; null: there is no table
  float numCells;
  float perScalar, offset; ///< from a normalized scalar to its place

  /// Look up a normalized scalar. Floats near 1.5 * 2^23 are integers, so adding that number rounds.
  INKRAY_HD Float4 at(float scalar) const
  {
    const float whole = 12582912.0f, place = multiplyAdd(scalar, perScalar, offset);
    const float shifted = multiplyAdd(maximum(saturate(place), 0.0f), numCells, whole); // NaN: 0
    return load(cells + static_cast<int>(bitsOf(shifted) - 0x4B400000u));
  }
};

} // namespace inkray
