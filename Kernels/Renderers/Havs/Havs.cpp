// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Havs/Havs.h"

#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Renderers/Havs/HavsImpl.h"

namespace inkray
{

std::unique_ptr<Havs> Havs::create(const DeviceId& wanted, std::size_t memoryLimit)
{
  const DeviceInfo device = requireDevice(wanted);
  if (device.id.kind == DeviceKind::CUDA)
    return createOnCuda(device, memoryLimit);
  return std::make_unique<HavsImpl<HostBackend>>(device, memoryLimit);
}

} // namespace inkray
