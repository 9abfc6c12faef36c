// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/Devices/GridsOnDevices.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/InBlocks/GridRayCasterInBlocksImpl.h"

namespace inkray
{

std::unique_ptr<GridRayCaster> GridRayCaster::createInBlocksOnCuda(
  const DeviceInfo& device, std::size_t memoryLimit, int leavesASide)
{
  return std::make_unique<GridRayCasterInBlocksImpl<CudaBackend>>(device, memoryLimit, leavesASide);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createOnCuda(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit)
{
  return makeOnDevices<GridsOnDevices<CudaBackend>>(devices, memoryLimit);
}

} // namespace inkray
