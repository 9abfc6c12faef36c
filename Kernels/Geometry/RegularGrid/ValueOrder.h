// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridView.h"
#include "Geometry/RegularGrid/VoxelCubic.h"

#include <cstdint>

/// The order of a grid's values in memory. On a GPU, rays beside each other read cells beside each other. The
/// values of these cells are in fewer lines of the cache if each 4 x 4 x 4 of them are one block in memory.
namespace inkray
{

/// Where value (x, y, z) of a grid is: at along(0, x) + along(1, y) + layer(z).
struct ValueOrder
{
  static constexpr int side = 4; ///< of a block, in values

  std::int32_t step[2];  ///< from a value to the next one of its block, along y and z; along x it is 1
  std::int32_t block[2]; ///< from a block to the next one, along x and y
  std::int64_t blockZ;   ///< the same along z

  /// x fastest, then y: blocks are only a way to count.
  static ValueOrder inRows(std::int64_t strideY, std::int64_t strideZ)
  {
    return { { static_cast<std::int32_t>(strideY), static_cast<std::int32_t>(strideZ) },
      { side, static_cast<std::int32_t>(side * strideY) }, side * strideZ };
  }
  /// Blocks one after the other, x fastest; the same within each.
  static ValueOrder inBlocks(const std::int64_t (&points)[3])
  {
    const std::int64_t row = side * side * side * numBlocks(points[0]), layer = row * numBlocks(points[1]);
    return { { side, side * side }, { side * side * side, static_cast<std::int32_t>(row) }, layer };
  }
  static std::int64_t numBlocks(std::int64_t points) { return (points + side - 1) / side; }

  INKRAY_HD std::int32_t along(int axis, int k) const
  {
    return (k >> 2) * block[axis] + (axis == 0 ? k & 3 : (k & 3) * step[0]);
  }
  INKRAY_HD std::int64_t layer(int k) const { return (k >> 2) * blockZ + (k & 3) * step[1]; }
};

/// Puts values that lie x fastest into blocks: entry i is a row of four values along x. A block that reaches
/// beyond the grid repeats its last values.
struct PutInBlocks
{
  const void* from;
  void* to;
  int bytes;                         ///< of a value: 1, 2 or 4
  std::int64_t points[3], blocks[2]; ///< along each axis; along x and y

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto within = [this](int axis, std::int64_t k) { return k < points[axis] ? k : points[axis] - 1; };
    const std::int64_t block = i >> 4, side = ValueOrder::side;
    const std::int64_t x = side * (block % blocks[0]),
                       y = within(1, side * (block / blocks[0] % blocks[1]) + (i & 3)),
                       z = within(2, side * (block / blocks[0] / blocks[1]) + (i >> 2 & 3));
    const std::int64_t row = points[0] * (y + points[1] * z);
    for (int k = 0; k < ValueOrder::side; ++k)
    {
      const std::int64_t at = side * i + k, of = row + within(0, x + k);
      if (bytes == 1)
        static_cast<std::uint8_t*>(to)[at] = static_cast<const std::uint8_t*>(from)[of];
      else if (bytes == 2)
        static_cast<std::uint16_t*>(to)[at] = static_cast<const std::uint16_t*>(from)[of];
      else
        static_cast<std::uint32_t*>(to)[at] = static_cast<const std::uint32_t*>(from)[of];
    }
  }
};

/// A grid's values in any order. The strides of the view are those of its other arrays, x fastest.
template <class View>
struct OrderedView : View
{
  ValueOrder order;
};

///@{
/// The value of a point.
template <class Volume>
INKRAY_HD float valueAt(const Volume& volume, const int point[3])
{
  return static_cast<float>(volume.values[point[0] + point[1] * volume.strideY + point[2] * volume.strideZ]);
}
template <class View>
INKRAY_HD float valueAt(const OrderedView<View>& volume, const int point[3])
{
  const ValueOrder& order = volume.order;
  return static_cast<float>(
    volume.values[order.along(0, point[0]) + order.along(1, point[1]) + order.layer(point[2])]);
}
///@}

///@{
/// Call f(values, x, y, z) with the values in their own type, and where those of `Count` points along each
/// axis are: the value of points (i, j, k) behind the first one is z[k][x[i] + y[j]], where z are addresses.
template <int Count, class Volume, class F>
INKRAY_HD void visitPoints(const Volume& volume, const int first[3], const F& f)
{
  visitTyped(volume.values + std::int64_t(0), [&](const auto& values) {
    std::int64_t x[Count], y[Count];
    std::decay_t<decltype(values)> z[Count];
    INKRAY_UNROLL
    for (int k = 0; k < Count; ++k)
    {
      x[k] = first[0] + k;
      y[k] = (first[1] + k) * volume.strideY;
      z[k] = values + (first[2] + k) * volume.strideZ;
    }
    f(x, y, z);
  });
}
template <int Count, class View, class F>
INKRAY_HD void visitPoints(const OrderedView<View>& volume, const int first[3], const F& f)
{
  visitTyped(volume.values + std::int64_t(0), [&](const auto& values) {
    std::uint32_t x[Count], y[Count];
    std::decay_t<decltype(values)> z[Count];
    INKRAY_UNROLL
    for (int k = 0; k < Count; ++k)
    {
      x[k] = static_cast<std::uint32_t>(volume.order.along(0, first[0] + k));
      y[k] = static_cast<std::uint32_t>(volume.order.along(1, first[1] + k));
      z[k] = values + volume.order.layer(first[2] + k);
    }
    f(x, y, z);
  });
}
///@}

/// The values at the corners of a cell. A constant cell has its own value at each.
template <class Volume>
INKRAY_HD CellCorners cornersOf(const Volume& volume, const int cell[3])
{
  CellCorners corners;
  if (areCellsConstant(volume.axes()))
  {
    const float value = valueAt(volume, cell);
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      corners.value[k] = value;
    return corners;
  }
  visitPoints<2>(volume, cell, [&](const auto& x, const auto& y, const auto& z) {
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      corners.value[k] = static_cast<float>(z[k >> 2][x[k & 1] + y[k >> 1 & 1]]);
  });
  return corners;
}

} // namespace inkray
