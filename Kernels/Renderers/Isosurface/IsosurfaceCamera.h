// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/Isosurface/IsosurfaceScene.h"
#include "View/Camera.h"

namespace inkray
{

/// Reduce a camera for a volume with so many cells along each axis. `indexToMesh` as VolumeInput has it.
/// False: singular matrices, nothing to draw.
bool makeRayCamera(
  const Camera& camera, const double indexToMesh[16], const std::int32_t cells[3], RayCamera& out);

/// A half space {n . p >= d} of mesh coordinates in index coordinates, a x + b y + c z + d >= 0.
void planeToIndex(const double normal[3], double distance, const double indexToMesh[16], float plane[4]);

} // namespace inkray
