// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/Grid/GridRayCasterFactory.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<GridRayCaster> makeCudaGridRayCaster(const DeviceInfo& device, std::size_t memoryLimit)
{
  return std::make_unique<GridRayCasterImpl<CudaBackend>>(device, memoryLimit);
}

} // namespace inkray
