// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SegmentIntegration.h"

/// Integrators of march: what a ray gathers on its segments. Each has a State for a ray, with the
/// transmittance that is left, and is told where the ray enters the mesh, what it crosses and where it
/// leaves.
namespace inkray
{

/// Values at the points, linear in each cell: colour and attenuation by partial pre-integration
/// (SegmentIntegration.h).
struct PointValues
{
  PiecewiseView pieces;
  using State = RayIntegral;

  INKRAY_HD void enter(State& ray, float scalar) const { ray.standAt(scalar); }
  INKRAY_HD void leave(State& ray) const { ray.end(pieces); }

  /// The segment that follows is seen from `start` to `stop` only, of `from` to `to`: a run of its own; ends
  /// that meet cancel. Changes its end's scalar to that at `stop`.
  INKRAY_HD void cut(State& ray, float from, float to, float start, float stop, float& scalar) const
  {
    ray.end(pieces);
    const float begun = ray.scalar();
    const float perDepth = start != stop ? (scalar - begun) / (to - from) : 0.0f;
    ray.standAt(begun + (start - from) * perDepth);
    scalar = begun + (stop - from) * perDepth;
  }
  /// A segment through a cell; its length in world units times log2(e).
  INKRAY_HD void add(State& ray, std::uint32_t, float scalar, float length, bool wasCut) const
  {
    if (length != 0.0f || !wasCut)
      ray.add(pieces, scalar, length);
  }
  /// Behind a segment that was cut, at the scalar where it really ends.
  INKRAY_HD void resume(State& ray, float scalar) const
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

  INKRAY_HD void enter(State&, float) const {}
  INKRAY_HD void leave(State&) const {}
  INKRAY_HD void cut(State&, float, float, float, float, float&) const {}
  INKRAY_HD void add(State& ray, std::uint32_t cell, float, float length, bool) const
  {
    ray.addConstant(load(colours + cell), length);
  }
  INKRAY_HD void resume(State&, float) const {}
};

} // namespace inkray
