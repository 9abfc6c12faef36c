// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Isosurface/IsosurfaceRay.h"
#include "Isosurface/VoxelCubic.h"

#include <cmath>

namespace inkray
{

/// How far a ray has come: nothing before t is looked at again. `surfaceClass` is the class behind the crossing at t, or -1 before the first.
struct RayProgress
{
  float t;
  std::int32_t surfaceClass;
};

/// A crossing of an isosurface.
struct SurfaceCrossing
{
  float t;
  float gradient[3]; ///< of the interpolant, in index coordinates
  std::int32_t surface;
};

/// A walk along a ray from cell to cell of one leaf.
struct CellWalk
{
  std::uint32_t cell;  ///< place in the leaf, one byte an axis; bit 4 of a byte is set outside [0, 15]
  std::uint32_t index; ///< of the cell's lowest corner, from that of the leaf
  float plane[3];      ///< coordinates of the planes through which the ray leaves the cell
  float next[3];       ///< and their parameters
  float t, end;
};

constexpr std::uint32_t outsideLeaf = 0x101010u;

INKRAY_HD bool isForward(const IsosurfaceRay& ray, int axis)
{
  return ray.direction[axis] > 0.0f;
}

INKRAY_HD int cellAlong(std::uint32_t cell, int axis)
{
  return static_cast<int>(cell >> 8 * axis & 15u);
}

INKRAY_HD std::uint32_t strideAlong(std::int64_t strideY, std::int64_t strideZ, int axis)
{
  return axis == 0 ? 1u : static_cast<std::uint32_t>(axis == 1 ? strideY : strideZ);
}

/// Number of the cell's sub-brick in the leaf.
INKRAY_HD int subBrickOf(std::uint32_t cell)
{
  return static_cast<int>((cell >> 2 & 3u) | (cell >> 8 & 0xcu) | (cell >> 14 & 0x30u));
}

/// The axis along which a cell is left first.
INKRAY_HD int exitAxis(const float next[3])
{
  const int xy = next[0] <= next[1] ? 0 : 1;
  return minimum(next[0], next[1]) <= next[2] ? xy : 2;
}

/// Put the walk at its parameter t into the cell of the leaf (corner `low`, in cells) that the ray's position lies in, no further out than [from, to] along each axis; `keptAxis` keeps its cell.
INKRAY_HD void enterCells(
  const IsosurfaceRay& ray, CellWalk& walk, const float low[3], const int from[3], const int to[3], int keptAxis, std::int64_t strideY, std::int64_t strideZ)
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis == keptAxis)
      continue;
    const float position = multiplyAdd(walk.t, ray.direction[axis], ray.origin[axis] - low[axis]);
    auto c = static_cast<int>(floorf(position));
    c = c < from[axis] ? from[axis] : c > to[axis] ? to[axis] : c;
    const int change = c - cellAlong(walk.cell, axis);
    walk.cell += static_cast<std::uint32_t>(change) << 8 * axis;
    walk.index += static_cast<std::uint32_t>(change) * strideAlong(strideY, strideZ, axis);
    walk.plane[axis] = low[axis] + static_cast<float>(c + (isForward(ray, axis) ? 1 : 0));
    walk.next[axis] = planeParameter(ray, axis, walk.plane[axis]);
  }
}

/// Step so many cells along the axis; false when that leads out of the leaf.
INKRAY_HD bool stepAlong(const IsosurfaceRay& ray, CellWalk& walk, int stepAxis, int steps, std::int64_t strideY, std::int64_t strideZ)
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis == stepAxis)
    {
      const bool forward = isForward(ray, axis);
      const std::uint32_t cells = static_cast<std::uint32_t>(steps) << 8 * axis,
                          values = static_cast<std::uint32_t>(steps) * strideAlong(strideY, strideZ, axis);
      walk.cell += forward ? cells : 0u - cells;
      walk.index += forward ? values : 0u - values;
      walk.plane[axis] += forward ? static_cast<float>(steps) : -static_cast<float>(steps);
      walk.next[axis] = planeParameter(ray, axis, walk.plane[axis]);
    }
  }
  return (walk.cell & outsideLeaf) == 0;
}

/// To the next cell, which begins at parameter `out`, the least of walk.next; false when the ray or the leaf ends there.
INKRAY_HD bool stepOn(const IsosurfaceRay& ray, CellWalk& walk, float out, std::int64_t strideY, std::int64_t strideZ)
{
  const bool goesOn = out < walk.end;
  walk.t = maximum(walk.t, out);
  const bool x = walk.next[0] <= out, y = !x && walk.next[1] <= out;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis == 0 ? x : axis == 1 ? y : !x && !y)
    {
      const bool forward = isForward(ray, axis);
      walk.cell += forward ? 1u << 8 * axis : 0u - (1u << 8 * axis);
      const std::uint32_t stride = strideAlong(strideY, strideZ, axis);
      walk.index += forward ? stride : 0u - stride;
      walk.plane[axis] += forward ? 1.0f : -1.0f;
      walk.next[axis] = planeParameter(ray, axis, walk.plane[axis]);
    }
  }
  return goesOn && (walk.cell & outsideLeaf) == 0;
}

