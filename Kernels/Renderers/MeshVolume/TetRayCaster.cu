// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/TetRayCasterFactory.h"
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<TetRayCaster> makeCudaTetRayCaster(const DeviceInfo& device, std::size_t memoryLimit)
{
  return std::make_unique<TetRayCasterImpl<CudaBackend>>(device, memoryLimit);
}

} // namespace inkray
