// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/BrickRanges.h"

#include "Device/CallerArrays.h"
#include "Device/HostBackend.h"
#include "Geometry/RegularGrid/BrickKernels.h"
#include "Geometry/RegularGrid/HiddenCells.h"

#include <algorithm>

namespace inkray
{

void findBrickRanges(const VolumeInput& volume, const BrickSelection& bricks, MinMax<double>* ranges)
{
  std::int64_t cells[3], values[3];
  interpolantCells(volume, cells);
  interpolantValues(volume, values);
  const std::int64_t strideY = values[0], strideZ = strideY * values[1], numValues = strideZ * values[2];
  checkField(volume.scalars, numValues, "points or cells of the grid");
  const HiddenCells hidden = findHiddenCells(volume, cells);
  const std::uint32_t* const bits = hidden.count > 0 ? hidden.cells.data() : nullptr;
  BrickLayout layout{};
  std::copy_n(cells, 3, layout.cells);

  const std::int64_t* const n = bricks.count;
  HostBackend backend;
  readEntries(backend, volume.scalars, numValues, "values", [&](const auto&, const auto& value) {
    backend.forEach<1>(n[0] * n[1] * n[2], [&](std::int64_t i) {
      const std::int64_t brick[3] = { i % n[0], i / n[0] % n[1], i / n[0] / n[1] };
      int low[3], high[3];
      bool any = true;
      for (int axis = 0; axis < 3; ++axis)
      {
        const std::int64_t begin = (bricks.first[axis] + brick[axis]) * bricks.size - bricks.offset[axis];
        low[axis] = static_cast<int>(std::clamp<std::int64_t>(begin, 0, cells[axis]));
        high[axis] = static_cast<int>(std::clamp<std::int64_t>(begin + bricks.size, 0, cells[axis]));
        any = any && low[axis] < high[axis];
      }
      ranges[i] = any
        ? rangeOfCells<double>(value, strideY, strideZ, bits, layout, low, high, volume.valuesBeyondCells())
        : emptyRange<double>();
    });
  });
}

} // namespace inkray
