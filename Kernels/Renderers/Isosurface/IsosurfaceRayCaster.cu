// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Cooperative/Append.cuh"
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.cuh"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterInBlocksImpl.h"

namespace inkray
{

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createOnCuda(
  const DeviceInfo& device, std::size_t memoryLimit)
{
  return std::make_unique<IsosurfaceRayCasterImpl<CudaBackend>>(device, memoryLimit);
}

std::unique_ptr<IsosurfaceRayCaster> IsosurfaceRayCaster::createInBlocksOnCuda(
  const DeviceInfo& device, std::size_t memoryLimit, int leavesASide)
{
  return std::make_unique<IsosurfaceRayCasterInBlocksImpl<CudaBackend>>(device, memoryLimit, leavesASide);
}

} // namespace inkray
