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

/// Piecewise-linear colour and attenuation of a scalar. Knots are sorted by scalar; two knots at the same
/// scalar make a jump. Scalars beyond the first and last knot take that knot's values. Finite values only.
/// Throws InvalidInput from the ray caster when empty, unsorted or not finite.
struct TransferFunction
{
  std::vector<TransferFunctionKnot> knots;
};

} // namespace inkray
