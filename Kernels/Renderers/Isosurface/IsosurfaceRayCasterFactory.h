// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

namespace inkray
{

/// Defined by the CUDA build, or by NoCuda.cpp to throw Error.
std::unique_ptr<IsosurfaceRayCaster> makeCudaIsosurfaceRayCaster(
  const DeviceInfo& device, std::size_t memoryLimit);
std::unique_ptr<IsosurfaceRayCaster> makeCudaIsosurfaceRayCasterInBlocks(
  const DeviceInfo& device, std::size_t memoryLimit, int leavesASide);

} // namespace inkray
