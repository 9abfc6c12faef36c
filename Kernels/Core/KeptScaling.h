// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

/// How numbers become floats before it is known which of them are shown: kept = (value - offset) scale, from
/// -1 to 1. The scale is a power of two, which changes no digit: whole numbers are exact, and a number has
/// the same place among the knots of a function, whatever the other numbers are. If 0 is near the numbers,
/// the offset is 0, so that each number keeps a float's precision, however large the others are. The scale is
/// then at least 2^-100, so that no number above 1e-8 becomes too small for a float; numbers above 1e30 are
/// kept as about 1 or more.
struct KeptScaling
{
  double offset = 0.0, scale = 1.0;
};

inline KeptScaling keptScalingOf(const FiniteRange& values)
{
  KeptScaling kept;
  if (!(values.low <= values.high))
    return kept;
  const double most = std::max(std::abs(values.low), std::abs(values.high));
  const double half = 0.5 * values.high - 0.5 * values.low;
  const bool isAboutZero = half > most / 128.0;
  const double unit = isAboutZero ? std::min(most, 1e30) : half;
  kept.offset = isAboutZero ? 0.0 : 0.5 * values.low + 0.5 * values.high;
  int exponent = 0;
  std::frexp(unit, &exponent);
  const double scale = std::ldexp(1.0, -exponent);
  kept.scale = unit > 0.0 && std::isfinite(scale) ? scale : 1.0;
  return kept;
}

/// A kept number, clamped so that sums of several do not overflow. NaN and infinities are unchanged.
INKRAY_HD double keptWithin(double kept)
{
  constexpr double most = 2e37;
  const bool isFinite = kept - kept == 0.0;
  return isFinite && kept > most ? most : isFinite && kept < -most ? -most : kept;
}

} // namespace inkray
