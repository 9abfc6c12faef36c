// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/BlendIntegrators.h"
#include "Renderers/MeshVolume/CastPick.h"
#include "Renderers/MeshVolume/Surfaces.h"

/// Integrators of march around those of the pictures: which cell the user sees in a pixel, and how far away
/// (PickTarget), or which cells of all pixels (MarkTarget).
namespace inkray
{

/// The cell that a ray has picked so far.
struct PickedCell
{
  std::uint32_t cell; ///< noTet: none
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
  /// What a cell has added with another part of it.
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

/// Write what a ray has picked. `before`: window depth of something opaque that it has met, or 1.
INKRAY_HD void writePick(const PickTarget& target, const WindowDepth& window, std::uint32_t pixel,
  const PickedCell& picked, float before = 1.0f)
{
  const bool any = picked.cell != noTet;
  target.tets[pixel] = any ? target.originalTet[picked.cell] : noTet;
  target.depths[pixel] = any ? minimum(before, window.ofDepth(picked.depth)) : 1.0f;
}

INKRAY_HD void writePick(
  const MarkTarget& target, const WindowDepth&, std::uint32_t, const PickedCell& picked, float = 1.0f)
{
  if (picked.cell != noTet)
    target.mark(picked.cell);
}

/// An integrator with all that it does, and room for a pick.
template <class Volume, class Target>
struct PickingAround
{
  Volume volume;
  Target target;
  WindowDepth window;
  struct State : Volume::State
  {
    PickedCell picked;
    INKRAY_HD void clear()
    {
      Volume::State::clear();
      picked.clear();
    }
  };

  using Extra = typename Volume::Extra;
  INKRAY_HD Extra extra() const { return volume.extra(); }
  INKRAY_HD Float4 pixel(const State& ray) const { return volume.pixel(ray); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    volume.enter(ray, at, scalar);
  }
  INKRAY_HD void leave(State& ray) const { volume.leave(ray); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    volume.cut(ray, at, from, to, segment);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    volume.resume(ray, at, scalar);
  }
};

/// Share of the light from behind a ray that still comes through.
template <class Volume, class State>
INKRAY_HD float lightThrough(const Volume&, const State& ray)
{
  return ray.transmittance;
}
/// Of a ray that has met as many surfaces as are kept, it is kept elsewhere.
template <class Volume, bool HasSlices, class State>
INKRAY_HD float lightThrough(const WithSurfaces<Volume, HasSlices>&, const State& ray)
{
  return ray.memory->behind < 0.0f ? ray.transmittance : ray.memory->behind;
}

/// Depth of what a segment has added, where the light through goes from `before` to `after` and reaches
/// `level` between the two: it falls as the exponential of the depth where the attenuation is constant.
template <class Volume, class State>
INKRAY_HD float pickedDepth(
  const Volume&, const State&, const Segment& segment, float before, float after, float level)
{
  const float share = after > 0.0f && before > after ? log2f(before / level) / log2f(before / after) : 0.0f;
  return multiplyAdd(minimum(maximum(share, 0.0f), 1.0f), segment.to - segment.from, segment.from);
}
/// Surfaces take their light at once, at a depth that is known of isosurfaces.
template <class Volume, bool HasSlices, class State>
INKRAY_HD float pickedDepth(const WithSurfaces<Volume, HasSlices>&, const State& ray, const Segment& segment,
  float before, float after, float)
{
  float depth = 0.5f * (segment.from + segment.to);
  for (std::int32_t k = ray.memory->numHits - 1; k >= 0; --k)
    if (ray.memory->hits[k].entry != SurfaceHit::slice && ray.memory->hits[k].at >= segment.from &&
      before > after)
      depth = minimum(ray.memory->hits[k].at, segment.to);
  return depth;
}

/// In a picture that is composited: the cell in which the accumulated opacity reaches that of the target. A
/// ray on which it never does picks the cell that adds most to it, or where something opaque ends the ray,
/// which is seen then, nothing. Rays that mark cells go on behind that one.
template <class Volume, class Target>
struct PickByOpacity : PickingAround<Volume, Target>
{
  const float* opaqueDepth; ///< of the picture, or null
  using State = typename PickingAround<Volume, Target>::State;

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float before = lightThrough(this->volume, ray);
    this->volume.add(ray, at, segment);
    const float after = lightThrough(this->volume, ray);
    if (!(before > after))
      return;
    const float added = ray.picked.addedBy(at.cell, before - after);
    if constexpr (Target::marksAll)
      if (added >= this->target.share)
        this->target.mark(at.cell);
    if (ray.picked.isFound())
      return;
    const bool reached = 1.0f - after >= this->target.opacity;
    if (!reached && !(added > ray.picked.most))
      return;
    const float level = reached ? minimum(before, 1.0f - this->target.opacity) : 0.5f * (before + after);
    ray.picked.take(
      at.cell, pickedDepth(this->volume, ray, segment, before, after, level), reached ? INFINITY : added);
    if (reached && !Target::marksAll)
      ray.transmittance = -1.0f; // the march ends
  }

