// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CudaCompactor.cuh"
#include "Device/CudaBackend.cuh"
#include "Laboratory/Compaction/InPlaceCompactor.cuh"
#include "Laboratory/Paths/ComparedPathLoops.h"
#include "Laboratory/Paths/TiledPaths.cuh"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/DearerPaths.h"

namespace inkray
{

std::unique_ptr<PathLoop> makeCudaPathLoop(ComparedPathLoop loop, int pathsPerThread)
{
  return makeComparedPathLoop<CudaBackend>(loop, pathsPerThread);
}

std::unique_ptr<PathLoop> makeCudaDearerPaths(
  bool isCompacted, std::uint32_t operations, std::uint32_t numShares)
{
  return std::make_unique<DearerPaths<CudaBackend>>(isCompacted, operations, numShares);
}

double tiledOccupancy(ComparedPathLoop loop, int pathsPerThread)
{
  int device = 0, threads = 0;
  checkCuda(cudaGetDevice(&device), "cudaGetDevice");
  checkCuda(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
    "cudaDeviceGetAttribute");
  const auto size = static_cast<std::uint32_t>(tiledBlock * pathsPerThread);
  const int blocks = loop == ComparedPathLoop::TiledShared
    ? residentTiles<OneIsosurface, tiledBlock, true>(size)
    : residentTiles<OneIsosurface, tiledBlock, false>(size);
  return double(blocks) * tiledBlock / threads;
}

} // namespace inkray
