// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/GradientIntegrators.h"
#include "Shading/TwoPointIntegration.h"

namespace inkray
{

/// Values and magnitudes at the points; colour and attenuation from a function of both, by two points a
/// segment.
template <class Function>
struct GatherByTwoPoints
{
  Function function;
  const float* magnitudes; ///< per vertex
  using Integral = TwoPointIntegral<ScalarPair>;
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, magnitudes }; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const
  {
    return { ray.place.first, { { ray.place.second } } };
  }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const
  {
    ray.place = { c.value, c.others.value[0] };
  }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(function, { c.value, c.others.value[0] }, length);
  }
};

INKRAY_HD float channelOf(const GatherByTwoPoints<TableFunction>& gathering, float value)
{
  return gathering.function.table.column(value);
}

/// Values at the points; colour and attenuation from equal steps of one function, by two points a segment.
struct GatherFromSteps
{
  StepView function;
  using Integral = TwoPointIntegral<float>;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.place, {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.place = c.value; }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float length) const
  {
    ray.add(function, c.value, length);
  }
};

INKRAY_HD float channelOf(const GatherFromSteps& gathering, float value)
{
  return multiplyAdd(value, gathering.function.perScalar, gathering.function.offset);
}

} // namespace inkray
