// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace inkray
{
class GridRayCaster;

/// The ray casters on CUDA devices; they throw Error in a build without CUDA.
std::unique_ptr<GridRayCaster> makeCudaGridRayCasterInBlocks(
  const DeviceInfo& device, std::size_t memoryLimit, int leavesASide);
std::unique_ptr<GridRayCaster> makeCudaGridRayCaster(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit);
} // namespace inkray
