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
  int cell[3];
  float next[3]; ///< parameters at which the ray leaves the cell along each axis
  float t;
  float end;
  int entryAxis; ///< through whose face the ray came; -1: it starts within the cell
};

INKRAY_HD void setNextPlane(const IsosurfaceRay& ray, CellWalk& walk, int axis)
{
  walk.next[axis] = planeParameter(ray, axis, static_cast<float>(walk.cell[axis] + (ray.direction[axis] > 0.0f ? 1 : 0)));
}

/// Put the walk at parameter t, in the cell of [low, high) nearest to the ray's position there; `axis` keeps its cell.
INKRAY_HD void enterBox(const IsosurfaceRay& ray, CellWalk& walk, const int low[3], const int high[3], int keptAxis)
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis != keptAxis)
    {
      const auto c = static_cast<int>(floorf(multiplyAdd(walk.t, ray.direction[axis], ray.origin[axis])));
      walk.cell[axis] = c < low[axis] ? low[axis] : c >= high[axis] ? high[axis] - 1 : c;
    }
    setNextPlane(ray, walk, axis);
  }
}

/// The axis along which a cell is left first.
INKRAY_HD int exitAxis(const float next[3])
{
  const int xy = next[0] <= next[1] ? 0 : 1;
  return (xy == 0 ? next[0] : next[1]) <= next[2] ? xy : 2;
}

INKRAY_HD float elementOf(const float v[3], int axis)
{
  return axis == 0 ? v[0] : axis == 1 ? v[1] : v[2];
}

/// Step to the neighbour along the axis; false when that lies outside [low, high).
INKRAY_HD bool stepAlong(const IsosurfaceRay& ray, CellWalk& walk, int stepAxis, const int low[3], const int high[3])
{
  bool inside = true;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis == stepAxis)
    {
      walk.cell[axis] += ray.direction[axis] > 0.0f ? 1 : -1;
      inside = walk.cell[axis] >= low[axis] && walk.cell[axis] < high[axis];
      setNextPlane(ray, walk, axis);
    }
  }
  return inside;
}

/// Leave the empty sub-brick that the walk is in; false when that leaves the leaf or ends the ray.
INKRAY_HD bool skipSubBrick(const IsosurfaceRay& ray, CellWalk& walk, const int low[3], const int high[3])
{
  int from[3], to[3];
  float leave[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    from[axis] = walk.cell[axis] & ~(subBrickSize - 1);
    to[axis] = from[axis] + subBrickSize;
    leave[axis] = planeParameter(ray, axis, static_cast<float>(ray.direction[axis] > 0.0f ? to[axis] : from[axis]));
    to[axis] = to[axis] < high[axis] ? to[axis] : high[axis];
  }
  const int exit = exitAxis(leave);
  walk.t = maximum(walk.t, elementOf(leave, exit));
  if (!(walk.t <= walk.end))
    return false;
  bool inside = true;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    if (axis == exit)
    {
      walk.cell[axis] = ray.direction[axis] > 0.0f ? from[axis] + subBrickSize : from[axis] - 1;
      inside = walk.cell[axis] >= low[axis] && walk.cell[axis] < high[axis];
    }
  }
  walk.entryAxis = exit;
  if (inside)
    enterBox(ray, walk, from, to, exit);
  return inside;
}

/// Local coordinates in the cell at parameter t, when the ray goes through the face of `axis` there (-1: none).
INKRAY_HD void localPosition(const IsosurfaceRay& ray, const int cell[3], float t, int faceAxis, bool leaving, float p[3])
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const float x = multiplyAdd(t, ray.direction[axis], ray.origin[axis] - static_cast<float>(cell[axis]));
    p[axis] = x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
    if (axis == faceAxis)
      p[axis] = (ray.direction[axis] > 0.0f) == leaving ? 1.0f : 0.0f;
  }
}

INKRAY_HD bool isHidden(const std::uint32_t* hidden, const BrickLayout& layout, const int cell[3])
{
  const std::int64_t i = cell[0] + std::int64_t(layout.cells[0]) * (cell[1] + std::int64_t(layout.cells[1]) * cell[2]);
  return (hidden[i >> 5] >> (i & 31) & 1u) != 0;
}

/// What a cell's corners say about it.
enum class CellKind
{
  Hidden,  ///< draws nothing
  Uniform, ///< all corners in one class
  Mixed
};

/// Classify, and make the corners relative to `offset`, the lowest isovalue between them, so that interpolation keeps its digits where values are large beside their differences.
template <bool Single>
INKRAY_HD CellKind classify(const SurfaceList& surfaces, CellCorners& cell, int& uniformClass, float& offset)
{
  float low = cell.value[0], high = cell.value[0], sum = 0.125f * cell.value[0];
  INKRAY_UNROLL
  for (int k = 1; k < 8; ++k)
  {
    low = minimum(low, cell.value[k]);
    high = maximum(high, cell.value[k]);
    sum = multiplyAdd(0.125f, cell.value[k], sum);
  }
  if (!(sum - sum == 0.0f)) // one is NaN or infinite
    return CellKind::Hidden;
  uniformClass = surfaceClass<Single>(surfaces, low, 0.0f);
  if (uniformClass == surfaceClass<Single>(surfaces, high, 0.0f))
    return CellKind::Uniform;
  offset = Single ? surfaces.first : surfaces.entries[uniformClass].value;
  INKRAY_UNROLL
  for (int k = 0; k < 8; ++k)
    cell.value[k] -= offset;
  return CellKind::Mixed;
}

