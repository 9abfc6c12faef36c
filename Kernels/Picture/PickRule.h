// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"
#include "Picture/Picks.h"

namespace inkray
{

/// The data of a picking ray in addition to its film.
struct PickState
{
  PickedCell picked;
  float enough; ///< the least addition to a sum for which a cell is marked

  INKRAY_HD void clear()
  {
    picked.clear();
    enough = INFINITY;
  }
};

/// Picks find the cells that are visible in the pixels of a picture: one cell with its depth, or all cells.
///
/// In composited pictures, a ray picks the cell in which the accumulated opacity reaches the picks' opacity.
/// If it never does, the ray picks the cell that adds most, or nothing if something opaque, which is visible
/// then, ends the ray. For extremes it picks the cell with the extreme; for sums, the cell that adds most.
/// Surfaces that reach the opacity take precedence. Rays that mark cells continue behind the picked cell. For
/// sums they are cast twice, because the total is known only after the first pass.
///
/// A ray begins with the stored state of its pixel, and stores its state there at the end.
///
/// The State of a ray derives from Film and PickState.
template <unsigned Features>
struct PickRule
{
  PickView picks;
  WindowDepth window;

  /// Continue the ray of a pixel from its stored state.
  template <class State>
  INKRAY_HD void goOn(const FilmModeOf<Features>& mode, State& ray, std::uint32_t pixel) const
  {
    const PickingRay& kept = picks.rays[pixel];
    if (kept.hasBegun == 0)
      return;
    static_cast<Film&>(ray) = kept.film;
    ray.picked = kept.picked;
    ray.enough = kept.enough;
    if (!picks.isSecond || ray.enough != INFINITY)
      return;
    const float enough = picks.share * gathered(mode, ray);
    mode.with([&](auto film) { film.clear(ray); });
    ray.picked.clear();
    ray.enough = enough > 0.0f && enough < INFINITY ? enough : NAN;
  }

  /// A cell has changed the light from behind that a ray lets through. `depthOf` gives the depth at which the
  /// light has a level between the two, and idAt the cell there. Returns true if the ray has picked and need
  /// not go on.
  template <class State, class DepthOf, class IdAt>
  INKRAY_HD bool pickByOpacity(const FilmModeOf<Features>& mode, State& ray, std::uint32_t id, float before,
    float after, const DepthOf& depthOf, const IdAt& idAt) const
  {
    const bool isComposite = mode.isComposite();
    const float added = isComposite ? ray.picked.addedBy(id, before - after) : before - after;
    this->mark(id, added, picks.share);
    if (ray.picked.isFound())
      return false;
    const bool isReached = 1.0f - after >= picks.opacity;
    if (!isReached && !(isComposite && added > ray.picked.most))
      return false;
    const float level = isReached ? minimum(before, 1.0f - picks.opacity) : 0.5f * (before + after);
    const float depth = depthOf(level);
    this->take(ray, idAt(depth), depth, isReached ? INFINITY : added);
    return isReached && !picks.marks;
  }
  /// Pick by an extreme or a sum that a cell has changed. `before`: its earlier number. `middle` and `there`:
  /// the depths of the middle of the cell's segment, and of the extreme.
  template <class State>
  INKRAY_HD void pickByFilm(const FilmModeOf<Features>& mode, State& ray, std::uint32_t id, float before,
    float middle, float there) const
  {
    const float change = gathered(mode, ray) - before;
    if (mode.isComposite() || change == 0.0f)
      return;
    if (mode.isOrdered())
    {
      if (!ray.picked.isFound())
        this->take(ray, id, there, 0.0f);
      return;
    }
    const float added = ray.picked.addedBy(id, fabsf(change));
    this->mark(id, added, ray.enough);
    if (added > ray.picked.most)
      this->take(ray, id, middle, added);
  }

  /// Store the state of a pixel's ray. `isSeen`: its film shows something. `surface`: the window depth of the
  /// opaque surface that the ray has met, or 1.
  template <class State>
  INKRAY_HD void finish(
    const FilmModeOf<Features>& mode, const State& ray, std::uint32_t pixel, bool isSeen, float surface) const
  {
    picks.rays[pixel] = { ray, ray.picked, ray.enough, 1 };
    // An extreme may be an invisible value.
    const bool isNone =
      !ray.picked.isFound() && (mode.isComposite() ? picks.ends[pixel] < 1.0f : mode.isOrdered() && !isSeen);
    const bool any = !isNone && ray.picked.cell != noCell;
    picks.cells[pixel] = any ? ray.picked.cell : noCell;
    picks.depths[pixel] = any ? minimum(surface, ray.picked.depth) : 1.0f;
    if (!(ray.transmittance > 0.0f))
      picks.ends[pixel] = closedPixel;
  }

  /// The number that a cell changes if it contributes to an extreme or a sum.
  INKRAY_HD static float gathered(const FilmModeOf<Features>& mode, const Film& ray)
  {
    return mode.with([&](auto film) { return film.gathered(ray); });
  }
  /// The depth at which the light that passes reaches `level`, on a segment that changes it from `before` to
  /// `after`. Light falls as the exponential of the depth, as for constant attenuation.
  INKRAY_HD static float depthOfLevel(float from, float to, float before, float after, float level)
  {
    const float share = after > 0.0f ? log2f(before / level) / log2f(before / after) : 0.0f;
    return multiplyAdd(minimum(maximum(share, 0.0f), 1.0f), to - from, from);
  }

private:
  template <class State>
  INKRAY_HD void take(State& ray, std::uint32_t id, float depth, float added) const
  {
    ray.picked.take(id, window.ofDepth(depth), added);
  }
  INKRAY_HD void mark(std::uint32_t id, float added, float least) const
  {
    if (picks.marks && added >= least)
      setFlagRelaxed(picks.marks + id);
  }
};

} // namespace inkray
