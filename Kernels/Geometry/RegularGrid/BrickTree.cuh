// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.h"

namespace inkray
{

constexpr int treeBlock = 512;
/// A warp's slots are 2^warpLevels.
constexpr int warpLevels = 3;
static_assert(treeBlock / 32 << warpLevels == 1 << subtreeLevels && subtreeLevels - warpLevels <= 5,
  "a block makes a subtree, and one warp joins its warps");
constexpr unsigned allLanes = 0xffffffffu;

/// A node that is easily joined with others: the upper halves of the bounds are inverted, so that the box
/// around two is the least of each half. The node that is none is all ones, and no half of any node is zero.
struct JoinedNode
{
  std::uint32_t x, y, z, ref;
};

__device__ inline JoinedNode noJoinedNode()
{
  return { allLanes, allLanes, allLanes, noNode };
}

__device__ inline JoinedNode joinedOf(const BrickNode& node)
{
  return { node.x ^ 0xffff0000u, node.y ^ 0xffff0000u, node.z ^ 0xffff0000u, node.ref };
}

__device__ inline void storeNode(BrickNode* nodes, std::uint32_t i, const JoinedNode& node)
{
  reinterpret_cast<uint4*>(nodes)[i] =
    make_uint4(node.x ^ 0xffff0000u, node.y ^ 0xffff0000u, node.z ^ 0xffff0000u, node.ref);
}

/// The lanes hold nodes `at` that follow one another, 2^levels of them; the levels above are stored, and
/// every lane gets the root. A loop, because an update is so short that fetching instructions for the first
/// time is much of it.
__device__ inline JoinedNode joinWarp(JoinedNode node, std::uint32_t at, int levels, BrickNode* nodes)
{
  const std::uint32_t lane = threadIdx.x & 31u, end = 1u << levels;
#pragma unroll 1
  for (std::uint32_t other = 1; other < end; other *= 2)
  {
    const std::uint32_t sibling = __shfl_xor_sync(allLanes, node.ref, other);
    node.x = __vminu2(node.x, __shfl_xor_sync(allLanes, node.x, other));
    node.y = __vminu2(node.y, __shfl_xor_sync(allLanes, node.y, other));
    node.z = __vminu2(node.z, __shfl_xor_sync(allLanes, node.z, other));
    // As in parentOf; noNode is the greatest number.
    at >>= 1;
    node.ref = max(node.ref, sibling) == noNode ? min(node.ref, sibling) : 2 * at;
    if (lane < end && (lane & (2 * other - 1)) == 0)
      storeNode(nodes, at, node);
  }
  return node;
}

/// Show a node to other blocks. Each half travels on its own and is never zero.
__device__ inline void publishNode(uint4* place, const JoinedNode& node)
{
  const std::uint64_t low = node.x | static_cast<std::uint64_t>(node.y) << 32,
                      high = node.z | static_cast<std::uint64_t>(node.ref) << 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(place), "l"(low), "l"(high) : "memory");
}

/// Wait for a node that another block shows, and clear its place for the next launch.
__device__ inline JoinedNode awaitNode(uint4* place)
{
  std::uint64_t low, high;
  do
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(low), "=l"(high)
                 : "l"(place)
                 : "memory");
  while (low == 0 || high == 0);
  *place = make_uint4(0, 0, 0, 0);
  return { static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
    static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32) };
}

/// The levels above the subtrees, by one block.
__device__ inline void joinSubtrees(BrickNode* nodes, uint4* roots, std::uint32_t numRoots)
{
  // Levels that fit, under the numbers that their nodes have in the tree.
  constexpr std::uint32_t widest = 128;
  __shared__ JoinedNode shared[2 * widest];
  const std::uint32_t lane = threadIdx.x & 31u;
#pragma unroll 1
  for (std::uint32_t width = numRoots; width > 1;)
  {
    const int levels = min(5, 31 - __clz(static_cast<int>(width)));
    const std::uint32_t next = width >> levels;
#pragma unroll 1
    for (std::uint32_t parent = threadIdx.x >> 5; parent < next; parent += treeBlock / 32)
    {
      const std::uint32_t child = (parent << levels) + lane;
      JoinedNode node = noJoinedNode();
      if (lane < 1u << levels)
        node = width == numRoots ? awaitNode(roots + child)
          : width <= widest      ? shared[width + child]
                                 : joinedOf(nodes[width + child]);
      // (Of levels that do not fit, all are looked at again.)
      if (__any_sync(allLanes, node.ref != noNode) || next == 1 || next > widest)
        node = joinWarp(node, width + child, levels, nodes);
      if (lane == 0 && next <= widest)
        shared[next + parent] = node;
    }
    width = next;
    __syncthreads();
  }
}

