// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Shading/PiecewiseTransferFunction.h"

namespace inkray
{

/// A ray's place in a piecewise function.
struct IntervalPlace
{
  float middle, half; ///< middle and half width of the current piece
  float u;            ///< the scalar reached, relative to the middle
  int piece;          ///< -1: no piece

  /// Start at scalar s, outside of any piece; NaN is allowed.
  INKRAY_HD void standAt(float s)
  {
    middle = 0.0f;
    u = s;
    half = -1.0f;
    piece = -1;
  }
  INKRAY_HD float scalar() const { return middle + u; }
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    piece = index;
    middle = view.pieces[index].middle;
    half = view.pieces[index].half;
    u = s - middle;
  }
  INKRAY_HD bool holds(float s) const { return fabsf(s - middle) <= half; }

  /// The share of the way to scalar s before the next knot; more than 1: no knot lies between.
  INKRAY_HD float shareToKnot(const PiecewiseView& view, float s) const
  {
    int next;
    return this->shareToKnot(view, s - middle, next);
  }
  /// The same for the way to uEnd, which is relative to the middle. `next`: the piece behind the knot.
  INKRAY_HD float shareToKnot(const PiecewiseView& view, float uEnd, int& next) const
  {
    const float total = uEnd - u;
    next = piece + (total > 0.0f ? 1 : -1);
    const bool crosses = fabsf(uEnd) > half && uEnd * total > 0.0f &&
      static_cast<unsigned>(next) < static_cast<unsigned>(view.count);
    return crosses ? maximum(0.0f, (this->knotTowards(uEnd) - u) * reciprocal(total)) : 2.0f;
  }
  INKRAY_HD float knotTowards(float uEnd) const { return uEnd > u ? half : -half; }
  /// The next knot on the way to s, relative to the middle. The next function returns the piece behind that
  /// knot.
  INKRAY_HD float knot(float s) const { return s - middle > u ? half : -half; }
  INKRAY_HD int next(float s) const { return piece + (s - middle > u ? 1 : -1); }
};

} // namespace inkray
