// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "Geometry/RegularGrid/TraverseBVH.h"

namespace inkray
{

/// The sub-bricks of a leaf that hold a surface, as bits.
INKRAY_HD std::uint64_t maskOfLeaf(const BrickedGrid& grid, std::uint32_t ref)
{
  int leaf[3];
  leafOfRef(ref, leaf);
  return grid.leafMasks[leafIndex(grid.layout, leaf)];
}

/// Whether the ray meets the box around all bricks that hold a surface.
template <class Axes>
INKRAY_HD bool meetsSurfaces(const BrickedGrid& grid, const Axes& axes, const Ray& ray)
{
  if (!(ray.begin <= ray.end))
    return false;
  const BrickNode root = loadNode(grid.nodes + 1);
  float begin = ray.begin, end = ray.end;
  return root.ref != noNode && clipToNode(ray, root, begin, end, axes);
}

/// Find the first crossing of the ray, between ray.begin and ray.end, with the grid's only isosurface. The
/// stack must be empty.
template <class Volume, class Stack>
INKRAY_HD bool firstCrossing(
  const BrickedGrid& grid, const Volume& volume, const Ray& ray, Stack& stack, SurfaceCrossing& crossing)
{
  stack.push(grid.nodes[1].ref);
  bool found = false;
  std::uint32_t ref = traverseBVH(grid, ray, ray.begin, stack, volume.axes());
  while (ref != noNode && !found)
  {
    RayProgress progress = { ray.begin, -1 };
    found = intersectLeaf<true, true>(grid, volume, ray, ref, maskOfLeaf(grid, ref), progress, crossing);
    if (!found)
      ref = traverseBVH(grid, ray, ray.begin, stack, volume.axes());
  }
  return found;
}

/// Visit all crossings of the ray with the grid's isosurfaces for which accepts(t) holds, in order, as long
/// as visit(crossing) returns true. The stack must be empty.
template <class Volume, class Stack, class Accepts, class Visit>
INKRAY_HD void visitCrossings(const BrickedGrid& grid, const Volume& volume, const Ray& ray, Stack& stack,
  const Accepts& accepts, const Visit& visit)
{
  stack.push(grid.nodes[1].ref);
  RayProgress progress = { ray.begin, -1 };
  for (;;)
  {
    const std::uint32_t ref = traverseBVH(grid, ray, maximum(ray.begin, progress.t), stack, volume.axes());
    if (ref == noNode)
      break;
    SurfaceCrossing crossing = {};
    if (!intersectLeaf<false, false>(
          grid, volume, ray, ref, maskOfLeaf(grid, ref), progress, crossing, accepts))
      continue;
    if (!visit(crossing))
      break;
    stack.push(ref); // the same leaf may have more crossings behind it
  }
}

} // namespace inkray
