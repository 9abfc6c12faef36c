// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/March.h"
#include "Shading/SegmentIntegration.h"

/// Integrators of march: what a ray gathers on its segments. Each has a State for a ray, with the
/// transmittance that is left, and is told where the ray enters the mesh, what it crosses and where it
/// leaves. What it wants to know beyond that it asks the cell, whose corners carry its Extra (VertexExtra.h).
namespace inkray
{

/// Scalar where a segment that was cut begins, if it is `begun` at depth `from`; sets that where it ends,
/// which was the one at depth `to`.
INKRAY_HD float cutScalars(float begun, float from, float to, Segment& segment)
{
  const float perDepth = segment.from != segment.to ? (segment.scalar - begun) / (to - from) : 0.0f;
  segment.scalar = begun + (segment.to - from) * perDepth;
  return begun + (segment.from - from) * perDepth;
}

/// Values at the points, linear in each cell: colour and attenuation by partial pre-integration
/// (SegmentIntegration.h).
struct PointValues
{
  PiecewiseView pieces;
  using State = RayIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.standAt(scalar);
  }
  INKRAY_HD void leave(State& ray) const { ray.end(pieces); }
  /// What the pixel shows: colour multiplied by opacity, and opacity.
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  /// The segment that follows is seen from segment.from to segment.to only, of `from` to `to`: a run of its
  /// own; ends that meet cancel. Changes its scalar to that where it is cut.
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    ray.end(pieces);
    ray.standAt(cutScalars(ray.scalar(), from, to, segment));
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    if (segment.length != 0.0f || !segment.isCut)
      ray.add(pieces, segment.scalar, segment.length);
  }
  /// A surface where the ray stands stops `weight` of its light.
  INKRAY_HD void stop(State& ray, float weight) const { ray.stop(pieces, weight); }
  /// Behind a segment that was cut, at the scalar where it really ends; or behind one of which nothing is
  /// seen, which was neither cut nor added. Ends a run.
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.end(pieces);
    ray.standAt(scalar);
  }
};

/// One value for each cell: colour and attenuation are constant in it.
struct CellValues
{
  const Float4* colours; ///< per cell: colour and attenuation
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
    ray.addConstant(load(colours + at.cell), segment.length);
  }
  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
  template <class Cell>
  INKRAY_HD void resume(State&, const Cell&, float) const
  {
  }
};

} // namespace inkray
