// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Devices/GridsOnDevices.h"
#include "Renderers/MeshVolume/InBlocks/GridRayCasterInBlocksImpl.h"

namespace inkray
{

std::unique_ptr<GridRayCaster> GridRayCaster::create(const DeviceId& device, std::size_t memoryLimit)
{
  return createOnDevices({ device }, memoryLimit);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createInBlocks(
  const DeviceId& wanted, std::size_t memoryLimit, int leavesASide)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createInBlocksOnCuda(device, memoryLimit, leavesASide);
  return std::make_unique<GridRayCasterInBlocksImpl<HostBackend>>(device, memoryLimit, leavesASide);
}

std::unique_ptr<GridRayCaster> GridRayCaster::createOnDevices(
  const std::vector<DeviceId>& wanted, std::size_t memoryLimit)
{
  const std::vector<DeviceInfo> devices = requireDevices(wanted);
  if (devices.front().id.kind == DeviceKind::CUDA)
    return createOnCuda(devices, memoryLimit);
  return makeOnDevices<GridsOnDevices<HostBackend>>(devices, memoryLimit);
}

} // namespace inkray
