// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Isosurface/BrickKernels.h"

namespace inkray
{

/// Rows of 4 bits from rows of 5: bits x + 5 y become bits x + 4 y, for x and y below 4.
INKRAY_HD std::uint32_t dropFifth(std::uint32_t slice)
{
  return (slice & 0xfu) | (slice >> 1 & 0xf0u) | (slice >> 2 & 0xf00u) | (slice >> 3 & 0xf000u);
}

/// Bits x + 4 y + 16 z of the cells of a sub-brick that are inside the grid, which ends `left` cells after the sub-brick's first.
INKRAY_HD std::uint64_t cellsInside(const int left[3])
{
  std::uint64_t cells = ~std::uint64_t(0);
  if (left[0] < subBrickSize)
    cells &= ((1ull << left[0]) - 1) * 0x1111111111111111ull;
  if (left[1] < subBrickSize)
    cells &= ((1ull << 4 * left[1]) - 1) * 0x0001000100010001ull;
  if (left[2] < subBrickSize)
    cells &= (1ull << 16 * left[2]) - 1;
  return cells;
}

/// Bits of the cells of the sub-brick from cell `low` on that draw something.
INKRAY_HD std::uint64_t cellsShown(const std::uint32_t* hidden, const BrickLayout& layout, const int low[3])
{
  std::uint64_t cells = 0;
  for (int k = 0; k < 64; ++k)
  {
    const int cell[3] = { low[0] + (k & 3), low[1] + (k >> 2 & 3), low[2] + (k >> 4) };
    if (cell[0] < layout.cells[0] && cell[1] < layout.cells[1] && cell[2] < layout.cells[2] && !isHidden(hidden, layout, cell))
      cells |= 1ull << k;
  }
  return cells;
}

/// Where a sub-brick begins, in cells.
INKRAY_HD void cornerOfSubBrick(const int leaf[3], int sub, int low[3])
{
  low[0] = leaf[0] * leafSize + (sub & 3) * subBrickSize;
  low[1] = leaf[1] * leafSize + (sub >> 2 & 3) * subBrickSize;
  low[2] = leaf[2] * leafSize + (sub >> 4) * subBrickSize;
}

/// One bit a cell of each sub-brick with a surface, x + 4 y + 16 z within the sub-brick: whether the cell can have a crossing. Its corners are numbers and not all in one class, and it is not hidden.
/// Word 64 leaf + sub-brick; those of other sub-bricks stay as they are.
template <class T>
struct MarkCells
{
  BrickLayout layout;
  SurfaceList surfaces;
  VolumeView<T> volume;
  const MinMax<T>* leaves;
  const std::uint64_t* leafMasks;
  std::uint64_t* cellMasks;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t index = i / subBricksPerLeaf;
    const int sub = static_cast<int>(i % subBricksPerLeaf);
    // Masks of leaves without a surface are old.
    if (!holdsSurface(surfaces, leaves[index]) || (leafMasks[index] >> sub & 1u) == 0)
      return;
    const int leaf[3] = { static_cast<int>(index % layout.leaves[0]), static_cast<int>(index / layout.leaves[0] % layout.leaves[1]),
      static_cast<int>(index / layout.leaves[0] / layout.leaves[1]) };
    int low[3], left[3];
    cornerOfSubBrick(leaf, sub, low);
    for (int axis = 0; axis < 3; ++axis)
      left[axis] = layout.cells[axis] - low[axis];

    std::uint64_t cells = this->crossed(low, left) & cellsInside(left);
    if (cells != 0 && volume.hidden)
      cells &= cellsShown(volume.hidden, layout, low);
    cellMasks[i] = cells;
  }

  /// A cell's corners are in two classes when, for one of the isovalues, some are below it and some are not.
  INKRAY_HD std::uint64_t crossed(const int low[3], const int left[3]) const
  {
    // Points of one slice as bits x + 5 y; where the grid has ended its last points are repeated.
    float values[5][25];
    std::uint32_t finite[5] = { 0, 0, 0, 0, 0 };
    for (int z = 0; z < 5; ++z)
      for (int y = 0; y < 5; ++y)
      {
        const T* row =
          volume.values + low[0] + (low[1] + (y < left[1] ? y : left[1])) * volume.strideY + (low[2] + (z < left[2] ? z : left[2])) * volume.strideZ;
        for (int x = 0; x < 5; ++x)
        {
          const auto v = static_cast<float>(row[x < left[0] ? x : left[0]]);
          values[z][x + 5 * y] = v;
          finite[z] |= v - v == 0.0f ? 1u << (x + 5 * y) : 0u;
        }
      }
    std::uint64_t cells = 0;
    for (int k = 0; k < surfaces.count; ++k)
    {
      const float isovalue = surfaces.count == 1 ? surfaces.first : surfaces.entries[k].value;
      std::uint32_t any[5], all[5]; // of the four points of a cell's face in the slice
      for (int z = 0; z < 5; ++z)
      {
        std::uint32_t above = 0;
        for (int p = 0; p < 25; ++p)
          above |= values[z][p] >= isovalue ? 1u << p : 0u;
        any[z] = above | above >> 1;
        any[z] |= any[z] >> 5;
        all[z] = above & above >> 1;
        all[z] &= all[z] >> 5;
      }
      for (int z = 0; z < 4; ++z)
        cells |= std::uint64_t(dropFifth((any[z] | any[z + 1]) & ~(all[z] & all[z + 1]))) << 16 * z;
    }
    for (int z = 0; z < 5; ++z)
    {
      finite[z] &= finite[z] >> 1;
      finite[z] &= finite[z] >> 5;
    }
    for (int z = 0; z < 4; ++z)
      cells &= ~(std::uint64_t(dropFifth(~(finite[z] & finite[z + 1]))) << 16 * z);
    return cells;
  }
};

} // namespace inkray
