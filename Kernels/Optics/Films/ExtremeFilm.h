// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Film.h"

namespace inkray
{

/// The exact least value (Order 1) or greatest value (-1), drawn with its color and opacity. Red is the
/// value. Green is the second value at that place, or the cell's own attenuation.
template <int Order>
struct ExtremeFilm : AnyFilm
{
  static constexpr unsigned kernels = feature::extreme;
  static constexpr int order = Order;
  static constexpr float none = Order * 1e30f;

  INKRAY_HD static void clear(Film& ray) { ray = { 1.0f, none, 0.0f, 0.0f, 0.0f }; }

  template <class Medium>
  INKRAY_HD static bool addSpan(Film& ray, const FilmMode&, const Medium& medium,
    const MediumSegment& segment, const FilmSpan& span, IntervalPlace&)
  {
    if (medium.hasCellValues() && !(span.length > 0.0f))
      return false;
    if (medium.hasVertexOpacity())
    {
      const float begin = segment.begin.opacity, end = segment.end.opacity;
      meet(ray, span.value, MediumPlace::mixed(begin, end, span.from));
      meet(ray, span.end, MediumPlace::mixed(begin, end, span.to));
    }
    else
      meet(
        ray, Order < 0 ? maximum(span.value, span.end) : minimum(span.value, span.end), segment.constant.w);
    return false;
  }

  INKRAY_HD static float weight(const Film& ray) { return fabsf(ray.red) == fabsf(none) ? 0.0f : 1.0f; }
  template <class Medium>
  INKRAY_HD static Float4 develop(const Film& ray, const Medium& medium)
  {
    const Float4 color = colorOf(medium.colors, ray.red);
    float opacity = color.w;
    if (medium.hasVertexOpacity())
      opacity = colorOf(medium.opacities, ray.green).w;
    else if (medium.hasCellOpacity() || medium.isByCells())
      opacity = ray.green;
    opacity = saturate(opacity);
    return { opacity * color.x, opacity * color.y, opacity * color.z, opacity };
  }
  INKRAY_HD static float gathered(const Film& ray) { return ray.red; }

private:
  /// Keep a value if it is more extreme. NaN does not count.
  INKRAY_HD static void meet(Film& ray, float value, float opacity)
  {
    if (Order < 0 ? !(value > ray.red) : !(value < ray.red))
      return;
    ray.red = value;
    ray.green = opacity;
  }
};

using MaximumFilm = ExtremeFilm<-1>;
using MinimumFilm = ExtremeFilm<1>;

} // namespace inkray
