// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace inkray
{
class TetRayCaster;

/// The ray casters on the CUDA device; they throw Error in a build without CUDA.
std::unique_ptr<TetRayCaster> makeCudaTetRayCasterInBlocks(
  const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesABlock);
std::unique_ptr<TetRayCaster> makeCudaTetRayCaster(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit);
} // namespace inkray
