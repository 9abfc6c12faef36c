// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace inkray
{

/// Red, green, blue and opacity.
using ColorAndOpacity = std::array<double, 4>;

/// A scalar, with color and opacity there.
struct FunctionKnot
{
  double scalar;
  ColorAndOpacity value;
};

/// The largest allowed difference between a function and its replacement.
struct FunctionTolerance
{
  double color;                ///< difference of each channel, where the opacity is above 0
  double opacity;              ///< as a fraction of the opacity, since faint fog over a long way looks like a
                               ///< wall
  double maximumOpacity = 0.0; ///< the function's; a ten-thousandth of it is added to each opacity

  /// The largest difference, divided by the allowed one. Above 1 and NaN mean that the error is too large.
  double error(const ColorAndOpacity& is, const ColorAndOpacity& instead) const;
};

/// Color and opacity on the line between two knots; the first has the lower scalar.
ColorAndOpacity onLine(const FunctionKnot& a, const FunctionKnot& b, double scalar);

/// A function through some of its knots, with the colors that fit the function best between them.
///
/// `function` is piecewise linear with ascending scalars; two knots at one scalar are a jump. `kept` are
/// ascending indices of knots, including the first, the last, and both of each jump. Colors at the other kept
/// knots follow from least squares over the intervals, with equal weights. So the mean color of a ray through
/// many values stays nearly the same, while chords of a bent map all lie on one side of it. Colors where the
/// opacity is 0 have hardly any weight. Opacities are not changed.
std::vector<FunctionKnot> fitColors(
  const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept);

/// Simplify the function to as few knots as a greedy search finds, since each knot that a ray crosses costs
/// time.
///
/// `function` is as for fitColors; its colors may lie outside of 0 to 1. Opacities differ by at most 15/16 of
/// `tolerance`, as a fraction, and colors by at most 31/16 of it; the remaining sixteenth allows for the
/// sampling of `function`. Colors differ less in the mean of a ray through many values.
std::vector<FunctionKnot> withFewerKnots(const std::vector<FunctionKnot>& function, double tolerance);

} // namespace inkray
