// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <array>
#include <cstddef>
#include <vector>

class vtkCamera;
class vtkMatrix4x4;

/// The order in which boxes that do not overlap can be blended over one another.
///
/// ParaView's vtkOrderedCompositingHelper does not suffice: it compares only boxes that touch, like those of
/// ranks. Blocks may have gaps between them, and it leaves such boxes in any order. Boxes that hide one
/// another in a circle are missing from its result.
namespace BlockOrder
{

using Box = std::array<double, 6>; ///< xmin xmax ymin ymax zmin zmax

/// Returns the indices of the boxes, farthest first: no box hides a part of a later box. `matrix` transforms
/// the coordinates of the boxes to those of the camera. The order is arbitrary among boxes that overlap, that
/// hide one another in a circle, or that have a coordinate that is not finite. `comparisons`, if given,
/// receives the number of comparisons of a box with another box or with a group of boxes.
INKRAYRENDERING_EXPORT std::vector<std::size_t> BackToFront(
  const std::vector<Box>& boxes, vtkCamera* camera, vtkMatrix4x4* matrix, std::size_t* comparisons = nullptr);

} // namespace BlockOrder