/// Leave the empty sub-brick that the walk is in; false when that leaves the leaf or ends the ray.
INKRAY_HD bool skipSubBrick(const IsosurfaceRay& ray, CellWalk& walk, const float low[3], std::int64_t strideY, std::int64_t strideZ)
{
  int left[3]; // cells that follow in the sub-brick along each axis
  float leave[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int within = static_cast<int>(walk.cell >> 8 * axis & 3u);
    left[axis] = isForward(ray, axis) ? subBrickSize - 1 - within : within;
    leave[axis] = planeParameter(ray, axis, walk.plane[axis] + static_cast<float>(isForward(ray, axis) ? left[axis] : -left[axis]));
  }
  const int exit = exitAxis(leave);
  walk.t = maximum(walk.t, minimum(leave[0], minimum(leave[1], leave[2])));
  if (!(walk.t <= walk.end))
    return false;
  int from[3], to[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    from[axis] = cellAlong(walk.cell, axis) & ~(subBrickSize - 1);
    to[axis] = from[axis] + subBrickSize - 1;
  }
  if (!stepAlong(ray, walk, exit, (exit == 0 ? left[0] : exit == 1 ? left[1] : left[2]) + 1, strideY, strideZ))
    return false;
  enterCells(ray, walk, low, from, to, exit, strideY, strideZ);
  return true;
}

/// Local coordinates in the walk's cell at parameter t. On a face of the cell the coordinate across it is exactly 0 or 1.
INKRAY_HD void localPosition(const IsosurfaceRay& ray, const CellWalk& walk, float t, float p[3])
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const bool forward = isForward(ray, axis);
    const float cell = walk.plane[axis] - (forward ? 1.0f : 0.0f);
    const float x = multiplyAdd(t, ray.direction[axis], ray.origin[axis] - cell);
    p[axis] = minimum(maximum(x, 0.0f), 1.0f);
    if (t <= planeParameter(ray, axis, walk.plane[axis] - (forward ? 1.0f : -1.0f)))
      p[axis] = forward ? 0.0f : 1.0f;
    if (t >= walk.next[axis])
      p[axis] = forward ? 1.0f : 0.0f;
  }
}

INKRAY_HD bool isHidden(const std::uint32_t* hidden, const BrickLayout& layout, const int cell[3])
{
  const std::int64_t i = cell[0] + std::int64_t(layout.cells[0]) * (cell[1] + std::int64_t(layout.cells[1]) * cell[2]);
  return (hidden[i >> 5] >> (i & 31) & 1u) != 0;
}

/// What a cell's corners say about it: the range of their values; NaN when one of them is.
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

/// The cubic of the walk's cell from walk.t to the end of the ray's part in it, with the corners relative to the lowest isovalue between them: interpolation keeps its digits where values are large
/// beside their differences.
struct CellSegment
{
  CellCorners cell;
  float offset;
  float from[3], until[3]; ///< local coordinates
  float b[4];
};

template <bool Single>
INKRAY_HD void makeSegment(const IsosurfaceScene& scene, const IsosurfaceRay& ray, const CellWalk& walk, float to, int lowestClass, CellSegment& segment)
{
  localPosition(ray, walk, walk.t, segment.from);
  localPosition(ray, walk, to, segment.until);
  segment.offset = Single ? scene.surfaces.first : scene.surfaces.entries[lowestClass].value;
  INKRAY_UNROLL
  for (int k = 0; k < 8; ++k)
    segment.cell.value[k] -= segment.offset;
  restrictToSegment(segment.cell, segment.from, segment.until, segment.b);
}

INKRAY_HD bool isEmptyAt(std::uint64_t mask, const CellWalk& walk)
{
  return (mask >> subBrickOf(walk.cell) & 1u) == 0;
}

/// Whether a cell with values in [low, high] draws what is in it: not with an infinite value, and not when it is hidden.
template <class T>
INKRAY_HD bool isDrawn(const IsosurfaceScene& scene, const VolumeView<T>& volume, const int leaf[3], const CellWalk& walk, float low, float high)
{
  // Half of each, because their difference may be infinite where they are not.
  const float spread = 0.5f * high - 0.5f * low;
  if (!(spread - spread == 0.0f))
    return false;
  if (!volume.hidden)
    return true;
  const int cell[3] = { leaf[0] * leafSize + cellAlong(walk.cell, 0), leaf[1] * leafSize + cellAlong(walk.cell, 1),
    leaf[2] * leafSize + cellAlong(walk.cell, 2) };
  return !isHidden(volume.hidden, scene.layout, cell);
}

