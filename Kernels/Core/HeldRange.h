// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"

#include <algorithm>
#include <cmath>

/// What values are held relative to. Kernels hold a value v as the float (v - low) / (high - low): digits are
/// fine near `low` and as good as a float's elsewhere. The range is that of the values themselves where that
/// tells apart what is shown of them; otherwise it is that of what is shown, and values that are not shown,
/// such as fill values, lie beyond it.
namespace inkray
{

/// How many times wider than what is shown the range of all values may be. Pieces of functions are then as
/// narrow as 4e-6 of what is shown, and values are rounded to 1.5e-5 of it.
constexpr double widestHeld = 256.0;

/// Held values lie no farther from 0. On an edge from what is shown to a value beyond, the shown part then
/// moves by a trillionth of the edge, and squares of gradients do not overflow.
constexpr double farthestHeld = 1e12;
/// Of values that are compared alone.
constexpr double farthestCompared = 3.4028234663852886e38;

/// The range that values are held relative to; empty ranges: there is nothing of the kind.
inline FiniteRange heldRange(const FiniteRange& values, const FiniteRange& shown)
{
  const double all = 0.5 * values.high - 0.5 * values.low, part = 0.5 * shown.high - 0.5 * shown.low;
  const bool isWide = all > widestHeld * part && part > 0.0 && std::isfinite(1.0 / part);
  return isWide ? shown : values;
}

/// The same where isovalues are all that is shown: floats about the first one have all their digits there.
/// They tell no width, which `typical` does, a distance of some values from them.
inline FiniteRange heldRangeOfIsovalues(
  const FiniteRange& values, const FiniteRange& isovalues, double typical)
{
  const double width = std::max(isovalues.high - isovalues.low, typical);
  return heldRange(values, rangeBetween(isovalues.low, isovalues.low + width));
}

/// The range for values of which nobody knows yet what is shown: from 0 to 1, so that they are held as they
/// are, unless all are far from 0.
inline FiniteRange heldRangeOfFloats(const FiniteRange& values)
{
  const double most = std::max(std::abs(values.low), std::abs(values.high));
  return 0.5 * values.high - 0.5 * values.low > most / 128.0 ? rangeBetween(0.0, 1.0) : values;
}

} // namespace inkray
