// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/CentralDifferences.h"
#include "Geometry/RegularGrid/Dda.h"
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "Geometry/RegularGrid/VoxelCubic.h"

namespace inkray
{

/// A ray's progress: cells before t are not visited again. `surfaceClass` is the class behind the crossing at
/// t; -1: there has been no crossing.
struct RayProgress
{
  float t;
  std::int32_t surfaceClass;
};

/// A crossing of an isosurface.
struct SurfaceCrossing
{
  float t;
  float gradient[3]; ///< in the grid's coordinates; BrickedGrid::centralDifferences says which gradient
  std::int32_t surface;
};

/// A walk through one leaf: from sub-brick to sub-brick, and from cell to cell in sub-bricks that may hold a
/// surface. It is the walk of one ray, or of each ray of a packet in the same leaf.
template <class Real>
struct LeafWalkOf
{
  Dda<subBrickSize, Real> subBricks;
  Dda<1, Real> cells;
  std::int64_t leaf; ///< by leafIndex
  int corner[3];     ///< lower corner of the leaf
  Real t, end;       ///< where the ray enters the sub-brick; where it leaves the sub-brick or the leaf
  Real cellT;        ///< where the ray enters the cell
};
using LeafWalk = LeafWalkOf<float>;

/// The number, minus one, of boxes along the axis that a block of four has within the volume.
template <class Real>
INKRAY_ONE_OR_MANY Real lastBox(const BrickLayout& layout, int axis, Real low, int size)
{
  const Real boxes = (static_cast<float>(layout.cells[axis] - 1) - low) / static_cast<float>(size);
  return minimum(allOf<Real>(3.0f), roundDown(boxes));
}

/// Start the walk where the ray enters the leaf, but not before t. Returns false if the ray does not enter
/// it.
template <class Axes, class Real>
INKRAY_ONE_OR_MANY MaskOf<Real> enterLeaf(const BrickedGrid& grid, const Axes& axes, const RayOf<Real>& ray,
  std::uint32_t ref, typename RayOf<Real>::Number t, LeafWalkOf<Real>& walk)
{
  int leaf[3];
  leafOfRef(ref, leaf);
  walk.leaf = leafIndex(grid.layout, leaf);
  walk.t = t;
  walk.end = ray.end;
  Real low[3], last[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    walk.corner[axis] = leaf[axis] * leafSize;
    const auto corner = static_cast<float>(walk.corner[axis]);
    low[axis] = allOf<Real>(corner);
    last[axis] = allOf<Real>(lastBox(grid.layout, axis, corner, subBrickSize));
    const Real from = allOf<Real>(axes.plane(axis, corner)),
               to = allOf<Real>(axes.plane(axis, corner + static_cast<float>(leafSize)));
    walk.t = maximum(walk.t, planeParameter(ray, axis, isForward(ray, axis) ? from : to));
    walk.end = minimum(walk.end, planeParameter(ray, axis, isForward(ray, axis) ? to : from));
  }
  walk.subBricks.enter(ray, low, last, walk.t, axes);
  return walk.t <= walk.end;
}

/// Find the part [from, until] of the ray in which the walk's sub-brick may hold a surface. Returns false if
/// there is no such part. Linear bounds are valid for even cells; other grids have no bounds.
template <bool Single, class Axes>
INKRAY_HD bool clipToSubBrick(
  const BrickedGrid& grid, const Axes&, const Ray& ray, const LeafWalk& walk, float& from, float& until)
{
  from = walk.t;
  until = minimum(walk.subBricks.exit(), walk.end);
  if (!Axes::isUniform)
    return true;
  const auto* words =
    reinterpret_cast<const UInt4*>(grid.bounds + (walk.leaf * subBricksPerLeaf + walk.subBricks.place));
  const UInt4 w = load(words);
  const float corner[3] = { walk.subBricks.corner(ray, 0), walk.subBricks.corner(ray, 1),
    walk.subBricks.corner(ray, 2) };
  return clipToBounds<Single>(
    { w.x, w.y, floatOf(w.z), floatOf(w.w) }, grid.surfaces, ray, corner, from, until);
}

/// Go to the cell of the walk's sub-brick that contains the ray at t. The search in the cell starts where the
/// ray enters it, not at t. So cells that a ray skips because of bounds do not change the crossings in other
/// cells.
template <class Axes, class Real>
INKRAY_ONE_OR_MANY void enterCells(const BrickedGrid& grid, const Axes& axes, const RayOf<Real>& ray,
  typename RayOf<Real>::Number t, LeafWalkOf<Real>& walk)
{
  Real low[3], last[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    low[axis] = walk.subBricks.corner(ray, axis);
    last[axis] = lastBox(grid.layout, axis, low[axis], 1);
  }
  walk.cells.enter(ray, low, last, t, axes);
  walk.cellT = walk.t;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    walk.cellT =
      maximum(walk.cellT, planeParameter(ray, axis, axes.plane(axis, walk.cells.entryPlane(ray, axis))));
}

/// Local coordinates in the walk's cell at parameter t. On a face of the cell, the coordinate perpendicular
/// to it is exactly 0 or 1.
template <class Real, class Axes = UniformAxes>
INKRAY_ONE_OR_MANY void localPosition(const RayOf<Real>& ray, const Dda<1, Real>& cell,
  typename RayOf<Real>::Number t, Real p[3], const Axes& axes = Axes())
{
  const Real none = allOf<Real>(0.0f), one = allOf<Real>(1.0f);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const MaskOf<Real> forward = isForward(ray, axis);
    p[axis] = saturate(axes.local(ray, axis, cell.corner(ray, axis), t));
    const MaskOf<Real> isIn = t <= planeParameter(ray, axis, axes.plane(axis, cell.entryPlane(ray, axis)));
    if (mayHold(isIn))
      p[axis] = isIn ? forward ? none : one : p[axis];
    const MaskOf<Real> isOut = t >= cell.next[axis];
    if (mayHold(isOut))
      p[axis] = isOut ? forward ? one : none : p[axis];
  }
}

