// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Surfaces.h"

namespace inkray
{

/// Isosurfaces without a volume. If all corners of a cell have values between the two isovalues around the
/// ray's value, the ray passes the cell without computing its place, depth or value there.
///
/// State::low and high bound the scalars of corners that may be passed. They are NaN if the ray's place is
/// known; its scalar is then `reached`.
struct SurfacesAlone : WithSurfaces<NoVolume, false>
{
  static constexpr bool passesCells = true;
  static constexpr bool keepsRay = true;

  struct Memory : SurfaceHits
  {
    /// No surface has an isovalue in [low, high); NaN if unknown. Both are read together.
    alignas(8) float low;
    float high;
  };
  struct State : WithSurfaces<NoVolume, false>::State
  {
    INKRAY_HD Memory& bounds() const { return *static_cast<Memory*>(memory); }
    INKRAY_HD void forget() { low = bounds().low = NAN; }
  };

  INKRAY_HD void start(State& ray, Memory& memory) const
  {
    WithSurfaces<NoVolume, false>::start(ray, memory);
    memory.low = memory.high = NAN;
  }
  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    return this->marchesOnKept(ray, u, v, nearDepth);
  }

  INKRAY_HD bool passes(const State& ray, float scalar) const
  {
    return scalar >= ray.low && scalar < ray.high;
  }
  INKRAY_HD bool isBetween(const State& ray, float scalar) const
  {
    return scalar >= ray.bounds().low && scalar < ray.bounds().high;
  }
  INKRAY_HD void reach(State& ray, float scalar) const { ray.reached = scalar; }
  INKRAY_HD bool isLocated(const State& ray) const { return !(ray.low == ray.low); }
  template <class Cell>
  INKRAY_HD void stand(State& ray, const Cell& at, float scalar) const
  {
    ray.reached = at.scalarWithinFace(scalar);
    ray.low = NAN;
  }
  template <class Cell>
  INKRAY_HD void mayPass(State& ray, const Cell& at) const
  {
    const float low = ray.bounds().low, high = ray.bounds().high;
    const auto isBetween = [&](float scalar) { return scalar >= low && scalar < high; };
    if (isBetween(at.face.a.scalar) && isBetween(at.face.b.scalar) && isBetween(at.face.c.scalar))
    {
      ray.low = low;
      ray.high = high;
    }
  }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.reached = at.scalarWithinFace(scalar);
    ray.forget();
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    this->enter(ray, at, scalar);
  }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const float begun = ray.reached, end = at.scalarWithinFace(segment.scalar);
    const float perDepth = segment.from != segment.to ? (end - begun) / (to - from) : 0.0f;
    if (segment.beginIsCut)
    {
      ray.reached = multiplyAdd(segment.from - from, perDepth, begun);
      ray.forget();
    }
    segment.scalar = segment.endIsCut ? multiplyAdd(segment.to - from, perDepth, begun) : end;
  }

  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    float end = segment.scalar;
    if (!(end >= ray.bounds().low && end < ray.bounds().high) && isSeen(segment))
    {
      if (!segment.endIsCut)
        end = at.scalarWithinFace(end);
      if (this->meets(ray, at.cell, segment, end))
        return;
    }
    ray.reached = end;
  }

private:
  /// Process a segment that may meet surfaces, up to its exact scalar at the end: keep all hits, and the
  /// isovalues around the ray's new scalar. Returns true if the march is over.
  INKRAY_HD bool meets(State& ray, std::uint32_t cell, const Segment& segment, float end) const
  {
    Memory& memory = ray.bounds();
    const float begun = ray.reached;
    if (!(begun == begun && end == end))
    {
      memory.low = NAN;
      memory.belowAtResume = -1;
      return false;
    }
    std::int32_t below = memory.below;
    if (!(memory.low == memory.low))
    {
      below = memory.belowAtResume;
      memory.belowAtResume = -1;
      const float doubt = segment.beginIsCut ? scalarRounding : 0.0f;
      if (below < 0)
        below = countIsovaluesBelow(
          *scene, end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
    }
    const float doubt = segment.endIsCut ? scalarRounding : 0.0f;
    const float rise = end - begun;
    const float perRise = fabsf(rise) > 1e-30f ? reciprocal(rise) : 0.0f;
    const SurfaceEntry* const entries = scene->entries;
    const std::int32_t count = scene->count;
    float low, high;
    for (;;)
    {
      low = below > 0 ? entries[below - 1].value : -INFINITY;
      high = below < count ? entries[below].value : INFINITY;
      const bool up = end - doubt >= high;
      if (!up && !(end + doubt < low))
        break;
      const std::int32_t entry = up ? below : below - 1;
      below += up ? 1 : -1;
      const float share = saturate(((up ? high : low) - begun) * perRise);
      const float opacity = entries[entry].opacity;
      if (opacity > 0.0f)
      {
        SurfaceHit hit = { 0.0f, cell, entry, multiplyAdd(share, segment.to - segment.from, segment.from) };
        if (this->keep(ray, hit, opacity, hit.at, below))
          return true;
      }
    }
    memory.below = below;
    memory.low = low + scalarRounding;
    memory.high = high - scalarRounding;
    return false;
  }
};

} // namespace inkray
