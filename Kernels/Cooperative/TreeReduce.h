// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/ExecutionContext.h"
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// Computes the levels of a complete binary tree above its leaves, in one launch: each block reduces the
/// leaves of a subtree to its root, and one block reduces the roots. Node h has children 2h and 2h + 1; the
/// root is 1. Blocks draw a ticket when they begin. The block with the last ticket reduces the roots, so the
/// blocks that it waits for are running or done. Empty nodes are not written, except for the root: no node
/// refers to them.
///
/// `Joint` defines the nodes and how two of them join into their parent:
///   Node                                       four 32-bit words, none of which has 16-bit halves of 0
///   Node none()                                the neutral node
///   bool isNone(const Node&)                   whether it is that
///   void join(Node&, const Node& sibling, at)  makes of the two the node `at` above them
///   Node sibling(ctx, const Node&, int mask)   the node of the lane whose number differs in the bits of mask
///   void store(ctx, Stored* nodes, at, const Node&)
///   Node load(ctx, const Stored* nodes, at)    a node in global memory
///
/// Levels of up to `Widest` nodes stay in shared memory while the roots are reduced.
template <int Block, class Joint, std::uint32_t Widest = 128>
class TreeReduce
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps, and no more than a warp has lanes");
  static constexpr int logarithm(int n) { return n > 1 ? 1 + logarithm(n / 2) : 0; }

public:
  static constexpr int numWarps = Block / 32;
  /// A warp's leaves are 2^warpLevels, a block's 2^subtreeLevels.
  static constexpr int warpLevels = 3;
  static constexpr int subtreeLevels = warpLevels + logarithm(numWarps);
  static_assert(numWarps << warpLevels == 1 << subtreeLevels, "a block makes a subtree");

  using Node = typename Joint::Node;

  struct Shared
  {
    std::uint32_t place;
    Node warpRoots[numWarps];
    Node levels[2 * Widest]; ///< at the indices that the nodes have in the tree
  };

  /// The number of subtrees, and so of blocks, for a tree of `depth` levels.
  static constexpr std::uint32_t numSubtrees(int depth)
  {
    return depth > subtreeLevels ? 1u << (depth - subtreeLevels) : 1u;
  }

  /// Join consecutive nodes in the lanes, which begin at `at`; there are 2^levels of them. The levels above
  /// are stored, and every lane gets the root. This is a loop, because an update is so short that fetching
  /// instructions for the first time is a large part of it.
  template <class Ctx, class Stored>
  INKRAY_COOPERATIVE static Node joinWarp(
    const Ctx& ctx, Node node, std::uint32_t at, int levels, Stored* nodes)
  {
    const auto lane = static_cast<std::uint32_t>(ctx.lane());
    const std::uint32_t end = 1u << levels;
    INKRAY_NO_UNROLL
    for (std::uint32_t other = 1; other < end; other *= 2)
    {
      const Node sibling = Joint::sibling(ctx, node, static_cast<int>(other));
      at >>= 1;
      Joint::join(node, sibling, at);
      if (lane < end && (lane & (2 * other - 1)) == 0)
        Joint::store(ctx, nodes, at, node);
    }
    return node;
  }

  /// Reduce the warps' roots to the tree's root. All threads of the block arrive, each with the root of its
  /// warp. `ticket` is the value that thread 0 drew from *tickets when the block began; `roots` has two words
  /// for each subtree. Both are zero before the launch and after it.
  template <class Ctx, class Stored>
  INKRAY_COOPERATIVE static void reduce(const Ctx& ctx, Shared& shared, Node node, int depth,
    std::uint32_t ticket, Stored* nodes, std::uint64_t* roots, std::uint32_t* tickets)
  {
    const std::uint32_t leaves = 1u << depth, numRoots = ctx.numBlocks();
    if (ctx.lane() == 0)
      shared.warpRoots[ctx.warp()] = node;
    if (ctx.thread() == 0)
      shared.place = ticket;
    ctx.syncThreads();
    if (ctx.warp() == 0 && depth > warpLevels)
    {
      const int levels = (depth < subtreeLevels ? depth : subtreeLevels) - warpLevels;
      node = ctx.lane() < 1 << levels ? shared.warpRoots[ctx.lane()] : Joint::none();
      if (ctx.any(!Joint::isNone(node)) || numRoots == 1)
        node = joinWarp(ctx, node,
          (leaves >> warpLevels) + ctx.block() * numWarps + static_cast<std::uint32_t>(ctx.thread()), levels,
          nodes);
      if (ctx.lane() == 0 && numRoots > 1)
        publish(ctx, roots + 2 * ctx.block(), node);
    }
    if (shared.place != numRoots - 1)
      return;
    joinSubtrees(ctx, shared, nodes, roots, numRoots);
    if (ctx.thread() == 0)
      ctx.storeRelaxed(tickets, 0u);
  }

private:
  /// Publish a node to other blocks. Both halves may arrive separately, and are never zero.
  template <class Ctx>
  INKRAY_COOPERATIVE static void publish(const Ctx& ctx, std::uint64_t* place, const Node& node)
  {
    ctx.storePair(place, node.x | static_cast<std::uint64_t>(node.y) << 32,
      node.z | static_cast<std::uint64_t>(node.ref) << 32);
  }

  /// Wait for a node that another block publishes, and clear its place for the next launch.
  template <class Ctx>
  INKRAY_COOPERATIVE static Node await(const Ctx& ctx, std::uint64_t* place)
  {
    std::uint64_t low, high;
    do
      ctx.loadPair(place, low, high);
    while (low == 0 || high == 0);
    ctx.storePair(place, 0, 0);
    return { static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
      static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32) };
  }

  /// Compute the levels above the subtrees, with one block.
  template <class Ctx, class Stored>
  INKRAY_COOPERATIVE static void joinSubtrees(
    const Ctx& ctx, Shared& shared, Stored* nodes, std::uint64_t* roots, std::uint32_t numRoots)
  {
    const auto lane = static_cast<std::uint32_t>(ctx.lane());
    INKRAY_NO_UNROLL
    for (std::uint32_t width = numRoots; width > 1;)
    {
      const int most = 31 - leadingZeros32(width);
      const int levels = most < 5 ? most : 5;
      const std::uint32_t next = width >> levels;
      INKRAY_NO_UNROLL
      for (auto parent = static_cast<std::uint32_t>(ctx.warp()); parent < next; parent += numWarps)
      {
        const std::uint32_t child = (parent << levels) + lane;
        Node node = Joint::none();
        if (lane < 1u << levels)
          node = width == numRoots ? await(ctx, roots + 2 * child)
            : width <= Widest      ? shared.levels[width + child]
                                   : Joint::load(ctx, nodes, width + child);
        // (Levels that do not fit into shared memory are examined completely.)
        if (ctx.any(!Joint::isNone(node)) || next == 1 || next > Widest)
          node = joinWarp(ctx, node, width + child, levels, nodes);
        if (lane == 0 && next <= Widest)
          shared.levels[next + parent] = node;
      }
      width = next;
      ctx.syncThreads();
    }
  }
};

} // namespace inkray