INKRAY_HD void cellOfWalk(const LeafWalk& walk, int cell[3])
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    cell[axis] = walk.corner[axis] + (walk.subBricks.place >> 2 * axis & 3) * subBrickSize +
      (walk.cells.place >> 2 * axis & 3);
}

/// The range of the values at a cell's corners; NaN if one of these values is NaN.
INKRAY_HD void rangeOf(const CellCorners& cell, float& low, float& high)
{
  low = high = cell.value[0];
  INKRAY_UNROLL
  for (int k = 1; k < 8; ++k)
  {
    low = minimumOrNaN(low, cell.value[k]);
    high = maximumOrNaN(high, cell.value[k]);
  }
}

/// Whether surfaces in a cell are drawn. They are not if a value is not finite or the cell is hidden.
template <class Volume>
INKRAY_HD bool isDrawn(
  const BrickedGrid& grid, const Volume& volume, const CellCorners& corners, const int cell[3])
{
  float low, high;
  rangeOf(corners, low, high);
  // Subtract halves, since the difference may overflow although the values are finite.
  const float spread = 0.5f * high - 0.5f * low;
  return spread - spread == 0.0f && !(volume.hidden && isHidden(volume.hidden, grid.layout, cell));
}

/// The ray's part in the walk's cell: the corners, and its ends.
struct CellSegment
{
  CellCorners corners;
  int cell[3];
  float t, to;
  float from[3], until[3]; ///< local coordinates
  int lowest, highest;     ///< classes of the corners; surfaces lowest to highest - 1 lie between them
  int state;               ///< class of the ray where it enters
};

/// Bernstein coefficients along the segment, relative to a value.
INKRAY_HD void coefficientsOf(const CellSegment& segment, float value, float b[4])
{
  restrictToSegment(relativeTo(segment.corners, value), segment.from, segment.until, b);
}

template <bool Single>
INKRAY_HD float valueOfSurface(const SurfaceList& surfaces, int surface)
{
  return Single ? surfaces.first : surfaces.entries[surface].value;
}