/// A walk through one leaf, as far as it has come.
struct LeafWalk
{
  CellWalk cells;
  std::uint32_t ref;
  std::uint64_t mask; ///< sub-bricks without a bit hold no crossing
  int state;          ///< class at cells.t: behind the crossing that the ray goes on from, or at the end of the cell before; -1: not known
  bool continued;     ///< the ray goes on from a crossing at cells.t
  // The cell with a crossing, once there is one:
  bool uniform;    ///< it lies in the face between the cell before and this one, whose values are all in one class
  int lowestClass; ///< of its values
};

enum class WalkResult
{
  GoesOn,
  Left, ///< the leaf or the ray is at its end
  Crosses
};

/// Where a leaf's values begin.
template <class T>
INKRAY_HD const T* leafValues(const VolumeView<T>& volume, const int leaf[3])
{
  return volume.values + leafSize * (leaf[0] + leaf[1] * volume.strideY + leaf[2] * volume.strideZ);
}

/// Put the walk where the ray enters the leaf, not before `progress`; false when it does not. `Fresh`: no ray comes from a crossing, and nothing is cropped.
template <bool Fresh, class T>
INKRAY_HD bool enterLeaf(const IsosurfaceScene& scene, const VolumeView<T>& volume, const IsosurfaceRay& ray, std::uint32_t ref, std::uint64_t mask,
  const RayProgress& progress, LeafWalk& walk)
{
  int leaf[3], from[3], to[3];
  float low[3];
  leafOfRef(ref, leaf);
  walk.ref = ref;
  walk.mask = mask;
  walk.uniform = false;
  walk.lowestClass = 0;
  walk.cells.t = Fresh ? ray.begin : maximum(ray.begin, progress.t);
  walk.cells.end = ray.end;
  walk.cells.cell = walk.cells.index = 0;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    low[axis] = static_cast<float>(leaf[axis] * leafSize);
    const float high = low[axis] + static_cast<float>(leafSize);
    walk.cells.t = maximum(walk.cells.t, planeParameter(ray, axis, isForward(ray, axis) ? low[axis] : high));
    walk.cells.end = minimum(walk.cells.end, planeParameter(ray, axis, isForward(ray, axis) ? high : low[axis]));
    from[axis] = 0;
    const int last = scene.layout.cells[axis] - 1 - leaf[axis] * leafSize;
    to[axis] = last < leafSize - 1 ? last : leafSize - 1;
  }
  enterCells(ray, walk.cells, low, from, to, -1, volume.strideY, volume.strideZ);
  walk.continued = !Fresh && progress.surfaceClass >= 0 && walk.cells.t <= progress.t;
  walk.state = walk.continued ? progress.surfaceClass : -1;
  return walk.cells.t <= walk.cells.end;
}

/// One step: over an empty sub-brick, or through one cell. Says whether the cell has a crossing, not where.
template <bool Single, bool Fresh, class T>
INKRAY_HD WalkResult stepWalk(const IsosurfaceScene& scene, const VolumeView<T>& volume, const IsosurfaceRay& ray, LeafWalk& walk)
{
  CellWalk& cells = walk.cells;
  bool inside;
  if (isEmptyAt(walk.mask, cells))
  {
    int leaf[3];
    leafOfRef(walk.ref, leaf);
    const float low[3] = { static_cast<float>(leaf[0] * leafSize), static_cast<float>(leaf[1] * leafSize), static_cast<float>(leaf[2] * leafSize) };
    const float before = cells.t;
    inside = skipSubBrick(ray, cells, low, volume.strideY, volume.strideZ);
    // A crossing in the face between two sub-bricks is not forgotten by leaving the one that ends there.
    if (Fresh || !walk.continued || cells.t > before)
    {
      walk.state = -1;
      walk.continued = false;
    }
  }
  else
  {
    int leaf[3];
    leafOfRef(walk.ref, leaf);
    CellSegment segment;
    segment.cell = loadCorners(leafValues(volume, leaf) + cells.index, volume.strideY, volume.strideZ);
    float lowest, highest;
    rangeOf(segment.cell, lowest, highest);
    const int lowestClass = surfaceClass<Single>(scene.surfaces, lowest, 0.0f);
    const int highestClass = surfaceClass<Single>(scene.surfaces, highest, 0.0f);
    const bool uniform = lowestClass == highestClass && lowest <= highest;
    const float out = minimum(cells.next[0], minimum(cells.next[1], cells.next[2]));
    const bool continued = !Fresh && walk.continued;
    // A cell that ends where the ray goes on from a crossing says nothing: the crossing may lie in the face between it and the next one.
    const bool behind = continued && !(out > cells.t);
    bool crosses = false;
    // In a uniform cell the only surface is one in the face between it and the cell before.
    if (!behind && (lowestClass != highestClass || (uniform && walk.state >= 0 && walk.state != lowestClass && !continued)) &&
      isDrawn(scene, volume, leaf, cells, lowest, highest))
    {
      const float to = minimum(out, cells.end);
      if (uniform)
        crosses = true;
      else if (to >= cells.t)
      {
        makeSegment<Single>(scene, ray, cells, to, lowestClass, segment);
        crosses = hasCrossing<Single>(scene.surfaces, segment.b, segment.offset, continued, walk.state);
      }
    }
    else if (!behind)
      walk.state = uniform ? lowestClass : -1;
    if (crosses)
    {
      walk.uniform = uniform;
      walk.lowestClass = lowestClass;
      return WalkResult::Crosses;
    }
    walk.continued = behind;
    inside = stepOn(ray, cells, out, volume.strideY, volume.strideZ);
  }
  return inside ? WalkResult::GoesOn : WalkResult::Left;
}