  /// `before`: window depth of an opaque surface of the mesh, or 1.
  INKRAY_HD void finish(const State& ray, std::uint32_t pixel, float before) const
  {
    PickedCell picked = ray.picked;
    if (!picked.isFound() && opaqueDepth && opaqueDepth[pixel] < 1.0f)
      picked.clear();
    writePick(this->target, this->window, pixel, picked, before);
  }
};

/// In a picture of extremes: the cell that has the extreme.
template <class Volume, class Target>
struct PickExtreme : PickingAround<Volume, Target>
{
  using State = typename PickingAround<Volume, Target>::State;

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float before = ray.extreme;
    this->volume.add(ray, at, segment);
    if (ray.extreme != before)
      ray.picked.take(at.cell, segment.scalar == ray.extreme ? segment.to : segment.from, 0.0f);
  }
};

/// In a picture of sums: the cell that adds most. Rays that mark cells march twice: what a share of the sum
/// is they know when they have been through.
template <class Volume, class Target>
struct PickSummand : PickingAround<Volume, Target>
{
  struct State : PickingAround<Volume, Target>::State
  {
    float enough; ///< what a cell adds at least to be marked
    INKRAY_HD void clear()
    {
      PickingAround<Volume, Target>::State::clear();
      enough = INFINITY;
    }
  };

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float before = ray.sum;
    this->volume.add(ray, at, segment);
    const float added = ray.picked.addedBy(at.cell, fabsf(ray.sum - before));
    if constexpr (Target::marksAll)
      if (added >= ray.enough)
        this->target.mark(at.cell);
    if (added > ray.picked.most)
      ray.picked.take(at.cell, 0.5f * (segment.from + segment.to), added);
  }
};

template <class Volume, bool HasSlices, class Target>
struct RayMemory<PickByOpacity<WithSurfaces<Volume, HasSlices>, Target>>
{
  using Type = SurfaceHits;
};

template <class Volume, bool HasSlices, class Target, class State>
INKRAY_HD void startRay(
  const PickByOpacity<WithSurfaces<Volume, HasSlices>, Target>& integrator, State& ray, SurfaceHits& memory)
{
  integrator.volume.start(ray, memory);
  ray.picked.clear();
}

/// Surfaces make a ray pause; what it has met is not shaded here.
template <class Volume, bool HasSlices, class Target, class State>
INKRAY_HD bool marchesOn(const PickByOpacity<WithSurfaces<Volume, HasSlices>, Target>& integrator, State& ray,
  float u, float v, float& nearDepth)
{
  if (ray.transmittance < 0.0f)
    return false;
  ray.memory->numHits = 0;
  return integrator.volume.shade(ray, u, v, nearDepth);
}

/// The second march of a sum, for cells that add at least a share of it.
template <class Volume, class State>
INKRAY_HD bool marchesOn(const PickSummand<Volume, MarkTarget>& integrator, State& ray, float, float, float&)
{
  const float enough = integrator.target.share * ray.sum;
  if (ray.enough != INFINITY || !(enough > 0.0f && enough < INFINITY))
    return false;
  ray.clear();
  ray.enough = enough;
  return true;
}

template <class Volume, class Target, class State>
INKRAY_HD void finishPixel(
  const PickByOpacity<Volume, Target>& integrator, const State& ray, std::uint32_t pixel)
{
  integrator.finish(ray, pixel, 1.0f);
}
template <class Volume, bool HasSlices, class Target, class State>
INKRAY_HD void finishPixel(const PickByOpacity<WithSurfaces<Volume, HasSlices>, Target>& integrator,
  const State& ray, std::uint32_t pixel)
{
  integrator.finish(ray, pixel, ray.memory->opaqueDepth);
}
/// An extreme may be a value that is not seen.
template <class Volume, class Target, class State>
INKRAY_HD void finishPixel(const PickExtreme<Volume, Target>& integrator, State& ray, std::uint32_t pixel)
{
  if (!(integrator.pixel(ray).w > 0.0f))
    ray.picked.clear();
  writePick(integrator.target, integrator.window, pixel, ray.picked);
}
template <class Volume, class Target, class State>
INKRAY_HD void finishPixel(
  const PickSummand<Volume, Target>& integrator, const State& ray, std::uint32_t pixel)
{
  writePick(integrator.target, integrator.window, pixel, ray.picked);
}

} // namespace inkray
