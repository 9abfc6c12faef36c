// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Picture/RayPicture.h"

#include <memory>

namespace inkray
{

/// Make a picture on an existing CUDA device. Throws Error in a build without CUDA.
std::unique_ptr<RayPicture> makeCudaRayPicture(const DeviceInfo& device);

} // namespace inkray
