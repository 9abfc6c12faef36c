// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickNode.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>

namespace inkray
{

/// Some of the bricks of a grid, of which a volume is a piece. Brick n along an axis has the cells of the
/// interpolant from n size to before (n + 1) size, counted in the whole grid.
struct BrickSelection
{
  std::int64_t size;     ///< cells along the side of a brick
  std::int64_t first[3]; ///< the bricks are those from `first` on, `count` along each axis
  std::int64_t count[3];
  std::int64_t offset[3]; ///< the cell of the whole grid that is the volume's first; negative is none
};

/// The lowest and highest value of the cells of each brick that draw something, in double; low > high where
/// no cell of it does. `ranges` has one entry for each brick, x fastest. The rules are those by which the ray
/// caster's own bricks are made (Hughes et al., section 3.1.1), whose values are those of the quantized
/// field. Runs on the CPU's threads. Throws InvalidInput for an array that is missing or too short.
void findBrickRanges(const VolumeInput& volume, const BrickSelection& bricks, MinMax<double>* ranges);

} // namespace inkray
