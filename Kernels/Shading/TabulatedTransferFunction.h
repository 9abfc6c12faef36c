// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <vector>

namespace inkray
{

/// A piece of a transfer function, or a part of one, with what the function adds up to from the first of
/// them on. Channels are red, green and blue, multiplied by the attenuation, and the attenuation itself, all
/// in nepers (not powers of two) where lengths are in world units times log2(e). At u = s - begin a channel
/// is value + 2 halfSlope u, and its integral up to there integral + value u + halfSlope u^2.
struct alignas(64) TabulatedPiece
{
  float begin, end; ///< scalars; the function goes on in the same way before the first, and behind the last
  float smooth;     ///< the number of the smooth part of the function that it belongs to, from kink to kink
  float unused;
  float integral[4], value[4], halfSlope[4];
};

/// Pieces, and for each cell of a fine grid over the scalars the first of the two that it may have.
struct TabulatedView
{
  const TabulatedPiece* pieces; ///< null: there is no table, as it would err
  const std::uint16_t* pieceOfCell;
  float origin, perScalar; ///< scalar s is in cell (s - origin) * perScalar
  float lastCell;
  /// Over a smaller difference of scalars, means are those of both ends, or, with a kink between, exact.
  float resolved;
  float partsPerDepth;   ///< into how many parts a segment is split at least for a neper of its optical depth
  float spreadPerScalar; ///< the square of that number, for an optical depth of 1 and a scalar's change by 1
};

/// The cell of a place in cells. It does not fall where the place rises, and is the first where that is NaN.
INKRAY_HD int cellAt(const TabulatedView& view, float place)
{
  const float above = place > 0.0f ? place : 0.0f;
  return static_cast<int>(above < view.lastCell ? above : view.lastCell);
}

/// The arrays of a view.
struct TransferFunctionTable
{
  std::vector<TabulatedPiece> pieces;
  std::vector<std::uint16_t> pieceOfCell;
  TabulatedView view; ///< without the arrays

  TabulatedView viewOf(const TabulatedPiece* itsPieces, const std::uint16_t* itsCells) const
  {
    TabulatedView result = view;
    result.pieces = itsPieces;
    result.pieceOfCell = itsCells;
    return result;
  }
};

/// A table for a function of normalised scalars, or an empty one where none is as good as the pieces: where
/// knots are too close for the grid, or colours turn to and fro within short ways, or where there are so few
/// pieces that a ray is as fast with them.
TransferFunctionTable makeTable(const std::vector<TransferFunctionPiece>& pieces);

} // namespace inkray
