// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "View/Camera.h"

namespace inkray
{

/// Throws InvalidInput for options or an image size with which no frame can be drawn.
void checkFrame(const Camera& camera, const FrameOptions& options);

} // namespace inkray