/// Where the crossing lies that stepWalk has found. `walk` then stands there; false when it is cropped away, and the walk goes on from it.
template <bool Single, bool Fresh, class T>
INKRAY_HD bool solveCrossing(const IsosurfaceScene& scene, const VolumeView<T>& volume, const IsosurfaceRay& ray, LeafWalk& walk, SurfaceCrossing& crossing)
{
  CellWalk& cells = walk.cells;
  int leaf[3];
  leafOfRef(walk.ref, leaf);
  const float to = minimum(minimum(cells.next[0], minimum(cells.next[1], cells.next[2])), cells.end);
  CellSegment segment;
  segment.cell = loadCorners(leafValues(volume, leaf) + cells.index, volume.strideY, volume.strideZ);
  float s = 0.0f;
  if (walk.uniform)
  {
    localPosition(ray, cells, cells.t, segment.from);
    localPosition(ray, cells, cells.t, segment.until);
    crossing.surface = walk.lowestClass > walk.state ? walk.state : walk.state - 1;
    walk.state += walk.lowestClass > walk.state ? 1 : -1;
  }
  else
  {
    makeSegment<Single>(scene, ray, cells, to, walk.lowestClass, segment);
    s = firstCrossing<Single>(scene.surfaces, segment.b, segment.offset, !Fresh && walk.continued, walk.state, crossing.surface);
  }
  float t = multiplyAdd(s, to - cells.t, cells.t);
  // From one crossing to the next the ray gets on, whatever rounding makes of a surface that it only touches.
  if (!Fresh && walk.continued && !(t > cells.t))
    t = cells.t + maximum(1.2e-7f * fabsf(cells.t), 1e-12f);
  walk.continued = true;
  cells.t = t;
  if (!Fresh && isCropped(scene, ray, t))
    return false;
  float p[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    p[axis] = multiplyAdd(s, segment.until[axis] - segment.from[axis], segment.from[axis]);
  crossing.t = t;
  cellGradient(segment.cell, p, crossing.gradient);
  return true;
}

/// The next crossing of the ray in one leaf, from `progress` on; sub-bricks without a bit in `mask` hold none (section 3.1.5, with the voxel's cubic solved instead of steps). On success
/// `progress` stands at the crossing. `Fresh`: no ray comes from a crossing, and nothing is cropped.
///
/// The walk only finds out that a cell has a crossing; all rays of a warp that have found one solve for its place together.
template <bool Single, bool Fresh, class T>
INKRAY_HD bool intersectLeaf(const IsosurfaceScene& scene, const VolumeView<T>& volume, const IsosurfaceRay& ray, std::uint32_t ref, std::uint64_t mask,
  RayProgress& progress, SurfaceCrossing& crossing)
{
  LeafWalk walk;
  WalkResult result = enterLeaf<Fresh>(scene, volume, ray, ref, mask, progress, walk) ? WalkResult::GoesOn : WalkResult::Left;
  bool found = false;
  while (result != WalkResult::Left && !found)
  {
    while (result == WalkResult::GoesOn)
      result = stepWalk<Single, Fresh>(scene, volume, ray, walk);
    if (result == WalkResult::Crosses)
    {
      found = solveCrossing<Single, Fresh>(scene, volume, ray, walk, crossing);
      progress = { walk.cells.t, walk.state };
      result = WalkResult::GoesOn;
    }
  }
  return found;
}

} // namespace inkray