/// The tree in one launch. Each warp flags the leaves of eight slots and reads the ranges of all their
/// sub-bricks together; each block joins its warps' leaves to the root of a subtree. All blocks draw a ticket
/// when they begin, and the one with the last joins the roots: the blocks that it waits for are running or
/// done. Inner nodes with nothing below them, which nothing leads to, are not written except for the root.
template <class T, bool Single>
__global__ void __launch_bounds__(treeBlock, 1) updateTreeKernel(const __grid_constant__ TreeUpdate<T> update)
{
  constexpr int warps = treeBlock / 32, warpSlots = 1 << warpLevels;
  __shared__ std::uint32_t place;
  __shared__ JoinedNode warpRoots[warps];
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, warp = thread >> 5,
            depth = update.layout.depth;
  const std::uint32_t slots = 1u << depth, numRoots = gridDim.x;
  uint4* const roots = reinterpret_cast<uint4*>(update.arrivals);
  std::uint32_t* const tickets = update.arrivals + 4 * numRoots;

  const std::uint32_t firstSlot = (blockIdx.x * warps + static_cast<std::uint32_t>(warp)) * warpSlots,
                      slot = firstSlot + static_cast<std::uint32_t>(lane);
  const bool hasSlot = lane < warpSlots && slot < slots;
  MinMax<T> range = emptyRange<T>();
  std::uint32_t ref = noNode, ticket = 0;
  if (hasSlot)
  {
    range = update.ranges[slot];
    ref = update.refs[slot];
  }
  if (thread == 0)
    ticket = atomicAdd(tickets, 1u); // not looked at before all is done
  const bool isFlagged = hasSlot && holdsSurface<Single>(update.surfaces, range);
  const std::uint32_t flagged = __ballot_sync(allLanes, isFlagged);
  JoinedNode node = noJoinedNode();
  if (flagged != 0)
  {
    int at[3];
    leafOfRef(ref, at);
    const auto leaf = static_cast<std::uint32_t>(
      at[0] + update.layout.leaves[0] * (at[1] + update.layout.leaves[1] * at[2])); // fits: ten bits each
    MinMax<T> ranges[warpSlots][2];
    INKRAY_UNROLL
    for (int k = 0; k < warpSlots; ++k)
      if ((flagged >> k & 1u) != 0)
      {
        const MinMax<T>* const from =
          update.subBricks + std::size_t(__shfl_sync(allLanes, leaf, k)) * subBricksPerLeaf + lane;
        ranges[k][0] = from[0];
        ranges[k][1] = from[32];
      }
    std::uint32_t low = 0, high = 0;
    INKRAY_UNROLL
    for (int k = 0; k < warpSlots; ++k)
      if ((flagged >> k & 1u) != 0)
      {
        const std::uint32_t below =
          __ballot_sync(allLanes, holdsSurface<Single>(update.surfaces, ranges[k][0]));
        const std::uint32_t above =
          __ballot_sync(allLanes, holdsSurface<Single>(update.surfaces, ranges[k][1]));
        low = lane == k ? below : low;
        high = lane == k ? above : high;
      }
    if (isFlagged)
    {
      const std::uint64_t mask = low | static_cast<std::uint64_t>(high) << 32;
      update.leafMasks[leaf] = mask;
      node = joinedOf(nodeOfMask(update.layout, ref, mask));
    }
  }
  // (A small tree has fewer slots than there are warps for them.)
  if (firstSlot < slots)
  {
    if (hasSlot)
      storeNode(update.nodes, slots + slot, node);
    if (flagged != 0 || depth <= warpLevels)
      node = joinWarp(node, slots + slot, min(warpLevels, depth), update.nodes);
  }
  if (lane == 0)
    warpRoots[warp] = node;
  if (thread == 0)
    place = ticket;
  __syncthreads();
  if (warp == 0 && depth > warpLevels)
  {
    const int levels = min(depth, subtreeLevels) - warpLevels;
    node = lane < 1 << levels ? warpRoots[lane] : noJoinedNode();
    if (__any_sync(allLanes, node.ref != noNode) || numRoots == 1)
      node = joinWarp(node, (slots >> warpLevels) + blockIdx.x * warps + threadIdx.x, levels, update.nodes);
    if (lane == 0 && numRoots > 1)
      publishNode(roots + blockIdx.x, node);
  }
  if (place != numRoots - 1)
    return;
  joinSubtrees(update.nodes, roots, numRoots);
  if (thread == 0)
    *tickets = 0;
}

template <class T>
void updateTree(CudaBackend& backend, const TreeUpdate<T>& update)
{
  const unsigned blocks =
    update.layout.depth > subtreeLevels ? 1u << (update.layout.depth - subtreeLevels) : 1u;
  if (update.surfaces.count == 1)
    updateTreeKernel<T, true><<<blocks, treeBlock, 0, backend.stream()>>>(update);
  else
    updateTreeKernel<T, false><<<blocks, treeBlock, 0, backend.stream()>>>(update);
  checkCuda(cudaGetLastError(), "launch of updateTree");
}

} // namespace inkray
