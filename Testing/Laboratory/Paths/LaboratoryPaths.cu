// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Device/CudaBackend.cuh"
#include "LaboratoryPaths.h"
#include "PathsByMaterial.h"
#include "PathsInBvh.h"

#include <memory>

namespace inkray::laboratory
{

std::unique_ptr<PathLoop> makeCudaPathsInBvh(BvhOfPaths bvh, bool isQueued)
{
  return std::make_unique<PathsInBvh<CudaBackend>>(bvh, isQueued);
}

std::unique_ptr<PathLoop> makeCudaPathsByMaterial(bool isSorted)
{
  return std::make_unique<PathsByMaterial<CudaBackend>>(isSorted);
}

} // namespace inkray::laboratory
