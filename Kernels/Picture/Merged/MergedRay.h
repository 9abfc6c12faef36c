// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/MixParts.h"
#include "Picture/Merged/MixMedia.h"
#include "Shading/SegmentIntegration.h"

namespace inkray
{

/// A ray through several sources: the light that it has gathered, and the surfaces that it has met.
///
/// A segment of one source alone is integrated in closed form, as in a picture of that source
/// (SegmentIntegration.h). Where several sources overlap, the ray goes from one end of a span to the next,
/// and from knot to knot of all functions, and mixes the media (MixedMedia.h). Surfaces are shaded when
/// mostHits are kept, and at the end, so that neighboring rays shade together.
template <class Walk>
class MergedRay
{
  using Source = typename Walk::Source;
  using Queue = SpanQueue<Walk>;

public:
  /// `queues`: a queue for each source, followed by a queue for each layer.
  INKRAY_HD MergedRay(const ImagePlane& plane, const Source* sources, int numSources,
    const SurfaceLayers* layers, int numLayers, Queue* queues, float earlyTermination)
    : plane_(plane)
    , sources_(sources)
    , layers_(layers)
    , queues_(queues)
    , numSources_(numSources)
    , count_(numSources + numLayers)
    , earlyTermination_(earlyTermination)
  {
    run_.clear();
  }

  /// Pass through the spans in the queues. True: a queue is short; fill it and call again. False: the ray
  /// ends.
  INKRAY_HD bool pass(int x, int y)
  {
    for (;;)
    {
      // `first`: where the nearest span ahead begins. `second`: where the nearest span of another source
      // begins. A span may begin in front of the ray's place if cells of a source overlap, or if rounding has
      // changed the order of cells. Such spans are not mixed.
      float first = INFINITY, second = INFINITY;
      int nearest = 0;
      for (int k = 0; k < count_; ++k)
      {
        const float begin = queues_[k].begin;
        second = minimum(second, maximum(begin, first));
        nearest = begin < first ? k : nearest;
        first = minimum(first, begin);
      }
      if (first == INFINITY)
        return false;
      const bool isShort =
        first < second ? this->passAlone(nearest, second, x, y) : this->passShared(first, x, y);
      if (isOver_ || run_.transmittance < earlyTermination_)
        return false;
      if (isShort)
        return true;
    }
  }

  INKRAY_HD Float4 finish(int x, int y)
  {
    this->endRun();
    this->shade(x, y);
    return { run_.red + met_.x, run_.green + met_.y, run_.blue + met_.z, 1.0f - run_.transmittance };
  }
  INKRAY_HD float surfaceDepth() const { return surfaceDepth_; }

private:
  /// Pass source k up to a depth while no other source overlaps it. Returns true if its queue is short.
  INKRAY_HD bool passAlone(int k, float until, int x, int y)
  {
    Queue& queue = queues_[k];
    do
    {
      const SurfaceSpan& span = queue.front();
      const bool isWhole = span.to <= until;
      const float end = isWhole ? span.to : until;
      const float value = isWhole ? span.end : span.valueAt(until);
      if (queue.begin < end)
        this->gather(k, span, end, value);
      if (!isWhole)
      {
        queue.begin = until;
        queue.value = value;
        return false;
      }
      if (span.met() != SurfaceSpan::nothing)
        this->meet(k, span, x, y);
      queue.pop();
    } while (queue.begin < until && !isOver_ && !(run_.transmittance < earlyTermination_));
    return queue.isShort();
  }

  /// Pass the part from a depth on that the same sources share. True: a queue is short.
  INKRAY_HD bool passShared(float begin, int x, int y)
  {
    int shared[mostWalks];
    int numShared = 0;
    float end = INFINITY;
    for (int k = 0; k < count_; ++k)
    {
      const Queue& queue = queues_[k];
      const bool isThere = queue.begin <= begin;
      end = minimum(end, isThere ? queue.front().to : queue.begin);
      if (isThere)
        shared[numShared++] = k;
    }
    if (begin < end)
      this->mix(shared, numShared, end);
    bool isShort = false;
    int numMet = 0;
    int met[mostWalks];
    for (int n = 0; n < numShared; ++n)
    {
      const Queue& queue = queues_[shared[n]];
      if (!(queue.front().to > end) && queue.front().met() != SurfaceSpan::nothing)
        met[numMet++] = shared[n];
    }
    if (numMet == 1)
      this->meet(met[0], queues_[met[0]].front(), x, y);
    else if (numMet > 1)
      this->meetAtOnce(met, numMet, x, y);
    for (int n = 0; n < numShared; ++n)
    {
      Queue& queue = queues_[shared[n]];
      if (queue.front().to > end)
        continue;
      queue.pop();
      isShort = isShort || queue.isShort();
    }
    return isShort;
  }

