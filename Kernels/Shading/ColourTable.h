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
  const Float4* colours;   ///< of the nodes; null: there is no table, as it would err
  float origin, perScalar; ///< scalar s is at node (s - origin) * perScalar
  float last;              ///< node behind which colours are constant; there is one more
  float end;               ///< scalar of that node
  float straight;          ///< change of the scalar along which colours may be taken as linear
  float longest;           ///< and as a parabola;
  float longestOfDense;    ///< where a segment has an optical depth of 1 or more, so that one colour is all
};

/// The colour at a scalar; anything where that is NaN.
INKRAY_HD Float3 colourAt(const ColourTableView& view, float s)
{
  const float place = (s - view.origin) * view.perScalar;
  const float within = minimum(maximum(place, 0.0f), view.last);
  const int node = static_cast<int>(within);
  const float share = within - static_cast<float>(node);
  const Float4 a = load(view.colours + node), b = load(view.colours + node + 1);
  return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
    multiplyAdd(b.z - a.z, share, a.z) };
}

/// What a view views.
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
