// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Shading/FunctionColorIntegration.h"
#include "Shading/TabulatedIntegration.h"

/// PointValues with tables.
namespace inkray
{

/// Color and attenuation from a table of the transfer function: the cost of a segment does not depend on the
/// number of knots that it crosses.
struct GatherByTable
{
  PiecewiseView pieces;
  TabulatedView table;
  using Integral = TabulatedIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.place.scalar, {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.place = lookUp(table, c.value);
  }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(table, pieces, c.value, length);
  }
};

/// Colors from a table: only kinks of the opacity split a segment.
struct GatherTableColors
{
  FunctionColorTableView table;
  using Integral = FunctionColorIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.scalar(), {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.standAt(c.value); }
  INKRAY_HD void end(Integral& ray) const { ray.end(); }
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(table, c.value, length);
  }
};

using TabulatedValues = AlongSegments<GatherByTable>;

} // namespace inkray
