// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/MeshVolume/Devices/TetsOnDevices.h"
#include "Renderers/MeshVolume/InBlocks/TetRayCasterInBlocksImpl.h"
#include "Renderers/MeshVolume/SortLists.cuh"
#include "Renderers/MeshVolume/TetRayCaster.h"

namespace inkray
{

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocksOnCuda(
  const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesABlock)
{
  return std::make_unique<TetRayCasterInBlocksImpl<CudaBackend>>(device, memoryLimit, bytesABlock);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createOnCuda(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit)
{
  return makeOnDevices<TetsOnDevices<CudaBackend>>(devices, memoryLimit);
}

} // namespace inkray
