// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Picture/RayPictureFactory.h"
#include "Picture/RayPictureImpl.h"

namespace inkray
{

std::unique_ptr<RayPicture> makeCudaRayPicture(const DeviceInfo& device)
{
  return std::make_unique<RayPictureImpl<CudaBackend>>(device);
}

} // namespace inkray
