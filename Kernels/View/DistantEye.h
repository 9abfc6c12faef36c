// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"

namespace inkray
{

/// The least and the greatest depth of a box (xmin xmax ymin ymax zmin zmax, in the coordinates that
/// Camera::meshToEye takes). Depths count along the viewing direction from the origin of eye coordinates.
/// They are not finite for a box that is not.
struct BoxDepths
{
  double least, greatest;
};
BoxDepths depthsOfBox(const Camera& camera, const double box[6]);

/// Whether depths in a box lose digits when they are counted from the origin of eye coordinates. They do if
/// the box is more than 16 times as far away as it is deep and, in a perspective, in front of the eye.
bool isDistant(const Camera& camera, const BoxDepths& depths);

/// The same camera with eye coordinates that begin `depth` farther from the eye.
Camera movedFromEye(const Camera& camera, double depth);

/// The camera with eye coordinates that begin where a box does, if the box is distant from the eye. Else, and
/// where eye coordinates have been moved already, the camera as it is.
Camera beginAtBox(const Camera& camera, const double box[6]);

} // namespace inkray
