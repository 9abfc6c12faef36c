// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <vector>

namespace inkray
{

/// A transfer function as its opacity, in pieces, and its colours, in a table: for rays that ask for the
/// colour at the ends of segments and take it as linear or a parabola between (ColourTableIntegration.h).
struct ColourTableView
{
  /// Pieces whose colours do not count. Kinks of the opacity part them, and the two scalars beyond which
  /// colours are constant.
  PiecewiseView opacities;
  /// Of each cell the colour at scalar 0 on its line, and the slopes of red, green and blue; two vectors. The
  /// first and the last cell are of one colour. Null: there is no table, as it would err.
  const Float4* colours;
  float perScalar, offset; ///< scalar s is in cell [(s * perScalar + offset) * last], the first being inside
                           ///< of [0, 1]
  float last;              ///< number of the last cell
  float begin, end;        ///< scalars between which colours change
  float straight;          ///< change of the scalar along which colours may be taken as linear
  float longest;           ///< and as a parabola;
  float longestOfDense;    ///< where a segment has an optical depth of 1 or more, so that one colour is all
};

/// The colour at a scalar, which is a number.
INKRAY_HD Float3 colourAt(const ColourTableView& view, float s)
{
  const float place = saturate(multiplyAdd(s, view.perScalar, view.offset));
  const int cell = static_cast<int>(place * view.last);
  const Float4 a = load(view.colours + 2 * cell), b = load(view.colours + 2 * cell + 1);
  return { multiplyAdd(a.w, s, a.x), multiplyAdd(b.x, s, a.y), multiplyAdd(b.y, s, a.z) };
}

/// The values that a view reads.
struct ColourTable
{
  std::vector<TransferFunctionPiece> opacities;
  std::vector<Float4> colours; ///< none: there is no table
  ColourTableView view;        ///< without the arrays

  ColourTableView viewOf(const TransferFunctionPiece* itsOpacities, const Float4* itsColours) const
  {
    ColourTableView result = view;
    result.opacities = { itsOpacities, static_cast<int>(opacities.size()) };
    result.colours = itsColours;
    return result;
  }
};

/// A table of the opacities of one function of normalised scalars and the colours of another, which is the
/// same but for its knots; or an empty one where rays are as fast from knot to knot: where colours jump or
/// bend too sharply, or where nearly all knots are kinks of the opacity. Opacities are those of the function
/// to 1e-5 of them.
ColourTable makeColourTable(
  const std::vector<TransferFunctionPiece>& pieces, const std::vector<TransferFunctionPiece>& colours);

} // namespace inkray
