// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/TetRayCaster.h"

#include "Cooperative/Append.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Devices/MultiDeviceTetRayCasterImpl.h"
#include "Renderers/MeshVolume/InBlocks/TetRayCasterInBlocksImpl.h"
#include "Renderers/MeshVolume/TetRayCasterFactory.h"
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<TetRayCaster> TetRayCaster::create(DeviceKind kind)
{
  return create(requireDevice(kind).id);
}

std::unique_ptr<TetRayCaster> TetRayCaster::create(const DeviceId& wanted, std::size_t memoryLimit)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return makeCudaTetRayCaster(device, memoryLimit);
  return std::make_unique<TetRayCasterImpl<HostBackend>>(device, memoryLimit);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocks(
  DeviceKind kind, std::size_t memoryLimit, std::size_t bytesABlock)
{
  return createInBlocks(requireDevice(kind).id, memoryLimit, bytesABlock);
}

std::unique_ptr<TetRayCaster> TetRayCaster::createInBlocks(
  const DeviceId& wanted, std::size_t memoryLimit, std::size_t bytesABlock)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return makeCudaTetRayCasterInBlocks(device, memoryLimit, bytesABlock);
  return std::make_unique<TetRayCasterInBlocksImpl<HostBackend>>(device, memoryLimit, bytesABlock);
}

std::unique_ptr<MultiDeviceTetRayCaster> MultiDeviceTetRayCaster::create(
  const std::vector<DeviceId>& wanted, std::size_t memoryLimit)
{
  if (wanted.empty())
    throw InvalidInput("no device was given to cast rays on");
  std::vector<DeviceInfo> devices = { requireDevice(wanted.front()) };
  const bool isCuda = devices.front().id.kind == DeviceKind::CUDA;
  for (std::size_t d = 1; d < wanted.size(); ++d)
  {
    if ((wanted[d].kind == DeviceKind::CUDA) != isCuda)
      throw InvalidInput("several devices that cast rays together have to be of one kind");
    devices.push_back(isCuda ? cudaDevice(wanted[d].ordinal) : cpuDevice());
    if (devices.back().name.empty())
      devices.back().name = "CUDA device " + std::to_string(wanted[d].ordinal);
  }
  if (isCuda)
    return makeCudaMultiDeviceTetRayCaster(devices, memoryLimit);
  return std::make_unique<MultiDeviceTetRayCasterImpl<HostBackend>>(devices, memoryLimit);
}

} // namespace inkray
