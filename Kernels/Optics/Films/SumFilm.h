// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"

namespace inkray
{

/// Films of integrals along the ray. Red, green and blue integrate attenuation times each channel of a direct
/// color, or all three attenuation times value. The value is its place in the value range, from 0 to 1. Term:
/// the function of the value that is integrated, of second degree at most.
struct ValueItself
{
  INKRAY_HD static float of(float value) { return value; }
};
template <class Term = ValueItself>
struct SumFilm : AnyFilm
{
  static constexpr unsigned kernels = feature::sum;

  template <class Medium>
  INKRAY_HD static bool addSpan(Film& ray, const FilmMode&, const Medium& medium, const MediumSegment&,
    const FilmSpan& span, IntervalPlace& place)
  {
    ray.length += span.length;
    if constexpr (Medium::isFunctionAlone())
      addByFunction(ray, medium.colors, span, place);
    return !Medium::isFunctionAlone();
  }

  /// Attenuation is of second degree at most and the value or color is linear: Simpson's rule is exact.
  template <class Part, class ValueAt>
  INKRAY_HD static void addPart(Film& ray, const Part& part, const ValueAt& valueAt, float length)
  {
    const Float4 a = part.unlit(0.0f), m = part.unlit(0.5f), b = part.unlit(1.0f);
    const float w = length * (1.0f / 6.0f);
    const float wa = w * a.w, wm = 4.0f * w * m.w, wb = w * b.w;
    const auto with = [&](float sum, float x0, float x1, float x2) {
      return multiplyAdd(wa, Term::of(x0), multiplyAdd(wm, Term::of(x1), multiplyAdd(wb, Term::of(x2), sum)));
    };
    if (part.medium.sumsColors())
    {
      ray.red = with(ray.red, a.x, m.x, b.x);
      ray.green = with(ray.green, a.y, m.y, b.y);
      ray.blue = with(ray.blue, a.z, m.z, b.z);
      return;
    }
    const float value0 = valueAt(part.from), value1 = valueAt(part.to);
    ray.red = ray.green = ray.blue = with(ray.red, value0, 0.5f * (value0 + value1), value1);
  }

  INKRAY_HD static float weight(const Film& ray) { return ray.length; }

protected:
  /// An opaque pixel of the channels times a factor.
  INKRAY_HD static Float4 opaque(const Film& ray, float factor)
  {
    return { saturate(ray.red * factor), saturate(ray.green * factor), saturate(ray.blue * factor), 1.0f };
  }

private:
  /// Add a span by the function of its value alone, so that only knots of this function have to be found.
  /// `place` is where the span begins, or outside any interval; it moves to the end of the span.
  INKRAY_HD static void addByFunction(
    Film& ray, const PiecewiseView& function, const FilmSpan& span, IntervalPlace& place)
  {
    const float to = span.end;
    float length = span.length;
    if (place.holds(span.value))
      place.u = span.value - place.middle;
    else
      place.enter(function, findInterval(function, span.value), span.value);
    while (!place.holds(to))
    {
      const float share = place.shareToKnot(function, to);
      if (share > 1.0f)
        break;
      const int next = place.next(to);
      addInInterval(ray, function, place, place.knot(to), share * length);
      length -= share * length;
      place.enter(function, next, place.scalar());
    }
    addInInterval(ray, function, place, to - place.middle, length);
  }

  /// Add a span within the interval of a place, and move the place to uEnd.
  INKRAY_HD static void addInInterval(
    Film& ray, const PiecewiseView& function, IntervalPlace& place, float uEnd, float length)
  {
    const FunctionInterval& piece = function.pieces[place.piece];
    const float slope = piece.attenuationSlope, atMiddle = piece.attenuation;
    const auto product = [&](
                           float u) { return multiplyAdd(slope, u, atMiddle) * Term::of(place.middle + u); };
    ray.red = multiplyAdd(length * (1.0f / 6.0f),
      product(place.u) + 4.0f * product(0.5f * (place.u + uEnd)) + product(uEnd), ray.red);
    ray.green = ray.blue = ray.red;
    place.u = uEnd;
  }
};

} // namespace inkray
