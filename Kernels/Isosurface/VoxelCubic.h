// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Isosurface/IsosurfaceScene.h"

#include <cmath>

/// The trilinear interpolant of one cell along a ray is a cubic (Parker et al. 1998). Here it is held in Bernstein form, whose coefficients are averages of interpolated values: they stay
/// between the corners' values, and the ends are exact where the corners on a face agree, so that nothing leaks through faces that lie in the surface.
namespace inkray
{

/// Corner values of a cell; bit 0 of the index is x, bit 1 y, bit 2 z.
struct CellCorners
{
  float value[8];
};

template <class T>
INKRAY_HD CellCorners loadCorners(const T* corner, std::int64_t strideY, std::int64_t strideZ)
{
  const T* back = corner + strideZ;
  return { { static_cast<float>(corner[0]), static_cast<float>(corner[1]), static_cast<float>(corner[strideY]), static_cast<float>(corner[strideY + 1]),
    static_cast<float>(back[0]), static_cast<float>(back[1]), static_cast<float>(back[strideY]), static_cast<float>(back[strideY + 1]) } };
}

INKRAY_HD float interpolate(float a, float b, float t)
{
  return multiplyAdd(t, b - a, a);
}

/// Bernstein coefficients of the interpolant between two points of the cell (local coordinates in [0, 1]): the coefficients are the mixed values of its polar form.
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
  b[1] = (interpolate(ff[0], ff[1], to[2]) + interpolate(ft[0], ft[1], from[2]) + interpolate(tf[0], tf[1], from[2])) * third;
  b[2] = (interpolate(tt[0], tt[1], from[2]) + interpolate(tf[0], tf[1], to[2]) + interpolate(ft[0], ft[1], to[2])) * third;
  b[3] = interpolate(tt[0], tt[1], to[2]);
}

/// A cubic by powers of s in [0, 1].
struct Cubic
{
  float c0, c1, c2, c3;
};

INKRAY_HD Cubic cubicOfBernstein(const float b[4])
{
  return { b[0], 3.0f * (b[1] - b[0]), 3.0f * ((b[0] - b[1]) + (b[2] - b[1])), (b[3] - b[0]) + 3.0f * (b[1] - b[2]) };
}

INKRAY_HD float evaluate(const Cubic& f, float s)
{
  return multiplyAdd(s, multiplyAdd(s, multiplyAdd(s, f.c3, f.c2), f.c1), f.c0);
}

INKRAY_HD float slope(const Cubic& f, float s)
{
  return multiplyAdd(s, multiplyAdd(s, 3.0f * f.c3, 2.0f * f.c2), f.c1);
}

/// Places in (0, 1), ascending, where the cubic turns; returns how many there are (0 to 2).
INKRAY_HD int turningPoints(const Cubic& f, float s[2])
{
  float a = 3.0f * f.c3, h = f.c2, c = f.c1; // a s^2 + 2 h s + c
  // Scaled, so that the squares of very large and very small values are numbers.
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
  // Neither root is a difference of near numbers.
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

/// The root of f - target in [low, high], where f is monotone: Newton's method, halving where it leaves the bracket.
INKRAY_HD float solveMonotone(Cubic f, float target, bool rising, float low, float high, float fLow, float fHigh)
{
  f.c0 -= target;
  const float span = fHigh - fLow;
  float s = span != 0.0f ? multiplyAdd((target - fLow) / span, high - low, low) : low;
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

/// Number of isovalues at or below f, relative to `offset`: points with different numbers have a surface between them.
template <bool Single>
INKRAY_HD int surfaceClass(const SurfaceList& surfaces, float f, float offset)
{
  if (Single)
    return f >= surfaces.first - offset ? 1 : 0;
  int count = 0;
  for (int i = 0; i < surfaces.count; ++i)
    count += f >= surfaces.entries[i].value - offset ? 1 : 0;
  return count;
}

/// Whether a ray that comes with class `state` (-1: unknown, then set) crosses a surface on the cubic with Bernstein coefficients b, relative to `offset`. `continued`: the state comes from a
/// crossing at the very start, and is to be believed there.
template <bool Single>
INKRAY_HD bool hasCrossing(const SurfaceList& surfaces, const float b[4], float offset, bool continued, int& state)
{
  const int startClass = surfaceClass<Single>(surfaces, b[0], offset);
  if (state < 0)
    state = startClass;
  if ((startClass != state && !continued) || surfaceClass<Single>(surfaces, b[3], offset) != state)
    return true;
  // The curve stays between its coefficients.
  const float lowest = minimum(minimum(b[0], b[1]), minimum(b[2], b[3]));
  const float highest = maximum(maximum(b[0], b[1]), maximum(b[2], b[3]));
  if (surfaceClass<Single>(surfaces, lowest, offset) == state && surfaceClass<Single>(surfaces, highest, offset) == state)
    return false;
  const Cubic f = cubicOfBernstein(b);
  float turns[2] = { 0.0f, 0.0f };
  const int numTurns = turningPoints(f, turns);
  return (numTurns > 0 && surfaceClass<Single>(surfaces, evaluate(f, turns[0]), offset) != state) ||
    (numTurns > 1 && surfaceClass<Single>(surfaces, evaluate(f, turns[1]), offset) != state);
}

/// The first of the crossings that hasCrossing has found: where, in s, and which surface. `state` becomes the class behind it.
template <bool Single>
INKRAY_HD float firstCrossing(const SurfaceList& surfaces, const float b[4], float offset, bool continued, int& state, int& surface)
{
  const int startClass = surfaceClass<Single>(surfaces, b[0], offset);
  if (!continued && startClass != state)
  {
    // Rounding has put the end of the cell before and the start of this one on different sides: the surface is here.
    surface = startClass > state ? state : state - 1;
    state = startClass > state ? state + 1 : state - 1;
    return 0.0f;
  }
  const Cubic f = cubicOfBernstein(b);
  float turns[2] = { 0.0f, 0.0f };
  const int numTurns = turningPoints(f, turns);
  // The monotone piece at whose end the class is another.
  float from = 0.0f, fFrom = b[0], to = 1.0f, fTo = b[3];
  int next = state;
  for (int piece = 0; piece <= numTurns && next == state; ++piece)
  {
    if (piece > 0)
    {
      from = to;
      fFrom = fTo;
    }
    to = piece < numTurns ? (piece == 0 ? turns[0] : turns[1]) : 1.0f;
    fTo = piece < numTurns ? evaluate(f, to) : b[3];
    next = surfaceClass<Single>(surfaces, fTo, offset);
  }
  const bool rising = next > state;
  surface = rising ? state : state - 1;
  const float target = (Single ? surfaces.first : surfaces.entries[surface].value) - offset;
  state = rising ? state + 1 : state - 1;
  return solveMonotone(f, target, rising, from, to, fFrom, fTo);
}

/// Gradient of the interpolant in index coordinates at a point of the cell (local coordinates).
INKRAY_HD void cellGradient(const CellCorners& cell, const float p[3], float gradient[3])
{
  const float* v = cell.value;
  gradient[0] = interpolate(interpolate(v[1] - v[0], v[3] - v[2], p[1]), interpolate(v[5] - v[4], v[7] - v[6], p[1]), p[2]);
  gradient[1] = interpolate(interpolate(v[2] - v[0], v[3] - v[1], p[0]), interpolate(v[6] - v[4], v[7] - v[5], p[0]), p[2]);
  gradient[2] = interpolate(interpolate(v[4] - v[0], v[5] - v[1], p[0]), interpolate(v[6] - v[2], v[7] - v[3], p[0]), p[1]);
}

} // namespace inkray
