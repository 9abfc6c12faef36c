// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"
#include "Shading/SeparateIntegration.h"

/// Integrators of march where colour and attenuation come from different values (SeparateIntegration.h): each
/// of the two from the points, linear in each cell, or from the cells, constant there. Both from the cells is
/// CellValues, with colours made of both.
namespace inkray
{

/// Colour from the points, attenuation from other values of the points. The corners carry the latter.
struct GatherSeparate
{
  PiecewiseView colours, opacities;
  const float* opacityValues; ///< per vertex
  using Integral = SeparateIntegral;
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, opacityValues }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const
  {
    return { ray.colour.scalar(), { { ray.opacity.scalar() } } };
  }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.colour.standAt(c.value);
    ray.opacity.standAt(c.others.value[0]);
  }
  INKRAY_HD void end(Integral& ray) const { ray.end(colours); }
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(colours, opacities, c.value, c.others.value[0], length);
  }
};

/// Colour from the points, attenuation from the cells.
struct GatherWithCellOpacity
{
  PiecewiseView colours;
  const float* attenuations; ///< per cell
  using Integral = SeparateIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.colour.scalar(), {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.colour.standAt(c.value); }
  INKRAY_HD void end(Integral& ray) const { ray.end(colours); }
  INKRAY_HD void gather(Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    ray.addConstantOpacity(colours, c.value, load(attenuations + cell), length);
  }
};

/// Colour from the cells, attenuation from the points.
struct GatherWithCellColours
{
  PiecewiseView opacities;
  const Float4* colours;      ///< per cell: colour, and 1, or 0 for one without a value
  const float* opacityValues; ///< per vertex
  using Integral = SeparateIntegral;
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, opacityValues }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { 0.0f, { { ray.opacity.scalar() } } }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.opacity.standAt(c.others.value[0]);
  }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    const Float4 colour = load(colours + cell);
    ray.addConstantColour(opacities, { colour.x, colour.y, colour.z }, c.others.value[0], length * colour.w);
  }
};

using PointColoursPointOpacity = AlongSegments<GatherSeparate>;
using PointColoursCellOpacity = AlongSegments<GatherWithCellOpacity>;
using CellColoursPointOpacity = AlongSegments<GatherWithCellColours>;

} // namespace inkray
