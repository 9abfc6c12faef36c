// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"
#include "Optics/MediumSteps.h"

namespace inkray
{

/// Gather a part of a segment of any medium into a film. `span`: the part, with the values at its ends.
/// `knots`: the ray's places in the functions; on return, those at the part's end. `start`: finds the nearest
/// vertices from a share of the segment on, for media that color each place like its nearest vertex.
template <class Mode, class Medium, class Start>
INKRAY_HD void gatherSegment(const Mode& mode, const Medium& medium, const MediumSegment& segment,
  std::uint32_t cell, FilmSpan span, const Start& start, Film& ray, MediumKnots& knots)
{
  if (medium.isEmpty)
    return;
  if (!segment.hasColor(medium, cell))
  {
    mode.with([&](auto film) { film.addMissing(ray, medium, span.length); });
    return;
  }
  if (!segment.hasOpacity())
    return;
  if (medium.hasCellValues())
    span.value = span.end = load(medium.cellValues + cell);
  if (!mode.with([&](auto film) { return film.addSpan(ray, mode, medium, segment, span, knots.value); }))
    return;
  const float inverse = span.to > span.from ? reciprocal(span.to - span.from) : 0.0f;
  const float perShare = span.length * inverse, perWay = (span.end - span.value) * inverse;
  const auto valueAt = [&](float share) { return multiplyAdd(share - span.from, perWay, span.value); };
  MediumSteps<Medium> steps;
  steps.begin(medium, segment, knots, span.from, span.to,
    MediumPlace::mixed(segment.begin.value, segment.end.value, span.from),
    MediumPlace::mixed(segment.begin.value, segment.end.value, span.to));
  knots = visitParts(medium, segment, steps, start, [&](const auto& part) {
    const float l = (part.to - part.from) * perShare;
    mode.with([&](auto film) { film.addPart(ray, part, valueAt, l); });
  });
}

} // namespace inkray
