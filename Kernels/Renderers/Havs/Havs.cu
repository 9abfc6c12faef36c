// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Havs/HavsImpl.h"

namespace inkray
{

std::unique_ptr<Havs> Havs::createOnCuda(const DeviceInfo& device, std::size_t memoryLimit)
{
  return std::make_unique<HavsImpl<CudaBackend>>(device, memoryLimit);
}

} // namespace inkray
