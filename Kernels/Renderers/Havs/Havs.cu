// SPDX-License-Identifier: BSD-3-Clause
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/Havs/HavsFactory.h"
#include "Renderers/Havs/HavsImpl.h"

namespace inkray
{

std::unique_ptr<Havs> makeCudaHavs()
{
  return std::make_unique<HavsImpl<CudaBackend>>(cudaDevice().name);
}

} // namespace inkray
