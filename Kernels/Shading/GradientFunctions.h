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
  float factor;     ///< applied to the attenuation
};

/// A factor on the attenuation: a piecewise-linear function of the magnitude of the gradient. Knots are
/// sorted by magnitude; two knots at the same magnitude are a jump. Magnitudes beyond the first and last knot
/// take that knot's factor, and negative factors become 0. Without knots the attenuation is not changed. The
/// ray caster throws InvalidInput for knots that are unsorted or not finite.
struct GradientOpacity
{
  std::vector<GradientOpacityKnot> knots;
};

/// An entry of a two-dimensional transfer function.
struct TransferFunction2DEntry
{
  float red, green, blue; ///< color, not premultiplied
  float attenuation;      ///< per unit of length in world coordinates
};

/// Color and attenuation as a function of the value and the magnitude of its gradient: bilinear between
/// entries, constant beyond the border. It replaces the transfer function unless it has no entries. The ray
/// caster throws InvalidInput if the number of entries is not columns times rows, if ends are equal, and for
/// numbers that are not finite. Negative attenuations become 0.
struct TransferFunction2D
{
  int columns = 0, rows = 0;
  double values[2] = { 0.0, 1.0 };                ///< at the first and the last column, in the units of the
                                                  ///< data
  double magnitudes[2] = { 0.0, 1.0 };            ///< at the first and the last row, as in
                                                  ///< GradientOpacityKnot
  std::vector<TransferFunction2DEntry> entries{}; ///< row after row
};

/// The factor as the attenuation of pieces over magnitude times scale; the pieces' colors have no meaning.
/// Throws InvalidInput, as GradientOpacity says.
std::vector<FunctionInterval> makeFactors(const GradientOpacity& opacity, double scale);

/// The entries in TableView's layout: border entries are repeated outside, so there are rows + 2 times
/// columns + 2. Empty for a function without entries. Throws InvalidInput, as TransferFunction2D says.
std::vector<Float4> makeTableEntries(const TransferFunction2D& function);

/// For each cell between four entries: how far a straight way through the table may go, in entries along
/// either axis, so that color and attenuation can be treated as parabolas along it (Film.h). The error is
/// then at most 2e-3 of the attenuation on the way, or 2e-6 of the table's largest, and 4e-3 of a visible
/// color. Errors of segments have either sign, so errors of a ray are smaller. Returns columns times rows
/// numbers, for the cell between an entry and the next in both directions; they are below 1 where the table
/// bends sharply. `entries`: made by makeTableEntries.
std::vector<float> tableSpans(const std::vector<Float4>& entries, int columns, int rows);

} // namespace inkray
