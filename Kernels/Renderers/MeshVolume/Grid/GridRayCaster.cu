// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/Devices/GridsOnDevices.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterFactory.h"

namespace inkray
{

std::unique_ptr<GridRayCaster> makeCudaGridRayCaster(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit)
{
  return makeOnDevices<GridsOnDevices<CudaBackend>>(devices, memoryLimit);
}

} // namespace inkray
