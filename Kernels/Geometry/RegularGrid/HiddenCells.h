// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// The cells and points that a volume's flags hide, as bits, x fastest. Both are empty if nothing is hidden.
struct HiddenCells
{
  std::vector<std::uint32_t> cells; ///< cells of the interpolant that draw nothing
  /// Points whose values are meaningless: all their cells are hidden. Cells that are hidden only because they
  /// belong to a neighboring piece do not count, since their values are valid.
  /// If cells are constant, the bits belong to cells in place of points.
  std::vector<std::uint32_t> blankPoints;
  std::int64_t count = 0; ///< bits set in `cells`
};

/// The number of the interpolant's cells along each axis: between the points, or between the centers of the
/// grid's cells.
inline void interpolantCells(const VolumeInput& volume, std::int64_t cells[3])
{
  for (int axis = 0; axis < 3; ++axis)
    cells[axis] = volume.dimensions[axis] - (volume.isDual() ? 2 : 1);
}

/// The number of values along each axis: they lie at the corners of these cells, or fill them.
inline void interpolantValues(const VolumeInput& volume, std::int64_t values[3])
{
  interpolantCells(volume, values);
  for (int axis = 0; axis < 3; ++axis)
    values[axis] += volume.valuesBeyondCells();
}

/// `cells`: the result of interpolantCells.
HiddenCells findHiddenCells(const VolumeInput& volume, const std::int64_t cells[3]);

} // namespace inkray
