// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickNode.h"
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/VisibleValues.h"
#include "Geometry/RegularGrid/VoxelCubic.h"

namespace inkray
{

template <class T>
INKRAY_HD MinMax<T> emptyRange();
template <>
INKRAY_HD MinMax<std::uint8_t> emptyRange()
{
  return { 255, 0 };
}
template <>
INKRAY_HD MinMax<std::uint16_t> emptyRange()
{
  return { 65535, 0 };
}
template <>
INKRAY_HD MinMax<float> emptyRange()
{
  return { 3.402823466e38f, -3.402823466e38f };
}
template <>
INKRAY_HD MinMax<double> emptyRange()
{
  return { 1.7976931348623157e308, -1.7976931348623157e308 };
}

template <class T>
INKRAY_HD void extend(MinMax<T>& range, const MinMax<T>& other)
{
  range.low = other.low < range.low ? other.low : range.low;
  range.high = other.high > range.high ? other.high : range.high;
}

/// Whether a value of any type is a finite number; integers always are.
template <class T>
INKRAY_HD bool isFiniteValue(T)
{
  return true;
}
INKRAY_HD bool isFiniteValue(float value)
{
  return value - value == 0.0f;
}
INKRAY_HD bool isFiniteValue(double value)
{
  return value - value == 0.0;
}

/// The lowest and the highest value of drawn cells from `low` to before `high`; neighbors share the points
/// between them (section 3.1.1: one voxel of overlap). A cell that is hidden, or has a value that is not
/// finite, is ignored. `value(i)` is the value of point i, at x + strideY y + strideZ z; `hidden` and
/// `layout` are arguments of isHidden. `beyond` 0: values fill the cells, and cells share none.
template <class T, class Value>
INKRAY_HD MinMax<T> rangeOfCells(const Value& value, std::int64_t strideY, std::int64_t strideZ,
  const std::uint32_t* hidden, const BrickLayout& layout, const int low[3], const int high[3], int beyond = 1)
{
  // Examine points first. Cells have to be examined one by one only if a point's value is no number, or if
  // cells are hidden.
  MinMax<T> range = emptyRange<T>();
  bool whole = hidden == nullptr;
  for (int z = low[2]; whole && z < high[2] + beyond; ++z)
    for (int y = low[1]; y < high[1] + beyond; ++y)
    {
      const std::int64_t row = y * strideY + z * strideZ;
      for (int x = low[0]; x < high[0] + beyond; ++x)
      {
        const T v = value(row + x);
        whole = whole && isFiniteValue(v);
        extend(range, { v, v });
      }
    }
  if (whole)
    return range;

  range = emptyRange<T>();
  int cell[3];
  for (cell[2] = low[2]; cell[2] < high[2]; ++cell[2])
    for (cell[1] = low[1]; cell[1] < high[1]; ++cell[1])
      for (cell[0] = low[0]; cell[0] < high[0]; ++cell[0])
      {
        if (hidden && isHidden(hidden, layout, cell))
          continue;
        MinMax<T> ofCell = emptyRange<T>();
        bool finite = true;
        for (int k = 0; k < (beyond == 0 ? 1 : 8); ++k)
        {
          const T v =
            value(cell[0] + (k & 1) + (cell[1] + (k >> 1 & 1)) * strideY + (cell[2] + (k >> 2)) * strideZ);
          finite = finite && isFiniteValue(v);
          extend(ofCell, { v, v });
        }
        if (finite)
          extend(range, ofCell);
      }
  return range;
}

/// Find the range of one sub-brick: entry 64 leaf + sub-brick.
template <class T>
struct FindMinMax
{
  BrickLayout layout;
  VolumeView<T> volume;
  MinMax<T>* subBricks;
  std::int32_t beyond = 1; ///< an argument of rangeOfCells

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int low[3], high[3];
    subBricks[i] = cellsOfSubBrick(layout, i, low, high)
      ? rangeOfCells<T>([values = volume.values](std::int64_t at) { return values[at]; }, volume.strideY,
          volume.strideZ, volume.hidden, layout, low, high, beyond)
      : emptyRange<T>();
  }
};

/// Find the range of one leaf from its sub-bricks.
template <class T>
struct ReduceLeaf
{
  const MinMax<T>* subBricks;
  MinMax<T>* leaves;

