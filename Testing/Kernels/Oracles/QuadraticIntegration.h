// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace inkray::testing
{

/// As integrateBetweenCuts, for an attenuation of degree two between neighboring cuts and any smooth color:
/// at(t, m) gives red, green, blue and attenuation at the share t of the way, by the interval around m. Each
/// part is cut into steps of optical depth 1/4 at most. In each step, an 8-point rule is exact up to
/// rounding, and so is Simpson's rule for the optical depth.
inline void integrateQuadratic(std::vector<double> cuts,
  const std::function<std::array<double, 4>(double t, double m)>& at, double length, double& opticalDepth,
  std::array<double, 4>& rgba)
{
  static constexpr double node[4] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
    0.9602898564975363 };
  static constexpr double weight[4] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
    0.1012285362903763 };
  cuts.push_back(0.0);
  cuts.push_back(1.0);
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t c = 0; c + 1 < cuts.size(); ++c)
  {
    const double from = cuts[c], to = cuts[c + 1], middle = 0.5 * (from + to);
    if (!(from < to))
      continue;
    const auto depth = [&](double a, double b) {
      return (b - a) * length / 6.0 *
        (at(a, middle)[3] + 4.0 * at(0.5 * (a + b), middle)[3] + at(b, middle)[3]);
    };
    double x = from;
    while (x < to && opticalDepth < 60.0)
    {
      double step = 0.25 * (to - from);
      while (depth(x, std::min(to, x + step)) > 0.25)
        step *= 0.5;
      // If attenuation is so high that rounding swallows the step, everything up to the next number is
      // opaque.
      const double next = std::max(x + step, std::nextafter(x, to));
      const double end = next + 1e-9 * step < to ? next : to;
      for (int n = 0; n < 8; ++n)
      {
        const double t = x + 0.5 * (end - x) * (1.0 + (n < 4 ? -node[n] : node[n - 4]));
        const auto value = at(t, middle);
        const double w =
          0.5 * (end - x) * length * weight[n & 3] * value[3] * std::exp(-opticalDepth - depth(x, t));
        for (std::size_t k = 0; k < 3; ++k)
          rgba[k] += w * value[k];
      }
      opticalDepth += depth(x, end);
      x = end;
    }
  }
}

} // namespace inkray::testing
