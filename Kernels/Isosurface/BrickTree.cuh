// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Execution/CudaBackend.cuh"
#include "Isosurface/BrickTree.h"

namespace inkray
{

/// How many leaf slots a block takes care of: a whole subtree of six levels.
constexpr int subtreeSlots = 64;
constexpr int treeBlock = 512;
/// Widest level that the last block takes into shared memory.
constexpr int topNodes = 512;

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
  __shared__ __align__(16) BrickNode nodes[2 * subtreeSlots];
  __shared__ BrickNode top[2 * topNodes];
  struct Candidate
  {
    int slot;
    std::uint32_t ref;
    std::uint64_t mask;
  };
  __shared__ Candidate candidates[subtreeSlots];
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
      candidates[atomicAdd(&numCandidates, 1)] = { thread, leafRef(leaf), 0 };
  }
  __syncthreads();
  // Four leaves at a time a warp: their loads travel together.
  constexpr int warps = treeBlock / 32, together = 4;
  for (int first = warp; first < numCandidates; first += warps * together)
  {
    MinMax<T> ranges[together][2];
    INKRAY_UNROLL
    for (int k = 0; k < together; ++k)
    {
      const int c = first + k * warps;
      if (c < numCandidates)
      {
        int leaf[3];
        leafOfRef(candidates[c].ref, leaf);
        const MinMax<T>* from = update.subBricks + leafIndex(layout, leaf) * subBricksPerLeaf;
        ranges[k][0] = from[lane];
        ranges[k][1] = from[32 + lane];
      }
    }
    INKRAY_UNROLL
    for (int k = 0; k < together; ++k)
    {
      const int c = first + k * warps;
      if (c >= numCandidates)
        break;
      const std::uint64_t low = __ballot_sync(0xffffffffu, holdsSurface(update.surfaces, ranges[k][0]));
      const std::uint64_t high = __ballot_sync(0xffffffffu, holdsSurface(update.surfaces, ranges[k][1]));
      if (lane == 0)
        candidates[c].mask = low | high << 32;
    }
  }
  __syncthreads();
  if (thread < numCandidates)
  {
    const Candidate& candidate = candidates[thread];
    int leaf[3];
    leafOfRef(candidate.ref, leaf);
    update.leafMasks[leafIndex(layout, leaf)] = candidate.mask;
    nodes[slots + candidate.slot] = nodeOfMask(layout, leaf, candidate.mask);
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
  std::int64_t first = (std::int64_t(1) << (layout.depth - subtreeLevels)) / 2;
  for (; first > topNodes / 2; first /= 2)
  {
    for (std::int64_t k = first + thread; k < 2 * first; k += treeBlock)
      update.nodes[k] = parentOf(nodeFromOtherBlock(update.nodes + 2 * k), nodeFromOtherBlock(update.nodes + 2 * k + 1), static_cast<std::uint32_t>(2 * k));
    __threadfence();
    __syncthreads();
  }
  // The rest fits into shared memory, under the numbers it has in the tree.
  for (std::int64_t k = 2 * first + thread; k < 4 * first; k += treeBlock)
    top[k] = nodeFromOtherBlock(update.nodes + k);
  __syncthreads();
  for (; first >= 1; first /= 2)
  {
    for (std::int64_t k = first + thread; k < 2 * first; k += treeBlock)
      update.nodes[k] = top[k] = parentOf(top[2 * k], top[2 * k + 1], static_cast<std::uint32_t>(2 * k));
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
