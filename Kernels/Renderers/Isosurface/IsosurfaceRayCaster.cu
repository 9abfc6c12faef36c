// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.cuh"
#include "Renderers/Isosurface/IsosurfaceRayCasterFactory.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"

namespace inkray
{

std::unique_ptr<IsosurfaceRayCaster> makeCudaIsosurfaceRayCaster()
{
  return std::make_unique<IsosurfaceRayCasterImpl<CudaBackend>>(cudaDevice().name);
}

} // namespace inkray
