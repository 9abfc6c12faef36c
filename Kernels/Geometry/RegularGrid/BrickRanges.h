// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickNode.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>

namespace inkray
{

/// A selection of the bricks of a grid; a volume may be a piece of this grid. Brick n along an axis has the
/// interpolant's cells from n size to before (n + 1) size, counted in the whole grid.
struct BrickSelection
{
  std::int64_t size;     ///< cells along the side of a brick
  std::int64_t first[3]; ///< the first brick; there are `count` along each axis
  std::int64_t count[3];
  std::int64_t offset[3]; ///< the whole grid's cell that is the volume's first; may be negative
};

/// Find the lowest and highest value of the drawn cells of each brick, in double precision; low > high if a
/// brick draws no cell. `ranges` has one entry for each brick, x fastest. The rules are those of the ray
/// caster's own bricks (Hughes et al., section 3.1.1), which hold values of the quantized field. Runs on CPU
/// threads. Throws InvalidInput for an array that is missing or too short.
void findBrickRanges(const VolumeInput& volume, const BrickSelection& bricks, MinMax<double>* ranges);

} // namespace inkray
