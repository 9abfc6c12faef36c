// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickNode.h"

#include <cstdint>

namespace inkray
{

/// The values at which a volume is not transparent, as closed intervals in the units of the quantized field.
/// A tree over bricks can be made for them instead of for isovalues. The order of the intervals does not
/// matter.
struct VisibleValues
{
  const MinMax<float>* intervals;
  std::int32_t count; ///< -1: all bricks are visible, also those without values
};

/// Whether a brick with values in the range may be visible; never for a brick without values.
template <class T>
INKRAY_HD bool holdsSurface(const VisibleValues& visible, const MinMax<T>& range)
{
  const auto low = static_cast<float>(range.low);
  const auto high = static_cast<float>(range.high);
  bool any = false;
  for (std::int32_t i = 0; i < visible.count && low <= high; ++i)
    any = any || (high >= visible.intervals[i].low && low <= visible.intervals[i].high);
  return any;
}

} // namespace inkray
