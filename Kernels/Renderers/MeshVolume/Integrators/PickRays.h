// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/PickRule.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"

namespace inkray
{

/// Rays that pick in a mesh, by PickRule.
struct PickRays : WithSurfaces<MediumRays<feature::all>>
{
  using Rays = WithSurfaces<MediumRays<feature::all>>;
  using Rule = PickRule<feature::all>;
  Rule rule;
  const std::uint32_t* originalTet; ///< the caller's tet for each cell

  struct State
    : Rays::State
    , PickState
  {
    std::uint32_t pixel; ///< noPixel: the ray has not met the mesh
  };
  static constexpr std::uint32_t noPixel = 0xffffffffu;

  INKRAY_HD const FilmModeOf<feature::all>& mode() const { return volume.mode; }

  INKRAY_HD void start(State& ray, SurfaceHits& memory) const
  {
    Rays::start(ray, memory);
    static_cast<PickState&>(ray).clear();
    ray.pixel = noPixel;
  }
  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    if (ray.pixel == noPixel)
    {
      const auto x = static_cast<std::uint32_t>(at.u + at.camera.halfWidth),
                 y = static_cast<std::uint32_t>(at.v + at.camera.halfHeight);
      ray.pixel = y * static_cast<std::uint32_t>(at.camera.width) + x;
      rule.goOn(this->mode(), ray, ray.pixel);
    }
    Rays::enter(ray, at, scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    const float light = lightThrough(ray), gathered = Rule::gathered(this->mode(), ray);
    Rays::add(ray, at, segment);
    const float lightBehind = lightThrough(ray);
    const auto depthOf = [&](float level) { return this->depthOf(ray, segment, light, lightBehind, level); };
    const std::uint32_t id = this->idOf(at.cell);
    if (light > lightBehind &&
      rule.pickByOpacity(this->mode(), ray, id, light, lightBehind, depthOf, [id](float) { return id; }))
      ray.transmittance = -1.0f; // end the march
    rule.pickByFilm(this->mode(), ray, id, gathered, 0.5f * (segment.from + segment.to),
      segment.scalar == ray.red ? segment.to : segment.from);
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
    if (ray.pixel != noPixel)
      rule.finish(this->mode(), ray, pixel, this->pixel(ray).w > 0.0f, ray.memory->surfaceDepth);
  }

private:
  /// The cell's id in the whole mesh.
  INKRAY_HD std::uint32_t idOf(std::uint32_t cell) const
  {
    const std::uint32_t tet = originalTet[cell];
    return rule.picks.names ? rule.picks.names[tet] : tet;
  }
  /// The share of light from behind that passes a ray; while a ray pauses, it is stored elsewhere.
  INKRAY_HD static float lightThrough(const State& ray)
  {
    return ray.memory->behind < 0.0f ? ray.transmittance : ray.memory->behind;
  }
  /// The depth at which the light that passes reaches `level`. Surfaces take their light at a single depth,
  /// which is known for isosurfaces.
  INKRAY_HD float depthOf(
    const State& ray, const Segment& segment, float before, float after, float level) const
  {
    if (scene->isEmpty())
      return Rule::depthOfLevel(segment.from, segment.to, before, after, level);
    float depth = 0.5f * (segment.from + segment.to);
    for (std::int32_t k = ray.memory->numHits - 1; k >= 0; --k)
      if (ray.memory->hits[k].entry != SurfaceHit::slice && ray.memory->hits[k].at >= segment.from)
        depth = minimum(ray.memory->hits[k].at, segment.to);
    return depth;
  }
};

} // namespace inkray
