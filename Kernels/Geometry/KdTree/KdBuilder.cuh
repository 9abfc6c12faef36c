// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The stages of a build on a CUDA device. They are documented in KdLarge.h and KdSmall.h.
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/LaunchSettings.cuh"
#include "Device/LaunchTable.h"
#include "Geometry/KdTree/KdLarge.h"
#include "Geometry/KdTree/KdLargeBlock.h"
#include "Geometry/KdTree/KdSmallBlock.h"

#include <cstdint>

namespace inkray
{

constexpr int kdSmallBlock = launches::smallKdTrees.threads;

template <int Block>
__global__ void __launch_bounds__(Block) splitChunksKernel(const __grid_constant__ KdBuild build)
{
  using Body = KdLargeBlock<Block>;
  __shared__ typename Body::Shared shared;
  const bool isFirst = build.state->list == 0;
  Body::run(CudaContext<Block>(), shared, build, isFirst ? build.lists[0] : build.lists[1],
    isFirst ? build.lists[1] : build.lists[0], chunksOf(*build.state));
}

template <KdSmallPass Pass, int Words>
__global__ void __launch_bounds__(kdSmallBlock)
  smallTreesKernel(const __grid_constant__ KdSmallTrees trees, const std::uint64_t* numTrees)
{
  using Body = KdSmallBlock<kdSmallBlock, Words>;
  __shared__ typename Body::Shared shared;
  Body::template run<Pass>(CudaContext<kdSmallBlock>(), shared, trees, static_cast<std::uint32_t>(*numTrees));
}

inline void planNodes(CudaBackend& backend, const KdBuild& build)
{
  backend.forEachCounted<launches::planKdNodes.threads>(&build.state->numActive, PlanNode{ build });
}

inline void splitChunks(CudaBackend& backend, const KdBuild& build)
{
  const CudaBackend::Launch launch(backend);
  static LaunchSettings resident;
  const int blocks = resident.get(
    backend.ordinal(), [] { return LaunchSettings::residentBlocks(splitChunksKernel<kdChunk>, kdChunk); });
  splitChunksKernel<kdChunk>
    <<<static_cast<unsigned>(backend.multiprocessors() * blocks), kdChunk, 0, launch.stream>>>(build);
  checkCuda(cudaGetLastError(), "launch of splitChunks");
}

template <KdSmallPass Pass, int Words>
void launchSmallTreesOf(CudaBackend& backend, const KdSmallTrees& trees, const std::uint64_t* numTrees)
{
  const CudaBackend::Launch launch(backend);
  static LaunchSettings resident;
  const int blocks = resident.get(backend.ordinal(),
    [] { return LaunchSettings::residentBlocks(smallTreesKernel<Pass, Words>, kdSmallBlock); });
  smallTreesKernel<Pass, Words>
    <<<static_cast<unsigned>(backend.multiprocessors() * blocks), kdSmallBlock, 0, launch.stream>>>(
      trees, numTrees);
  checkCuda(cudaGetLastError(), "launch of smallTrees");
}

template <KdSmallPass Pass>
void launchSmallTrees(CudaBackend& backend, const KdSmallTrees& trees, const std::uint64_t* numTrees)
{
  if (trees.policy.smallTriangles <= 32)
    launchSmallTreesOf<Pass, 1>(backend, trees, numTrees);
  else
    launchSmallTreesOf<Pass, 2>(backend, trees, numTrees);
}

inline void buildSmallTrees(CudaBackend& backend, const KdBuild& build, KdSmallPass pass,
  std::uint32_t* nodePlaces, std::uint32_t* trianglePlaces)
{
  const KdSmallTrees trees = { build.boxes, build.smallLow, build.smallHigh, build.smallCounts,
    build.smallTriangles, build.corners, build.state->rootBounds, build.policy, build.nodes,
    build.leafTriangles, &build.state->nodesAndLeafTriangles, build.capacities.rooms[kdNodes],
    build.capacities.rooms[kdLeafTriangles], build.state->overflow, nodePlaces, trianglePlaces };
  const std::uint64_t* const numTrees = &build.state->numSmallRoots;
  switch (pass)
  {
    case KdSmallPass::Append:
      return launchSmallTrees<KdSmallPass::Append>(backend, trees, numTrees);
    case KdSmallPass::Count:
      return launchSmallTrees<KdSmallPass::Count>(backend, trees, numTrees);
    case KdSmallPass::Emit:
      return launchSmallTrees<KdSmallPass::Emit>(backend, trees, numTrees);
  }
}

} // namespace inkray
