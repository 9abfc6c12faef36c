// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickLayout.h"
#include "Geometry/RegularGrid/GridAxes.h"

#include <cstdint>

/// A grid's values as kernels read them, with the axes that give the positions of its planes.
namespace inkray
{

/// Values of an even grid, x fastest, in the type of their quantized field: uint8, uint16 or float.
template <class T>
struct VolumeView
{
  using Value = T;
  using Axes = UniformAxes;

  const T* values;
  std::int64_t strideY, strideZ; ///< in values
  /// One bit for each cell (x fastest over BrickLayout::cells) that draws nothing; or null.
  const std::uint32_t* hidden;
  /// One bit for each point whose value is meaningless, because all its cells are hidden; or null.
  const std::uint32_t* blankPoints = nullptr;

  INKRAY_HD UniformAxes axes() const { return {}; }
};

/// Values of a rectilinear grid.
struct RectilinearView : VolumeView<float>
{
  using Axes = RectilinearAxes;

  RectilinearAxes planes;

  INKRAY_HD RectilinearAxes axes() const { return planes; }
};

/// Call f with a pointer to values of their own type.
template <class T, class F>
INKRAY_HD void visitTyped(const T* values, const F& f)
{
  f(values);
}

INKRAY_HD bool bitOf(const std::uint32_t* bits, std::int64_t i)
{
  return (bits[i >> 5] >> (i & 31) & 1u) != 0;
}

INKRAY_HD bool isHidden(const std::uint32_t* hidden, const BrickLayout& layout, const int cell[3])
{
  const std::int64_t i =
    cell[0] + std::int64_t(layout.cells[0]) * (cell[1] + std::int64_t(layout.cells[1]) * cell[2]);
  return bitOf(hidden, i);
}

} // namespace inkray
