// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// One bit a cell of the interpolant, x fastest, set where it draws nothing by the volume's flags; empty when
/// none is. `cells` as many as the interpolant has along each axis.
std::vector<std::uint32_t> hiddenCells(
  const VolumeInput& volume, const std::int64_t cells[3], std::int64_t& numHidden);

} // namespace inkray
