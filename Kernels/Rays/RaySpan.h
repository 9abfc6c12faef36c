// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// The part of a ray in one cell, along which a value changes linearly. Rays of every kind are made of spans:
/// a walk through cells gives them from front to back, and each begins where the last one ended, to the bit,
/// where both cells share a face (Testing/Kernels/Rays/WalkConformance.h).
///
/// Ends are depths or parameters of the ray, as the walk says. A walk of degree two has spans of its own,
/// which add the value in the middle, and a bound for the distance of their parabola from the interpolant.
struct RaySpan
{
  float from, to;
  float begin, end; ///< values there
  std::uint32_t cell;
  std::uint32_t flags; ///< beginIsCut, endIsCut, and what a walk adds above cutBits

  /// The span begins behind, or ends before, a face of its cell.
  static constexpr std::uint32_t beginIsCut = 1, endIsCut = 2, cutBits = 2;

  INKRAY_HD bool isCut() const { return (flags & (beginIsCut | endIsCut)) != 0; }
  INKRAY_HD float valueAt(float depth) const
  {
    return depth < to ? multiplyAdd(depth - from, (end - begin) / (to - from), begin) : end;
  }

  /// Leave what lies between two depths, which the span reaches. `cutsEnd`: something of it lies behind
  /// `last`, or nothing wanted does.
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
