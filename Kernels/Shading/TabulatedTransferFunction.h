// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <vector>

namespace inkray
{

/// A piece of a transfer function, or a part of a piece, with integrals of the function from the first piece
/// on. Channels are red, green and blue, multiplied by the attenuation, and the attenuation itself. All are
/// in nepers (not powers of two) for lengths in world units times log2(e). At u = s - begin a channel is
/// value + 2 halfSlope u, and its integral up to there is integral + value u + halfSlope u^2.
struct alignas(64) TabulatedInterval
{
  float begin, end; ///< scalars; the first and the last piece also apply beyond the range
  float smooth;     ///< the number of its smooth part of the function, from kink to kink
  float unused;
  float integral[4], value[4], halfSlope[4];
};

/// Pieces and, for each cell of a fine grid over the scalars, the first of the at most two pieces in it.
struct TabulatedView
{
  const TabulatedInterval* pieces; ///< null: there is no table, because it would be inaccurate
  const std::uint16_t* blockOfCell;
  float origin, perScalar; ///< scalar s is in cell (s - origin) * perScalar
  float lastCell;
  /// If two scalars differ by less than this, the mean between them is the mean of both ends; across a kink,
  /// it is computed exactly. Beyond the range, resolvedAt gives a larger difference.
  float resolved;
  float middle, half;    ///< middle and half width of the range in which the function changes
  float partsPerDepth;   ///< the least number of parts of a segment for each neper of its optical depth
  float spreadPerScalar; ///< the square of the least number of parts, for an optical depth of 1 and a change
                         ///< of the scalar by 1
};

/// The cell of a place, which is in units of cells. It never falls as the place rises, and is the first for
/// NaN.
INKRAY_HD int cellAt(const TabulatedView& view, float place)
{
  const float above = place > 0.0f ? place : 0.0f;
  return static_cast<int>(above < view.lastCell ? above : view.lastCell);
}

/// The share of a scalar's distance from the range that resolvedAt returns beyond the range.
constexpr float resolvedShareBeyond = 1.0f / 256.0f;

/// Returns the difference from s below which the mean between two scalars is the mean of both ends. It is
/// TabulatedView::resolved, or more beyond the range: there the integrals, and with them their rounding
/// errors, grow with the distance. The function is constant there, so that the mean of both ends is exact.
INKRAY_HD float resolvedAt(const TabulatedView& view, float s)
{
  const float beyond = (fabsf(s - view.middle) - view.half) * resolvedShareBeyond;
  return beyond > view.resolved ? beyond : view.resolved;
}

/// The arrays that a view refers to.
struct TransferFunctionTable
{
  std::vector<TabulatedInterval> pieces;
  std::vector<std::uint16_t> blockOfCell;
  TabulatedView view; ///< without the arrays

  TabulatedView viewOf(const TabulatedInterval* itsPieces, const std::uint16_t* itsCells) const
  {
    TabulatedView result = view;
    result.pieces = itsPieces;
    result.blockOfCell = itsCells;
    return result;
  }
};

/// Make a table of a function of normalized scalars. The table is empty if pieces serve better: if knots are
/// too close for the grid, if colors alternate within short ways, or if there are so few pieces that a ray is
/// as fast with them.
TransferFunctionTable makeTable(const std::vector<FunctionInterval>& pieces);

} // namespace inkray
