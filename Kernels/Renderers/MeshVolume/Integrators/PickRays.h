// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/Picks.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"

namespace inkray
{

/// Picks find the cells that are visible in the pixels of a picture: one cell with its depth, or all cells.
///
/// In composited pictures, a ray picks the cell in which the accumulated opacity reaches the picks' opacity.
/// If it never does, the ray picks the cell that adds most, or nothing if something opaque, which is visible
/// then, ends the ray. For extremes it picks the cell with the extreme; for sums, the cell that adds most.
/// Surfaces that reach the opacity take precedence. Rays that mark cells continue behind the picked cell. For
/// sums they are cast twice, because the total is known only after the first pass.
///
/// A ray begins with the stored state of its pixel, and stores its state there at the end.
struct PickRays : WithSurfaces<MediumRays<feature::all>>
{
  using Rays = WithSurfaces<MediumRays<feature::all>>;
  PickView picks;
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
  WindowDepth window;

  struct State : Rays::State
  {
    PickedCell picked;
    float enough;        ///< the least addition to a sum for which a cell is marked
    std::uint32_t pixel; ///< noPixel: the ray has not met the mesh
  };
  static constexpr std::uint32_t noPixel = 0xffffffffu;

  INKRAY_HD const FilmModeOf<feature::all>& mode() const { return volume.mode; }

  INKRAY_HD void start(State& ray, SurfaceHits& memory) const
  {
    Rays::start(ray, memory);
    ray.picked.clear();
    ray.enough = INFINITY;
    ray.pixel = noPixel;
  }
  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    if (ray.pixel == noPixel)
    {
      const auto x = static_cast<std::uint32_t>(at.u + at.camera.halfWidth),
                 y = static_cast<std::uint32_t>(at.v + at.camera.halfHeight);
      this->goOn(ray, y * static_cast<std::uint32_t>(at.camera.width) + x);
    }
    Rays::enter(ray, at, scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float light = lightThrough(ray), gathered = this->gathered(ray);
    Rays::add(ray, at, segment);
    const float lightBehind = lightThrough(ray);
    if (light > lightBehind)
      this->pickByOpacity(ray, at.cell, segment, light, lightBehind);
    const float change = this->gathered(ray) - gathered;
    if (mode().isComposite() || change == 0.0f)
      return;
    if (mode().isOrdered())
    {
      if (!ray.picked.isFound())
        this->take(ray, this->idOf(at.cell), segment.scalar == ray.red ? segment.to : segment.from, 0.0f);
      return;
    }
    const std::uint32_t id = this->idOf(at.cell);
    const float added = ray.picked.addedBy(id, fabsf(change));
    this->mark(id, added, ray.enough);
    if (added > ray.picked.most)
      this->take(ray, id, 0.5f * (segment.from + segment.to), added);
  }

  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    SurfaceHits& memory = *ray.memory;
    if (ray.transmittance < 0.0f)
      return false;
    memory.numHits = 0; // surfaces that it has met are not shaded
    return Rays::marchesOn(ray, u, v, nearDepth);
  }

  INKRAY_HD void finish(const State& ray, std::uint32_t pixel) const
  {
    if (ray.pixel == noPixel)
      return;
    picks.rays[pixel] = { ray, ray.picked, ray.enough, 1 };
    // An extreme may be an invisible value.
    const bool isNone = !ray.picked.isFound() &&
      (mode().isComposite() ? picks.ends[pixel] < 1.0f : mode().isOrdered() && !(this->pixel(ray).w > 0.0f));
    const bool any = !isNone && ray.picked.cell != noCell;
    picks.cells[pixel] = any ? ray.picked.cell : noCell;
    picks.depths[pixel] = any ? minimum(ray.memory->surfaceDepth, ray.picked.depth) : 1.0f;
    if (!(ray.transmittance > 0.0f))
      picks.ends[pixel] = closedPixel;
  }

private:
  /// The cell's id in the whole mesh.
  INKRAY_HD std::uint32_t idOf(std::uint32_t cell) const
  {
    const std::uint32_t tet = originalTet[cell];
    return picks.names ? picks.names[tet] : tet;
  }
  INKRAY_HD void take(State& ray, std::uint32_t id, float depth, float added) const
  {
    ray.picked.take(id, window.ofDepth(depth), added);
  }
  INKRAY_HD void mark(std::uint32_t id, float added, float least) const
  {
    if (picks.marks && added >= least)
      setFlagRelaxed(picks.marks + id);
  }
  /// Continue the ray of a pixel from its stored state.
  INKRAY_HD void goOn(State& ray, std::uint32_t pixel) const
  {
    ray.pixel = pixel;
    const PickingRay& kept = picks.rays[pixel];
    if (kept.hasBegun == 0)
      return;
    static_cast<Film&>(ray) = kept.film;
    ray.picked = kept.picked;
    ray.enough = kept.enough;
    if (!picks.isSecond || ray.enough != INFINITY)
      return;
    const float enough = picks.share * this->gathered(ray);
    mode().with([&](auto film) { film.clear(ray); });
    ray.picked.clear();
    ray.enough = enough > 0.0f && enough < INFINITY ? enough : NAN;
  }
  /// The share of light from behind that passes a ray; while a ray pauses, it is stored elsewhere.
  INKRAY_HD static float lightThrough(const State& ray)
  {
    return ray.memory->behind < 0.0f ? ray.transmittance : ray.memory->behind;
  }
  /// The number that a cell changes if it contributes to an extreme or a sum.
  INKRAY_HD float gathered(const State& ray) const
  {
    return mode().with([&](auto film) { return film.gathered(ray); });
  }

  INKRAY_HD void pickByOpacity(
    State& ray, std::uint32_t cell, const Segment& segment, float before, float after) const
  {
    const bool isComposite = mode().isComposite();
    const std::uint32_t id = this->idOf(cell);
    const float added = isComposite ? ray.picked.addedBy(id, before - after) : before - after;
    this->mark(id, added, picks.share);
    if (ray.picked.isFound())
      return;
    const bool isReached = 1.0f - after >= picks.opacity;
    if (!isReached && !(isComposite && added > ray.picked.most))
      return;
    const float level = isReached ? minimum(before, 1.0f - picks.opacity) : 0.5f * (before + after);
    this->take(ray, id, this->depthOf(ray, segment, before, after, level), isReached ? INFINITY : added);
    if (isReached && !picks.marks)
      ray.transmittance = -1.0f; // end the march
  }

  /// The depth at which the light that passes reaches `level`, on a segment that changes it from `before` to
  /// `after`. Light falls as the exponential of the depth, as for constant attenuation. Surfaces take their
  /// light at a single depth, which is known for isosurfaces.
  INKRAY_HD float depthOf(
    const State& ray, const Segment& segment, float before, float after, float level) const
  {
    if (!scene->isEmpty())
    {
      float depth = 0.5f * (segment.from + segment.to);
      for (std::int32_t k = ray.memory->numHits - 1; k >= 0; --k)
        if (ray.memory->hits[k].entry != SurfaceHit::slice && ray.memory->hits[k].at >= segment.from)
          depth = minimum(ray.memory->hits[k].at, segment.to);
      return depth;
    }
    const float share = after > 0.0f ? log2f(before / level) / log2f(before / after) : 0.0f;
    return multiplyAdd(minimum(maximum(share, 0.0f), 1.0f), segment.to - segment.from, segment.from);
  }
};

} // namespace inkray
