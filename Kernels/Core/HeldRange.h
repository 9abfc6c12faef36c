// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"

#include <algorithm>
#include <cmath>

/// The range by which values are normalized. Kernels hold each value v as the float (v - low) / (high - low),
/// which is most precise near `low`. The range is that of all values if floats over it resolve the shown
/// values. Otherwise it is the range of the shown values, and hidden ones, such as fill values, lie beyond
/// it.
namespace inkray
{

/// The range of all values may be at most this many times wider than the range of the shown values. A
/// thousandth of the shown range is then 4e-6 of the range of all, which intervals of functions resolve, and
/// values are rounded to 1.5e-5 of the shown range.
constexpr double widestHeld = 256.0;

/// The greatest magnitude of held values; greater values are clamped to it. On an edge from a shown value to
/// a clamped one, the shown part moves by a trillionth of the edge. Squares of gradients do not overflow.
constexpr double farthestHeld = 1e12;
/// The greatest magnitude of values that are only compared, such as those of a threshold: the greatest float.
constexpr double farthestCompared = 3.4028234663852886e38;

/// The range by which to normalize values: `shown` if `values` is more than widestHeld times wider, else
/// `values`. Either range may be empty: no value is finite, or none is shown.
inline FiniteRange heldRange(const FiniteRange& values, const FiniteRange& shown)
{
  const double all = 0.5 * values.high - 0.5 * values.low, part = 0.5 * shown.high - 0.5 * shown.low;
  const bool isWide = all > widestHeld * part && part > 0.0 && std::isfinite(1.0 / part);
  return isWide ? shown : values;
}

/// The range of values, and the range that they are held relative to. Either may be empty.
struct HeldValues
{
  FiniteRange range;
  FiniteRange held;

  /// A value v is held as the scalar (v - low()) * scale().
  double low() const { return held.low <= held.high ? held.low : 0.0; }
  double scale() const { return held.high > held.low ? 1.0 / (held.high - held.low) : 1.0; }
  /// The scalar of any number, also an infinite one.
  float scalarOf(double value) const
  {
    return static_cast<float>(std::clamp((value - this->low()) * this->scale(), -1e30, 1e30));
  }
};

/// The held range if only isovalues are shown: floats near the least isovalue have full precision. The width
/// is at least `typical`, the distance between some values and that isovalue, since one isovalue has no
/// width.
inline FiniteRange heldRangeOfIsovalues(
  const FiniteRange& values, const FiniteRange& isovalues, double typical)
{
  const double width = std::max(isovalues.high - isovalues.low, typical);
  return heldRange(values, rangeBetween(isovalues.low, isovalues.low + width));
}

/// The range by which to normalize values before it is known which of them are shown: from 0 to 1, which
/// leaves them unchanged, or the range of the values if all are far from 0.
inline FiniteRange heldRangeOfFloats(const FiniteRange& values)
{
  const double most = std::max(std::abs(values.low), std::abs(values.high));
  return 0.5 * values.high - 0.5 * values.low > most / 128.0 ? rangeBetween(0.0, 1.0) : values;
}

} // namespace inkray
