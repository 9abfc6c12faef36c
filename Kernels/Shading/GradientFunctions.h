// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <vector>

namespace inkray
{

/// One knot of a gradient opacity.
struct GradientOpacityKnot
{
  double magnitude; ///< of the gradient, in units of the data per unit of length of the mesh
  float factor;     ///< of the attenuation
};

/// Factor of the attenuation: a piecewise-linear function of the magnitude of the gradient. Knots are sorted
/// by magnitude; two at the same magnitude make a jump. Magnitudes beyond the first and last knot take that
/// knot's factor, and negative factors are 0. Without knots nothing is multiplied. Throws InvalidInput from
/// the ray caster when unsorted or not finite.
struct GradientOpacity
{
  std::vector<GradientOpacityKnot> knots;
};

/// An entry of a two-dimensional transfer function.
struct TransferFunction2DEntry
{
  float red, green, blue; ///< colour, not multiplied by opacity
  float attenuation;      ///< per unit of length in world coordinates
};

/// Colour and attenuation of a value and the magnitude of its gradient: bilinear between entries, constant
/// beyond the border. Replaces the transfer function; without entries it does not. Throws InvalidInput from
/// the ray caster for a number of entries that is not columns times rows, ends that are equal, and numbers
/// that are not finite. Negative attenuations are 0.
struct TransferFunction2D
{
  int columns = 0, rows = 0;
  double values[2] = { 0.0, 1.0 };                ///< of the first and last column, in the units of the data
  double magnitudes[2] = { 0.0, 1.0 };            ///< of the first and last row, as in GradientOpacityKnot
  std::vector<TransferFunction2DEntry> entries{}; ///< columns side by side, row after row
};

/// The factor as attenuation of pieces over magnitude times scale, whose colours mean nothing. Throws
/// InvalidInput, as GradientOpacity says.
std::vector<TransferFunctionPiece> makeFactors(const GradientOpacity& opacity, double scale);

/// The entries as TableView has them: with those at the border twice, rows + 2 times
/// columns + 2; none of a function without any. Throws InvalidInput, as TransferFunction2D says.
std::vector<Float4> makeTableEntries(const TransferFunction2D& function);

/// How far, in entries along either axis, a straight way through a table may go from each place between four
/// entries so that colour and attenuation may be parabolas along it (Film.h), which then err
/// by at most 2e-3 of the attenuation on the way, or 2e-6 of the table's largest, and 4e-3 of a colour where
/// anything is seen. Errors of segments have either sign, so that those of a ray are smaller. Columns times
/// rows numbers, of the cell between an entry and the next in both directions; less than 1 where the table
/// bends sharply. `entries`: as makeTableEntries makes them.
std::vector<float> tableSpans(const std::vector<Float4>& entries, int columns, int rows);

} // namespace inkray
