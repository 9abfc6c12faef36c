// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MediumSteps.h"
#include "Optics/MixedMedia.h"

namespace inkray
{

/// A medium at both ends of a part. The part has this length and lies in one interval of the function.
INKRAY_HD MediumEnds endsOf(const IntervalOnPart& part, float length)
{
  const Float3 a = part.color(0.0f), b = part.color(1.0f);
  return { { a.x, a.y, a.z, maximum(0.0f, part.attenuation(0.0f)) * length },
    { b.x, b.y, b.z, maximum(0.0f, part.attenuation(1.0f)) * length } };
}

/// One of the media that share a part of a ray. Its color and attenuation are a function of its value, or
/// constant if it has no function.
struct SharedMedium
{
  KnotWalk knots;
  float length; ///< length of the remaining part, in world units times log2(e)
  float toKnot; ///< share of the remaining part at which the next knot of the function comes

  INKRAY_HD float findKnot(const PiecewiseView& function)
  {
    toKnot = knots.shareToKnot(function);
    return toKnot;
  }
  /// Pass a share of the remaining part. Returns the medium at both ends of that share.
  INKRAY_HD MediumEnds pass(const PiecewiseView& function, float share)
  {
    const bool atKnot = toKnot <= share;
    const IntervalOnPart part = knots.part(function, share, atKnot);
    const MediumEnds ends = endsOf(part, this->pass(share));
    knots.advance(function, part, atKnot);
    return ends;
  }
  INKRAY_HD MediumEnds pass(const Float4& constant, float share)
  {
    const Float4 c = { constant.x, constant.y, constant.z, constant.w * this->pass(share) };
    return { c, c };
  }

private:
  INKRAY_HD float pass(float share)
  {
    const float passed = share * length;
    length -= passed;
    return passed;
  }
};

/// Carry a ray through a part that several media share, from knot to knot of all their functions. Media has
///   mostSorted   up to this many media, sums do not depend on the order of the media, not even by a bit
///   medium(n)    the SharedMedium n
///   function(n)  the function of its values
///   constant(n)  its color, and attenuation for a unit of length, if it has no function
template <class Media>
INKRAY_HD void mixParts(Media& media, int count, MixedRay& ray)
{
  for (bool isLast = false; !isLast;)
  {
    float share = 2.0f;
    for (int n = 0; n < count; ++n)
      share = minimum(share, media.medium(n).findKnot(media.function(n)));
    isLast = !(share <= 1.0f);
    share = isLast ? 1.0f : share;
    const auto pass = [&](int n) {
      SharedMedium& medium = media.medium(n);
      return medium.knots.isIn ? medium.pass(media.function(n), share)
                               : medium.pass(media.constant(n), share);
    };
    if constexpr (Media::mostSorted > 2)
      if (count > 2)
      {
        MediumEnds ends[Media::mostSorted];
        for (int n = 0; n < count; ++n)
          ends[n] = pass(n);
        ray.add(ends, count);
        continue;
      }
    MixedSums sums;
    sums.clear();
    for (int n = 0; n < count; ++n)
      sums.add(pass(n));
    ray.absorb(sums);
  }
}

} // namespace inkray
