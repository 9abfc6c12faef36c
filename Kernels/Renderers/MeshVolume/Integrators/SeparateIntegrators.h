// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexExtra.h"
#include "Renderers/MeshVolume/Integrators/SegmentShare.h"
#include "Shading/SeparateIntegration.h"

/// Integrators of march where colour and attenuation come from different values (SeparateIntegration.h): each
/// of the two from the points, linear in each cell, or from the cells, constant there. Both from the cells is
/// CellValues, with colours made of both.
namespace inkray
{

/// Colour from the points, attenuation from other values of the points. The corners carry the latter.
struct PointColoursPointOpacity
{
  PiecewiseView colours, opacities;
  const float* opacityValues; ///< per vertex
  struct State : SeparateIntegral
  {
    float cutOpacity; ///< the second scalar at the end of a cut segment
  };
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, opacityValues }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.colour.standAt(scalar);
    ray.opacity.standAt(at.extraAhead().value[0]);
  }
  INKRAY_HD void leave(State& ray) const { ray.end(colours); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    ray.end(colours);
    const SegmentShare share(from, to, segment);
    const float s = ray.colour.scalar(), o = ray.opacity.scalar(), oEnd = at.extraAhead().value[0];
    ray.colour.standAt(share.atBegin(s, segment.scalar));
    ray.opacity.standAt(share.atBegin(o, oEnd));
    segment.scalar = share.atEnd(s, segment.scalar);
    ray.cutOpacity = share.atEnd(o, oEnd);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.add(colours, opacities, segment.scalar, segment.isCut ? ray.cutOpacity : at.extraAhead().value[0],
        segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    ray.end(colours);
    this->enter(ray, at, scalar);
  }
};

/// Colour from the points, attenuation from the cells.
struct PointColoursCellOpacity
{
  PiecewiseView colours;
  const float* attenuations; ///< per cell
  using State = SeparateIntegral;
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.colour.standAt(scalar);
  }
  INKRAY_HD void leave(State& ray) const { ray.end(colours); }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    ray.end(colours);
    const SegmentShare share(from, to, segment);
    const float s = ray.colour.scalar();
    ray.colour.standAt(share.atBegin(s, segment.scalar));
    segment.scalar = share.atEnd(s, segment.scalar);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (isSeen(segment))
      ray.addConstantOpacity(colours, segment.scalar, load(attenuations + at.cell), segment.length);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.end(colours);
    ray.colour.standAt(scalar);
  }
};

/// Colour from the cells, attenuation from the points.
struct CellColoursPointOpacity
{
  PiecewiseView opacities;
  const Float4* colours;      ///< per cell: colour, and 1, or 0 for one without a value
  const float* opacityValues; ///< per vertex
  struct State : SeparateIntegral
  {
    float cutOpacity;
  };
  using Extra = VertexFloats<1>;
  INKRAY_HD Extra extra() const { return { {}, opacityValues }; }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float) const
  {
    ray.opacity.standAt(at.extraAhead().value[0]);
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const SegmentShare share(from, to, segment);
    const float o = ray.opacity.scalar(), oEnd = at.extraAhead().value[0];
    ray.opacity.standAt(share.atBegin(o, oEnd));
    ray.cutOpacity = share.atEnd(o, oEnd);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    const Float4 colour = load(colours + at.cell);
    ray.addConstantColour(opacities, { colour.x, colour.y, colour.z },
      segment.isCut ? ray.cutOpacity : at.extraAhead().value[0], segment.length * colour.w);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float) const
  {
    ray.opacity.standAt(at.extraAhead().value[0]);
  }
};

} // namespace inkray
