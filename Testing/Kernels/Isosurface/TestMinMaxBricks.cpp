// SPDX-License-Identifier: BSD-3-Clause
// The layout, ranges and tree of the bricks, against a look at every cell. The kernels are called as plain
// functions.
#include "Geometry/RegularGrid/BrickKernels.h"
#include "Oracles/VolumeFunctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr GridIndex CellCounts[] = { { 1, 1, 1 }, { 2, 1, 16 }, { 16, 16, 16 }, { 17, 16, 15 }, { 33, 5, 70 },
  { 4, 100, 20 }, { 49, 50, 31 } };

TEST(MinMaxBricks, EveryLeafHasOneSlot)
{
  for (const GridIndex& cells : { GridIndex{ 1, 1, 1 }, GridIndex{ 16, 17, 33 }, GridIndex{ 100, 20, 300 },
         GridIndex{ 513, 65, 16 }, GridIndex{ 16384, 3, 40 } })
  {
    const BrickLayout layout = makeBrickLayout(cells.data());
    std::set<std::int64_t> seen;
    for (std::uint32_t slot = 0; slot < 1u << layout.depth; ++slot)
    {
      int leaf[3];
      leafOfSlot(layout, slot, leaf);
      if (isInside(layout, leaf))
      {
        EXPECT_TRUE(seen.insert(leafIndex(layout, leaf)).second);
        int back[3];
        leafOfRef(leafRef(leaf), back);
        EXPECT_TRUE(std::equal(leaf, leaf + 3, back));
      }
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()),
      std::int64_t(layout.leaves[0]) * layout.leaves[1] * layout.leaves[2]);
    for (int axis = 0; axis < 3; ++axis)
    {
      EXPECT_EQ(layout.leaves[axis], (cells[axis] + 15) / 16);
      EXPECT_EQ(splitsBelow(layout, layout.depth, axis), 0);
    }
  }
}

TEST(MinMaxBricks, TheLongestSideIsHalved)
{
  // There are 32 x 8 x 2 leaves. From the leaves upward the count along x is halved until it equals the count
  // along y. Then the axes take turns.
  const std::int64_t cells[3] = { 512, 128, 32 };
  const BrickLayout layout = makeBrickLayout(cells);
  ASSERT_EQ(layout.depth, 9);
  double size[3] = { 32, 8, 2 };
  for (int level = layout.depth - 1; level >= 0; --level)
  {
    EXPECT_EQ(size[splitAxis(layout, level)], std::max({ size[0], size[1], size[2] })) << "level " << level;
    size[splitAxis(layout, level)] /= 2;
  }
}

/// A volume with its bricks and its tree.
template <class T>
struct Bricks
{
  BrickLayout layout;
  std::vector<T> values;
  std::vector<std::uint32_t> hidden;
  VolumeView<T> view;
  std::vector<MinMax<T>> subBricks, leaves, tree;
  std::vector<std::uint32_t> refs;
  std::vector<std::uint64_t> masks;
  std::vector<BrickNode> nodes;

