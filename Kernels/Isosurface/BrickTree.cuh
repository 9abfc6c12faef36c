// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Execution/CudaBackend.cuh"
#include "Isosurface/BrickTree.h"

namespace inkray
{

/// How many leaf slots a block takes care of: a whole subtree of six levels.
constexpr int subtreeSlots = 64;
constexpr int treeBlock = 256;

__device__ inline BrickNode nodeFromOtherBlock(const BrickNode* node)
{
  const int4 v = __ldcg(reinterpret_cast<const int4*>(node));
  return { static_cast<std::uint32_t>(v.x), static_cast<std::uint32_t>(v.y), static_cast<std::uint32_t>(v.z), static_cast<std::uint32_t>(v.w) };
}

/// The tree in one launch. Each block flags the leaves of a subtree, a warp for the 64 sub-bricks of one leaf, and propagates them to the subtree's root in shared memory; the block that
/// finishes last does the levels above.
template <class T>
__global__ void __launch_bounds__(treeBlock) updateTreeKernel(const __grid_constant__ TreeUpdate<T> update, int subtreeLevels)
{
  __shared__ BrickNode nodes[2 * subtreeSlots];
  __shared__ int candidates[subtreeSlots];
  __shared__ int numCandidates;
  __shared__ bool isLast;
  const BrickLayout& layout = update.layout;
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, warp = thread >> 5;
  const int slots = 1 << subtreeLevels;
  const std::int64_t root = (std::int64_t(1) << (layout.depth - subtreeLevels)) + blockIdx.x;

  if (thread == 0)
    numCandidates = 0;
  __syncthreads();
  if (thread < slots)
  {
    nodes[slots + thread] = invalidNode();
    int leaf[3];
    leafOfSlot(layout, blockIdx.x * static_cast<unsigned>(slots) + static_cast<unsigned>(thread), leaf);
    if (isInside(layout, leaf) && holdsSurface(update.surfaces, update.leaves[leafIndex(layout, leaf)]))
      candidates[atomicAdd(&numCandidates, 1)] = thread;
  }
  __syncthreads();
  for (int c = warp; c < numCandidates; c += treeBlock / 32)
  {
    const int slot = candidates[c];
    int leaf[3];
    leafOfSlot(layout, blockIdx.x * static_cast<unsigned>(slots) + static_cast<unsigned>(slot), leaf);
    const std::int64_t index = leafIndex(layout, leaf);
    const MinMax<T>* ranges = update.subBricks + index * subBricksPerLeaf;
    const bool low = holdsSurface(update.surfaces, ranges[lane]);
    const bool high = holdsSurface(update.surfaces, ranges[32 + lane]);
    const std::uint64_t mask = std::uint64_t(__ballot_sync(0xffffffffu, low)) | std::uint64_t(__ballot_sync(0xffffffffu, high)) << 32;
    if (lane == 0)
    {
      update.leafMasks[index] = mask;
      nodes[slots + slot] = nodeOfMask(layout, leaf, mask);
    }
  }
  __syncthreads();

  // Node k of the subtree (root 1) is node root 2^level + (k - 2^level) of the tree.
  for (int width = slots / 2; width >= 1; width /= 2)
  {
    const std::int64_t first = root * width;
    if (thread < width)
      nodes[width + thread] = parentOf(nodes[2 * (width + thread)], nodes[2 * (width + thread) + 1], static_cast<std::uint32_t>(2 * (first + thread)));
    __syncthreads();
  }
  for (int k = 1 + thread; k < 2 * slots; k += treeBlock)
  {
    const int level = 31 - __clz(k);
    update.nodes[(root << level) + (k - (1 << level))] = nodes[k];
  }
  if (layout.depth == subtreeLevels)
    return;

  // The last block to arrive sees what all have written.
  __threadfence();
  __syncthreads();
  if (thread == 0)
    isLast = atomicAdd(update.arrivals, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!isLast)
    return;
  __threadfence();
  for (std::int64_t first = (std::int64_t(1) << (layout.depth - subtreeLevels)) / 2; first >= 1; first /= 2)
  {
    for (std::int64_t k = first + thread; k < 2 * first; k += treeBlock)
      update.nodes[k] = parentOf(nodeFromOtherBlock(update.nodes + 2 * k), nodeFromOtherBlock(update.nodes + 2 * k + 1), static_cast<std::uint32_t>(2 * k));
    __threadfence();
    __syncthreads();
  }
  if (thread == 0)
    *update.arrivals = 0;
}

template <class T>
void updateTree(CudaBackend& backend, const TreeUpdate<T>& update)
{
  const int levels = update.layout.depth < 6 ? update.layout.depth : 6;
  const unsigned blocks = 1u << (update.layout.depth - levels);
  updateTreeKernel<<<blocks, treeBlock, 0, backend.stream()>>>(update, levels);
  checkCuda(cudaGetLastError(), "launch of updateTree");
}

} // namespace inkray
