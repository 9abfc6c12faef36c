// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/RegularGrid/Isovalues.h"

#include <cmath>

/// The trilinear interpolant of one cell along a ray is a cubic (Parker et al. 1998). Here it has Bernstein
/// form, whose coefficients are averages of interpolated values, relative to the isovalue. Interpolation
/// never changes a sign that both values share, and at 0 and 1 returns one of them. So cells on both sides of
/// a face see the same sign of the same number where a ray passes through it: no surface has a gap there, and
/// none is visible twice.
namespace inkray
{

/// The values at a cell's corners; bit 0 of the index is x, bit 1 y, bit 2 z.
struct CellCorners
{
  float value[8];
};

template <class T>
INKRAY_HD CellCorners loadCorners(const T* corner, std::int64_t strideY, std::int64_t strideZ)
{
  const T* back = corner + strideZ;
  return { { static_cast<float>(corner[0]), static_cast<float>(corner[1]),
    static_cast<float>(corner[strideY]), static_cast<float>(corner[strideY + 1]), static_cast<float>(back[0]),
    static_cast<float>(back[1]), static_cast<float>(back[strideY]), static_cast<float>(back[strideY + 1]) } };
}

/// The corners' values relative to a value.
INKRAY_HD CellCorners relativeTo(CellCorners cell, float value)
{
  INKRAY_UNROLL
  for (int k = 0; k < 8; ++k)
    cell.value[k] -= value;
  return cell;
}

/// (1 - t) a + t b for t in [0, 1]; each product has the sign of a or b, or is 0.
INKRAY_HD float interpolate(float a, float b, float t)
{
  return multiplyAdd(t, b, multiplyAdd(-t, a, a));
}

/// The interpolant at a point of the cell (local coordinates), computed as restrictToSegment does at its
/// ends.
INKRAY_HD float interpolateCell(const CellCorners& cell, const float p[3])
{
  float x[4];
  INKRAY_UNROLL
  for (int k = 0; k < 4; ++k)
    x[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], p[0]);
  return interpolate(interpolate(x[0], x[1], p[1]), interpolate(x[2], x[3], p[1]), p[2]);
}

/// Bernstein coefficients of the interpolant between two points of the cell (local coordinates in [0, 1]):
/// they are the mixed values of its polar form.
INKRAY_HD void restrictToSegment(const CellCorners& cell, const float from[3], const float to[3], float b[4])
{
  float fx[4], tx[4]; // after x: index bit 0 is y, bit 1 z
  INKRAY_UNROLL
  for (int k = 0; k < 4; ++k)
  {
    fx[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], from[0]);
    tx[k] = interpolate(cell.value[2 * k], cell.value[2 * k + 1], to[0]);
  }
  float ff[2], ft[2], tf[2], tt[2]; // after y: first letter x, second y
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
struct Cubic
{
  float c0, c1, c2, c3;
};

INKRAY_HD Cubic cubicOfBernstein(const float b[4])
{
  return { b[0], 3.0f * (b[1] - b[0]), 3.0f * ((b[0] - b[1]) + (b[2] - b[1])),
    (b[3] - b[0]) + 3.0f * (b[1] - b[2]) };
}

INKRAY_HD float evaluate(const Cubic& f, float s)
{
  return multiplyAdd(s, multiplyAdd(s, multiplyAdd(s, f.c3, f.c2), f.c1), f.c0);
}

INKRAY_HD float slope(const Cubic& f, float s)
{
  return multiplyAdd(s, multiplyAdd(s, 3.0f * f.c3, 2.0f * f.c2), f.c1);
}

/// The extrema of the cubic in (0, 1), ascending. Returns their number (0 to 2).
INKRAY_HD int turningPoints(const Cubic& f, float s[2])
{
  float a = 3.0f * f.c3, h = f.c2, c = f.c1; // a s^2 + 2 h s + c
  // Scale the coefficients, so that squares neither overflow nor underflow.
  const float largest = maximum(fabsf(a), maximum(fabsf(h), fabsf(c)));
  if (!(largest > 0.0f))
    return 0;
  const float scale = 1.0f / largest;
  a *= scale;
  h *= scale;
  c *= scale;
  const float discriminant = h * h - a * c;
  if (!(discriminant > 0.0f))
    return 0;
  // This form avoids cancellation in both roots.
  const float q = -(h + (h < 0.0f ? -sqrtf(discriminant) : sqrtf(discriminant)));
  const float s0 = a != 0.0f ? q / a : -1.0f;
  const float s1 = q != 0.0f ? c / q : -1.0f;
  const float low = minimum(s0, s1), high = maximum(s0, s1);
  int count = 0;
  if (low > 0.0f && low < 1.0f)
    s[count++] = low;
  if (high > 0.0f && high < 1.0f && high != low)
    s[count++] = high;
  return count;
}

/// The root of f in [low, high], where f is monotonic: Newton's method, with bisection if it leaves the
/// bracket.
INKRAY_HD float solveMonotone(const Cubic& f, bool rising, float low, float high, float fLow, float fHigh)
{
  const float span = fHigh - fLow;
  float s = span != 0.0f ? multiplyAdd(-fLow / span, high - low, low) : low;
  s = s < low ? low : s > high ? high : s;
  for (int iteration = 0; iteration < 12; ++iteration)
  {
    const float value = evaluate(f, s);
    if ((value >= 0.0f) == rising)
      high = s;
    else
      low = s;
    float next = s - value / slope(f, s);
    if (!(next >= low && next <= high))
      next = 0.5f * (low + high);
    const float change = fabsf(next - s);
    s = next;
    if (change < 1e-6f)
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
  // Find the monotonic piece that ends on the other side.
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
INKRAY_HD void cellGradient(const CellCorners& cell, const float p[3], float gradient[3])
{
  const float* v = cell.value;
  gradient[0] = interpolate(
    interpolate(v[1] - v[0], v[3] - v[2], p[1]), interpolate(v[5] - v[4], v[7] - v[6], p[1]), p[2]);
  gradient[1] = interpolate(
    interpolate(v[2] - v[0], v[3] - v[1], p[0]), interpolate(v[6] - v[4], v[7] - v[5], p[0]), p[2]);
  gradient[2] = interpolate(
    interpolate(v[4] - v[0], v[5] - v[1], p[0]), interpolate(v[6] - v[2], v[7] - v[3], p[0]), p[1]);
}

} // namespace inkray
