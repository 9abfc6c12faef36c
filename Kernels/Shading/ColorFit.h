// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace inkray
{

/// Red, green, blue and opacity.
using ColorAndOpacity = std::array<double, 4>;

/// A scalar, and colour and opacity there.
struct FunctionKnot
{
  double scalar;
  ColorAndOpacity value;
};

/// How far a function may be from the one that it stands for.
struct FunctionTolerance
{
  double color;                ///< of each channel, where something is seen
  double opacity;              ///< as a fraction of the opacity: faint fog over a long way counts as a wall
  double maximumOpacity = 0.0; ///< of the function; a ten-thousandth of it is added to each opacity

  /// The largest difference as a multiple of what is allowed: above 1 is too much, NaN too.
  double error(const ColorAndOpacity& is, const ColorAndOpacity& instead) const;
};

/// Colour and opacity on the line between two knots, the first of which has the lower scalar.
ColorAndOpacity onLine(const FunctionKnot& a, const FunctionKnot& b, double scalar);

/// A function through few of its knots, with the colours that fit the function best between them.
///
/// `function` is piecewise linear, its scalars ascend, and two knots in one place are a jump; `kept` are
/// indices of knots in it that ascend, among them the first, the last, and both of each jump. Colours at
/// knots that are neither are those of least squares over the intervals, each of which counts the same; so
/// the mean colour of a ray through many values stays nearly as it is, where chords of a bent map all lie on
/// one side of it. Colours where the opacity is 0 hardly count. Opacities are not changed.
std::vector<FunctionKnot> fitColors(
  const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept);

/// The function with as few knots as a greedy search finds, since each knot that a ray crosses costs time.
///
/// `function` is as for fitColors; its colours may lie outside of 0 to 1. Opacities differ by 15/16 of
/// `tolerance` at most, as a fraction, and colours by 31/16 of it; the sixteenth is for the samples that
/// `function` is made of. In the mean of a ray through many values colours differ by less.
std::vector<FunctionKnot> withFewerKnots(const std::vector<FunctionKnot>& function, double tolerance);

} // namespace inkray
