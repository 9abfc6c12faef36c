// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/BoundaryFaceRaster.h"

namespace inkray::testing
{

/// A camera for vertices that are already projected: x and y in pixels from the image's center.
inline MeshCamera pixelCamera(int width, int height, bool parallel = true)
{
  MeshCamera camera = {};
  camera.width = width;
  camera.height = height;
  camera.halfWidth = 0.5f * static_cast<float>(width);
  camera.halfHeight = 0.5f * static_cast<float>(height);
  camera.parallel = parallel;
  camera.window = { 0.0f, 0.1f, parallel, 0.0f }; // parallel: window depth is a tenth of depth
  camera.nearDepth = 0.0f;
  camera.farDepth = 100.0f;
  camera.slack = 1e-6f;
  camera.worldPerDepth = 2.0f;
  camera.facing = 1.0f;
  return camera;
}

} // namespace inkray::testing
