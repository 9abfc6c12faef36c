// SPDX-License-Identifier: BSD-3-Clause
#include "Execution/CudaBackend.cuh"
#include "Tetrahedra/TetRayCasterFactory.h"
#include "Tetrahedra/TetRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<TetRayCaster> makeCudaTetRayCaster()
{
  return std::make_unique<TetRayCasterImpl<CudaBackend>>(cudaDevice().name);
}

} // namespace inkray
