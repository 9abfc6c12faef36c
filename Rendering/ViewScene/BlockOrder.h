// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <array>
#include <cstddef>
#include <vector>

class vtkCamera;
class vtkMatrix4x4;

/// In which order boxes that do not overlap can be blended over one another.
///
/// ParaView's vtkOrderedCompositingHelper does not serve here: it compares only boxes that touch, as those of
/// ranks do, and leaves boxes with a gap between them, as blocks may have, in any order; boxes that hide one
/// another in a circle it does not return at all.
namespace BlockOrder
{

using Box = std::array<double, 6>; ///< xmin xmax ymin ymax zmin zmax

/// Indices of the boxes, the farthest first: no box hides anything of one that comes later. `matrix` takes
/// the boxes' coordinates to those of the camera. Boxes that overlap, or that hide one another in a circle,
/// come in some order, and so do those with a coordinate that is not finite. `comparisons`,
/// where given, becomes the number of times that a box was compared with another or with a group of others.
INKRAYRENDERING_EXPORT std::vector<std::size_t> BackToFront(
  const std::vector<Box>& boxes, vtkCamera* camera, vtkMatrix4x4* matrix, std::size_t* comparisons = nullptr);

} // namespace BlockOrder