  Bricks(const GridIndex& cells, double scale, bool holes, bool hide)
    : layout(makeBrickLayout(cells.data()))
  {
    const GridIndex points = { cells[0] + 1, cells[1] + 1, cells[2] + 1 };
    for (std::int64_t k = 0; k < points[2]; ++k)
      for (std::int64_t j = 0; j < points[1]; ++j)
        for (std::int64_t i = 0; i < points[0]; ++i)
        {
          const double v = gyroid(1.3)({ i, j, k }, points) + 0.3 * noise(3)({ i, j, k }, points);
          this->values.push_back(holes && hashNumber(5, i, j, k) < 0.02 ? static_cast<T>(std::nan(""))
                                                                        : static_cast<T>(scale * (v + 2.0)));
        }
    if (hide)
    {
      this->hidden.assign(static_cast<std::size_t>(cells[0] * cells[1] * cells[2] / 32 + 1), 0);
      for (std::uint32_t& word : this->hidden)
        word = hashNumber(7, &word - this->hidden.data()) < 0.3 ? 0xffff0ff0u : 0x10u;
    }
    this->view = { this->values.data(), points[0], points[0] * points[1],
      hide ? this->hidden.data() : nullptr };
    const std::int64_t numLeaves = std::int64_t(layout.leaves[0]) * layout.leaves[1] * layout.leaves[2],
                       slots = std::int64_t(1) << layout.depth;
    this->subBricks.resize(static_cast<std::size_t>(numLeaves * subBricksPerLeaf));
    this->leaves.resize(static_cast<std::size_t>(numLeaves));
    this->tree.resize(static_cast<std::size_t>(2 * slots));
    for (std::int64_t i = 0; i < numLeaves * subBricksPerLeaf; ++i)
      FindMinMax<T>{ layout, view, subBricks.data() }(i);
    for (std::int64_t i = 0; i < numLeaves; ++i)
      ReduceLeaf<T>{ subBricks.data(), leaves.data() }(i);
    this->refs.resize(static_cast<std::size_t>(slots));
    for (std::int64_t slot = 0; slot < slots; ++slot)
      ReferLeaf{ layout, refs.data() }(slot);
    for (std::int64_t first = slots; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        ReduceNode<T>{ layout, leaves.data(), tree.data(), first }(i);
  }

  void update(const SurfaceList& surfaces)
  {
    const std::int64_t slots = std::int64_t(1) << layout.depth;
    this->masks.assign(this->leaves.size(), 0);
    this->nodes.assign(static_cast<std::size_t>(2 * slots), invalidNode());
    for (std::int64_t slot = 0; slot < slots; ++slot)
      FlagLeaf<T>{ layout, surfaces, tree.data() + slots, refs.data(), subBricks.data(), masks.data(),
        nodes.data() }(slot);
    for (std::int64_t first = slots / 2; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        PropagateNode{ nodes.data(), first }(i);
  }

  /// Computes the lowest and highest corner value of a cell. Returns false where the cell draws nothing.
  bool rangeOf(const int cell[3], float& low, float& high) const
  {
    low = 1e30f;
    high = -1e30f;
    for (int c = 0; c < 8; ++c)
    {
      const auto v = static_cast<float>(values[static_cast<std::size_t>(
        cell[0] + (c & 1) + (cell[1] + (c >> 1 & 1)) * view.strideY + (cell[2] + (c >> 2)) * view.strideZ)]);
      if (!std::isfinite(v))
        return false;
      low = std::min(low, v);
      high = std::max(high, v);
    }
    return !view.hidden || !isHidden(view.hidden, layout, cell);
  }
};

template <class T>
void checkRanges(double scale, bool holes)
{
  for (const GridIndex& cells : CellCounts)
  {
    for (const bool hide : { false, true })
    {
      const Bricks<T> bricks(cells, scale, holes, hide);
      std::vector<std::pair<float, float>> expected(bricks.subBricks.size(), { 1e30f, -1e30f });
      std::pair<float, float> all = { 1e30f, -1e30f };
      int cell[3];
      for (cell[2] = 0; cell[2] < cells[2]; ++cell[2])
        for (cell[1] = 0; cell[1] < cells[1]; ++cell[1])
          for (cell[0] = 0; cell[0] < cells[0]; ++cell[0])
          {
            float low, high;
            if (!bricks.rangeOf(cell, low, high))
              continue;
            const int leaf[3] = { cell[0] / 16, cell[1] / 16, cell[2] / 16 };
            const int sub = cell[0] % 16 / 4 + 4 * (cell[1] % 16 / 4) + 16 * (cell[2] % 16 / 4);
            auto& range = expected[static_cast<std::size_t>(64 * leafIndex(bricks.layout, leaf) + sub)];
            range = { std::min(range.first, low), std::max(range.second, high) };
            all = { std::min(all.first, low), std::max(all.second, high) };
          }
      for (std::size_t i = 0; i < expected.size(); ++i)
      {
        const MinMax<T>& found = bricks.subBricks[i];
        const bool same = expected[i].first > expected[i].second
          ? found.low > found.high
          : static_cast<float>(found.low) == expected[i].first &&
            static_cast<float>(found.high) == expected[i].second;
        ASSERT_TRUE(same) << "sub-brick " << i << " of " << cells[0] << " x " << cells[1] << " x " << cells[2]
                          << ": " << float(found.low) << " .. " << float(found.high) << ", expected "
                          << expected[i].first << " .. " << expected[i].second;
      }
      ASSERT_EQ(static_cast<float>(bricks.tree[1].low), all.first);
      ASSERT_EQ(static_cast<float>(bricks.tree[1].high), all.second);
    }
  }
}

TEST(MinMaxBricks, RangesOfSubBricks)
{
  checkRanges<float>(1.0, false);
  checkRanges<float>(1.0, true);
  checkRanges<std::uint8_t>(60.0, false);
  checkRanges<std::uint16_t>(15000.0, false);
}

TEST(MinMaxBricks, BoundsOfALeafAreThoseOfItsSubBricks)
{
  const std::int64_t cells[3] = { 16 * 900 + 3, 40, 16 * 77 + 9 };
  const BrickLayout layout = makeBrickLayout(cells);
  std::uint64_t mask = 1;
  for (int k = 0; k < 3000; ++k)
  {
    // Test one bit at each place, then few bits, then many.
    mask = k < 64 ? std::uint64_t(1) << k : mask * 6364136223846793005ull + 1442695040888963407ull;
    const std::uint64_t bits = k < 64 ? mask : k % 2 ? mask & mask >> 7 & mask << 11 & mask >> 23 : mask;
    const int leaf[3] = { k % 3 ? k % 900 : 900, k % 3, k % 5 ? k % 77 : 77 };
    const BrickNode node = nodeOfMask(layout, leafRef(leaf), bits);
    if (bits == 0)
    {
      EXPECT_EQ(node.ref, noNode);
      continue;
    }
    ASSERT_EQ(node.ref, leafRef(leaf));
    const std::uint32_t words[3] = { node.x, node.y, node.z };
    for (int axis = 0; axis < 3; ++axis)
    {
      int low = 1 << 20, high = 0;
      for (int sub = 0; sub < 64; ++sub)
        if (bits >> sub & 1u)
        {
          const int at = leaf[axis] * 16 + (sub >> 2 * axis & 3) * 4;
          low = std::min(low, at);
          high = std::max(high, std::min<int>(at + 4, static_cast<int>(cells[axis])));
        }
      ASSERT_EQ(static_cast<int>(words[axis] & 0xffffu), low) << std::hex << bits << " axis " << axis;
      ASSERT_EQ(static_cast<int>(words[axis] >> 16), high) << std::hex << bits << " axis " << axis;
    }
  }
}

/// Expects every cell with a surface to be in a leaf of the tree, within all bounds above it and in its
/// leaf's mask. Inner nodes have two valid children, and every leaf holds a surface.
template <class T>
void checkTree(double scale, bool holes, const std::vector<double>& isovalues)
{
  std::vector<SurfaceEntry> entries;
  for (const double value : isovalues)
    entries.push_back({ static_cast<float>(value), 1, 1, 1, 1 });
  const SurfaceList surfaces = { entries.data(), static_cast<std::int32_t>(entries.size()),
    entries.empty() ? 0.0f : entries[0].value };
  for (const GridIndex& cells : CellCounts)
  {
    Bricks<T> bricks(cells, scale, holes, holes);
    bricks.update(surfaces);
    const std::vector<std::uint64_t> masks = bricks.masks;
    std::set<std::int64_t> reached;
    // The bounds of a node contain the bounds of its children.
    const std::function<void(const BrickNode&, const BrickNode&)> visit = [&](const BrickNode& node,
                                                                            const BrickNode& parent) {
      ASSERT_NE(node.ref, noNode);
      const std::uint32_t own[3] = { node.x, node.y, node.z }, around[3] = { parent.x, parent.y, parent.z };
      for (int axis = 0; axis < 3; ++axis)
      {
        ASSERT_GE(own[axis] & 0xffffu, around[axis] & 0xffffu);
        ASSERT_LE(own[axis] >> 16, around[axis] >> 16);
        ASSERT_LT(own[axis] & 0xffffu, own[axis] >> 16);
      }
      if (!isLeafRef(node.ref))
      {
        visit(bricks.nodes[node.ref], node);
        visit(bricks.nodes[node.ref + 1], node);
        return;
      }
      int leaf[3];
      leafOfRef(node.ref, leaf);
      ASSERT_TRUE(reached.insert(leafIndex(bricks.layout, leaf)).second);
      // The leaf's bounds are those of its sub-bricks, so every sub-brick in the mask lies inside.
      for (int sub = 0; sub < 64; ++sub)
      {
        if ((masks[static_cast<std::size_t>(leafIndex(bricks.layout, leaf))] >> sub & 1u) == 0)
          continue;
        const int at[3] = { leaf[0] * 16 + (sub & 3) * 4, leaf[1] * 16 + (sub >> 2 & 3) * 4,
          leaf[2] * 16 + (sub >> 4) * 4 };
        for (int axis = 0; axis < 3; ++axis)
        {
          ASSERT_GE(at[axis], static_cast<int>(own[axis] & 0xffffu));
          ASSERT_LE(
            std::min<std::int64_t>(at[axis] + 4, cells[axis]), static_cast<std::int64_t>(own[axis] >> 16));
        }
      }
    };
    if (bricks.nodes[1].ref != noNode)
      visit(bricks.nodes[1], bricks.nodes[1]);
    std::set<std::int64_t> withSurface;
    int cell[3];
    for (cell[2] = 0; cell[2] < cells[2]; ++cell[2])
      for (cell[1] = 0; cell[1] < cells[1]; ++cell[1])
        for (cell[0] = 0; cell[0] < cells[0]; ++cell[0])
        {
          float low, high;
          if (!bricks.rangeOf(cell, low, high))
            continue;
          bool crossed = false;
          for (const SurfaceEntry& entry : entries)
            crossed = crossed || (low < entry.value && high >= entry.value);
          if (!crossed)
            continue;
          const int leaf[3] = { cell[0] / 16, cell[1] / 16, cell[2] / 16 };
          const int sub = cell[0] % 16 / 4 + 4 * (cell[1] % 16 / 4) + 16 * (cell[2] % 16 / 4);
          const std::int64_t index = leafIndex(bricks.layout, leaf);
          withSurface.insert(index);
          ASSERT_TRUE(masks[static_cast<std::size_t>(index)] >> sub & 1u);
        }
    // Only cells without a picture between a leaf's values let the leaf be there without a cell of a surface.
    for (const std::int64_t index : withSurface)
      ASSERT_TRUE(reached.count(index)) << "leaf " << index;
    if (!holes)
    {
      ASSERT_EQ(reached.size(), withSurface.size());
    }
  }
}

TEST(MinMaxBricks, TreeForTheIsovalues)
{
  for (const std::vector<double>& isovalues :
    { std::vector<double>{ 2.1 }, { 3.0 }, { 1.2, 2.9 }, { 100.0 }, { -5.0 }, {} })
  {
    checkTree<float>(1.0, false, isovalues);
    checkTree<float>(1.0, true, isovalues);
  }
  checkTree<std::uint8_t>(60.0, false, { 130.0 });
  checkTree<std::uint8_t>(60.0, false, { 130.5, 131.0 });
  checkTree<std::uint16_t>(15000.0, false, { 40000.2 });
}

} // namespace
