// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/ValueOrder.h"

namespace inkray
{

/// Load the value of a neighbor of a cell's corner. Returns false, and keeps `value`, if the neighbor is
/// outside of the grid, not finite, or only in hidden cells.
template <class Volume>
INKRAY_HD bool loadNeighbor(const Volume& volume, bool inside, const int point[3], float& value)
{
  if (!inside ||
    (volume.blankPoints &&
      bitOf(volume.blankPoints, point[0] + point[1] * volume.strideY + point[2] * volume.strideZ)))
    return false;
  const float v = valueAt(volume, point);
  const bool finite = v - v == 0.0f;
  value = finite ? v : value;
  return finite;
}

/// The gradient at a point in a cell (`p` from 0 to 1), interpolated between the four edges along each axis:
/// ofEdge(axis, k) returns the derivative along the axis at p[axis] on the edge that begins at corner k.
template <class OfEdge>
INKRAY_HD void interpolateEdges(const float p[3], const OfEdge& ofEdge, float gradient[3])
{
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2; // the other two axes
    float lines[4];
    INKRAY_UNROLL
    for (int line = 0; line < 4; ++line)
      lines[line] = ofEdge(axis, (line & 1) << u | (line >> 1) << v);
    gradient[axis] =
      interpolate(interpolate(lines[0], lines[1], p[u]), interpolate(lines[2], lines[3], p[u]), p[v]);
  }
}

/// The gradient at a point in a cell (`p` from 0 to 1), interpolated between central differences at its
/// corners, per unit of the grid's coordinates. If a corner's neighbor on one side is missing
/// (loadNeighbor), the difference is one-sided; likewise if the value jumps in a cell of zero width.
/// Surfaces look as smooth as with vtkContourFilter, which has the same normals at its points.
template <class Volume>
INKRAY_HD void centralDifferences(const Volume& volume, const BrickLayout& layout, const CellCorners& corners,
  const int cell[3], const float p[3], float gradient[3])
{
  const auto axes = volume.axes();
  const auto ofEdge = [&](int axis, int k) {
    int point[3] = { cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2) };
    const auto pointAt = [&](int along) -> const int* {
      point[axis] = along;
      return point;
    };
    const float low = corners.value[k], high = corners.value[k | 1 << axis];
    float before = low, after = high;
    const int c = cell[axis], b = axes.before(axis, c), a = axes.after(axis, c + 1);
    // A cell of zero width is skipped if the value is the same on both of its sides.
    const bool joinsBefore = b == c - 1 || (c > 0 && valueAt(volume, pointAt(c - 1)) == low);
    const bool joinsAfter =
      a == c + 2 || (c + 2 <= layout.cells[axis] && valueAt(volume, pointAt(c + 2)) == high);
    const bool hasBefore = loadNeighbor(volume, c > 0 && joinsBefore, pointAt(b), before);
    const bool hasAfter = loadNeighbor(volume, a <= layout.cells[axis] && joinsAfter, pointAt(a), after);
    return interpolate((high - before) * axes.inverseDistance(axis, hasBefore ? b : c, c + 1),
      (after - low) * axes.inverseDistance(axis, c, hasAfter ? a : c + 1), p[axis]);
  };
  interpolateEdges(p, ofEdge, gradient);
}

/// The same in a cell of even spacing, whose corners have all of their neighbors. Returns false if the values
/// of these are not finite.
template <class Volume>
INKRAY_HD bool differencesInside(const Volume& volume, const int cell[3], const float p[3], float gradient[3])
{
  const int first[3] = { cell[0] - 1, cell[1] - 1, cell[2] - 1 };
  visitPoints<4>(volume, first, [&](const auto& x, const auto& y, const auto& z) {
    const auto at = [&](int i, int j, int k) { return static_cast<float>(z[k][x[i] + y[j]]); };
    float corners[8];
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      corners[k] = at(1 + (k & 1), 1 + (k >> 1 & 1), 1 + (k >> 2));
    const auto ofEdge = [&](int axis, int k) {
      const int i = 1 + (k & 1), j = 1 + (k >> 1 & 1), l = 1 + (k >> 2);
      const auto on = [&](int along) {
        return axis == 0 ? at(along, j, l) : axis == 1 ? at(i, along, l) : at(i, j, along);
      };
      return interpolate((corners[k | 1 << axis] - on(0)) * 0.5f, (on(3) - corners[k]) * 0.5f, p[axis]);
    };
    interpolateEdges(p, ofEdge, gradient);
  });
  const float sum = gradient[0] + gradient[1] + gradient[2];
  return sum - sum == 0.0f;
}

/// The gradient in a constant cell, per unit of the grid's coordinates: central differences between the
/// centers of its neighbors, one-sided beside a missing one (loadNeighbor).
template <class Volume>
INKRAY_HD Float3 differencesOfCells(const Volume& volume, const BrickLayout& layout, const int cell[3])
{
  const auto axes = volume.axes();
  const float own = valueAt(volume, cell);
  float gradient[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto centerOf = [&](int k) {
      return 0.5f * (axes.plane(axis, static_cast<float>(k)) + axes.plane(axis, static_cast<float>(k + 1)));
    };
    int at[3] = { cell[0], cell[1], cell[2] };
    const int c = cell[axis];
    float low = own, high = own;
    at[axis] = c - 1;
    const bool hasBefore = loadNeighbor(volume, c > 0, at, low);
    at[axis] = c + 1;
    const bool hasAfter = loadNeighbor(volume, c + 1 < layout.cells[axis], at, high);
    const float distance = centerOf(hasAfter ? c + 1 : c) - centerOf(hasBefore ? c - 1 : c);
    gradient[axis] = distance > 0.0f ? (high - low) / distance : 0.0f;
  }
  return { gradient[0], gradient[1], gradient[2] };
}

/// The gradient at the place (x, y, z) of cell (i, j, k), not inlined: its registers and instructions would
/// slow the search for crossings, which is most of the kernels' work.
template <class Volume>
INKRAY_HD_NOINLINE Float3 centralDifferencesAt(
  const Volume& volume, const BrickLayout& layout, int i, int j, int k, float x, float y, float z)
{
  const int cell[3] = { i, j, k };
  const float p[3] = { x, y, z };
  if (areCellsConstant(volume.axes()))
    return differencesOfCells(volume, layout, cell);
  const CellCorners corners = cornersOf(volume, cell);
  float gradient[3];
  centralDifferences(volume, layout, corners, cell, p, gradient);
  return { gradient[0], gradient[1], gradient[2] };
}

/// The same for rays that need the gradient everywhere: inlined where the cell is inside of an even grid.
template <class Volume>
INKRAY_HD Float3 centralDifferencesAt(
  const Volume& volume, const BrickLayout& layout, const int cell[3], const float p[3])
{
  bool isFound = !volume.blankPoints && areEven(volume.axes()) && !areCellsConstant(volume.axes());
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    isFound = isFound && cell[axis] > 0 && cell[axis] + 1 < layout.cells[axis];
  float gradient[3];
  isFound = isFound && differencesInside(volume, cell, p, gradient);
  if (isFound)
    return { gradient[0], gradient[1], gradient[2] };
  return centralDifferencesAt(volume, layout, cell[0], cell[1], cell[2], p[0], p[1], p[2]);
}

} // namespace inkray
