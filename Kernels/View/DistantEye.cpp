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
  // A perspective is taken for parallel rays to each pixel: depths of a part of a box err by its extent
  // squared over the distance, and as floats from the eye by 6e-8 of the distance. Both are alike at 2,000.
  return camera.isParallel() ? std::max(std::abs(depths.least), std::abs(depths.greatest)) > 16 * extent
                             : depths.least > 0 && depths.least > 2000 * extent;
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
