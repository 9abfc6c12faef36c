// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"
#include "View/Clipping.h"

namespace inkray
{

/// A rectangle of pixels: its lower left pixel and its size.
struct BoxPixels
{
  int x = 0, y = 0, width = 0, height = 0;
};

/// Find the pixels that a box covers, and one more on each side. `toClip` maps the box's coordinates to clip
/// coordinates (row-major). Returns false if all corners lie outside of the same plane of the view. A box
/// that reaches behind the eye may cover all pixels.
bool findBoxPixels(const AxisBox& box, const double toClip[16], const Camera& camera, BoxPixels& pixels);

} // namespace inkray
