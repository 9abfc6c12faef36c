// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Frames/FrameChecks.h"

#include "Core/Errors.h"
#include "OptionFields.h"

#include <cmath>
#include <string>

namespace inkray
{

namespace
{
void checkPlanes(const std::vector<ClippingPlane>& planes, const std::string& name)
{
  if (planes.size() > maxClippingPlanes)
    throw InvalidInput(std::to_string(planes.size()) + " " + name + "s; at most " +
      std::to_string(maxClippingPlanes) + " are possible");
  for (const ClippingPlane& plane : planes)
  {
    const double length = std::hypot(plane.normal[0], plane.normal[1], plane.normal[2]);
    if (!std::isfinite(length) || !(length > 0) || !std::isfinite(plane.distance))
      throw InvalidInput("a " + name + " has no normal or is not finite; give it a normal that is not zero");
  }
}
} // namespace

void checkFrame(const Camera& camera, const FrameOptions& options)
{
  if (!(options.averageRange[0] <= options.averageRange[1]))
    throw InvalidInput("the range of values to average is empty; give the lower end first");
  checkPlanes(options.clippingPlanes, "clipping plane");
  checkPlanes(options.slices, "slice");
#define INKRAY_CHECK(field, least, greatest, message)                                                        \
  if (!(options.field >= (least) && options.field <= (greatest)))                                            \
    throw InvalidInput(message);
  INKRAY_RANGES_FrameOptions(INKRAY_CHECK);
#undef INKRAY_CHECK
  for (const float channel : options.missing)
    if (!std::isfinite(channel) || options.missing[3] < 0.0f)
      throw InvalidInput("the color of missing values is not finite, or its attenuation is negative");
  ClippingPlane sides[6];
  if (options.cropBox.on && !options.cropBox.halfSpaces(sides))
    throw InvalidInput("the crop box has no volume or is not finite; give it three edges that span one");
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput(
      "an image of " + std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels");
}

} // namespace inkray
