// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Shading/TransferFunction.h"

#include <vector>

namespace inkray
{

/// One linear piece of a transfer function over normalized scalars, relative to its middle: for u = s -
/// middle, |u| <= half, value(u) = valueMiddle + slope u. It takes 48 bytes, three loads.
struct alignas(16) FunctionInterval
{
  float middle, half, attenuation, attenuationSlope;
  float red, green, blue, unused0;
  float redSlope, greenSlope, blueSlope, unused1;
};

/// The pieces in the order of the scalar. Together they cover [-1, 2], which holds every normalized scalar of
/// the range that values are held relative to (0 to 1), with its rounding. Scalars beyond take the first or
/// the last piece, which is right where that piece is constant.
struct PiecewiseView
{
  const FunctionInterval* pieces;
  int count;
};

/// A function of scalars from 0 to 1 may end this far beyond this range, since a jump at an end is moved.
/// Scalars farther away have the colors of the ends.
constexpr float besideRange = 1e-4f;

/// Pieces of `function` over s = (scalar - low) * scale. Throws InvalidInput for an empty, unsorted or not
/// finite function. `movesJumps`: each jump is moved beside its scalar, to the side that does not hold the
/// scalar, so that all places with exactly this scalar have one color.
std::vector<FunctionInterval> makeIntervals(
  const TransferFunction& function, double low, double scale, bool movesJumps = true);

/// Index of the piece that holds s (at a knot, the upper one); -1 if s is NaN.
INKRAY_HD int findInterval(const PiecewiseView& view, float s)
{
  if (!(s == s))
    return -1;
  int below = 0;
  int above = view.count - 1;
  while (below < above)
  {
    const int middle = (below + above + 1) >> 1;
    const FunctionInterval& piece = view.pieces[middle];
    if (s >= piece.middle - piece.half)
      below = middle;
    else
      above = middle - 1;
  }
  return below;
}

/// Color and attenuation at s; 0 if s is NaN.
INKRAY_HD Float4 colorOf(const PiecewiseView& view, float s)
{
  const int index = findInterval(view, s);
  if (index < 0)
    return { 0.0f, 0.0f, 0.0f, 0.0f };
  const FunctionInterval& p = view.pieces[index];
  const float u = s - p.middle;
  return { p.red + p.redSlope * u, p.green + p.greenSlope * u, p.blue + p.blueSlope * u,
    p.attenuation + p.attenuationSlope * u };
}

} // namespace inkray
