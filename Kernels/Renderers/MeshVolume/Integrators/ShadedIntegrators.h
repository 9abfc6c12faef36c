// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"
#include "Shading/LitIntegration.h"

/// Integrators of march for a volume in the light of grey lights (MeshLighting.h): two numbers, diffuse and
/// specular.
namespace inkray
{

/// Values at the points, and at each vertex the light that its gradient reflects (MeshLighting.h).
struct GatherInLight
{
  PiecewiseView pieces;
  const float* light; ///< 2 per vertex
  using Integral = ShadedIntegral;
  using Extra = VertexFloats<2>;
  INKRAY_HD Extra extra() const { return { {}, light }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.place.scalar(), ray.light }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.place.standAt(c.value);
    ray.light = c.others;
  }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(pieces, c.value, c.others, length);
  }
};

/// Values at the points, and on each cell the light that its own gradient reflects.
struct GatherInFlatLight
{
  PiecewiseView pieces;
  const float* light; ///< 2 per cell
  using Integral = ShadedIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.place.scalar(), {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.place.standAt(c.value); }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    ray.light = VertexFloats<2>{ {}, light }.fetch(cell);
    ray.add(pieces, c.value, ray.light, length);
  }
};

using ShadedPointValues = AlongSegments<GatherInLight>;
using FlatShadedPointValues = AlongSegments<GatherInFlatLight>;

} // namespace inkray
