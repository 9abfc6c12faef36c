// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Rays/SurfaceSpan.h"
#include "Renderers/MeshVolume/SurfaceScene.h"

namespace inkray
{

/// Finds where a ray meets the isosurfaces and slices of a mesh, by the rules of WithSurfaces (Surfaces.h).
/// It is for rays that are not integrated between surfaces by WithSurfaces.
class SurfaceWalk
{
public:
  /// Note that the next part is not adjacent to the last one.
  INKRAY_HD void forget() { low_ = high_ = NAN; }

  /// Whether a part may meet a surface. False if its end lies between the isovalues next to the ray, less the
  /// rounding error of a scalar, and in front of the next slice.
  INKRAY_HD bool mayMeet(const RaySpan& part) const
  {
    return part.isCut() || !(part.end >= low_ && part.end < high_) || part.to >= nextSlice_;
  }

  /// Whether no isosurface has a value from `least` to `most`. False if that is unknown.
  INKRAY_HD bool isClear(float least, float most) const { return least >= low_ && most < high_; }

  /// Begin a part that may reach a surface.
  INKRAY_HD void begin(const SurfaceScene* scene, const RaySpan& part, float u, float v)
  {
    if (nextSlice_ < part.from)
      nextSlice_ = nextSliceOf(scene, u, v, part.from, false);
    const bool beginIsCut = (part.flags & RaySpan::beginIsCut) != 0;
    if (beginIsCut)
      this->forget();
    const float begun = part.begin, end = part.end;
    if (!(begun == begun && end == end))
    {
      this->forget();
      below_ = -1;
    }
    else if (!(low_ == low_))
    {
      const float doubt = beginIsCut ? scalarRounding : 0.0f;
      below_ =
        countIsovaluesBelow(*scene, end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
    }
  }

  /// Find the span in front of the next surface in the rest of the part, which then begins behind it. Returns
  /// false if there is no surface; the span is then the whole rest.
  INKRAY_HD bool next(
    const SurfaceScene* scene, RaySpan& part, float u, float v, float worldPerDepth, SurfaceSpan& front)
  {
    front.give(part, worldPerDepth);
    const bool endIsCut = (part.flags & RaySpan::endIsCut) != 0;
    const float rise = part.end - part.begin, extent = part.to - part.from;
    float met = INFINITY, value = 0.0f;
    const bool up = rise >= 0.0f;
    if (below_ >= 0)
    {
      // If the part was cut, a surface within the rounding error of its end is not met.
      const float doubt = endIsCut ? scalarRounding : 0.0f;
      const std::int32_t entry = up ? below_ : below_ - 1;
      if (entry >= 0 && entry < scene->count)
      {
        const SurfaceEntry& surface = scene->entries[entry];
        if (up ? part.end - doubt >= surface.value : part.end + doubt < surface.value)
        {
          const float ahead = fabsf(rise) > 1e-30f ? (surface.value - part.begin) * reciprocal(rise) : 0.0f;
          met = multiplyAdd(minimum(maximum(ahead, 0.0f), 1.0f), extent, part.from);
          value = surface.value;
          front.meet(entry, surface.opacity);
        }
      }
    }
    const bool isSlice = nextSlice_ <= minimum(met, part.to);
    if (isSlice)
    {
      met = nextSlice_;
      const float share = extent > 0.0f ? minimum(maximum((met - part.from) / extent, 0.0f), 1.0f) : 0.0f;
      value = multiplyAdd(share, rise, part.begin);
      // There is no slice where there is no value. Whether it has a color of vertices, the mesh decides
      // (isColored).
      const float own = scene->cellValues ? scene->cellValues[scene->originalTet[part.cell]]
        : scene->hasLinearColors()        ? 0.0f
                                          : value;
      front.meet(SurfaceHit::slice, own == own ? opacityOfSlices(scene, u, v, met) : 0.0f);
      nextSlice_ = nextSliceOf(scene, u, v, met, true);
    }
    else if (front.met() == SurfaceSpan::nothing)
    {
      if (endIsCut || below_ < 0)
        this->forget();
      else
      {
        low_ = below_ > 0 ? scene->entries[below_ - 1].value + scalarRounding : -INFINITY;
        high_ = below_ < scene->count ? scene->entries[below_].value - scalarRounding : INFINITY;
      }
      return false;
    }
    else
      below_ += up ? 1 : -1;
    met = minimum(maximum(met, part.from), part.to);
    front.to = met * worldPerDepth;
    front.end = value;
    part.from = met;
    part.begin = value;
    return true;
  }

private:
  float low_ = NAN, high_ = NAN; ///< no isosurface has a value in [low, high); NaN if unknown
  float nextSlice_ = -INFINITY;  ///< depth of the next slice
  std::int32_t below_ = -1;      ///< number of isovalues that are not above the ray's value, valid if low_ is
                                 ///< not NaN; -1: there is no value
};

} // namespace inkray
