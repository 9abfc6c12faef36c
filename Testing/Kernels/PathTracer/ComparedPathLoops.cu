// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/Baselines/InPlaceCompactor.cuh"
#include "Compaction/CudaCompactor.cuh"
#include "Device/CudaBackend.cuh"
#include "Renderers/PathTracer/Baselines/ComparedPathLoops.h"
#include "Renderers/PathTracer/Baselines/TiledPaths.cuh"

namespace inkray
{

std::unique_ptr<PathLoop> makeCudaPathLoop(ComparedPathLoop loop)
{
  return makeComparedPathLoop<CudaBackend>(loop);
}

} // namespace inkray
