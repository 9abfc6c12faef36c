// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/TetRayCaster.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
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

} // namespace inkray
