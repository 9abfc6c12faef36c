// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace inkray
{

/// One knot of a piecewise-linear transfer function.
struct TransferFunctionKnot
{
  double scalar;          ///< in the units of the data
  float red, green, blue; ///< colour, not multiplied by opacity
  float
    attenuation; ///< per unit of length in world coordinates: VTK's opacity / scalar opacity unit distance
};

/// The colour of one value.
struct TransferFunctionCategory
{
  double scalar;
  float red, green, blue;
};

/// Piecewise-linear colour and attenuation of a scalar. Knots are sorted by scalar; two knots at the same
/// scalar make a jump, and that scalar belongs to its upper side. Scalars beyond the first and last knot
/// take that knot's values. Finite values only. Throws InvalidInput from the ray caster when empty, unsorted
/// or not finite.
///
/// A categorical function has colours of single values, in any order, and one for all other values; the knots
/// then give the attenuation alone, and the colours of extremes, which are no volume. A value is in a
/// category when the two agree to a float over the range of the data. A cell with a value of its own has the
/// value's colour; between points each place has the colour and attenuation of the nearest point, which has
/// the largest barycentric weight, and no value between two points' values is looked up.
struct TransferFunction
{
  std::vector<TransferFunctionKnot> knots;
  bool isCategorical = false;
  std::vector<TransferFunctionCategory> categories = {};
  float otherColour[3] = { 0.0f, 0.0f, 0.0f }; ///< of values that are no category
  /// The same function with all the knots that its colours bend in, where `knots` are few: for those who
  /// look colours up, to whom knots cost nothing. Empty: there are no others.
  std::vector<TransferFunctionKnot> fineKnots = {};
  /// Scalars that belong to the lower side of their jump, such as the upper end of a color map's range.
  std::vector<double> upperEnds = {};
};

} // namespace inkray
