// SPDX-License-Identifier: BSD-3-Clause
#include "Tetrahedra/TetRayCaster.h"

#include "Execution/HostBackend.h"
#include "Tetrahedra/TetRayCasterFactory.h"
#include "Tetrahedra/TetRayCasterImpl.h"

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
