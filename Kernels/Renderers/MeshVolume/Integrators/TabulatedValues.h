// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Shading/TabulatedIntegration.h"

namespace inkray
{

/// Values at the points, linear in each cell, by a table of the transfer function: PointValues, but what a
/// segment costs does not depend on the knots that it crosses.
struct TabulatedValues
{
  PiecewiseView pieces;
  TabulatedView table;
  using State = TabulatedIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.place = lookUp(table, scalar);
  }
  INKRAY_HD void leave(State&) const {}
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    ray.place = lookUp(table, cutScalars(ray.place.scalar, from, to, segment));
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    if (segment.length != 0.0f || !segment.isCut)
      ray.add(table, pieces, segment.scalar, segment.length);
  }
  INKRAY_HD void stop(State& ray, float weight) const { ray.transmittance -= weight; }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.place = lookUp(table, scalar);
  }
};

} // namespace inkray
