// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace RayCastBridge
{

/// A scalar, and red, green, blue and opacity there.
struct FunctionKnot
{
  double Scalar;
  std::array<double, 4> Value;
};

/// A function through few of its knots, with the colors that fit the function best between them.
///
/// `function` is piecewise linear, its scalars ascend, and two knots in one place are a jump; `kept` are
/// indices of knots in it that ascend, among them the first, the last, and both of each jump. Colors at knots
/// that are neither are those of least squares over the intervals, each of which counts the same; so the mean
/// color of a ray through many values stays nearly as it is, where chords of a bent map all lie on one side
/// of it. Colors where the opacity is 0 hardly count. Opacities are not changed.
std::vector<FunctionKnot> FitColors(
  const std::vector<FunctionKnot>& function, const std::vector<std::size_t>& kept);

} // namespace RayCastBridge
