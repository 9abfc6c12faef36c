// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <vector>

namespace inkray
{

/// A transfer function whose opacity is in pieces and whose colors are in a table. Rays look up the color at
/// the ends of segments, and treat it as linear or as a parabola along them (FunctionColorIntegration.h).
struct FunctionColorTableView
{
  /// Pieces whose colors are ignored. They end at kinks of the opacity, and at the two scalars beyond which
  /// colors are constant.
  PiecewiseView opacities;
  /// For each cell, two vectors: the color at scalar 0 on the cell's line, and the slopes of red, green and
  /// blue. The first and the last cell have a single color. Null: there is no table, because it would be
  /// inaccurate.
  const Float4* colors;
  float perScalar, offset; ///< scalar s is in cell [(s * perScalar + offset) * last], the part in brackets
                           ///< being clamped to [0, 1]
  float last;              ///< number of the last cell
  float begin, end;        ///< scalars between which colors change
  float straight;          ///< change of the scalar over which colors may be treated as linear
  float longest;           ///< change over which they may be treated as a parabola
  float longestOfDense;    ///< the same for a segment with an optical depth above 1, which shows little but
                           ///< one color
};

/// The color at a scalar, which must not be NaN.
INKRAY_HD Float3 colorAt(const FunctionColorTableView& view, float s)
{
  const float place = saturate(multiplyAdd(s, view.perScalar, view.offset));
  const int cell = static_cast<int>(place * view.last);
  const Float4 a = load(view.colors + 2 * cell), b = load(view.colors + 2 * cell + 1);
  return { multiplyAdd(a.w, s, a.x), multiplyAdd(b.x, s, a.y), multiplyAdd(b.y, s, a.z) };
}

/// The arrays that a view refers to.
struct FunctionColorTable
{
  std::vector<FunctionInterval> opacities;
  std::vector<Float4> colors;  ///< empty: there is no table
  FunctionColorTableView view; ///< without the arrays

  FunctionColorTableView viewOf(const FunctionInterval* itsOpacities, const Float4* itsColors) const
  {
    FunctionColorTableView result = view;
    result.opacities = { itsOpacities, static_cast<int>(opacities.size()) };
    result.colors = itsColors;
    return result;
  }
};

/// Make a table from the opacities of one function of normalized scalars and the colors of another one, which
/// differs only in its knots. The table is empty if rays from knot to knot are as fast: if colors jump or
/// bend too sharply, or if nearly all knots are kinks of the opacity. Relative errors of opacities are at
/// most 1e-5.
FunctionColorTable makeFunctionColorTable(
  const std::vector<FunctionInterval>& pieces, const std::vector<FunctionInterval>& colors);

} // namespace inkray
