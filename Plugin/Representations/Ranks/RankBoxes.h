// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

/// The boxes of the ranks of a parallel server by which ParaView orders their pictures, and hands out cells
/// of other data sets. They must not overlap: ParaView finds no order of such boxes then.
namespace RankBoxes
{

/// Least and greatest coordinate along each axis; a box with a least one above its greatest is empty.
using Box = std::array<double, 6>;

/// Where boxes overlap, as those of meshes do that share a layer of cells, or whose cells reach over the wall
/// between them: the parts of the space around all of them that it has when it is cut in two, and again,
/// where the boxes on either side overlap least. Boxes that are apart, and empty ones, are left as they are.
std::vector<Box> Separate(std::vector<Box> boxes);

/// The box of this rank among those of all, which all call this with theirs.
Box SeparateOwn(const double bounds[6]);

} // namespace RankBoxes
