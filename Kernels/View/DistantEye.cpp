// SPDX-License-Identifier: BSD-3-Clause
#include "View/DistantEye.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

BoxDepths depthsOfBox(const Camera& camera, const double box[6])
{
  const double* const row = camera.meshToEye + 8;
  double least = -row[3], greatest = -row[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const double low = -row[axis] * box[2 * axis], high = -row[axis] * box[2 * axis + 1];
    least += std::min(low, high);
    greatest += std::max(low, high);
  }
  return { least, greatest };
}

bool isDistant(const Camera& camera, const BoxDepths& depths)
{
  const double extent = depths.greatest - depths.least;
  if (!std::isfinite(extent))
    return false;
  const double farthest =
    camera.isParallel() ? std::max(std::abs(depths.least), std::abs(depths.greatest)) : depths.least;
  return farthest > 16 * extent && farthest > 0;
}

Camera movedFromEye(const Camera& camera, double depth)
{
  Camera moved = camera;
  moved.eyeDepth += depth;
  moved.meshToEye[11] += depth;
  return moved;
}

Camera beginAtBox(const Camera& camera, const double box[6])
{
  const BoxDepths depths = depthsOfBox(camera, box);
  return camera.eyeDepth == 0 && isDistant(camera, depths) ? movedFromEye(camera, depths.least) : camera;
}

} // namespace inkray
