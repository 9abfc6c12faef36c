// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Rays/RaySpan.h"

namespace inkray
{

/// A surface that a ray has met, for shading.
struct SurfaceHit
{
  float weight; ///< share of its color that reaches the eye
  std::uint32_t cell;
  std::int32_t entry; ///< index of the isosurface, or `slice` for a slice
  float at; ///< depth on an isosurface and on a slice with colors at vertices; otherwise the slice's scalar

  static constexpr std::int32_t slice = -1;
};

/// A span up to a surface or the end of the cell. Depths are measured from the eye in world units, so that
/// spans of sources with different scales can be compared.
struct SurfaceSpan : RaySpan
{
  float opacity; ///< opacity of the surface at the span's end

  static constexpr std::int32_t nothing = -2;

  /// The surface at the span's end: an isosurface's index, SurfaceHit::slice, or `nothing`.
  INKRAY_HD std::int32_t met() const { return static_cast<std::int32_t>(flags >> cutBits) + nothing; }
  INKRAY_HD void meet(std::int32_t what, float ofOpacity)
  {
    flags = static_cast<std::uint32_t>(what - nothing) << cutBits;
    opacity = ofOpacity;
  }
  /// Take a span in the units of its source. No surface is at its end.
  INKRAY_HD void give(const RaySpan& span, float worldPerDepth)
  {
    static_cast<RaySpan&>(*this) = { span.from * worldPerDepth, span.to * worldPerDepth, span.begin, span.end,
      span.cell, span.flags };
  }
};

} // namespace inkray
