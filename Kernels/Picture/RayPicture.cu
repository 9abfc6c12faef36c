// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CudaBackend.cuh"
#include "Picture/RayPicture.h"
#include "Picture/RayPictureImpl.h"

namespace inkray
{

std::unique_ptr<RayPicture> RayPicture::createOnCuda(const DeviceInfo& device)
{
  return std::make_unique<RayPictureImpl<CudaBackend>>(device);
}

} // namespace inkray
