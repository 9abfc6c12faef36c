// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/TetRayCaster.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Devices/TetsOnDevices.h"
#include "Renderers/MeshVolume/InBlocks/TetRayCasterInBlocksImpl.h"

namespace inkray
{

std::unique_ptr<TetRayCaster> TetRayCaster::create(const DeviceId& device, std::size_t memoryLimit)
{
  return createOnDevices({ device }, memoryLimit);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocks(
  const DeviceId& wanted, std::size_t memoryLimit, std::size_t bytesABlock)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createInBlocksOnCuda(device, memoryLimit, bytesABlock);
  return std::make_unique<TetRayCasterInBlocksImpl<HostBackend>>(device, memoryLimit, bytesABlock);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createOnDevices(
  const std::vector<DeviceId>& wanted, std::size_t memoryLimit)
{
  const std::vector<DeviceInfo> devices = requireDevices(wanted);
  if (devices.front().id.kind == DeviceKind::CUDA)
    return createOnCuda(devices, memoryLimit);
  return makeOnDevices<TetsOnDevices<HostBackend>>(devices, memoryLimit);
}

} // namespace inkray