/// The next crossing of the ray in one leaf, from `progress` on; sub-bricks without a bit in `mask` hold none (section 3.1.5, with the voxel's cubic solved instead of steps). On success
/// `progress` stands at the crossing.
template <bool Single, class T>
INKRAY_HD bool intersectLeaf(const IsosurfaceScene& scene, const VolumeView<T>& volume, const IsosurfaceRay& ray, std::uint32_t ref, std::uint64_t mask,
  RayProgress& progress, SurfaceCrossing& crossing)
{
  int low[3], high[3];
  leafOfRef(ref, low);
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    low[axis] *= leafSize;
    high[axis] = low[axis] + leafSize < scene.layout.cells[axis] ? low[axis] + leafSize : scene.layout.cells[axis];
  }
  CellWalk walk;
  walk.t = maximum(ray.begin, progress.t);
  walk.end = ray.end;
  if (!clipToBox(ray, low, high, walk.t, walk.end))
    return false;
  walk.entryAxis = -1;
  enterBox(ray, walk, low, high, -1);

  // What is known of the class at walk.t: a crossing that the ray goes on from, or the end of the cell before; -1: nothing.
  bool continued = progress.surfaceClass >= 0 && walk.t <= progress.t;
  int state = continued ? progress.surfaceClass : -1;
  for (;;)
  {
    const int sub = (walk.cell[0] >> 2 & 3) | (walk.cell[1] >> 2 & 3) << 2 | (walk.cell[2] >> 2 & 3) << 4;
    if ((mask >> sub & 1u) == 0)
    {
      state = -1;
      continued = false;
      if (!skipSubBrick(ray, walk, low, high))
        return false;
      continue;
    }

    const int exit = exitAxis(walk.next);
    const float out = elementOf(walk.next, exit);
    const bool last = !(out < walk.end);
    const float to = last ? walk.end : out;
    // A crossing in the face between two cells: the ray goes on in the one behind, and the one before says nothing any more.
    if (continued ? to > walk.t : to >= walk.t)
    {
      const T* corner = volume.values + walk.cell[0] + walk.cell[1] * volume.strideY + walk.cell[2] * volume.strideZ;
      CellCorners cell = loadCorners(corner, volume.strideY, volume.strideZ);
      int uniformClass = 0;
      float offset = 0.0f;
      CellKind kind = classify<Single>(scene.surfaces, cell, uniformClass, offset);
      if (kind != CellKind::Hidden && volume.hidden && isHidden(volume.hidden, scene.layout, walk.cell))
        kind = CellKind::Hidden;
      if (kind == CellKind::Hidden)
        state = -1;
      else
      {
        float from[3], until[3], s = 0.0f;
        int surface = 0;
        bool found = false;
        if (kind == CellKind::Uniform)
        {
          // A surface that lies in the face between the cell before and this one.
          found = state >= 0 && state != uniformClass && !continued;
          if (found)
          {
            surface = uniformClass > state ? state : state - 1;
            state += uniformClass > state ? 1 : -1;
          }
          else
            state = uniformClass;
          if (found)
            localPosition(ray, walk.cell, walk.t, walk.entryAxis, false, from);
        }
        else
        {
          localPosition(ray, walk.cell, walk.t, walk.entryAxis, false, from);
          localPosition(ray, walk.cell, to, out <= walk.end ? exit : -1, true, until);
          float b[4];
          restrictToSegment(cell, from, until, b);
          found = firstCrossing<Single>(scene.surfaces, b, offset, continued, state, s, surface);
        }
        if (found)
        {
          const float t = multiplyAdd(s, to - walk.t, walk.t);
          progress = { t, state };
          if (!isCropped(scene, ray, t))
          {
            float p[3];
            INKRAY_UNROLL
            for (int axis = 0; axis < 3; ++axis)
              p[axis] = kind == CellKind::Uniform ? from[axis] : multiplyAdd(s, until[axis] - from[axis], from[axis]);
            crossing.t = t;
            crossing.surface = surface;
            cellGradient(cell, p, crossing.gradient);
            return true;
          }
          // Cropped away: look on from here, in the same cell.
          continued = true;
          walk.t = t;
          walk.entryAxis = -1;
          continue;
        }
      }
      continued = false;
    }
    if (last)
      return false;
    walk.t = maximum(walk.t, out);
    walk.entryAxis = exit;
    if (!stepAlong(ray, walk, exit, low, high))
      return false;
  }
}

} // namespace inkray
