// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The update of the brick tree by blocks of threads, with an execution context: CUDA runs it, and
/// Testing/Protocol runs it on fibers.
#include "Cooperative/TreeReduce.h"
#include "Geometry/RegularGrid/BrickTree.h"

#include <cstdint>

namespace inkray
{

/// Joins brick nodes. The upper halves of the bounds are inverted meanwhile, so that the box around two nodes
/// is the minimum of each half. The empty node is all ones, and no half of any node is zero.
struct BrickJoint
{
  struct Node
  {
    std::uint32_t x, y, z, ref;
  };

  INKRAY_COOPERATIVE static Node none() { return { 0xffffffffu, 0xffffffffu, 0xffffffffu, noNode }; }
  INKRAY_COOPERATIVE static bool isNone(const Node& node) { return node.ref == noNode; }
  INKRAY_COOPERATIVE static Node of(const BrickNode& node)
  {
    return { node.x ^ 0xffff0000u, node.y ^ 0xffff0000u, node.z ^ 0xffff0000u, node.ref };
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static Node sibling(const Ctx& ctx, const Node& node, int mask)
  {
    return { ctx.shuffleXor(node.x, mask), ctx.shuffleXor(node.y, mask), ctx.shuffleXor(node.z, mask),
      ctx.shuffleXor(node.ref, mask) };
  }
  /// Joins as parentOf does; noNode is the greatest number.
  INKRAY_COOPERATIVE static void join(Node& node, const Node& sibling, std::uint32_t at)
  {
    node.x = minimumOfHalves(node.x, sibling.x);
    node.y = minimumOfHalves(node.y, sibling.y);
    node.z = minimumOfHalves(node.z, sibling.z);
    const std::uint32_t greater = node.ref > sibling.ref ? node.ref : sibling.ref;
    const std::uint32_t lesser = node.ref > sibling.ref ? sibling.ref : node.ref;
    node.ref = greater == noNode ? lesser : 2 * at;
  }

  template <class Ctx>
  INKRAY_COOPERATIVE static void store(const Ctx& ctx, BrickNode* nodes, std::uint32_t at, const Node& node)
  {
    ctx.store(
      nodes + at, BrickNode{ node.x ^ 0xffff0000u, node.y ^ 0xffff0000u, node.z ^ 0xffff0000u, node.ref });
  }
  template <class Ctx>
  INKRAY_COOPERATIVE static Node load(const Ctx& ctx, const BrickNode* nodes, std::uint32_t at)
  {
    return of(ctx.load(nodes + at));
  }
};

/// Build the tree in one launch of TreeReduce::numSubtrees(depth) blocks. Each warp flags the leaves of eight
/// slots and reads the ranges of all their sub-bricks together; TreeReduce does the rest. `roots` has two
/// words for each block and `tickets` one, all zero before and after. `Single`: there is one isovalue.
template <int Block, class T, bool Single, std::uint32_t Widest = 128>
struct BrickTreeBlock
{
  using Tree = TreeReduce<Block, BrickJoint, Widest>;
  using Node = BrickJoint::Node;
  using Shared = typename Tree::Shared;

  template <class Ctx>
  INKRAY_COOPERATIVE static void run(
    const Ctx& ctx, Shared& shared, const TreeUpdate<T>& update, std::uint64_t* roots, std::uint32_t* tickets)
  {
    constexpr int warpLevels = Tree::warpLevels, warpSlots = 1 << warpLevels;
    const int lane = ctx.lane(), depth = update.layout.depth;
    const std::uint32_t slots = 1u << depth;
    const std::uint32_t firstSlot =
      (ctx.block() * Tree::numWarps + static_cast<std::uint32_t>(ctx.warp())) * warpSlots;
    const std::uint32_t slot = firstSlot + static_cast<std::uint32_t>(lane);
    const bool hasSlot = lane < warpSlots && slot < slots;
    MinMax<T> range = emptyRange<T>();
    std::uint32_t ref = noNode, ticket = 0;
    if (hasSlot)
    {
      range = ctx.load(update.ranges + slot);
      ref = ctx.load(update.refs + slot);
    }
    if (ctx.thread() == 0)
      ticket = ctx.atomicAdd(tickets, 1u); // used only after the leaves are complete
    const bool isFlagged = hasSlot && holdsSurface<Single>(update.surfaces, range);
    const std::uint32_t flagged = ctx.ballot(isFlagged);
    Node node = BrickJoint::none();
    if (flagged != 0)
    {
      int at[3];
      leafOfRef(ref, at);
      const auto leaf = static_cast<std::uint32_t>(
        at[0] + update.layout.leaves[0] * (at[1] + update.layout.leaves[1] * at[2])); // fits: ten bits for
                                                                                      // each axis
      MinMax<T> ranges[warpSlots][2];
      INKRAY_UNROLL
      for (int k = 0; k < warpSlots; ++k)
        if ((flagged >> k & 1u) != 0)
        {
          const MinMax<T>* const from =
            update.subBricks + std::size_t(ctx.shuffle(leaf, k)) * subBricksPerLeaf + lane;
          ranges[k][0] = ctx.load(from);
          ranges[k][1] = ctx.load(from + 32);
        }
      std::uint32_t low = 0, high = 0;
      INKRAY_UNROLL
      for (int k = 0; k < warpSlots; ++k)
        if ((flagged >> k & 1u) != 0)
        {
          const std::uint32_t below = ctx.ballot(holdsSurface<Single>(update.surfaces, ranges[k][0]));
          const std::uint32_t above = ctx.ballot(holdsSurface<Single>(update.surfaces, ranges[k][1]));
          low = lane == k ? below : low;
          high = lane == k ? above : high;
        }
      if (isFlagged)
      {
        const std::uint64_t mask = low | static_cast<std::uint64_t>(high) << 32;
        ctx.store(update.leafMasks + leaf, mask);
        node = BrickJoint::of(nodeOfMask(update.layout, ref, mask));
      }
    }
    // (A small tree has fewer slots than the block's warps could process.)
    if (firstSlot < slots)
    {
      if (hasSlot)
        BrickJoint::store(ctx, update.nodes, slots + slot, node);
      if (flagged != 0 || depth <= warpLevels)
        node = Tree::joinWarp(ctx, node, slots + slot, depth < warpLevels ? depth : warpLevels, update.nodes);
    }
    Tree::reduce(ctx, shared, node, depth, ticket, update.nodes, roots, tickets);
  }
};

} // namespace inkray