  INKRAY_HD void operator()(std::int64_t leaf) const
  {
    MinMax<T> range = emptyRange<T>();
    for (int sub = 0; sub < subBricksPerLeaf; ++sub)
      extend(range, subBricks[leaf * subBricksPerLeaf + sub]);
    leaves[leaf] = range;
  }
};

/// Build the min-max kd-tree from its leaves upwards: entry i of the level that begins at node `first`.
template <class T>
struct ReduceNode
{
  BrickLayout layout;
  const MinMax<T>* leaves;
  MinMax<T>* tree;
  std::int64_t first;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t node = first + i;
    MinMax<T> range = emptyRange<T>();
    if (first == std::int64_t(1) << layout.depth)
    {
      int leaf[3];
      leafOfSlot(layout, static_cast<std::uint32_t>(i), leaf);
      if (isInside(layout, leaf))
        range = leaves[leafIndex(layout, leaf)];
    }
    else
    {
      extend(range, tree[2 * node]);
      extend(range, tree[2 * node + 1]);
    }
    tree[node] = range;
  }
};

/// The empty node, with an empty box: it adds nothing to the box around two nodes.
INKRAY_HD BrickNode invalidNode()
{
  return { 0xffffu, 0xffffu, 0xffffu, noNode };
}

/// Whether a surface may pass between the two values. `Single`: there is one isovalue.
template <bool Single, class T>
INKRAY_HD bool holdsSurface(const SurfaceList& surfaces, const MinMax<T>& range)
{
  const auto low = static_cast<float>(range.low);
  const auto high = static_cast<float>(range.high);
  if (Single)
    return low < surfaces.first && high >= surfaces.first;
  return low <= high && surfaceClass<false>(surfaces, low) != surfaceClass<false>(surfaces, high);
}

template <class T>
INKRAY_HD bool holdsSurface(const SurfaceList& surfaces, const MinMax<T>& range)
{
  return surfaces.count == 1 ? holdsSurface<true>(surfaces, range) : holdsSurface<false>(surfaces, range);
}

/// The node of a leaf, from the bits of its sub-bricks: its bounds enclose the sub-bricks whose bits are set.
INKRAY_HD BrickNode nodeOfMask(const BrickLayout& layout, std::uint32_t ref, std::uint64_t mask)
{
  if (mask == 0)
    return invalidNode();
  // Bits x + 4 y + 16 z; then x + 4 y for any z; then x for any y and z.
  const auto half = static_cast<std::uint32_t>(mask | mask >> 32);
  const std::uint32_t ofY = (half | half >> 16) & 0xffffu;
  const std::uint32_t ofX = (ofY | ofY >> 4 | ofY >> 8 | ofY >> 12) & 0xfu;
  const auto upper = static_cast<std::uint32_t>(mask >> 32);
  const int lowest[3] = { lowestBit64(ofX), lowestBit64(ofY) >> 2, lowestBit64(mask) >> 4 };
  const int highest[3] = { 31 - leadingZeros32(ofX), (31 - leadingZeros32(ofY)) >> 2,
    (upper != 0 ? 63 - leadingZeros32(upper) : 31 - leadingZeros32(static_cast<std::uint32_t>(mask))) >> 4 };
  int leaf[3];
  leafOfRef(ref, leaf);
  std::uint32_t bounds[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const int low = leaf[axis] * leafSize + lowest[axis] * subBrickSize;
    int high = leaf[axis] * leafSize + (highest[axis] + 1) * subBrickSize;
    high = high < layout.cells[axis] ? high : layout.cells[axis];
    bounds[axis] = static_cast<std::uint32_t>(low | high << 16);
  }
  return { bounds[0], bounds[1], bounds[2], ref };
}

/// The node above two others (section 3.1.2): no node if both are invalid, the valid one if there is only one
/// (condensation), otherwise a node above both.
INKRAY_HD BrickNode parentOf(const BrickNode& a, const BrickNode& b, std::uint32_t childIndex)
{
  const std::uint32_t wa[3] = { a.x, a.y, a.z }, wb[3] = { b.x, b.y, b.z };
  std::uint32_t bounds[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::uint32_t lowA = wa[axis] & 0xffffu, lowB = wb[axis] & 0xffffu, highA = wa[axis] >> 16,
                        highB = wb[axis] >> 16;
    bounds[axis] = (lowA < lowB ? lowA : lowB) | (highA > highB ? highA : highB) << 16;
  }
  return { bounds[0], bounds[1], bounds[2], a.ref == noNode ? b.ref : b.ref == noNode ? a.ref : childIndex };
}

