// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"

namespace inkray
{

/// The cell that a ray has picked so far.
struct PickedCell
{
  std::uint32_t cell; ///< or of a mesh in pieces, the tet of the whole; noTet: none
  float depth;        ///< where in it
  float most;         ///< what the cell is picked for; infinite: an opacity that was reached there
  std::uint32_t last; ///< the cell that has added something last, and what it has, in all its parts
  float lastAdded;

  INKRAY_HD void clear()
  {
    cell = last = noTet;
    depth = INFINITY;
    most = lastAdded = 0.0f;
  }
  /// The opacity that a cell has added with another part of it.
  INKRAY_HD float addedBy(std::uint32_t other, float part)
  {
    lastAdded = other == last ? lastAdded + part : part;
    last = other;
    return lastAdded;
  }
  INKRAY_HD bool isFound() const { return most == INFINITY; }
  INKRAY_HD void take(std::uint32_t other, float at, float added)
  {
    cell = other;
    depth = at;
    most = added;
  }
};

/// A ray on its way from one piece of a mesh to the next. All zero: it has not begun.
struct PickOnItsWay
{
  Film film;
  PickedCell picked;
  float enough;
  std::uint32_t hasBegun;
};

/// What picks of a mesh in pieces, which are cast from front to back, have beside those of a whole.
struct PicksOfPieces
{
  PickOnItsWay* rays;            ///< per pixel; null: the mesh is a whole
  const std::uint32_t* wholeTet; ///< the tet of the whole for each of the piece's
  float* ends;        ///< per pixel: window depth at which its ray ends, closedPixel where it is done
  bool isSecondMarch; ///< of sums, with what rays have gathered in the first
};

/// Where picks go, in the memory of the backend: of each pixel one cell, or marks of all that are seen. Of a
/// mesh in pieces, each pixel has its cell in both cases.
struct PickTarget
{
  float opacity;                    ///< accumulated, at which a ray picks the cell where it is
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
  std::uint32_t* tets;              ///< per pixel: the caller's tet, or noTet
  float* depths;                    ///< per pixel: window depth there, or 1
  float share;                      ///< of a pixel, which a cell adds at least to be marked
  std::uint8_t* marks; ///< per cell, 0 at first: 1 where it is marked or picked; null: tets and depths count
  PicksOfPieces pieces;

  INKRAY_HD bool isInPieces() const { return pieces.rays != nullptr; }
  INKRAY_HD bool marksAll() const { return marks != nullptr; }
  INKRAY_HD void mark(std::uint32_t cell) const { setFlagRelaxed(marks + cell); }
};

/// A picture in which nothing is picked.
struct FillPicks
{
  std::uint32_t* tets;
  float* depths;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    tets[i] = noTet;
    depths[i] = 1.0f;
  }
};

/// Picks find the cells that the user sees in the pixels of a picture: which, and how far away; or all.
///
/// Composited: the cell in which the accumulated opacity reaches that of the target. A ray on which it never
/// does picks the cell that adds most to it, or where something opaque ends the ray, which is seen then,
/// nothing. Of extremes, the cell that has the extreme; of sums, the cell that adds most. Surfaces that reach
/// the opacity come before these. Rays that mark cells go on behind what they pick; those of sums march
/// twice, because they know what a share of the sum is when they have been through.
///
/// Through a mesh in pieces a ray takes all that it knows from one piece to the next, and finds what it finds
/// in the whole.
struct PickRays : WithSurfaces<MediumRays<feature::all>>
{
  using Rays = WithSurfaces<MediumRays<feature::all>>;
  PickTarget target;
  WindowDepth window;
  const float* opaqueDepth; ///< of the picture, or null

