// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VisitCells.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/PathSurfaceHit.h"

#include <cmath>

/// The values of a grid as a medium (Media.h).
namespace inkray
{

/// Find the span of a ray in the box around all bricks that are not transparent. Returns false without one.
template <class Geometry>
INKRAY_HD bool mediumInterval(const GridMediumView& medium, const ScenePath& path, float& begin, float& end)
{
  const Ray ray = rayInGrid(medium, path);
  const BrickNode root = loadNode(medium.grid.nodes + 1);
  begin = ray.begin;
  end = ray.end;
  bool meets = root.ref != noNode;
  visitGrid<Geometry>(
    medium, [&](const auto& values) { meets = meets && clipToNode(ray, root, begin, end, values.axes()); });
  return meets;
}

/// In a cell, linear pieces approximate the interpolant along a ray. errorOfPieces is their largest error, as
/// a fraction of the range of all values, where maxPiecesOfCell pieces suffice. With eight pieces, the error
/// in white noise is below 1 %.
constexpr float errorOfPieces = 5e-4f;
constexpr int maxPiecesOfCell = 8;

/// Return the number of linear pieces of equal length for the cubic with Bernstein coefficients b. The error
/// of n pieces is at most an eighth of the largest second derivative, divided by n^2.
INKRAY_HD int piecesOfCubic(const float b[4])
{
  const float bend = maximum(fabsf(b[0] - 2.0f * b[1] + b[2]), fabsf(b[1] - 2.0f * b[2] + b[3]));
  const float square = bend * (0.75f / errorOfPieces);
  if (!(square > 1.0f))
    return 1;
  return square < float(maxPiecesOfCell * maxPiecesOfCell) ? static_cast<int>(ceilf(sqrtf(square)))
                                                           : maxPiecesOfCell;
}

template <class Axes, class Sink>
INKRAY_HD void marchGrid(const GridMediumView& medium, const ScenePath& path, Sink& sink)
{
  const auto values = gridView<Axes>(medium);
  const Ray ray = rayInGrid(medium, path);
  if (!meetsSurfaces(medium.grid, values.axes(), ray))
    return;
  std::uint32_t items[LocalStack::depth];
  LocalStack stack = { items };
  bool isIn = false;
  float reached = 0.0f;
  visitCells(medium.grid, values, ray, stack, [&](const CellOnRay& cell) {
    float b[4];
    restrictToSegment(relativeTo(cell.corners, medium.low), cell.from, cell.until, b);
    INKRAY_UNROLL
    for (int k = 0; k < 4; ++k)
      b[k] *= medium.scale;
    if (!isIn || cell.t != reached)
    {
      if (isIn)
        sink.leave();
      sink.enter(cell.t, b[0]);
      isIn = true;
    }
    reached = cell.to;
    const int pieces = piecesOfCubic(b);
    if (pieces > 1)
    {
      const Cubic f = cubicOfBernstein(b);
      const float piece = 1.0f / static_cast<float>(pieces);
      for (int k = 1; k < pieces; ++k)
      {
        const float x = static_cast<float>(k) * piece;
        if (!sink.to(multiplyAdd(x, cell.to - cell.t, cell.t), evaluate(f, x)))
          return false;
      }
    }
    return sink.to(cell.to, b[3]);
  });
  if (isIn)
    sink.leave();
}

/// Report the scalars along the ray to a sink (MediumSinks.h), cell by cell. Hidden cells, cells with a value
/// that is not finite, and transparent bricks end a run of the sink, and another run begins behind them.
template <class Geometry, class Sink>
INKRAY_HD void marchMedium(const GridMediumView& medium, const ScenePath& path, Sink& sink)
{
  if constexpr (Geometry::rectilinear)
    if (medium.isRectilinear)
      return runMarch<Geometry>(
        sink, [&medium, path](Sink& s) { marchGrid<RectilinearAxes>(medium, path, s); });
  runMarch<Geometry>(sink, [&medium, path](Sink& s) { marchGrid<UniformAxes>(medium, path, s); });
}

} // namespace inkray
