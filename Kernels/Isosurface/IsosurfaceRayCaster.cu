// SPDX-License-Identifier: BSD-3-Clause
#include "Execution/CudaBackend.cuh"
#include "Isosurface/BrickTree.cuh"
#include "Isosurface/IsosurfaceRayCasterFactory.h"
#include "Isosurface/IsosurfaceRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<IsosurfaceRayCaster> makeCudaIsosurfaceRayCaster()
{
  return std::make_unique<IsosurfaceRayCasterImpl<CudaBackend>>(cudaDevice().name);
}

} // namespace inkray
