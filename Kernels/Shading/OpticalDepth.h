// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/PiecewiseTransferFunction.h"

#include <cmath>

namespace inkray
{

/// Optical depth along a ray, for rays that need the transmittance only; RayIntegral (SegmentIntegration.h)
/// also gathers color. Attenuation is linear in the scalar within a piece of the transfer function, and the
/// scalar is linear along a segment. So the integral is the attenuation in the middle times the length.
struct OpticalDepth
{
  float depth; ///< in powers of two, if lengths are in world units times log2(e)
  // The current piece of the transfer function, and the scalar reached relative to its middle.
  float middle, half, attenuation, slope, u;
  int piece; ///< -1: no piece

  INKRAY_HD void clear()
  {
    depth = 0.0f;
    this->standAt(0.0f);
  }
  /// Start at scalar s, outside of any piece. NaN is allowed.
  INKRAY_HD void standAt(float s)
  {
    middle = attenuation = slope = 0.0f;
    u = s;
    half = -1.0f;
    piece = -1;
  }

  /// Add the next segment, along which the scalar goes linearly from the end of the last segment to s. The
  /// segment is transparent if one of its ends is NaN.
  INKRAY_HD void add(const PiecewiseView& view, float s, float length)
  {
    if (!(fabsf(s - middle) <= half) && !this->cross(view, s, length))
      return;
    this->addInInterval(s - middle, length);
  }

private:
  INKRAY_HD void enter(const PiecewiseView& view, int index, float s)
  {
    piece = index;
    const FunctionInterval& p = view.pieces[index];
    middle = p.middle;
    half = p.half;
    attenuation = p.attenuation;
    slope = p.attenuationSlope;
    u = s - middle;
  }
  INKRAY_HD void addInInterval(float uEnd, float length)
  {
    depth = multiplyAdd(multiplyAdd(slope, 0.5f * (u + uEnd), attenuation), length, depth);
    u = uEnd;
  }
  /// Add the part of a segment before the piece that holds s, and subtract its length. Returns false if a
  /// value is NaN.
  INKRAY_HD bool cross(const PiecewiseView& view, float s, float& length)
  {
    if (!(s == s) || !(u == u))
    {
      this->standAt(s);
      return false;
    }
    if (piece < 0)
      this->enter(view, findInterval(view, u), u);
    const float total = s - middle - u;
    const bool up = total > 0.0f;
    const float perScalar = total != 0.0f ? length / fabsf(total) : 0.0f;
    for (;;)
    {
      const float uEnd = s - middle, uKnot = up ? half : -half;
      const bool here = up ? !(uEnd > half) : !(uEnd < -half);
      const int next = piece + (up ? 1 : -1);
      if (here || next < 0 || next >= view.count)
        return true;
      const float part = minimum(length, fabsf(uKnot - u) * perScalar);
      this->addInInterval(uKnot, part);
      length -= part;
      this->enter(view, next, middle + uKnot);
    }
  }
};

} // namespace inkray
