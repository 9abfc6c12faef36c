// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Picture/RayPicture.h"

#include <memory>

namespace inkray
{

/// A picture on a CUDA device that is there. Throws Error in a build without CUDA.
std::unique_ptr<RayPicture> makeCudaRayPicture(const DeviceInfo& device);

} // namespace inkray
