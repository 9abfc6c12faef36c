// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/WindowDepth.h"

namespace inkray
{

/// Surfaces of a picture, kept apart for a caster that draws something between them: in each pixel so many
/// layers, from front to back. Colours and depths are width x height a layer, in the memory of the device.
struct SurfaceLayers
{
  const Float4* colours; ///< multiplied by opacity, and opacity
  const float* depths;   ///< along the viewing direction, in world units; infinite: there are no more
  int most;              ///< of a pixel
  WindowDepth window;    ///< of such a depth
  double begin = 0;      ///< depth from the eye where these depths begin (Camera::eyeDepth)
  float offset = 0;      ///< to add to depths in a picture whose depths begin elsewhere
};

} // namespace inkray
