// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

namespace inkray
{
class TetRayCaster;

/// The ray caster on the CUDA device; throws Error in a build without CUDA.
std::unique_ptr<TetRayCaster> makeCudaTetRayCaster(const DeviceInfo& device, std::size_t memoryLimit);
} // namespace inkray
