// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"

namespace inkray
{

/// The least and the greatest depth of a box (xmin xmax ymin ymax zmin zmax, in Camera::meshToEye's input
/// coordinates). Depths are measured along the viewing direction from the origin of eye coordinates. For a
/// box that is not finite, they are not finite.
struct BoxDepths
{
  double least, greatest;
};
BoxDepths depthsOfBox(const Camera& camera, const double box[6]);

/// Whether depths in a box lose precision if they are measured from the origin of eye coordinates. They do if
/// the box is more than 16 times as far away as it is deep and, in a perspective, in front of the eye.
bool isDistant(const Camera& camera, const BoxDepths& depths);

/// The same camera with the origin of eye coordinates moved `depth` away from the eye.
Camera movedFromEye(const Camera& camera, double depth);

/// The camera with the origin of eye coordinates moved to the box, if the box is distant from the eye.
/// Otherwise, or if the origin has been moved already, the unchanged camera.
Camera beginAtBox(const Camera& camera, const double box[6]);

} // namespace inkray
