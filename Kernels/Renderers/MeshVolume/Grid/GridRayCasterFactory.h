// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"

#include <cstddef>
#include <memory>

namespace inkray
{
class GridRayCaster;

/// The ray caster on a CUDA device; throws Error in a build without CUDA.
std::unique_ptr<GridRayCaster> makeCudaGridRayCaster(const DeviceInfo& device, std::size_t memoryLimit);
} // namespace inkray
