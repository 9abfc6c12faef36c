// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/OneOrMany.h"
#include "Geometry/RegularGrid/Isovalues.h"

#include <cmath>

/// The trilinear interpolant of one cell along a ray is a cubic (Parker et al. 1998). Here it has Bernstein
/// form, whose coefficients are averages of interpolated values, relative to the isovalue. Interpolation
/// never changes a sign that both values share, and at 0 and 1 returns one of them. So cells on both sides of
/// a face see the same sign of the same number where a ray passes through it. No surface has a gap there, and
/// no surface is visible twice.
namespace inkray
{

/// The values at a cell's corners; bit 0 of the index is x, bit 1 y, bit 2 z.
template <class Real>
struct CellCornersOf
{
  Real value[8];
};
using CellCorners = CellCornersOf<float>;

template <class T>
INKRAY_HD CellCorners loadCorners(const T* corner, std::int64_t strideY, std::int64_t strideZ)
{
  const T* back = corner + strideZ;
  return { { static_cast<float>(corner[0]), static_cast<float>(corner[1]),
    static_cast<float>(corner[strideY]), static_cast<float>(corner[strideY + 1]), static_cast<float>(back[0]),
    static_cast<float>(back[1]), static_cast<float>(back[strideY]), static_cast<float>(back[strideY + 1]) } };
}

/// The corners' values relative to a value.
template <class Real>
INKRAY_ONE_OR_MANY CellCornersOf<Real> relativeTo(CellCornersOf<Real> cell, Real value)
{
  INKRAY_UNROLL
  for (int k = 0; k < 8; ++k)
    cell.value[k] -= value;
  return cell;
}

/// (1 - t) a + t b for t in [0, 1]; each product has the sign of a or b, or is 0.
template <class Real>
INKRAY_ONE_OR_MANY Real interpolate(Real a, Real b, Real t)
{
  return multiplyAdd(t, b, multiplyAdd(Real(-t), a, a));
}

/// The interpolant at a point of the cell (local coordinates), computed as restrictToSegment does at its
/// ends.
template <class Real>
INKRAY_ONE_OR_MANY Real interpolateCell(const CellCornersOf<Real>& cell, const Real p[3])
{
  Real x[4];
  INKRAY_UNROLL
  for (int k = 0; k < 4; ++k)
    x[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], p[0]);
  return interpolate(interpolate(x[0], x[1], p[1]), interpolate(x[2], x[3], p[1]), p[2]);
}

/// Bernstein coefficients of the interpolant between two points of the cell (local coordinates in [0, 1]):
/// they are the mixed values of its polar form.
template <class Real>
INKRAY_ONE_OR_MANY void restrictToSegment(
  const CellCornersOf<Real>& cell, const Real from[3], const Real to[3], Real b[4])
{
  Real fx[4], tx[4]; // after x: index bit 0 is y, bit 1 z
  INKRAY_UNROLL
  for (int k = 0; k < 4; ++k)
  {
    fx[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], from[0]);
    tx[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], to[0]);
  }
  Real ff[2], ft[2], tf[2], tt[2]; // after y: first letter x, second y
  INKRAY_UNROLL
  for (int k = 0; k < 2; ++k)
  {
    ff[k] = interpolate(fx[2 * k], fx[2 * k + 1], from[1]);
    ft[k] = interpolate(fx[2 * k], fx[2 * k + 1], to[1]);
    tf[k] = interpolate(tx[2 * k], tx[2 * k + 1], from[1]);
    tt[k] = interpolate(tx[2 * k], tx[2 * k + 1], to[1]);
  }
  const float third = 1.0f / 3.0f;
  b[0] = interpolate(ff[0], ff[1], from[2]);
  b[1] = (interpolate(ff[0], ff[1], to[2]) + interpolate(ft[0], ft[1], from[2]) +
           interpolate(tf[0], tf[1], from[2])) *
    third;
  b[2] = (interpolate(tt[0], tt[1], from[2]) + interpolate(tf[0], tf[1], to[2]) +
           interpolate(ft[0], ft[1], to[2])) *
    third;
  b[3] = interpolate(tt[0], tt[1], to[2]);
}

/// A cubic in powers of s in [0, 1].
template <class Real>
struct CubicOf
{
  Real c0, c1, c2, c3;
};
using Cubic = CubicOf<float>;

template <class Real>
INKRAY_ONE_OR_MANY CubicOf<Real> cubicOfBernstein(const Real b[4])
{
  return { b[0], 3.0f * (b[1] - b[0]), 3.0f * ((b[0] - b[1]) + (b[2] - b[1])),
    (b[3] - b[0]) + 3.0f * (b[1] - b[2]) };
}

template <class Real>
INKRAY_ONE_OR_MANY Real evaluate(const CubicOf<Real>& f, Real s)
{
  return multiplyAdd(s, multiplyAdd(s, multiplyAdd(s, f.c3, f.c2), f.c1), f.c0);
}

template <class Real>
INKRAY_ONE_OR_MANY Real slope(const CubicOf<Real>& f, Real s)
{
  return multiplyAdd(s, multiplyAdd(s, Real(3.0f * f.c3), Real(2.0f * f.c2)), f.c1);
}

