// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MediumSteps.h"
#include "Optics/MixedMedia.h"
#include "Picture/Merged/SpanQueue.h"

#include <type_traits>

namespace inkray
{

/// The nearest vertices of a medium, and the share of the remaining part where the nearest vertex changes.
struct NearestFromHere : NearestVertices
{
  float toNext;
};
/// Replaces NearestFromHere where no medium has colors of nearest vertices.
struct Nothing
{
};

/// One of the media that share a part of a ray. The channels at the faces of its cell stay in the queue.
template <class Walk>
struct MediumOnPart
{
  using Source = typename Walk::Source;
  using Medium = typename Source::Medium;
  static constexpr bool mayBeByNearest = SpanQueue<Walk>::mayBeByNearest;

  const Medium* medium;
  const SpanQueue<Walk>* queue;
  MediumSteps<Medium> steps;
  /// For a medium with colors of nearest vertices.
  std::conditional_t<mayBeByNearest, NearestFromHere, Nothing> nearest;
  std::uint32_t cell;
  float length;   ///< of the remaining part, in world units times log2(e)
  bool isMissing; ///< the cell has no value: it shows medium->missing

  /// Begin the part from a queue's place to a depth, and move the queue there. Returns false if nothing is
  /// visible.
  INKRAY_HD bool begin(const Source& source, SpanQueue<Walk>& of, float end)
  {
    medium = &source.medium;
    queue = &of;
    cell = of.front().cell;
    const float valueFrom = of.value, valueTo = of.front().valueAt(end);
    const float from = of.medium ? of.shareAt(of.begin) : 0.0f, to = of.medium ? of.shareAt(end) : 1.0f;
    length = (end - of.begin) * of.length;
    of.begin = end;
    of.value = valueTo;
    if (medium->isEmpty)
      return false;
    MediumSegment whole = this->segment();
    whole.begin.value = valueFrom;
    whole.end.value = valueTo;
    isMissing = !whole.hasColor(*medium, cell);
    if (isMissing)
      return medium->showsMissing();
    if (!whole.hasOpacity())
      return false;
    MediumKnots knots;
    knots.clear();
    steps.begin(*medium, whole, knots, from, to, valueFrom, valueTo);
    if constexpr (mayBeByNearest)
      if (medium->isByNearest())
        of.startNearest(nearest, from);
    return true;
  }
  /// The segment through the cell, without its values.
  INKRAY_HD MediumSegment segment() const
  {
    const MediumPlace none = {};
    return queue->medium ? segmentInCell(*medium, queue->cell.behind, queue->cell.ahead, cell)
                         : segmentInCell(*medium, none, none, cell);
  }
  INKRAY_HD float findBreak()
  {
    if (isMissing)
      return 2.0f;
    const float toBreak = steps.findBreak(*medium);
    if constexpr (mayBeByNearest)
    {
      nearest.toNext = medium->isByNearest() ? nearest.shareToNext(steps.from, steps.to) : 2.0f;
      return minimum(nearest.toNext, toBreak);
    }
    return toBreak;
  }

  /// Sample a sub-part from `begin` over `width`, both as fractions of the next `share` of the way.
  INKRAY_HD MediumSamples sample(float share, float begin, float width) const
  {
    MediumSamples samples;
    const float l = share * length * width;
    if (isMissing)
    {
      const Float4& c = medium->missing;
      for (int n = 0; n < MixedNodes::count; ++n)
        samples.at[n] = { c.x, c.y, c.z, mulRounded(c.w, l) };
      return samples;
    }
    const MediumSegment whole = this->segment();
    MediumPart<Medium> part = steps.part(*medium, whole, share);
    if constexpr (mayBeByNearest)
      if (medium->isByNearest())
        part.constant = medium->constantOf(nearest.nearest(), whole.constant);
    for (int n = 0; n < MixedNodes::count; ++n)
    {
      const Float4 e = part.at(multiplyAdd(width, MixedNodes::at(n), begin));
      samples.at[n] = { e.x, e.y, e.z, mulRounded(maximum(0.0f, e.w), l) };
    }
    return samples;
  }
  INKRAY_HD void advance(float share)
  {
    length -= share * length;
    if (isMissing)
      return;
    steps.advance(*medium, share);
    if constexpr (mayBeByNearest)
      if (nearest.toNext <= share)
        nearest.advance();
  }
};

/// Mix sources of any media on a part of a ray, up to a depth, going from break to break of any medium.
template <class Walk>
INKRAY_HD_NOINLINE MixedRay mixMedia(const typename Walk::Source* sources, SpanQueue<Walk>* queues,
  const int* shared, int numShared, float end, MixedRay ray)
{
  MediumOnPart<Walk> media[mostWalks];
  int count = 0;
  for (int n = 0; n < numShared; ++n)
    count += media[count].begin(sources[shared[n]], queues[shared[n]], end);
  for (bool isLast = count == 0; !isLast;)
  {
    float share = 2.0f;
    for (int n = 0; n < count; ++n)
      share = minimum(share, media[n].findBreak());
    isLast = !(share <= 1.0f);
    share = isLast ? 1.0f : share;
    // Add sub-parts that are not too deep. Behind 24 halvings of the light, nothing is visible.
    float from = 0.0f, width = share > 0.0f ? 1.0f : 0.0f;
    for (int tries = 0; tries < 100 && width > 0.0f && ray.transmittance > 6e-8f; ++tries)
    {
      MediumSamples samples[mostWalks];
      for (int n = 0; n < count; ++n)
        samples[n] = media[n].sample(share, from, width);
      float depth;
      if (!ray.add(samples, count, width < 1e-4f, depth))
      {
        width *= maximum(0.0625f, 0.8f / depth);
        continue;
      }
      from += width;
      width = minimum(1.0f - from, 2.0f * width);
    }
    for (int n = 0; n < count; ++n)
      media[n].advance(share);
  }
  return ray;
}

} // namespace inkray
