// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The part of a ray in one cell, along which a value changes linearly. All kinds of rays consist of spans: a
/// walk through cells yields them from front to back. If two cells share a face, the second span begins at
/// exactly the depth where the first one ended (Testing/Kernels/Rays/WalkConformance.h). The walk decides
/// whether ends are depths or parameters of the ray. Walks of degree two yield BentSpan, which also has the
/// value in the middle and a bound on the distance between its parabola and the interpolant.
struct RaySpan
{
  float from, to;
  float begin, end; ///< values at these ends
  std::uint32_t cell;
  std::uint32_t flags; ///< beginIsCut, endIsCut, and the walk's own flags above cutBits

  /// The span begins behind, or ends before, a face of its cell.
  static constexpr std::uint32_t beginIsCut = 1, endIsCut = 2, cutBits = 2;

  INKRAY_HD bool isCut() const { return (flags & (beginIsCut | endIsCut)) != 0; }
  INKRAY_HD float valueAt(float depth) const
  {
    return depth < to ? multiplyAdd(depth - from, (end - begin) / (to - from), begin) : end;
  }

  /// Shorten the span to the part between two depths. `cutsEnd`: the span ends at `last`, because it reaches
  /// behind `last` or because nothing behind is wanted.
  INKRAY_HD void clip(float first, float last, bool cutsEnd)
  {
    if (!(first > from) && !cutsEnd)
      return;
    const float perDepth = to > from ? (end - begin) / (to - from) : 0.0f;
    const float whole = from, value = begin;
    if (first > whole)
    {
      begin = multiplyAdd(first - whole, perDepth, value);
      from = first;
      flags |= beginIsCut;
    }
    if (cutsEnd)
    {
      end = multiplyAdd(last - whole, perDepth, value);
      to = last;
      flags |= endIsCut;
    }
  }
};

} // namespace inkray
