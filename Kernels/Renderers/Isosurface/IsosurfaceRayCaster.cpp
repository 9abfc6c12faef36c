// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include "Compaction/HostCompactor.h"
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterInBlocksImpl.h"

namespace inkray
{

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::create(
  const DeviceId& wanted, std::size_t memoryLimit)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createOnCuda(device, memoryLimit);
  return std::make_unique<IsosurfaceRayCasterImpl<HostBackend>>(device, memoryLimit);
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createInBlocks(
  const DeviceId& wanted, std::size_t memoryLimit, int leavesASide)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createInBlocksOnCuda(device, memoryLimit, leavesASide);
  return std::make_unique<IsosurfaceRayCasterInBlocksImpl<HostBackend>>(device, memoryLimit, leavesASide);
}

} // namespace inkray
