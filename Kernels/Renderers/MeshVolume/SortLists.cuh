// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// sortLists (documented in SortLists.h) on a CUDA device.
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchTable.h"
#include "Renderers/MeshVolume/SortLists.h"

#include <cstdint>

namespace inkray
{

template <int Block, int Capacity>
__global__ void __launch_bounds__(Block)
  sortListsKernel(std::int64_t numPixels, const __grid_constant__ SortPixelIntersections lists)
{
  __shared__ typename BlockListSort<Block, Capacity>::Shared shared;
  if (*lists.fragmentCount <= lists.capacity)
    BlockListSort<Block, Capacity>::sort(
      CudaContext<Block>(), shared, std::int64_t(blockIdx.x) * Block, numPixels, lists);
}

inline void sortLists(CudaBackend& backend, std::int64_t numPixels, const SortPixelIntersections& lists)
{
  if (numPixels <= 0)
    return;
  const CudaBackend::Launch launch(backend);
  constexpr int block = launches::sortLists.threads, capacity = 16 * block;
  sortListsKernel<block, capacity>
    <<<static_cast<unsigned>((numPixels + block - 1) / block), block, 0, launch.stream>>>(numPixels, lists);
  checkCuda(cudaGetLastError(), "launch of the sort of intersection lists");
}

} // namespace inkray
