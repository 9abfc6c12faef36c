// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridCells.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/PathSurfaceHit.h"

#include <cmath>

/// The values of a grid as a medium (Media.h).
namespace inkray
{

/// Return the ray in the grid's coordinates, clipped to the box around all bricks that are not transparent.
/// It is empty if it does not meet the box.
template <class Axes>
INKRAY_HD Ray rayInBricks(const GridMediumView& medium, const Axes& axes, const ScenePath& path)
{
  Ray ray = rayInGrid(medium, path);
  const BrickNode root = loadNode(medium.grid.nodes + 1);
  if (root.ref == noNode || !clipToNode(ray, root, ray.begin, ray.end, axes))
    ray.end = -INFINITY;
  return ray;
}

/// Find the span of a ray in that box. Returns false if the ray misses the box.
template <class Geometry>
INKRAY_HD bool mediumInterval(const GridMediumView& medium, const ScenePath& path, float& begin, float& end)
{
  visitGrid<Geometry>(medium, [&](const auto& values) {
    const Ray ray = rayInBricks(medium, values.axes(), path);
    begin = ray.begin;
    end = ray.end;
  });
  return begin <= end;
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

template <class Volume, class Sink>
INKRAY_HD void marchGrid(
  const GridMediumView& medium, const Volume& values, const ScenePath& path, Sink& sink)
{
  GridCells<Volume> cells(medium.grid, values, rayInBricks(medium, values.axes(), path), false, true);
  bool isIn = false, goesOn = true;
  float reached = 0.0f;
  while (goesOn && cells.next())
  {
    const GridCell& cell = cells.cell();
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
    const Cubic f = cubicOfBernstein(b);
    const int pieces = piecesOfCubic(b);
    for (int k = 1; goesOn && k < pieces; ++k)
    {
      const float x = static_cast<float>(k) / static_cast<float>(pieces);
      goesOn = sink.to(multiplyAdd(x, cell.to - cell.t, cell.t), evaluate(f, x));
    }
    goesOn = goesOn && sink.to(cell.to, b[3]);
  }
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
        sink, [&medium, path](Sink& s) { marchGrid(medium, medium.values, path, s); });
  runMarch<Geometry>(
    sink, [&medium, path](Sink& s) { marchGrid(medium, gridView<UniformAxes>(medium), path, s); });
}

} // namespace inkray