/// Find the zeros of the cubic's slope, ascending. The mask is false where there are none.
template <class Real>
INKRAY_ONE_OR_MANY MaskOf<Real> rootsOfSlope(const CubicOf<Real>& f, Real& low, Real& high)
{
  Real a = 3.0f * f.c3, h = f.c2, c = f.c1; // a s^2 + 2 h s + c
  // Scale the coefficients, so that squares neither overflow nor underflow.
  const Real largest = maximum(magnitude(a), maximum(magnitude(h), magnitude(c)));
  if (!mayHold(largest > 0.0f))
    return largest > 0.0f;
  const Real scale = 1.0f / largest;
  a *= scale;
  h *= scale;
  c *= scale;
  const Real discriminant = h * h - a * c;
  if (!mayHold(discriminant > 0.0f))
    return discriminant > 0.0f;
  // This form avoids cancellation in both roots.
  const Real q = -(h + (h < 0.0f ? -squareRoot(discriminant) : squareRoot(discriminant)));
  const Real s0 = a != 0.0f ? q / a : allOf<Real>(-1.0f);
  const Real s1 = q != 0.0f ? c / q : allOf<Real>(-1.0f);
  low = minimum(s0, s1);
  high = maximum(s0, s1);
  return largest > 0.0f && discriminant > 0.0f;
}

/// The extrema of the cubic in (0, 1), ascending. Returns their number (0 to 2).
INKRAY_HD int turningPoints(const Cubic& f, float s[2])
{
  float low = 0.0f, high = 0.0f;
  if (!rootsOfSlope(f, low, high))
    return 0;
  int count = 0;
  if (low > 0.0f && low < 1.0f)
    s[count++] = low;
  if (high > 0.0f && high < 1.0f && high != low)
    s[count++] = high;
  return count;
}

/// The root of f in [low, high], where f is monotonic: Newton's method, with bisection if it leaves the
/// bracket. Solves only for the rays of `here`.
template <class Real>
INKRAY_ONE_OR_MANY Real solveMonotone(const CubicOf<Real>& f, MaskOf<Real> rising, Real low, Real high,
  Real fLow, Real fHigh, MaskOf<Real> here = Real{} == Real{})
{
  const Real span = fHigh - fLow;
  Real s = span != 0.0f ? multiplyAdd(Real(-fLow / span), Real(high - low), low) : low;
  s = s < low ? low : s > high ? high : s;
  for (int iteration = 0; iteration < 12; ++iteration)
  {
    const Real value = evaluate(f, s);
    const MaskOf<Real> isPast = (value >= 0.0f) == rising;
    high = isPast ? s : high;
    low = isPast ? low : s;
    Real next = s - value / slope(f, s);
    next = !(next >= low && next <= high) ? 0.5f * (low + high) : next;
    const Real change = magnitude(next - s);
    s = here ? next : s;
    here = here && !(change < 1e-6f);
    if (!any(here))
      break;
  }
  return s;
}

/// The number of isovalues at or below f: points with different numbers have a surface between them.
template <bool Single>
INKRAY_HD int surfaceClass(const SurfaceList& surfaces, float f)
{
  if (Single)
    return f >= surfaces.first ? 1 : 0;
  int count = 0;
  for (int i = 0; i < surfaces.count; ++i)
    count += f >= surfaces.entries[i].value ? 1 : 0;
  return count;
}

/// Whether a curve with Bernstein coefficients b that starts on one side of zero (`above`: at or above it)
/// reaches the other side.
INKRAY_HD bool changesSide(const float b[4], bool above)
{
  if ((b[3] >= 0.0f) != above)
    return true;
  // The curve lies within the range of its coefficients.
  if ((b[1] >= 0.0f) == above && (b[2] >= 0.0f) == above)
    return false;
  const Cubic f = cubicOfBernstein(b);
  float turns[2] = { 0.0f, 0.0f };
  const int numTurns = turningPoints(f, turns);
  return (numTurns > 0 && (evaluate(f, turns[0]) >= 0.0f) != above) ||
    (numTurns > 1 && (evaluate(f, turns[1]) >= 0.0f) != above);
}

/// The first parameter in [0, 1] at which a curve for which changesSide is true changes its side.
INKRAY_HD float firstChange(const float b[4], bool above)
{
  const Cubic f = cubicOfBernstein(b);
  float turns[2] = { 0.0f, 0.0f };
  const int numTurns = turningPoints(f, turns);
  // Find the monotonic interval that ends on the other side.
  float from = 0.0f, fFrom = b[0], to = 1.0f, fTo = b[3];
  bool changed = false;
  for (int piece = 0; piece <= numTurns && !changed; ++piece)
  {
    if (piece > 0)
    {
      from = to;
      fFrom = fTo;
    }
    to = piece < numTurns ? (piece == 0 ? turns[0] : turns[1]) : 1.0f;
    fTo = piece < numTurns ? evaluate(f, to) : b[3];
    changed = (fTo >= 0.0f) != above;
  }
  return solveMonotone(f, !above, from, to, fFrom, fTo);
}

/// Gradient of the interpolant in index coordinates at a point of the cell (local coordinates).
template <class Real>
INKRAY_ONE_OR_MANY void cellGradient(const CellCornersOf<Real>& cell, const Real p[3], Real gradient[3])
{
  const Real* v = cell.value;
  gradient[0] = interpolate(interpolate<Real>(v[1] - v[0], v[3] - v[2], p[1]),
    interpolate<Real>(v[5] - v[4], v[7] - v[6], p[1]), p[2]);
  gradient[1] = interpolate(interpolate<Real>(v[2] - v[0], v[3] - v[1], p[0]),
    interpolate<Real>(v[6] - v[4], v[7] - v[5], p[0]), p[2]);
  gradient[2] = interpolate(interpolate<Real>(v[4] - v[0], v[5] - v[1], p[0]),
    interpolate<Real>(v[6] - v[2], v[7] - v[3], p[0]), p[1]);
}

} // namespace inkray