/// Make the segment of the walk's cell. Returns false if it cannot have a crossing. `b`: coefficients for the
/// only surface, if `Single`. `Fresh`: the ray does not start at a crossing.
template <bool Single, bool Fresh, class Volume>
INKRAY_HD bool makeSegment(const BrickedGrid& grid, const Volume& volume, const Ray& ray,
  const LeafWalk& walk, const RayProgress& progress, CellSegment& segment, float b[4])
{
  segment.t = walk.cellT;
  const float out = walk.cells.exit();
  segment.to = minimum(out, walk.end);
  // The class behind a crossing is part of its result. A cell that ends there gives no information about it:
  // the crossing may lie in the face between this cell and the next one.
  const bool continued = !Fresh && progress.surfaceClass >= 0 && walk.cellT <= progress.t;
  if (!(segment.to >= segment.t) || (continued && !(out > segment.t)))
    return false;
  cellOfWalk(walk, segment.cell);
  segment.corners = loadCorners(
    volume.values + (segment.cell[0] + segment.cell[1] * volume.strideY + segment.cell[2] * volume.strideZ),
    volume.strideY, volume.strideZ);
  segment.lowest = 0;
  segment.highest = 1;
  if (!Single)
  {
    float low, high;
    rangeOf(segment.corners, low, high);
    segment.lowest = surfaceClass<Single>(grid.surfaces, low);
    segment.highest = surfaceClass<Single>(grid.surfaces, high);
    if (segment.lowest >= segment.highest)
      return false;
  }
  localPosition(ray, walk.cells, segment.t, segment.from, volume.axes());
  localPosition(ray, walk.cells, segment.to, segment.until, volume.axes());
  if (Single)
  {
    coefficientsOf(segment, grid.surfaces.first, b);
    segment.state = continued ? progress.surfaceClass : b[0] >= 0.0f ? 1 : 0;
    return true;
  }
  if (continued)
  {
    const int state = progress.surfaceClass;
    segment.state = state < segment.lowest ? segment.lowest
      : state > segment.highest            ? segment.highest
                                           : state;
    return true;
  }
  // Subtract each isovalue before the interpolation, as the cell before does at its end. Both cells then find
  // their common face on the same side of each surface.
  segment.state = segment.lowest;
  for (int i = segment.lowest; i < segment.highest; ++i)
    segment.state +=
      interpolateCell(relativeTo(segment.corners, grid.surfaces.entries[i].value), segment.from) >= 0.0f ? 1
                                                                                                         : 0;
  return true;
}

/// Whether the ray crosses a surface in the walk's cell.
template <bool Single, bool Fresh, class Volume>
INKRAY_HD bool crossesCell(const BrickedGrid& grid, const Volume& volume, const Ray& ray,
  const LeafWalk& walk, const RayProgress& progress)
{
  CellSegment segment = {};
  float b[4] = {};
  if (!makeSegment<Single, Fresh>(grid, volume, ray, walk, progress, segment, b))
    return false;
  bool crosses = false;
  if (Single)
    crosses = changesSide(b, segment.state > 0);
  else
  {
    // A ray leaves its class through the surface above or the surface below.
    if (segment.state < segment.highest)
    {
      coefficientsOf(segment, grid.surfaces.entries[segment.state].value, b);
      crosses = changesSide(b, false);
    }
    if (!crosses && segment.state > segment.lowest)
    {
      coefficientsOf(segment, grid.surfaces.entries[segment.state - 1].value, b);
      crosses = changesSide(b, true);
    }
  }
  return crosses && isDrawn(grid, volume, segment.corners, segment.cell);
}