  /// Gather a span of a single source, up to a depth and the value there.
  INKRAY_HD void gather(int k, const SurfaceSpan& span, float end, float value)
  {
    const Source& source = sources_[k];
    const Queue& queue = queues_[k];
    if (source.medium.isEmpty)
      return;
    if (!source.isPlain)
    {
      this->endRun();
      return this->mixAll(&k, 1, end);
    }
    const float length = (end - queue.begin) * queue.length;
    if (source.medium.cellColors)
    {
      this->endRun();
      return run_.addConstant(load(source.medium.cellColors + span.cell), length);
    }
    if (!(runSource_ == k && runEnd_ == queue.begin && runValue_ == queue.value))
    {
      this->endRun();
      run_.standAt(queue.value);
      runSource_ = k;
    }
    run_.add(source.medium.colors, value, length);
    runEnd_ = end;
    runValue_ = value;
  }
  INKRAY_HD void endRun()
  {
    if (runSource_ >= 0)
      run_.end(sources_[runSource_].medium.colors);
    runSource_ = -1;
  }

  /// Plain media that share a part of the ray (mixParts).
  struct SharedMedia
  {
    static constexpr int mostSorted = mostWalks;

    INKRAY_HD SharedMedia(const MergedRay& of, const int* numbers)
      : ray(of)
      , shared(numbers)
    {
    }
    INKRAY_HD SharedMedium& medium(int n) { return media[n]; }
    INKRAY_HD const PiecewiseView& function(int n) const { return ray.sources_[shared[n]].medium.colors; }
    INKRAY_HD Float4 constant(int n) const
    {
      const Source& source = ray.sources_[shared[n]];
      return source.medium.cellColors && !source.medium.isEmpty
        ? load(source.medium.cellColors + ray.queues_[shared[n]].front().cell)
        : Float4{ 0.0f, 0.0f, 0.0f, 0.0f };
    }

    const MergedRay& ray;
    const int* shared; ///< indices of the sources of these media
    SharedMedium media[mostSorted];
  };

  /// Mix the sources that share a part of the ray, up to a depth, from knot to knot of their functions.
  INKRAY_HD void mix(const int* shared, int numShared, float end)
  {
    this->endRun();
    bool arePlain = true;
    for (int n = 0; n < numShared; ++n)
      arePlain = arePlain && sources_[shared[n]].isPlain;
    if (!arePlain)
      return this->mixAll(shared, numShared, end);
    if (numShared == 2 && this->mixTwo(shared, end))
      return;
    SharedMedia media(*this, shared);
    for (int n = 0; n < numShared; ++n)
    {
      Queue& queue = queues_[shared[n]];
      const Source& source = sources_[shared[n]];
      const float value = queue.front().valueAt(end);
      SharedMedium& medium = media.media[n];
      medium.length = source.medium.isEmpty ? 0.0f : (end - queue.begin) * queue.length;
      medium.knots.place = queue.place;
      medium.knots.begin(
        !source.medium.cellColors && !source.medium.isEmpty, source.medium.colors, queue.value, value);
      queue.begin = end;
      queue.value = value;
    }
    MixedRay ray = this->light();
    mixParts(media, numShared, ray);
    this->take(ray);
    for (int n = 0; n < numShared; ++n)
      queues_[shared[n]].place = media.media[n].knots.place;
  }

  /// Mix media that need not be plain.
  INKRAY_HD void mixAll(const int* shared, int numShared, float end)
  {
    this->take(mixMedia(sources_, queues_, shared, numShared, end, this->light()));
  }

  /// Mix two sources. Returns false, and mixes nothing, if either function has a knot on the part.
  INKRAY_HD bool mixTwo(const int* shared, float end)
  {
    float values[2];
    MixedSums sums;
    sums.clear();
    INKRAY_UNROLL
    for (int n = 0; n < 2; ++n)
    {
      const Queue& queue = queues_[shared[n]];
      const Source& source = sources_[shared[n]];
      const SurfaceSpan& span = queue.front();
      const float length = (end - queue.begin) * queue.length;
      values[n] = span.valueAt(end);
      if (source.medium.cellColors)
      {
        Float4 color = load(source.medium.cellColors + span.cell);
        color.w *= length;
        sums.add({ color, color });
        continue;
      }
      const IntervalPlace& place = queue.place;
      if (!(place.holds(queue.value) && place.holds(values[n])))
        return false;
      const IntervalOnPart part = { source.medium.colors.pieces + place.piece, queue.value - place.middle,
        values[n] - queue.value };
      sums.add(endsOf(part, length));
    }
    MixedRay ray = this->light();
    ray.absorb(sums);
    this->take(ray);
    INKRAY_UNROLL
    for (int n = 0; n < 2; ++n)
    {
      queues_[shared[n]].begin = end;
      queues_[shared[n]].value = values[n];
    }
    return true;
  }
  INKRAY_HD MixedRay light() const { return { run_.red, run_.green, run_.blue, run_.transmittance }; }
  INKRAY_HD void take(const MixedRay& ray)
  {
    run_.red = ray.red;
    run_.green = ray.green;
    run_.blue = ray.blue;
    run_.transmittance = ray.transmittance;
  }

