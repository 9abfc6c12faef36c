// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"
#include "Shading/SegmentIntegration.h"

/// Integrators of march: what a ray gathers on its segments. Each has a State for a ray, with the remaining
/// transmittance. The march tells it where the ray enters the mesh, which cells it crosses and where it
/// leaves. The integrator gets all other data from the cell, whose corners carry its Extra (VertexExtra.h).
namespace inkray
{

/// Gathers color and attenuation of the value by partial pre-integration (SegmentIntegration.h).
struct GatherValues
{
  PiecewiseView pieces;
  using Integral = RayIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const RayIntegral& ray) const { return { ray.scalar(), {} }; }
  INKRAY_HD void standAt(RayIntegral& ray, const Channels<Extra>& c) const { ray.standAt(c.value); }
  INKRAY_HD void end(RayIntegral& ray) const { ray.end(pieces); }
  INKRAY_HD void gather(RayIntegral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(pieces, c.value, length);
  }
  /// A surface at the ray's place stops `weight` of its light.
  INKRAY_HD void stop(RayIntegral& ray, float weight) const { ray.stop(pieces, weight); }
};

/// Values at the points, linear in each cell.
using PointValues = AlongSegments<GatherValues>;

/// One value for each cell: color and attenuation are constant in it.
struct CellValues
{
  const Float4* colors; ///< for each cell: color and attenuation
  using State = RayIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }

  template <class Cell>
  INKRAY_HD void enter(State&, const Cell&, float) const
  {
  }
  INKRAY_HD void leave(State&) const {}
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }
  template <class Cell>
  INKRAY_HD void cut(State&, const Cell&, float, float, Segment&) const
  {
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    ray.addConstant(load(colors + at.cell), segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State&, const Cell&, float) const
  {
  }
};

} // namespace inkray
