// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/PickRule.h"
#include "Renderers/MeshVolume/Grid/WalkedGrid.h"

namespace inkray
{

/// The kernel that casts picking rays through a grid, by PickRule. The ids of cells are the caller's: x
/// fastest.
struct PickGridRays
{
  static constexpr unsigned features = grid_kernel::all;
  WalkedGrid grid;
  FilmModeOf<features> mode;
  PickRule<features> rule;
  int cellsBeyond; ///< GridVolume::cellsBeyond

  struct State
    : Film
    , PickState
  {
    MediumPlace here; ///< channels at the ray's place
    MediumKnots knots;
  };

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int at[2];
    if (!grid.rays.pixelAt(i, at))
      return;
    const MediumOf<features> medium = { grid.medium };
    const auto pixel = static_cast<std::uint32_t>(pixelIndex(grid.rays.camera, at));
    WalkThroughGrid walk(grid, at[0], at[1]);
    SurfaceSpan span;
    MediumPlace ahead;
    if (!walk.next(medium, span, ahead))
      return;
    State ray;
    mode.with([&](auto film) { film.clear(ray); });
    static_cast<PickState&>(ray).clear();
    ray.knots.clear();
    ray.here = ahead;
    rule.goOn(mode, ray, pixel);
    const float perDepth = grid.lengthOf(at[0], at[1]);
    float surface = 1.0f;
    bool isOver = false;
    do
    {
      isOver = this->pass(medium, walk, span, ahead, perDepth, ray, surface);
    } while (!isOver && ray.transmittance > 0.0f && walk.next(medium, span, ahead));
    rule.finish(mode, ray, pixel, pixelOf(ray, mode, medium).w > 0.0f, surface);
  }

private:
  /// Pass a span, up to the place `ahead`, and pick. Returns true if the ray need not go on.
  INKRAY_HD bool pass(const MediumOf<features>& medium, const WalkThroughGrid& walk, const SurfaceSpan& span,
    const MediumPlace& ahead, float perDepth, State& ray, float& surface) const
  {
    using Rule = PickRule<features>;
    const float light = ray.transmittance, gathered = Rule::gathered(mode, ray);
    if (span.from < span.to)
      gatherSegment(
        mode, medium, segmentInCell(medium, ray.here, ahead, span.cell), span.cell,
        { 0.0f, 1.0f, span.begin, span.end, (span.to - span.from) * perDepth },
        [](NearestVertices&, float) {}, ray, ray.knots);
    ray.here = ahead;
    const float inFront = ray.transmittance;
    if (span.met() != SurfaceSpan::nothing)
    {
      ray.transmittance = span.opacity < 1.0f ? inFront * (1.0f - span.opacity) : 0.0f;
      if (span.opacity >= 1.0f)
        surface = rule.window.ofDepth(span.to);
    }
    const auto idAt = [&](float depth) {
      const std::uint32_t own = walk.idOf(span.cell, depth, cellsBeyond);
      return rule.picks.names ? rule.picks.names[own] : own;
    };
    const float middle = 0.5f * (span.from + span.to);
    const std::uint32_t id = idAt(middle);
    const auto depthOf = [&](float level) {
      return level < inFront ? span.to : Rule::depthOfLevel(span.from, span.to, light, inFront, level);
    };
    const bool isOver =
      light > ray.transmittance && rule.pickByOpacity(mode, ray, id, light, ray.transmittance, depthOf, idAt);
    rule.pickByFilm(mode, ray, id, gathered, middle, span.end == ray.red ? span.to : span.from);
    return isOver;
  }
};

} // namespace inkray
