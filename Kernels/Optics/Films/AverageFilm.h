// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films/SumFilm.h"

namespace inkray
{

/// A gray, opaque film: the mean along the ray of opacity times value, over the values within a range. Direct
/// colors are all counted.
struct AverageFilm : SumFilm<>
{
  static constexpr bool hasRange = true;

  template <class Medium>
  INKRAY_HD static bool addSpan(Film& ray, const FilmMode& mode, const Medium& medium,
    const MediumSegment& segment, FilmSpan& span, IntervalPlace& place)
  {
    const bool isWithin = medium.sumsColors() ||
      (minimum(span.value, span.end) >= mode.lowAverage && maximum(span.value, span.end) <= mode.highAverage);
    return (isWithin || cut(span, mode)) && SumFilm::addSpan(ray, mode, medium, segment, span, place);
  }

  template <class Medium>
  INKRAY_HD static Float4 develop(const Film& ray, const Medium&)
  {
    return opaque(ray, 1.0f / ray.length);
  }

private:
  /// Reduce a span to the values within the range. Returns false if no value is within the range.
  INKRAY_HD static bool cut(FilmSpan& span, const FilmMode& mode)
  {
    const float total = span.end - span.value;
    const float perValue = total != 0.0f ? 1.0f / total : 0.0f;
    const float t0 = (mode.lowAverage - span.value) * perValue,
                t1 = (mode.highAverage - span.value) * perValue;
    const float begin = maximum(0.0f, minimum(t0, t1)), last = minimum(1.0f, maximum(t0, t1));
    const float way = span.to - span.from;
    span = { multiplyAdd(begin, way, span.from), multiplyAdd(last, way, span.from),
      multiplyAdd(begin, total, span.value), multiplyAdd(last, total, span.value),
      span.length * (last - begin) };
    return begin < last && total != 0.0f;
  }
};

} // namespace inkray
