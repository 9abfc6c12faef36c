// SPDX-License-Identifier: BSD-3-Clause
// The brick tree's update in one launch, against the plain kernels that make the tree level by level.
#include "CompactionScenarios.h"
#include "Geometry/RegularGrid/BrickTreeBlock.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace protocol
{
namespace
{
using namespace inkray;

/// A tree of made-up ranges: some leaves hold surfaces, and some of these hold them in no sub-brick.
struct Bricks
{
  BrickLayout layout;
  std::vector<MinMax<std::uint8_t>> ranges, subBricks; ///< of the slots, of the leaves
  std::vector<std::uint32_t> refs;
  std::vector<std::uint64_t> masks;
  std::vector<BrickNode> nodes;

  Bricks(Random& dice, const std::int64_t cells[3])
    : layout(makeBrickLayout(cells))
    , ranges(std::size_t(1) << layout.depth, emptyRange<std::uint8_t>())
    , subBricks(static_cast<std::size_t>(layout.leaves[0]) * static_cast<std::size_t>(layout.leaves[1]) *
        static_cast<std::size_t>(layout.leaves[2]) * subBricksPerLeaf)
    , refs(ranges.size())
  {
    constexpr std::uint32_t densities[] = { 0, 4, 30, 100 };
    const std::uint32_t density = densities[dice.below(4)];
    for (std::size_t slot = 0; slot < refs.size(); ++slot)
    {
      ReferLeaf{ layout, refs.data() }(static_cast<std::int64_t>(slot));
      if (refs[slot] == noNode)
        continue;
      const bool near = dice.below(100) < density;
      ranges[slot] = near ? MinMax<std::uint8_t>{ 40, 120 } : MinMax<std::uint8_t>{ 40, 60 };
      const auto first = static_cast<std::size_t>(leafIndexOfRef(layout, refs[slot])) * subBricksPerLeaf;
      for (std::size_t sub = 0; sub < subBricksPerLeaf; ++sub)
        subBricks[first + sub] =
          near && dice.below(100) < 5 ? MinMax<std::uint8_t>{ 60, 120 } : MinMax<std::uint8_t>{ 40, 60 };
    }
  }

  void update(const SurfaceList& surfaces)
  {
    const std::int64_t slots = std::int64_t(1) << layout.depth;
    masks.assign(subBricks.size() / subBricksPerLeaf, 0);
    nodes.assign(static_cast<std::size_t>(2 * slots), invalidNode());
    for (std::int64_t slot = 0; slot < slots; ++slot)
      FlagLeaf<std::uint8_t>{ layout, surfaces, ranges.data(), refs.data(), subBricks.data(), masks.data(),
        nodes.data() }(slot);
    for (std::int64_t first = slots / 2; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        PropagateNode{ nodes.data(), first }(i);
  }
};

template <class T>
T* copied(Executor& e, const char* name, const std::vector<T>& values)
{
  T* const p = e.memory.allocate<T>(name, values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    e.memory.write(p + i, values[i]);
  return p;
}

/// Levels of up to `Widest` nodes fit into shared memory; wider ones are read back.
template <int Block, std::uint32_t Widest>
void runTreeOf(Executor& e)
{
  using Tree = TreeReduce<Block, BrickJoint, Widest>;
  Random& dice = e.dice();
  // Up to 2^9 leaves; some shapes leave slots outside of the volume.
  const std::int64_t cells[3] = { 1 + dice.below(128), 1 + dice.below(128), 1 + dice.below(128) };
  Bricks bricks(dice, cells);
  const std::size_t slots = bricks.refs.size();
  const std::uint32_t blocks = Tree::numSubtrees(bricks.layout.depth);
  const SurfaceEntry entries[2] = { { 100, 1, 1, 1, 1 }, { 110, 1, 1, 1, 1 } };
  auto* const nodes = e.memory.allocate<BrickNode>("nodes", 2 * slots);
  auto* const masks = e.memory.allocate<std::uint64_t>("leafMasks", bricks.subBricks.size() / 64);
  std::uint64_t* const roots = copied(e, "roots", std::vector<std::uint64_t>(2 * blocks, 0));
  std::uint32_t* const tickets = copied(e, "tickets", std::vector<std::uint32_t>(1, 0));
  const TreeUpdate<std::uint8_t> update = { bricks.layout, { entries, 1, entries[0].value },
    copied(e, "ranges", bricks.ranges), copied(e, "refs", bricks.refs),
    copied(e, "subBricks", bricks.subBricks), masks, nodes, nullptr };

  for (int launch = 0; launch < 2 && e.failure().empty(); ++launch)
  {
    TreeUpdate<std::uint8_t> now = update;
    const bool single = dice.chance(0.7);
    now.surfaces.count = single ? 1 : 2;
    bricks.update(now.surfaces);
    e.memory.forget(nodes);
    e.memory.forget(masks);
    const auto run = [&](auto body) {
      using Body = decltype(body);
      return e.launch<Block, typename Body::Shared>(
        blocks, [&](const FiberContext<Block>& ctx, typename Body::Shared& shared) {
          Body::run(ctx, shared, now, roots, tickets);
        });
    };
    const bool ended = single ? run(BrickTreeBlock<Block, std::uint8_t, true, Widest>())
                              : run(BrickTreeBlock<Block, std::uint8_t, false, Widest>());
    if (!ended)
      return;
    for (std::size_t i = 1; i < 2 * slots; ++i)
    {
      const BrickNode& expected = bricks.nodes[i];
      // Empty inner nodes are not set: only the root and the leaves say that nothing is there.
      if (expected.ref == noNode && i > 1 && i < slots)
        continue;
      const std::string which = "node " + std::to_string(i);
      if (!e.memory.written(nodes + i))
        return e.fail(which + " is not set");
      const BrickNode got = e.memory.read(nodes + i);
      if (got.x != expected.x || got.y != expected.y || got.z != expected.z || got.ref != expected.ref)
        return e.fail(which + " is wrong");
    }
    for (std::size_t slot = 0; slot < slots; ++slot)
      if (bricks.refs[slot] != noNode && holdsSurface(now.surfaces, bricks.ranges[slot]))
      {
        const std::int64_t leaf = leafIndexOfRef(bricks.layout, bricks.refs[slot]);
        if (!e.memory.written(masks + leaf) ||
          e.memory.read(masks + leaf) != bricks.masks[static_cast<std::size_t>(leaf)])
          return e.fail("the mask of leaf " + std::to_string(leaf) + " is wrong");
      }
    for (std::size_t i = 0; i < 2 * blocks; ++i)
      if (e.memory.read(roots + i) != 0)
        return e.fail("root " + std::to_string(i / 2) + " is left for the next launch");
    if (e.memory.read(tickets) != 0)
      return e.fail("the ticket is left for the next launch");
  }
}

void runTree(Executor& e)
{
  // One warp leaves up to 64 roots, which become 2 before they become 1: more than fit, as many, and fewer.
  constexpr void (*sizes[])(Executor&) = { runTreeOf<32, 1>, runTreeOf<32, 2>, runTreeOf<32, 8>,
    runTreeOf<64, 8>, runTreeOf<128, 8> };
  sizes[e.dice().below(5)](e);
}

} // namespace

Scenario brickTreeScenario()
{
  return { "BrickTree", 500, runTree };
}

} // namespace protocol
