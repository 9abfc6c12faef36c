// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickNode.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray
{

/// Return the intervals of values (v - offset) * scale in which a piecewise-linear function is not
/// transparent. Its knots have a `scalar` and an `attenuation`, and are sorted (TransferFunction). An
/// interval excludes an end with opacity 0, so that constant, transparent surroundings are left out.
template <class Knots>
std::vector<MinMax<float>> findVisibleValues(const Knots& knots, double offset, double scale)
{
  const auto place = [&](std::size_t k, bool isOpen, float towards) {
    const auto at = static_cast<float>((knots[k].scalar - offset) * scale);
    return isOpen ? std::nextafter(at, towards) : at;
  };
  std::vector<MinMax<float>> intervals;
  const auto add = [&](float low, float high) {
    if (low > high)
      return; // a jump: the next interval contains its upper side
    if (!intervals.empty() && low <= intervals.back().high)
      intervals.back().high = std::max(intervals.back().high, high);
    else
      intervals.push_back({ low, high });
  };
  if (!knots.empty() && knots.front().attenuation > 0.0f)
    add(-INFINITY, place(0, false, 0.0f));
  for (std::size_t k = 0; k + 1 < knots.size(); ++k)
  {
    const float a = knots[k].attenuation, b = knots[k + 1].attenuation;
    if (a > 0.0f || b > 0.0f)
      add(place(k, !(a > 0.0f), INFINITY), place(k + 1, !(b > 0.0f), -INFINITY));
  }
  if (!knots.empty() && knots.back().attenuation > 0.0f)
    add(place(knots.size() - 1, false, 0.0f), INFINITY);
  return intervals;
}

} // namespace inkray