/// Compute the leaf of every slot once, so that frames do not have to.
struct ReferLeaf
{
  BrickLayout layout;
  std::uint32_t* refs; ///< noNode: outside of the volume

  INKRAY_HD void operator()(std::int64_t slot) const
  {
    int leaf[3];
    leafOfSlot(layout, static_cast<std::uint32_t>(slot), leaf);
    const bool inside = isInside(layout, leaf);
    for (int axis = 0; axis < 3; ++axis)
      leaf[axis] += layout.first[axis];
    refs[slot] = inside ? leafRef(leaf) : noNode;
  }
};

INKRAY_HD std::int64_t leafIndexOfRef(const BrickLayout& layout, std::uint32_t ref)
{
  int leaf[3];
  leafOfRef(ref, leaf);
  return leafIndex(layout, leaf);
}

/// Section 3.1.2, first half: determine whether a leaf holds a surface, and in which of its sub-bricks. Each
/// leaf slot has one thread. `Surfaces` is an argument type of holdsSurface: isovalues, or visible values.
template <class T, class Surfaces = SurfaceList>
struct FlagLeaf
{
  BrickLayout layout;
  Surfaces surfaces;
  const MinMax<T>* ranges; ///< by slot
  const std::uint32_t* refs;
  const MinMax<T>* subBricks;
  std::uint64_t* leafMasks;
  BrickNode* nodes;

  INKRAY_HD void operator()(std::int64_t slot) const
  {
    BrickNode node = invalidNode();
    if (holdsSurface(surfaces, ranges[slot]))
    {
      const std::int64_t index = leafIndexOfRef(layout, refs[slot]);
      std::uint64_t mask = 0;
      for (int sub = 0; sub < subBricksPerLeaf; ++sub)
        mask |= std::uint64_t(holdsSurface(surfaces, subBricks[index * subBricksPerLeaf + sub])) << sub;
      leafMasks[index] = mask;
      node = nodeOfMask(layout, refs[slot], mask);
    }
    nodes[(std::int64_t(1) << layout.depth) + slot] = node;
  }
};

/// Finds the sub-bricks of each leaf in which something may be visible.
template <class T>
struct MaskLeaf
{
  VisibleValues visible;
  const MinMax<T>* leafRanges;
  const MinMax<T>* subBricks;
  std::uint64_t* leafMasks;

  INKRAY_HD void operator()(std::int64_t leaf) const
  {
    std::uint64_t mask = visible.count < 0 ? ~std::uint64_t(0) : 0;
    if (holdsSurface(visible, leafRanges[leaf]))
      for (int sub = 0; sub < subBricksPerLeaf; ++sub)
        mask |= std::uint64_t(holdsSurface(visible, subBricks[leaf * subBricksPerLeaf + sub])) << sub;
    leafMasks[leaf] = mask;
  }
};

/// Finds the leaves of a group in which all sub-bricks are drawn, and those in which any is.
struct FindLeafGroup
{
  BrickLayout layout; ///< of a whole grid
  const std::uint64_t* leafMasks;
  LeafGroup* groups;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t x = LeafOfGroup::numGroups(layout, 0), y = LeafOfGroup::numGroups(layout, 1);
    const std::int64_t first[3] = { 4 * (i % x), 4 * (i / x % y), 4 * (i / x / y) };
    LeafGroup group = {};
    for (int bit = 0; bit < 64; ++bit)
    {
      int leaf[3];
      for (int axis = 0; axis < 3; ++axis)
        leaf[axis] = static_cast<int>(first[axis] + (bit >> 2 * axis & 3));
      const bool isIn = isInside(layout, leaf);
      const std::uint64_t mask = isIn ? leafMasks[leafIndex(layout, leaf)] : ~std::uint64_t(0);
      group.whole |= std::uint64_t(mask == ~std::uint64_t(0)) << bit;
      group.drawn |= std::uint64_t(isIn && mask != 0) << bit;
    }
    groups[i] = group;
  }
};

/// Section 3.1.2, second half, for one level: compute node first + i from its children.
struct PropagateNode
{
  BrickNode* nodes;
  std::int64_t first;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t node = first + i;
    nodes[node] = parentOf(nodes[2 * node], nodes[2 * node + 1], static_cast<std::uint32_t>(2 * node));
  }
};

/// Counts values that are NaN or infinite.
struct CountNonFinite
{
  const float* values;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (!(values[i] - values[i] == 0.0f))
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

} // namespace inkray
