// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include "Compaction/HostCompactor.h"
#include "Device/HostBackend.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterFactory.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::create(DeviceKind kind)
{
  if (resolveDevice(kind) == DeviceKind::CUDA)
    return makeCudaIsosurfaceRayCaster();
  if (kind == DeviceKind::CUDA)
    throw Error("no CUDA device: " + cudaDevice().reason);
  return std::make_unique<IsosurfaceRayCasterImpl<HostBackend>>(cpuDevice().name);
}

} // namespace inkray
