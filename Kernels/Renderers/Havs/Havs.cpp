// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Havs/Havs.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/Havs/HavsFactory.h"
#include "Renderers/Havs/HavsImpl.h"

namespace inkray
{

std::unique_ptr<Havs> Havs::create(DeviceKind kind)
{
  if (resolveDevice(kind) == DeviceKind::CUDA)
    return makeCudaHavs();
  if (kind == DeviceKind::CUDA)
    throw Error("no CUDA device: " + cudaDevice().reason);
  return std::make_unique<HavsImpl<HostBackend>>(cpuDevice().name);
}

} // namespace inkray
