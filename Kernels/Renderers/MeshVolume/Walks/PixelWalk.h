// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"

namespace inkray
{

/// The entries of a pixel's ray into a mesh, nearest first, within its limits.
struct PixelEntries
{
  const TetRays& rays;
  std::uint32_t entry, end;
  SplitLimits limits;

  template <class Cell>
  INKRAY_HD std::uint32_t mostSteps(const Cell&) const
  {
    return rays.maxSteps + 1;
  }
  template <class Cell>
  INKRAY_HD bool enter(Cell& cell, float, std::uint32_t)
  {
    if (entry == end)
      return false;
    const PixelIntersection next = rays.intersections[entry++];
    if (next.depth >= limits.farDepth && !limits.next())
      return false;
    cell.enter(next.face);
    return true;
  }
};

/// The walk of a pixel's ray through a mesh. It works like march (March.h), but stops at the end of each cell
/// until the caller asks for the next one. Spans are whole cells, in the mesh's units of depth. The limits
/// say which part of a span is visible.
struct PixelWalk : TetWalk<TetCell<AnyProjection, VertexIds>, PixelEntries>
{
  INKRAY_HD PixelWalk(const TetRays& rays, int x, int y)
    : TetWalk(
        { rays.camera, rays.mesh, pixelU(rays.camera, x), pixelV(rays.camera, y) }, { rays, 0u, 0u, {} })
  {
    const auto pixel = static_cast<std::uint32_t>(y * rays.camera.width + x);
    entries.entry = rays.starts[pixel];
    entries.end = rays.starts[pixel + 1];
    SplitLimits& limits = entries.limits;
    rays.limit(pixel, limits);
    if (rays.cut && entries.entry != entries.end && !CutView::limit(rays.cut, cell.u, cell.v, limits))
      this->stop();
  }

  /// Stop the walk, so that no cell follows.
  INKRAY_HD void stop()
  {
    cell.stop();
    entries.entry = entries.end;
  }
  /// Whether the last cell is invisible.
  INKRAY_HD bool isHidden() const
  {
    const RayCut* const cut = entries.rays.cut;
    return cut && cut->hiddenCells && isMasked(cut->hiddenCells, cell.cell);
  }
};

} // namespace inkray
