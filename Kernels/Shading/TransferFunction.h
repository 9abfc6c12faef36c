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
/// scalar make a jump. Scalars beyond the first and last knot take that knot's values. Finite values only.
/// Throws InvalidInput from the ray caster when empty, unsorted or not finite.
///
/// A categorical function has colours of single values, in any order, and one for all other values; the knots
/// then give the attenuation alone, and what is no volume (extremes) its colours. Values are categories when
/// they agree to a float over the range of the data. In a cell with a value of its own that is the colour of
/// the cell; between points each place has colour and attenuation of the nearest one, that of the largest
/// barycentric weight, and nothing between two values is ever looked up.
struct TransferFunction
{
  std::vector<TransferFunctionKnot> knots;
  bool isCategorical = false;
  std::vector<TransferFunctionCategory> categories = {};
  float otherColour[3] = { 0.0f, 0.0f, 0.0f }; ///< of values that are no category
};

} // namespace inkray
