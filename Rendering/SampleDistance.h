// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

// Sample distances change in these steps, so that an image of a new size is not made every frame.
constexpr std::array<double, 8> RayCastSampleDistanceSteps = { 1, 1.5, 2, 3, 4, 6, 8, 12 };

/// Window pixels per image pixel for a frame that may take `seconds`, when the last one took `millisecondsPerPixel`. Frames with a second to spare are not coarsened.
inline double RayCastSampleDistance(double wanted, double maximum, bool adjust, double seconds, const int viewport[2], double millisecondsPerPixel)
{
  const double pixels = viewport[0] / wanted * (viewport[1] / wanted);
  if (!adjust || seconds >= 1 || millisecondsPerPixel * pixels <= 1e3 * seconds)
  {
    return wanted;
  }
  const double factor = std::sqrt(millisecondsPerPixel * pixels / (1e3 * std::max(seconds, 1e-3)));
  const auto step = std::lower_bound(RayCastSampleDistanceSteps.begin(), RayCastSampleDistanceSteps.end(), factor);
  return std::min(std::max(maximum, wanted), wanted * (step == RayCastSampleDistanceSteps.end() ? RayCastSampleDistanceSteps.back() : *step));
}
