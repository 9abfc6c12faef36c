// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastCuts.h"

#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "vtkRayCastSettings.h"

#include <algorithm>
#include <cmath>
#include <string>

bool RayCastCuts::Select(RayCastSession& session, vtkPlaneCollection* planes, vtkRayCastSettings* settings)
{
  this->Planes = RayCastBridge::MakeClippingPlanes(planes, session.GetVolume());
  if (this->Planes.size() > inkray::maxClippingPlanes)
  {
    session.Report(true,
      "There are " + std::to_string(this->Planes.size()) + " clipping planes; at most " +
        std::to_string(inkray::maxClippingPlanes) + " are possible.");
    return false;
  }
  for (const inkray::ClippingPlane& plane : this->Planes)
  {
    const double length = std::hypot(plane.normal[0], plane.normal[1], plane.normal[2]);
    if (!(length > 0) || !std::isfinite(length) || !std::isfinite(plane.distance))
    {
      session.Report(true,
        "A clipping plane has no normal, or numbers that are not finite; give it a normal that is not 0.");
      return false;
    }
  }

  this->Box = RayCastCuts::BoxOf(settings);
  inkray::ClippingPlane sides[6];
  if (this->Box.on && !this->Box.halfSpaces(sides))
  {
    session.Report(
      true, "The cropping box has no volume, or numbers that are not finite; give it a scale that is not 0.");
    return false;
  }
  return true;
}

inkray::CropBox RayCastCuts::BoxOf(vtkRayCastSettings* settings)
{
  inkray::CropBox box;
  box.on = settings->GetUseCropBox() != 0;
  box.keepsOutside = settings->GetCropBoxKeepsOutside() != 0;
  const double* const numbers = settings->GetCropBox();
  std::copy_n(numbers, 3, box.origin);
  std::copy_n(numbers + 3, 9, *box.edges);
  return box;
}