  struct State : Rays::State
  {
    PickedCell picked;
    float enough;        ///< what a cell adds to a sum at least to be marked
    std::uint32_t pixel; ///< of a mesh in pieces, once the ray is in this one; before, noPixel
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
    if (target.isInPieces() && ray.pixel == noPixel)
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
        ray.picked.take(this->idOf(at.cell), segment.scalar == ray.red ? segment.to : segment.from, 0.0f);
      return;
    }
    const std::uint32_t id = this->idOf(at.cell);
    const float added = ray.picked.addedBy(id, fabsf(change));
    if (target.marksAll() && added >= ray.enough)
      target.mark(at.cell);
    if (added > ray.picked.most)
      ray.picked.take(id, 0.5f * (segment.from + segment.to), added);
  }

  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    SurfaceHits& memory = *ray.memory;
    if (ray.transmittance < 0.0f)
      return false;
    memory.numHits = 0; // what it has met is not shaded
    if (Rays::marchesOn(ray, u, v, nearDepth))
      return true;
    if (!mode().isSummed() || !target.marksAll() || ray.enough != INFINITY || memory.pausedAt != 0.0f ||
      target.isInPieces())
      return false;
    // The second march of a sum.
    const float enough = target.share * this->gathered(ray);
    if (!(enough > 0.0f && enough < INFINITY))
      return false;
    this->start(ray, memory);
    ray.enough = enough;
    return true;
  }

  INKRAY_HD void finish(const State& ray, std::uint32_t pixel) const
  {
    if (target.isInPieces())
    {
      if (ray.pixel == noPixel)
        return; // it has met nothing of this piece
      target.pieces.rays[pixel] = { ray, ray.picked, ray.enough, 1 };
    }
    PickedCell picked = ray.picked;
    if (!picked.isFound())
    {
      // An extreme may be a value that is not seen.
      if (mode().isComposite() ? opaqueDepth && opaqueDepth[pixel] < 1.0f
                               : mode().isOrdered() && !(this->pixel(ray).w > 0.0f))
        picked.clear();
    }
    const bool any = picked.cell != noTet;
    if (target.isInPieces())
    {
      target.tets[pixel] = picked.cell;
      if (!(ray.transmittance > 0.0f))
        target.pieces.ends[pixel] = closedPixel;
    }
    else if (!target.marksAll())
      target.tets[pixel] = any ? target.originalTet[picked.cell] : noTet;
    else
    {
      if (any)
        target.mark(picked.cell);
      return;
    }
    target.depths[pixel] = any ? minimum(ray.memory->opaqueDepth, window.ofDepth(picked.depth)) : 1.0f;
  }

private:
  /// The number of a cell in PickedCell.
  INKRAY_HD std::uint32_t idOf(std::uint32_t cell) const
  {
    return target.isInPieces() ? target.pieces.wholeTet[target.originalTet[cell]] : cell;
  }
  /// From where the pieces in front have left the ray of a pixel.
  INKRAY_HD void goOn(State& ray, std::uint32_t pixel) const
  {
    ray.pixel = pixel;
    const PickOnItsWay& kept = target.pieces.rays[pixel];
    if (kept.hasBegun == 0)
      return;
    static_cast<Film&>(ray) = kept.film;
    ray.picked = kept.picked;
    ray.enough = kept.enough;
    if (!target.pieces.isSecondMarch || ray.enough != INFINITY)
      return;
    const float enough = target.share * this->gathered(ray);
    if (!(enough > 0.0f && enough < INFINITY))
      return;
    mode().with([&](auto film) { film.clear(ray); });
    ray.picked.clear();
    ray.enough = enough;
  }
  /// Share of the light from behind a ray that still comes through; of one that pauses, it is kept elsewhere.
  INKRAY_HD static float lightThrough(const State& ray)
  {
    return ray.memory->behind < 0.0f ? ray.transmittance : ray.memory->behind;
  }
  /// The number that changes where a cell shows in an extreme or a sum.
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
    if (target.marksAll() && added >= target.share)
      target.mark(cell);
    if (ray.picked.isFound())
      return;
    const bool isReached = 1.0f - after >= target.opacity;
    if (!isReached && !(isComposite && added > ray.picked.most))
      return;
    const float level = isReached ? minimum(before, 1.0f - target.opacity) : 0.5f * (before + after);
    ray.picked.take(id, this->depthOf(ray, segment, before, after, level), isReached ? INFINITY : added);
    if (isReached && !target.marksAll())
      ray.transmittance = -1.0f; // the march ends
  }

  /// Depth of what a segment has added, where the light through goes from `before` to `after` and reaches
  /// `level` between the two: it falls as the exponential of the depth where the attenuation is constant.
  /// Surfaces take their light at once, at a depth that is known of isosurfaces.
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
