// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/BrickTree.cuh"

#include "Cooperative/CudaContext.cuh"
#include "Device/LaunchTable.h"
#include "Geometry/RegularGrid/BrickTreeBlock.h"

#include <cstdint>

namespace inkray
{

constexpr int treeBlock = launches::brickSubtrees.threads;
static_assert(TreeReduce<treeBlock, BrickJoint>::subtreeLevels == subtreeLevels, "a block makes a subtree");

template <class T, bool Single>
__global__ void __launch_bounds__(treeBlock, 1) updateTreeKernel(const __grid_constant__ TreeUpdate<T> update)
{
  using Body = BrickTreeBlock<treeBlock, T, Single>;
  __shared__ typename Body::Shared shared;
  Body::run(CudaContext<treeBlock>(), shared, update, reinterpret_cast<std::uint64_t*>(update.arrivals),
    update.arrivals + 4 * gridDim.x);
}

template <class T>
void updateTree(CudaBackend& backend, const TreeUpdate<T>& update)
{
  const CudaBackend::Launch launch(backend);
  const std::uint32_t blocks = TreeReduce<treeBlock, BrickJoint>::numSubtrees(update.layout.depth);
  if (update.surfaces.count == 1)
    updateTreeKernel<T, true><<<blocks, treeBlock, 0, launch.stream>>>(update);
  else
    updateTreeKernel<T, false><<<blocks, treeBlock, 0, launch.stream>>>(update);
  checkCuda(cudaGetLastError(), "launch of updateTree");
}

template void updateTree(CudaBackend&, const TreeUpdate<float>&);
template void updateTree(CudaBackend&, const TreeUpdate<std::uint8_t>&);
template void updateTree(CudaBackend&, const TreeUpdate<std::uint16_t>&);

} // namespace inkray
