// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace inkray
{

/// One knot of a piecewise-linear transfer function.
struct TransferFunctionKnot
{
  double scalar;          ///< in the units of the data
  float red, green, blue; ///< color, not premultiplied
  float
    attenuation; ///< per unit of length in world coordinates: VTK's opacity / scalar opacity unit distance
};

/// The color of one value.
struct TransferFunctionCategory
{
  double scalar;
  float red, green, blue;
};

/// Piecewise-linear color and attenuation of a scalar. Knots are sorted by scalar; two knots at the same
/// scalar are a jump, and that scalar belongs to its upper side. Scalars beyond the first and last knot take
/// that knot's values. The ray caster throws InvalidInput if knots are missing, unsorted or not finite.
///
/// A categorical function has colors of single values, in any order, and one color for all other values. Its
/// knots give only the attenuation, and the colors of extremes, which are no volume. A value is in a category
/// if both agree to a float's precision over the range of the data. A cell with a value of its own has that
/// value's color. Between the points of a mesh each place has the color and attenuation of the nearest point,
/// which has the largest barycentric weight; intermediate values are never looked up.
struct TransferFunction
{
  std::vector<TransferFunctionKnot> knots;
  bool isCategorical = false;
  std::vector<TransferFunctionCategory> categories = {};
  float otherColor[3] = { 0.0f, 0.0f, 0.0f }; ///< for values in no category
  /// The same function with all knots at which its colors bend, if `knots` are a selection. Tables of colors
  /// are made from them, because more knots cost no time there. Empty: there are no others.
  std::vector<TransferFunctionKnot> fineKnots = {};
  /// Scalars of jumps that belong to the jump's lower side, such as the upper end of a color map's range.
  std::vector<double> upperEnds = {};
};

} // namespace inkray
