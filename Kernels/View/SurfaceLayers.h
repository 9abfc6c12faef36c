// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/WindowDepth.h"

namespace inkray
{

/// Surfaces of a picture as separate layers, for a caster that draws something between them: in each pixel up
/// to `most` layers, from front to back. Each layer has width x height colors and depths, in the memory of
/// the device.
struct SurfaceLayers
{
  const Float4* colors; ///< premultiplied color, and opacity
  const float* depths;  ///< along the viewing direction, in world units; infinite: no more layers
  int most;             ///< the largest number of layers in a pixel
  WindowDepth window;   ///< converts these depths
  double begin = 0;     ///< the depth, measured from the eye, at which these depths begin (Camera::eyeDepth)
  float offset = 0;     ///< added to depths, for a picture whose depths begin elsewhere
};

} // namespace inkray
