// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Geometry/RegularGrid/VoxelCubic.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/// Cubics along rays (VoxelCubic.h), for a packet of rays at a time.
namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// interpolate of each.
inline Floats interpolate(const Floats& a, const Floats& b, const Floats& t)
{
  return multiplyAdd(t, b, multiplyAdd(-t, a, a));
}

/// interpolateCell of each, relative to a value.
inline Floats interpolateCells(const Floats corners[8], const Floats& value, const Floats p[3])
{
  Floats x[4];
  for (int k = 0; k < 4; ++k)
    x[k] = interpolate(corners[2 * k] - value, corners[2 * k + 1] - value, p[0]);
  return interpolate(interpolate(x[0], x[1], p[1]), interpolate(x[2], x[3], p[1]), p[2]);
}

/// restrictToSegment of each, relative to a value.
inline void coefficientsOf(
  const Floats corners[8], const Floats& value, const Floats from[3], const Floats to[3], Floats b[4])
{
  Floats fx[4], tx[4];
  for (int k = 0; k < 4; ++k)
  {
    const Floats low = corners[2 * k] - value, high = corners[2 * k + 1] - value;
    fx[k] = interpolate(low, high, from[0]);
    tx[k] = interpolate(low, high, to[0]);
  }
  Floats ff[2], ft[2], tf[2], tt[2];
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

/// changesSide of each of a mask.
inline Mask changeSide(const Floats b[4], const Mask& above, const Mask& here)
{
  const Mask ends = here & ((b[3] >= 0.0f) ^ above);
  Mask changes = ends;
  const Mask between = here & ~ends & (((b[1] >= 0.0f) ^ above) | ((b[2] >= 0.0f) ^ above));
  forLanes(between, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    changes[lane] = changesSide(one, above[lane] != 0) ? -1 : 0;
  });
  return changes;
}

/// Cubic of each.
struct Cubics
{
  Floats c0, c1, c2, c3;
};

/// cubicOfBernstein.
inline Cubics cubicsOfBernstein(const Floats b[4])
{
  return { b[0], 3.0f * (b[1] - b[0]), 3.0f * ((b[0] - b[1]) + (b[2] - b[1])),
    (b[3] - b[0]) + 3.0f * (b[1] - b[2]) };
}

/// Where turningPoints finds none.
inline Mask haveNoTurns(const Cubics& f)
{
  Floats a = 3.0f * f.c3, h = f.c2, c = f.c1;
  const Floats largest = greater(magnitude(a), greater(magnitude(h), magnitude(c)));
  const Floats scale = 1.0f / largest;
  a *= scale;
  h *= scale;
  c *= scale;
  const Floats discriminant = h * h - a * c, root = squareRoot(discriminant);
  const Floats q = -(h + (h < 0.0f ? -root : root));
  const Floats s0 = a != 0.0f ? q / a : allOf(-1.0f), s1 = q != 0.0f ? c / q : allOf(-1.0f);
  const Floats low = lesser(s0, s1), high = greater(s0, s1);
  const Mask turns = ((low > 0.0f) & (low < 1.0f)) | ((high > 0.0f) & (high < 1.0f) & (high != low));
  return ~((largest > 0.0f) & (discriminant > 0.0f) & turns);
}

/// solveMonotone in [0, 1], for the cubics of a mask.
inline Floats solveMonotone(
  const Cubics& f, const Mask& rising, const Floats& atZero, const Floats& atOne, Mask here)
{
  Floats low = {}, high = allOf(1.0f);
  const Floats span = atOne - atZero;
  Floats s = span != 0.0f ? multiplyAdd(-atZero / span, high, low) : low;
  s = s < low ? low : s > high ? high : s;
  for (int iteration = 0; iteration < 12 && bitsOfMask(here) != 0; ++iteration)
  {
    const Floats value = multiplyAdd(s, multiplyAdd(s, multiplyAdd(s, f.c3, f.c2), f.c1), f.c0),
                 slope = multiplyAdd(s, multiplyAdd(s, 3.0f * f.c3, 2.0f * f.c2), f.c1);
    const Mask isPast = ~((value >= 0.0f) ^ rising);
    high = isPast ? s : high;
    low = isPast ? low : s;
    Floats next = s - value / slope;
    const Mask isWithin = (next >= low) & (next <= high);
    next = isWithin ? next : 0.5f * (low + high);
    const Floats change = magnitude(next - s);
    s = here ? next : s;
    here &= ~(change < 1e-6f);
  }
  return s;
}

/// firstChange for the curves of a mask.
inline Floats firstChanges(const Floats b[4], const Mask& above, const Mask& here)
{
  const Cubics f = cubicsOfBernstein(b);
  const Mask isSimple = here & haveNoTurns(f);
  Floats s = solveMonotone(f, ~above, b[0], b[3], isSimple);
  forLanes(here & ~isSimple, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    s[lane] = firstChange(one, above[lane] != 0);
  });
  return s;
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
