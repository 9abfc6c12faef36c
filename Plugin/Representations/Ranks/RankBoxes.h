// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

/// The boxes of the ranks of a parallel server. ParaView orders the ranks' pictures by these boxes, and
/// distributes cells of other data sets by them. It finds no order for boxes that overlap.
namespace RankBoxes
{

/// The least and greatest coordinate along each axis. A box with a minimum above its maximum is empty.
using Box = std::array<double, 6>;

/// Replace overlapping boxes by disjoint ones. Boxes of meshes overlap if they share a layer of cells, or if
/// cells reach over the wall between them. The space around all boxes is cut in two where the boxes on either
/// side overlap least, and each side again. If no boxes overlap, all stay as they are. So do empty boxes.
std::vector<Box> Separate(std::vector<Box> boxes);

/// The boxes of all ranks after Separate. All ranks call this together with their own bounds.
std::vector<Box> SeparateAll(const double bounds[6]);

} // namespace RankBoxes
