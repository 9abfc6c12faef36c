// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterFactory.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<GridRayCaster> GridRayCaster::create(DeviceKind kind)
{
  return create(requireDevice(kind).id);
}

std::unique_ptr<GridRayCaster> GridRayCaster::create(const DeviceId& wanted, std::size_t memoryLimit)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return makeCudaGridRayCaster(device, memoryLimit);
  return std::make_unique<GridRayCasterImpl<HostBackend>>(device, memoryLimit);
}

} // namespace inkray
