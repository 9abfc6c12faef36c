// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectGrid.h"

namespace inkray
{

/// A ray's part in one cell, from parameter t to `to`.
struct CellOnRay
{
  CellCorners corners;
  float t, to;
  float from[3], until[3]; ///< local coordinates at both ends
};

/// Visit all drawn cells that the ray meets between ray.begin and ray.end, in order, in sub-bricks of the
/// grid's tree, as long as visit(cell) returns true. Cells that share a face share the parameter at which the
/// ray passes it. The ray must be clipped to the box of the cells, and the stack must be empty.
template <class Volume, class Stack, class Visit>
INKRAY_HD void visitCells(
  const BrickedGrid& grid, const Volume& volume, const Ray& ray, Stack& stack, const Visit& visit)
{
  const auto axes = volume.axes();
  stack.push(grid.nodes[1].ref);
  bool goesOn = true;
  std::uint32_t ref = traverseBVH(grid, ray, ray.begin, stack, axes);
  while (goesOn && ref != noNode)
  {
    const std::uint64_t mask = maskOfLeaf(grid, ref);
    LeafWalk walk = {};
    bool inLeaf = enterLeaf(grid, axes, ray, ref, ray.begin, walk);
    while (goesOn && inLeaf)
    {
      const float until = minimum(walk.subBricks.exit(), walk.end);
      bool inside = hasBit(mask, walk.subBricks.place) && walk.t < until;
      if (inside)
        enterCells(grid, axes, ray, walk.t, walk);
      while (goesOn && inside)
      {
        CellOnRay cell;
        cell.t = walk.cellT;
        cell.to = minimum(walk.cells.exit(), until);
        if (cell.t < cell.to)
        {
          int place[3];
          cellOfWalk(walk, place);
          cell.corners =
            loadCorners(volume.values + (place[0] + place[1] * volume.strideY + place[2] * volume.strideZ),
              volume.strideY, volume.strideZ);
          if (isDrawn(grid, volume, cell.corners, place))
          {
            localPosition(ray, walk.cells, cell.t, cell.from, axes);
            localPosition(ray, walk.cells, cell.to, cell.until, axes);
            goesOn = visit(cell);
          }
        }
        inside = walk.cells.step(ray, walk.cellT, until, axes);
      }
      inLeaf = walk.subBricks.step(ray, walk.t, walk.end, axes);
    }
    if (goesOn)
      ref = traverseBVH(grid, ray, ray.begin, stack, axes);
  }
}

} // namespace inkray