/// Find the first crossing in a cell for which crossesCell has returned true. Moves `progress` to it.
template <bool Single, bool Fresh, class Volume>
INKRAY_HD void solveCell(const BrickedGrid& grid, const Volume& volume, const Ray& ray, const LeafWalk& walk,
  RayProgress& progress, SurfaceCrossing& crossing)
{
  CellSegment segment = {};
  float b[4] = {};
  makeSegment<Single, Fresh>(grid, volume, ray, walk, progress, segment, b);
  float s = 2.0f;
  int state = segment.state;
  for (int side = 0; side < 2; ++side)
  {
    const bool above = side == 1; // true: the surface below the ray's class; false: the one above
    const int surface = segment.state - side;
    if (surface < segment.lowest || surface >= segment.highest)
      continue;
    if (!Single)
      coefficientsOf(segment, grid.surfaces.entries[surface].value, b);
    const float at = Single || changesSide(b, above) ? firstChange(b, above) : 2.0f;
    if (at < s)
    {
      s = at;
      crossing.surface = surface;
      state = above ? surface : surface + 1;
    }
  }
  float t = multiplyAdd(s, segment.to - segment.t, segment.t);
  // Advance the ray beyond the last crossing, even if rounding finds a surface again that it only touches.
  if (!Fresh && progress.surfaceClass >= 0 && !(t > progress.t))
    t = progress.t + maximum(1.2e-7f * fabsf(progress.t), 1e-12f);
  crossing.t = t;
  progress = { t, state };
  float p[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    p[axis] = multiplyAdd(s, segment.until[axis] - segment.from[axis], segment.from[axis]);
  if (grid.centralDifferences)
  {
    const int* const cell = segment.cell;
    const Float3 gradient =
      centralDifferencesAt(volume, grid.layout, cell[0], cell[1], cell[2], p[0], p[1], p[2]);
    crossing.gradient[0] = gradient.x;
    crossing.gradient[1] = gradient.y;
    crossing.gradient[2] = gradient.z;
    return;
  }
  cellGradient(relativeTo(segment.corners, valueOfSurface<Single>(grid.surfaces, crossing.surface)), p,
    crossing.gradient);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    if (!Volume::Axes::isUniform)
      crossing.gradient[axis] *= volume.axes().inverseWidth(axis, segment.cell[axis]);
}

/// Accepts every crossing.
struct TakeAll
{
  INKRAY_HD bool operator()(float) const { return true; }
};

/// Find the next crossing of the ray in one leaf, from `progress` on, for which `accepts(t)` holds.
/// Sub-bricks without a bit in `mask` hold none (section 3.1.5; the voxel's cubic is solved instead of taking
/// steps). On success `progress` moves to the crossing. `Fresh`: the ray does not start at a crossing, and
/// all crossings are accepted.
///
/// The walk only determines that a cell has a crossing. Then all rays of a warp that have found one solve for
/// its place together.
template <bool Single, bool Fresh, class Volume, class Accepts = TakeAll>
INKRAY_HD bool intersectLeaf(const BrickedGrid& grid, const Volume& volume, const Ray& ray, std::uint32_t ref,
  std::uint64_t mask, RayProgress& progress, SurfaceCrossing& crossing, const Accepts& accepts = Accepts())
{
  const auto axes = volume.axes();
  bool found;
  do
  {
    LeafWalk walk = {};
    bool inLeaf = enterLeaf(grid, axes, ray, ref, Fresh ? ray.begin : maximum(ray.begin, progress.t), walk);
    found = false;
    while (inLeaf && !found)
    {
      float from = 0.0f, until = 0.0f;
      bool meets = false;
      while (inLeaf && !meets)
      {
        meets =
          hasBit(mask, walk.subBricks.place) && clipToSubBrick<Single>(grid, axes, ray, walk, from, until);
        if (!meets)
          inLeaf = walk.subBricks.step(ray, walk.t, walk.end, axes);
      }
      if (meets)
      {
        enterCells(grid, axes, ray, from, walk);
        bool inside = true;
        while (inside && !found)
        {
          found = crossesCell<Single, Fresh>(grid, volume, ray, walk, progress);
          if (!found)
            inside = walk.cells.step(ray, walk.cellT, until, axes);
        }
        if (!found)
          inLeaf = walk.subBricks.step(ray, walk.t, walk.end, axes);
      }
    }
    if (found)
      solveCell<Single, Fresh>(grid, volume, ray, walk, progress, crossing);
  } while (!Fresh && found && !accepts(crossing.t));
  return found;
}

} // namespace inkray
