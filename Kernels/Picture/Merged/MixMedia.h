// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MediumSteps.h"
#include "Optics/MixedMedia.h"
#include "Picture/Merged/SpanQueue.h"

#include <type_traits>

namespace inkray
{

/// The nearest vertices of a medium, and the share of the rest of a part at which another one is the nearest.
struct NearestFromHere : NearestVertices
{
  float toNext;
};
/// In their place where no medium has colors of nearest vertices.
struct Nothing
{
};

/// One of the media on a part of a ray. The channels at the faces of its cell stay where the queue has them.
template <class Walk>
struct MediumOnPart
{
  using Source = typename Walk::Source;
  using Medium = typename Source::Medium;
  static constexpr bool mayBeByNearest = SpanQueue<Walk>::mayBeByNearest;

  const Medium* medium;
  const SpanQueue<Walk>* queue;
  MediumSteps<Medium> steps;
  /// Of a medium with colors of nearest vertices: these, and the share of the rest at which another is
  /// nearest.
  std::conditional_t<mayBeByNearest, NearestFromHere, Nothing> nearest;
  std::uint32_t cell;
  float length;   ///< of what is left, in world units times log2(e)
  bool isMissing; ///< there is no value: the color and attenuation of that

  /// From where a queue stands to a depth, where it stands then; false: nothing is seen of it.
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
  /// The way through the cell, but for its values.
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

  /// At the nodes of a part of the part that ends after a share of what is left: `width` of it from `begin`.
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

/// A part of a ray that some sources share, or one has alone, whatever their media are: up to a depth, from
/// break to break of all of them.
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
    // In parts that are not too deep; behind 24 halvings nothing is seen.
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
