// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Renderers/MeshVolume/Integrators/ShadedIntegrators.h"

/// Integrators of march where the magnitude of the gradient counts (GradientIntegration.h): that of each tet,
/// or that at the points, which is linear between like the values themselves.
namespace inkray
{

/// Any gathering with the attenuation of each cell multiplied by a number: its segments are as much longer.
template <class Base>
struct GatherWithFactors : Base
{
  const float* factors; ///< per cell

  INKRAY_HD void gather(typename Base::Integral& ray, std::uint32_t cell,
    const Channels<typename Base::Extra>& c, float length) const
  {
    Base::gather(ray, cell, c, length * load(factors + cell));
  }
};

/// Values at the points, attenuation multiplied by a function of the magnitudes at the points.
struct GatherWithGradients
{
  PiecewiseView pieces, factors;
  const float* magnitudes; ///< per vertex
  static constexpr bool takesParts = true;
  using Integral = GradientOpacityIntegral;
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, magnitudes }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const
  {
    return { ray.at.value.scalar(), { { ray.at.magnitude.scalar() } } };
  }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.at.standAt(c.value, c.others.value[0]);
  }
  INKRAY_HD void end(Integral& ray) const { ray.end(pieces); }
  INKRAY_HD void begin(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.at.begin(c.value, c.others.value[0], length);
  }
  INKRAY_HD bool hasMore(const Integral& ray) const { return ray.at.hasMore(); }
  INKRAY_HD void gatherPart(Integral& ray, const Floats<1>&) const { ray.addPart(pieces, factors); }
};

/// The numbers of a vertex from two arrays: two for the light, one for the magnitude.
struct LightAndMagnitude : CarryFloats<3>
{
  const float* light;
  const float* magnitudes;

  INKRAY_HD Floats<3> fetch(std::uint32_t id) const
  {
    const Floats<2> lit = VertexFloats<2>{ {}, light }.fetch(id);
    return { { lit.value[0], lit.value[1], load(magnitudes + id) } };
  }
};

/// Both: gradient opacity, and light at the points.
struct GatherWithGradientsInLight
{
  PiecewiseView pieces, factors;
  const float* magnitudes; ///< per vertex
  const float* light;      ///< 2 per vertex
  static constexpr bool takesParts = true;
  using Integral = ShadedProductIntegral;
  using Extra = LightAndMagnitude;
  INKRAY_HD Extra extra() const { return { {}, light, magnitudes }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const
  {
    return { ray.at.value.scalar(),
      { { ray.light.value[0], ray.light.value[1], ray.at.magnitude.scalar() } } };
  }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.at.standAt(c.value, c.others.value[2]);
    ray.light = lightOf(c.others);
  }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void begin(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.at.begin(c.value, c.others.value[2], length);
  }
  INKRAY_HD bool hasMore(const Integral& ray) const { return ray.at.hasMore(); }
  INKRAY_HD void gatherPart(Integral& ray, const Floats<3>& others) const
  {
    ray.addPart(pieces, factors, lightOf(others));
  }

private:
  INKRAY_HD static Floats<2> lightOf(const Floats<3>& others)
  {
    return { { others.value[0], others.value[1] } };
  }
};

/// Values at the points; colour and attenuation from a table over them, in columns, and the magnitudes of the
/// points, in rows.
struct GatherFromTable
{
  TableView table;
  const float* rows; ///< per vertex
  static constexpr bool takesParts = true;
  using Integral = TableIntegral;
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, rows }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.column, { { ray.row } } }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.standAt(table, c.value, c.others.value[0]);
  }
  INKRAY_HD void end(Integral& ray) const { ray.end(); }
  INKRAY_HD void begin(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.begin(c.value, c.others.value[0], length);
  }
  INKRAY_HD bool hasMore(const Integral& ray) const { return ray.hasMore(); }
  INKRAY_HD void gatherPart(Integral& ray, const Floats<1>&) const { ray.addPart(table); }
};

/// The same with the magnitude of each cell: a blend of two rows.
struct GatherFromTableRows
{
  TableView table;
  const float* rows; ///< per cell
  static constexpr bool takesParts = true;
  using Integral = TableRowIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.column.entry(), {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.standAt(table, c.value, 0.0f); }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void begin(Integral& ray, std::uint32_t cell, const Channels<Extra>& c, float length) const
  {
    ray.begin(table, c.value, load(rows + cell), length);
  }
  INKRAY_HD bool hasMore(const Integral& ray) const { return ray.hasMore(); }
  INKRAY_HD void gatherPart(Integral& ray, const Extra::Value&) const { ray.addPart(table); }
};

INKRAY_HD float channelOf(const GatherFromTable& gathering, float value)
{
  return gathering.table.column(value);
}
INKRAY_HD float channelOf(const GatherFromTableRows& gathering, float value)
{
  return gathering.table.column(value);
}

} // namespace inkray
