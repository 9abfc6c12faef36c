// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// Cells along the side of a leaf (Hughes et al., section 3.1.1, found 16 best) and of a leaf's sub-bricks.
constexpr int leafSize = 16;
constexpr int subBrickSize = 4;
constexpr int subBricksPerLeaf = 64;

/// The division of a volume's cells into leaves, and of the leaves into a balanced median-split tree (section
/// 3.1.1).
///
/// The tree is complete and binary with `depth` levels of splits. Level d splits along axis[d], chosen so
/// that from the leaves upwards the longest side is halved each time (section 3.1.2). Node h has children 2h
/// and 2h + 1, the root is 1, and the leaf with path bits s is node (1 << depth) + s. If the number of leaves
/// along an axis is no power of two, some leaves lie outside of the volume; they are never valid.
///
/// The layout of a piece of a grid, a box of its leaves, has the cells of the whole grid. Cells and leaves
/// keep their coordinates in the whole, so that a ray meets them at the same places. A piece's arrays by
/// leafIndex, of values and of bits, are addressed as if they began at the first leaf or point of the whole.
struct BrickLayout
{
  std::int32_t cells[3];  ///< cells of the interpolant along x, y, z
  std::int32_t leaves[3]; ///< ceil(cells / 16); for a piece, the number of its leaves
  std::int32_t depth;     ///< number of splits from root to leaf, at most 30
  /// For level d: the axis in bits 0-1, then 5 bits for each axis with the number of splits along x, y, z
  /// below the nodes of level d. Entry `depth` is for the leaves.
  std::uint32_t levels[31];
  std::int32_t first[3]; ///< coordinates of the first leaf: for a piece, in the whole; otherwise 0
};

INKRAY_HD int splitAxis(const BrickLayout& layout, int level)
{
  return static_cast<int>(layout.levels[level] & 3u);
}

/// The number of splits along the axis below the nodes of the level.
INKRAY_HD int splitsBelow(const BrickLayout& layout, int level, int axis)
{
  return static_cast<int>(layout.levels[level] >> (2 + 5 * axis) & 31u);
}

/// The coordinates of the leaf with path bits `slot`, in leaves, relative to the first leaf.
INKRAY_HD void leafOfSlot(const BrickLayout& layout, std::uint32_t slot, int leaf[3])
{
  leaf[0] = leaf[1] = leaf[2] = 0;
  for (int level = 0; level < layout.depth; ++level)
  {
    const int bit = static_cast<int>(slot >> (layout.depth - 1 - level) & 1u);
    const int axis = splitAxis(layout, level);
    leaf[0] = axis == 0 ? 2 * leaf[0] + bit : leaf[0];
    leaf[1] = axis == 1 ? 2 * leaf[1] + bit : leaf[1];
    leaf[2] = axis == 2 ? 2 * leaf[2] + bit : leaf[2];
  }
}

INKRAY_HD bool isInside(const BrickLayout& layout, const int leaf[3])
{
  return leaf[0] < layout.leaves[0] && leaf[1] < layout.leaves[1] && leaf[2] < layout.leaves[2];
}

/// The index of a leaf in arrays with one entry for each leaf; x varies fastest.
INKRAY_HD std::int64_t leafIndex(const BrickLayout& layout, const int leaf[3])
{
  return leaf[0] + std::int64_t(layout.leaves[0]) * (leaf[1] + std::int64_t(layout.leaves[1]) * leaf[2]);
}

/// A group of 4 x 4 x 4 leaves: one bit for each leaf in which all sub-bricks are drawn, and for each in
/// which any is. Leaves outside of the grid count as such in which all are.
struct LeafGroup
{
  std::uint64_t whole, drawn;
};

/// The place of the leaf around a cell in its group.
struct LeafOfGroup
{
  static constexpr int size = 4 * leafSize; ///< of a group, in cells

  std::int64_t group; ///< its index; x varies fastest
  int bit;

  INKRAY_HD LeafOfGroup(const BrickLayout& layout, const int cell[3])
    : group(cell[0] / size +
        numGroups(layout, 0) * (cell[1] / size + numGroups(layout, 1) * std::int64_t(cell[2] / size)))
    , bit((cell[0] / leafSize & 3) | (cell[1] / leafSize & 3) << 2 | (cell[2] / leafSize & 3) << 4)
  {
  }
  INKRAY_HD static std::int32_t numGroups(const BrickLayout& layout, int axis)
  {
    return (layout.leaves[axis] + 3) / 4;
  }
};

/// The cells of a sub-brick, from low to before high along each axis. `entry` is 64 leaf + sub-brick, as in
/// arrays of sub-bricks. Returns false if it lies outside of the volume.
INKRAY_HD bool cellsOfSubBrick(const BrickLayout& layout, std::int64_t entry, int low[3], int high[3])
{
  const std::int64_t leaf = entry / subBricksPerLeaf;
  const int sub = static_cast<int>(entry % subBricksPerLeaf);
  low[0] = static_cast<int>(leaf % layout.leaves[0]);
  low[1] = static_cast<int>(leaf / layout.leaves[0] % layout.leaves[1]);
  low[2] = static_cast<int>(leaf / layout.leaves[0] / layout.leaves[1]);
  bool any = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    low[axis] = (layout.first[axis] + low[axis]) * leafSize + (sub >> 2 * axis & 3) * subBrickSize;
    high[axis] =
      low[axis] + subBrickSize < layout.cells[axis] ? low[axis] + subBrickSize : layout.cells[axis];
    any = any && low[axis] < high[axis];
  }
  return any;
}

/// The layout for these numbers of cells along each axis, each at least 1.
inline BrickLayout makeBrickLayout(const std::int64_t cells[3])
{
  BrickLayout layout{};
  int bits[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    layout.cells[axis] = static_cast<std::int32_t>(cells[axis]);
    layout.leaves[axis] = (layout.cells[axis] + leafSize - 1) / leafSize;
    bits[axis] = 0;
    while ((std::int32_t(1) << bits[axis]) < layout.leaves[axis])
      ++bits[axis];
    layout.depth += bits[axis];
  }
  // From the leaves upwards, halve the side that has the most nodes of the level.
  int below[3] = { 0, 0, 0 };
  std::int32_t size[3] = { layout.leaves[0], layout.leaves[1], layout.leaves[2] };
  for (int level = layout.depth - 1; level >= 0; --level)
  {
    int axis = size[0] >= size[1] ? 0 : 1;
    axis = size[axis] >= size[2] ? axis : 2;
    size[axis] = (size[axis] + 1) / 2;
    ++below[axis];
    layout.levels[level] = static_cast<std::uint32_t>(axis | below[0] << 2 | below[1] << 7 | below[2] << 12);
  }
  return layout;
}

} // namespace inkray
