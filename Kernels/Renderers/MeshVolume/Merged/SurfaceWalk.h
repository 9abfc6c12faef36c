// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/SurfaceScene.h"

namespace inkray
{

/// The part of a ray in a cell, as far as it is seen. Depths are in the units of the mesh.
struct RayPart
{
  float from, to;
  float valueFrom, valueTo;
  bool beginIsCut, endIsCut; ///< it begins behind, or ends before, a face of the cell

  INKRAY_HD bool isCut() const { return beginIsCut || endIsCut; }
};

/// The part of a ray in one cell of a mesh, up to a surface or the end of the cell. Depths are those of the
/// eye, in world units, so that meshes of different scales can be compared.
struct Stretch
{
  float from, to;
  float valueFrom, valueTo;
  std::uint32_t cell;
  std::int32_t met; ///< at its end: an isosurface's entry, SurfaceHit::slice, or nothing
  float opacity;    ///< of that

  static constexpr std::int32_t nothing = -2;

  INKRAY_HD void give(const RayPart& part, std::uint32_t ofCell, float worldPerDepth)
  {
    from = part.from * worldPerDepth;
    to = part.to * worldPerDepth;
    valueFrom = part.valueFrom;
    valueTo = part.valueTo;
    cell = ofCell;
    met = nothing;
  }
  INKRAY_HD float valueAt(float depth) const
  {
    return depth < to ? multiplyAdd(depth - from, (valueTo - valueFrom) / (to - from), valueFrom) : valueTo;
  }
};

/// Where a ray meets the isosurfaces and slices of a mesh, by the rules of WithSurfaces (Surfaces.h), when it
/// does not integrate between them itself.
class SurfaceWalk
{
public:
  /// The next part does not join the last one.
  INKRAY_HD void forget() { low_ = high_ = NAN; }

  /// Whether a part may meet something. A part that goes beyond the next isovalues above and below, moved
  /// towards the ray by the rounding of a scalar, is looked at exactly.
  INKRAY_HD bool mayMeet(const RayPart& part) const
  {
    return part.isCut() || !(part.valueTo >= low_ && part.valueTo < high_) || part.to >= nextSlice_;
  }

  /// Begin a part that may meet something.
  INKRAY_HD void begin(const SurfaceScene* scene, const RayPart& part, float u, float v)
  {
    if (nextSlice_ < part.from)
      nextSlice_ = nextSliceOf(scene, u, v, part.from, false);
    if (part.beginIsCut)
      this->forget();
    const float begun = part.valueFrom, end = part.valueTo;
    if (!(begun == begun && end == end))
    {
      this->forget();
      below_ = -1;
    }
    else if (!(low_ == low_))
    {
      const float doubt = part.beginIsCut ? scalarRounding : 0.0f;
      below_ =
        countIsovaluesBelow(*scene, end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
    }
  }

  /// The stretch in front of the next surface in the rest of the part, which begins behind it then; false:
  /// no surface comes, and the stretch is the rest.
  INKRAY_HD bool next(const SurfaceScene* scene, RayPart& part, std::uint32_t cell, float u, float v,
    float worldPerDepth, Stretch& front)
  {
    front.give(part, cell, worldPerDepth);
    const float rise = part.valueTo - part.valueFrom, extent = part.to - part.from;
    float met = INFINITY, value = 0.0f;
    const bool up = rise >= 0.0f;
    if (below_ >= 0)
    {
      // Where the part was cut, a surface within the rounding of the end is not met.
      const float doubt = part.endIsCut ? scalarRounding : 0.0f;
      const std::int32_t entry = up ? below_ : below_ - 1;
      if (entry >= 0 && entry < scene->count)
      {
        const SurfaceEntry& surface = scene->entries[entry];
        if (up ? part.valueTo - doubt >= surface.value : part.valueTo + doubt < surface.value)
        {
          const float ahead =
            fabsf(rise) > 1e-30f ? (surface.value - part.valueFrom) * reciprocal(rise) : 0.0f;
          met = multiplyAdd(minimum(maximum(ahead, 0.0f), 1.0f), extent, part.from);
          value = surface.value;
          front.met = entry;
          front.opacity = surface.opacity;
        }
      }
    }
    const bool isSlice = nextSlice_ <= minimum(met, part.to);
    if (isSlice)
    {
      met = nextSlice_;
      const float share = extent > 0.0f ? minimum(maximum((met - part.from) / extent, 0.0f), 1.0f) : 0.0f;
      value = multiplyAdd(share, rise, part.valueFrom);
      // There is no slice where there is no value.
      const float own = scene->cellValues ? scene->cellValues[scene->originalTet[cell]] : value;
      front.met = SurfaceHit::slice;
      front.opacity = own == own ? opacityOfSlices(scene, u, v, met) : 0.0f;
      nextSlice_ = nextSliceOf(scene, u, v, met, true);
    }
    else if (front.met == Stretch::nothing)
    {
      if (part.endIsCut || below_ < 0)
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
    front.valueTo = value;
    part.from = met;
    part.valueFrom = value;
    return true;
  }

private:
  float low_ = NAN, high_ = NAN; ///< no isosurface is met by a value in [low, high); NaN where not known
  float nextSlice_ = -INFINITY;  ///< its depth
  std::int32_t below_ = -1;      ///< isovalues that are not above the ray's value, where low is known; -1: no
                                 ///< value
};

} // namespace inkray
