// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "View/Clipping.h"

#include <vector>

class RayCastSession;
class vtkPlaneCollection;
class vtkRayCastSettings;

/// The regions that users cut away from a volume, in the coordinates of its data.
struct RayCastCuts
{
  std::vector<inkray::ClippingPlane> Planes;
  inkray::CropBox Box;

  /// Take the clipping planes of a mapper, in world coordinates, and the box of its settings. Returns false,
  /// and reports why, if a plane has no normal, there are more than inkray::maxClippingPlanes, or the box has
  /// no volume.
  bool Select(RayCastSession& session, vtkPlaneCollection* planes, vtkRayCastSettings* settings);

  /// The box of the settings, unchanged.
  INKRAYRENDERING_EXPORT static inkray::CropBox BoxOf(vtkRayCastSettings* settings);
};