  /// Meet a surface of one source at the current place.
  INKRAY_HD void meet(int k, const SurfaceSpan& span, int x, int y)
  {
    const float opacity = this->opacityOf(k, span, x, y);
    if (!(opacity > 0.0f))
      return;
    if (numHits_ == mostHits)
      this->shade(x, y);
    MergedHit& kept = hits_[numHits_++];
    kept = { hitOf(k, span), k };
    kept.weight = this->stop(k, span, opacity);
  }
  INKRAY_HD float opacityOf(int k, const SurfaceSpan& span, int x, int y) const
  {
    return k >= numSources_ || sources_[k].isColored(span, x, y) ? span.opacity : 0.0f;
  }

  /// Take the light that a surface stops, and return it.
  INKRAY_HD float stop(int k, const SurfaceSpan& span, float opacity)
  {
    const bool isOpaque = opacity >= 1.0f;
    const float weight = isOpaque ? run_.transmittance : run_.transmittance * opacity;
    if (runSource_ >= 0)
      run_.stop(sources_[runSource_].medium.colors, weight);
    else
      run_.transmittance -= weight;
    if (isOpaque)
    {
      isOver_ = true;
      surfaceDepth_ = k < numSources_
        ? sources_[k].windowDepth(span)
        : layers_[k - numSources_].window.ofDepth(span.to - layers_[k - numSources_].offset);
    }
    return weight;
  }

  /// Meet surfaces of several sources at one place. The least opaque surface comes first, and of equally
  /// opaque ones the darkest, so that the order of the sources does not matter.
  INKRAY_HD void meetAtOnce(const int* met, int numMet, int x, int y)
  {
    Float4 colors[mostWalks];
    int order[mostWalks];
    for (int n = 0; n < numMet; ++n)
    {
      const SurfaceSpan& span = queues_[met[n]].front();
      MergedHit whole = { hitOf(met[n], span), met[n] };
      whole.weight = 1.0f;
      const Float3 c = this->colorOf(whole, x, y);
      const Float4 color = { c.x, c.y, c.z, this->opacityOf(met[n], span, x, y) };
      int to = n;
      for (; to > 0 && comesBefore(color, colors[to - 1]); --to)
      {
        colors[to] = colors[to - 1];
        order[to] = order[to - 1];
      }
      colors[to] = color;
      order[to] = met[n];
    }
    this->shade(x, y);
    for (int n = 0; n < numMet && !isOver_; ++n)
      if (colors[n].w > 0.0f)
      {
        const float weight = this->stop(order[n], queues_[order[n]].front(), colors[n].w);
        met_ = { multiplyAdd(weight, colors[n].x, met_.x), multiplyAdd(weight, colors[n].y, met_.y),
          multiplyAdd(weight, colors[n].z, met_.z) };
      }
  }
  INKRAY_HD static bool comesBefore(const Float4& a, const Float4& b)
  {
    return a.w != b.w ? a.w < b.w : a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
  }

  struct MergedHit : SurfaceHit
  {
    int source;
  };
  INKRAY_HD SurfaceHit hitOf(int k, const SurfaceSpan& span) const
  {
    return { 0.0f, span.cell, span.met(), k >= numSources_ ? span.end : sources_[k].placeOf(span) };
  }
  INKRAY_HD Float3 colorOf(const MergedHit& hit, int x, int y) const
  {
    if (hit.source >= numSources_)
    {
      const std::int64_t numPixels = std::int64_t(plane_.width) * plane_.height;
      const Float4 c = load(layers_[hit.source - numSources_].colors + hit.cell * numPixels +
        (std::int64_t(y) * plane_.width + x));
      const float weight = hit.weight / c.w;
      return { weight * c.x, weight * c.y, weight * c.z };
    }
    return sources_[hit.source].colorOf(hit, x, y);
  }
  /// Shade the surfaces that are kept.
  INKRAY_HD void shade(int x, int y)
  {
    for (int n = 0; n < numHits_; ++n)
    {
      const Float3 color = this->colorOf(hits_[n], x, y);
      met_ = { met_.x + color.x, met_.y + color.y, met_.z + color.z };
    }
    numHits_ = 0;
  }

  const ImagePlane& plane_;
  const Source* sources_;
  const SurfaceLayers* layers_;
  Queue* queues_;
  int numSources_, count_; ///< count: sources and layers
  float earlyTermination_;
  RayIntegral run_;
  int runSource_ = -1; ///< the source whose run of segments goes on; -1: none
  float runEnd_ = 0.0f, runValue_ = 0.0f;
  bool isOver_ = false; ///< the ray has met an opaque surface
  float surfaceDepth_ = 1.0f;
  Float3 met_ = { 0.0f, 0.0f, 0.0f }; ///< color of the surfaces that have been shaded
  static constexpr int mostHits = 16;
  MergedHit hits_[mostHits];
  int numHits_ = 0;
};

} // namespace inkray
