// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "VolumeCaster.h"

namespace inkray::python
{

/// GridRayCaster for Python. It keeps arrays of values, which the ray caster reads in place, or again after
/// it refused others.
class GridCaster : public VolumeCaster
{
public:
  /// Without an ordinal, the current CUDA device of the calling thread is used.
  explicit GridCaster(DeviceKind kind, std::optional<int> ordinal = {});

  /// dimensions: grid points along x, y and z. hidden: a byte for each cell, x fastest, in host memory, or
  /// None; cells whose byte is not 0 draw nothing. smoothCells false: a value of a cell fills the cell. All
  /// earlier values are dropped.
  void setGrid(const std::array<std::int64_t, 3>& dimensions, const Matrix& indexToMesh,
    const GridCoordinates& coordinates, const std::optional<Array>& hidden, bool smoothCells);

private:
  GridCoordinates coordinates_; ///< the ray caster reads these and the next whenever values are set
  std::optional<Array> hidden_;
};

void bindGridCaster(nanobind::module_& module);

} // namespace inkray::python
