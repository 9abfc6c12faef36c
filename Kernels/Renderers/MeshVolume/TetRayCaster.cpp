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
  if (resolveDevice(kind) == DeviceKind::CUDA)
    return makeCudaTetRayCaster();
  if (kind == DeviceKind::CUDA)
    throw Error("no CUDA device: " + cudaDevice().reason);
  return std::make_unique<TetRayCasterImpl<HostBackend>>(cpuDevice().name);
}

} // namespace inkray
