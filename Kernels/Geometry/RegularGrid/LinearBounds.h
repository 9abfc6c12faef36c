// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/Isovalues.h"

#include <cmath>

/// Bounds on the difference between the interpolant of a sub-brick and a linear function. Within a cell the
/// difference is trilinear, so the differences at the points bound it everywhere. An isosurface of value v
/// then lies between two parallel planes: where the linear function has a value in [v - high, v - low]. Rays
/// examine only cells between the two planes; if the field is smooth, that is one cell or none. The bounds
/// belong to the volume, not to an isovalue.
namespace inkray
{

/// Bounds of a sub-brick with the interpolant f: low <= f(p) - gradient (p - corner) <= high. The gradient's
/// components, per cell, are stored as the upper halves of floats. x is in the lower and y in the upper half
/// of the first word, z is in the lower half of the second. A packet has bounds for each ray.
template <class Real>
struct alignas(4 * sizeof(Real)) LinearBoundsOf
{
  WordOf<Real> gradientXY, gradientZ;
  Real low, high;
};
using LinearBounds = LinearBoundsOf<float>;

template <class Real>
INKRAY_ONE_OR_MANY void gradientOf(const LinearBoundsOf<Real>& bounds, Real gradient[3])
{
  gradient[0] = ofBits<Real>(bounds.gradientXY << 16);
  gradient[1] = ofBits<Real>(bounds.gradientXY & 0xffff0000u);
  gradient[2] = ofBits<Real>(bounds.gradientZ << 16);
}

/// The upper 16 bits of a float, rounded.
INKRAY_HD std::uint32_t upperHalf(float x)
{
  return (bitsOf(x) + 0x8000u) >> 16;
}

/// Bounds that exclude no part of a ray.
INKRAY_HD LinearBounds noBounds()
{
  return { 0, 0, -INFINITY, INFINITY };
}

/// Compute the linear bounds of every sub-brick, at entry 64 leaf + sub-brick; no bounds if a value is not
/// finite.
template <class T>
struct FindLinearBounds
{
  BrickLayout layout;
  VolumeView<T> volume;
  LinearBounds* bounds;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int low[3], high[3], size[3];
    const bool any = cellsOfSubBrick(layout, i, low, high);
    int extent = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      size[axis] = high[axis] - low[axis];
      extent = layout.cells[axis] > extent ? layout.cells[axis] : extent;
    }
    bounds[i] = any
      ? this->boundsOf(volume.values + low[0] + low[1] * volume.strideY + low[2] * volume.strideZ, size,
          static_cast<float>(extent))
      : noBounds();
  }

  /// The bounds for the points from `corner` on, size + 1 along each axis.
  INKRAY_HD LinearBounds boundsOf(const T* corner, const int size[3], float extent) const
  {
    // Slopes between opposite sides, from the eight corner points.
    float outer[8];
    for (int k = 0; k < 8; ++k)
      outer[k] = 0.25f *
        static_cast<float>(corner[(k & 1 ? size[0] : 0) + (k & 2 ? size[1] : 0) * volume.strideY +
          (k & 4 ? size[2] : 0) * volume.strideZ]);
    float gradient[3] = { 0.0f, 0.0f, 0.0f };
    for (int k = 0; k < 8; ++k)
      for (int axis = 0; axis < 3; ++axis)
        gradient[axis] += (k >> axis & 1) != 0 ? outer[k] : -outer[k];
    LinearBounds result = noBounds();
    result.gradientXY = upperHalf(gradient[0] / static_cast<float>(size[0])) |
      upperHalf(gradient[1] / static_cast<float>(size[1])) << 16;
    result.gradientZ = upperHalf(gradient[2] / static_cast<float>(size[2]));
    gradientOf(result, gradient);

    float lowest = INFINITY, highest = -INFINITY, largest = 0.0f,
          finite = 0.0f; // NaN if a value is not finite
    for (int z = 0; z <= size[2]; ++z)
      for (int y = 0; y <= size[1]; ++y)
      {
        const T* row = corner + y * volume.strideY + z * volume.strideZ;
        const float linear =
          multiplyAdd(gradient[1], static_cast<float>(y), gradient[2] * static_cast<float>(z));
        for (int x = 0; x <= size[0]; ++x)
        {
          const auto value = static_cast<float>(row[x]);
          const float difference = value - multiplyAdd(gradient[0], static_cast<float>(x), linear);
          lowest = minimum(lowest, difference);
          highest = maximum(highest, difference);
          largest = maximum(largest, fabsf(value));
          finite += value - value;
        }
      }
    // A margin for rounding errors: of the differences, of the numbers that clipToBounds computes from
    // values, and of positions along the ray (2^-24 of a few times the volume's extent, in cells).
    const float slopes = fabsf(gradient[0]) + fabsf(gradient[1]) + fabsf(gradient[2]);
    const float slack = multiplyAdd(slopes, multiplyAdd(extent, 8e-6f, 1e-5f), 2e-6f * largest);
    if (finite != 0.0f)
      return noBounds();
    result.low = lowest - slack;
    result.high = highest + slack;
    return result.high - result.low < INFINITY ? result : noBounds();
  }
};

/// Shorten [begin, end] to the part of the ray in which a sub-brick with lower corner `corner` may hold a
/// surface; for several surfaces, from the first to the last. Returns false if there is none.
template <bool Single, class Real>
INKRAY_ONE_OR_MANY MaskOf<Real> clipToBounds(const LinearBoundsOf<Real>& bounds, const SurfaceList& surfaces,
  const RayOf<Real>& ray, const Real corner[3], Real& begin, Real& end)
{
  Real gradient[3] = {}, start = {}, slope = {};
  gradientOf(bounds, gradient);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    start = multiplyAdd(gradient[axis], Real(ray.origin[axis] - corner[axis]), start);
    slope = multiplyAdd(gradient[axis], ray.direction[axis], slope);
  }
  // Rays that are parallel to the planes, or nearly so, are not clipped.
  const MaskOf<Real> isSteep = magnitude(slope) > 1e-37f;
  if (!mayHold(isSteep))
    return Real{} == Real{};
  const Real perSlope = reciprocal(slope);
  const int count = Single ? 1 : surfaces.count;
  Real first = allOf<Real>(INFINITY), last = allOf<Real>(-INFINITY);
  for (int i = 0; i < count; ++i)
  {
    const float value = Single ? surfaces.first : surfaces.entries[i].value;
    const Real a = (value - bounds.high - start) * perSlope, b = (value - bounds.low - start) * perSlope;
    const Real from = maximum(minimum(a, b), begin), to = minimum(maximum(a, b), end);
    const MaskOf<Real> takes = Single ? Real{} == Real{} : from <= to;
    first = takes ? minimum(first, from) : first;
    last = takes ? maximum(last, to) : last;
  }
  begin = isSteep ? first : begin;
  end = isSteep ? last : end;
  return !isSteep || first <= last;
}

} // namespace inkray
