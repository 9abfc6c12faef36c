// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Shading/ColourTableIntegration.h"

namespace inkray
{

/// Values at the points, linear in each cell, with the colours of a table: PointValues, but only kinks of the
/// opacity part a segment.
struct ColourTableValues
{
  ColourTableView table;
  using State = ColourTableIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.standAt(scalar);
  }
  INKRAY_HD void leave(State& ray) const { ray.end(); }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    ray.end();
    ray.standAt(cutScalars(ray.scalar(), from, to, segment));
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    if (segment.length != 0.0f || !segment.isCut)
      ray.add(table, segment.scalar, segment.length);
  }
  INKRAY_HD void stop(State& ray, float weight) const { ray.stop(weight); }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.end();
    ray.standAt(scalar);
  }
};

} // namespace inkray
