// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Tests the tree that updateTree makes for isovalues. One suite runs on every backend; a separate file
/// instantiates it for each backend.
#include "../../Seeds.h"
#include "Device/Buffer.h"
#include "Device/Device.h"
#include "Geometry/RegularGrid/BrickTree.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace bricktest
{
using namespace inkray;

using Cells = std::array<std::int64_t, 3>;

/// Hashes four numbers to a number in [0, 1).
inline double hashed(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)
{
  std::uint64_t h = a * 0x9e3779b97f4a7c15ull + b * 0xbf58476d1ce4e5b9ull + c * 0x94d049bb133111ebull +
    d * 0xd6e8feb86659fd93ull;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ h >> 27) * 0x94d049bb133111ebull;
  return static_cast<double>((h ^ h >> 31) >> 11) * 0x1p-53;
}

/// A volume in the host's memory, to be cut into bricks. Parts of it are smooth, constant or noise. It has
/// few different values, so that some equal an isovalue exactly.
template <class T>
struct HostVolume
{
  BrickLayout layout;
  std::array<std::int64_t, 3> points;
  std::vector<T> values;
  std::vector<std::uint32_t> hidden;

  HostVolume(const Cells& cells, bool holes, bool hide, std::uint64_t seed)
    : layout(makeBrickLayout(cells.data()))
    , points{ cells[0] + 1, cells[1] + 1, cells[2] + 1 }
  {
    for (std::int64_t z = 0; z < points[2]; ++z)
      for (std::int64_t y = 0; y < points[1]; ++y)
        for (std::int64_t x = 0; x < points[0]; ++x)
        {
          double v = std::sin(0.21 * double(x) + double(seed)) + std::sin(0.17 * double(y)) +
            std::cos(0.19 * double(z)); // -3 .. 3
          const int region = static_cast<int>((x / 20 + y / 23 + z / 19 + std::int64_t(seed)) % 3);
          v = region == 0 ? v : region == 1 ? 2.0 : v + 0.5 * hashed(seed, x, y, z);
          v = std::floor(8.0 * (v + 3.5)); // 4 .. 56, an integer
          const double hole = holes ? hashed(seed + 1, x, y, z) : 1.0;
          if (std::is_same_v<T, float> && hole < 0.03)
            this->values.push_back(static_cast<T>(hole < 0.01 ? std::numeric_limits<double>::quiet_NaN()
                : hole < 0.02                                 ? std::numeric_limits<double>::infinity()
                                                              : -std::numeric_limits<double>::infinity()));
          else
            this->values.push_back(static_cast<T>(v));
        }
    if (hide)
    {
      this->hidden.assign(static_cast<std::size_t>(cells[0] * cells[1] * cells[2] / 32 + 1), 0);
      for (std::uint64_t i = 0; i < this->hidden.size(); ++i)
        for (unsigned k = 0; k < 32; ++k)
          this->hidden[i] |= hashed(seed, i, k, 3) < 0.2 ? 1u << k : 0u;
    }
  }

  VolumeView<T> view() const
  {
    return { values.data(), points[0], points[0] * points[1], hidden.empty() ? nullptr : hidden.data() };
  }
  std::int64_t numLeaves() const
  {
    return std::int64_t(layout.leaves[0]) * layout.leaves[1] * layout.leaves[2];
  }
};

/// The ranges of bricks, and the tree that the plain kernels make from them.
template <class T>
struct HostBricks
{
  BrickLayout layout;
  std::vector<MinMax<T>> subBricks, leaves, tree;
  std::vector<std::uint32_t> refs;
  std::vector<std::uint64_t> masks;
  std::vector<BrickNode> nodes;

  HostBricks(const BrickLayout& forLayout, std::vector<MinMax<T>> ranges)
    : layout(forLayout)
    , subBricks(std::move(ranges))
    , leaves(this->subBricks.size() / subBricksPerLeaf)
    , tree(std::size_t(2) << forLayout.depth)
    , refs(std::size_t(1) << forLayout.depth)
  {
    for (std::size_t i = 0; i < this->leaves.size(); ++i)
      ReduceLeaf<T>{ this->subBricks.data(), this->leaves.data() }(static_cast<std::int64_t>(i));
    for (std::size_t slot = 0; slot < this->refs.size(); ++slot)
      ReferLeaf{ layout, this->refs.data() }(static_cast<std::int64_t>(slot));
    for (std::int64_t first = std::int64_t(1) << layout.depth; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        ReduceNode<T>{ layout, this->leaves.data(), this->tree.data(), first }(i);
  }
  explicit HostBricks(const HostVolume<T>& volume)
    : HostBricks(volume.layout, rangesOf(volume))
  {
  }
  static std::vector<MinMax<T>> rangesOf(const HostVolume<T>& volume)
  {
    std::vector<MinMax<T>> ranges(static_cast<std::size_t>(volume.numLeaves() * subBricksPerLeaf));
    for (std::size_t i = 0; i < ranges.size(); ++i)
      FindMinMax<T>{ volume.layout, volume.view(), ranges.data() }(static_cast<std::int64_t>(i));
    return ranges;
  }

  void update(const SurfaceList& surfaces)
  {
    const std::int64_t slots = std::int64_t(1) << layout.depth;
    this->masks.assign(this->leaves.size(), 0);
    this->nodes.assign(static_cast<std::size_t>(2 * slots), invalidNode());
    for (std::int64_t slot = 0; slot < slots; ++slot)
      FlagLeaf<T>{ layout, surfaces, this->tree.data() + slots, this->refs.data(), this->subBricks.data(),
        this->masks.data(), this->nodes.data() }(slot);
    for (std::int64_t first = slots / 2; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        PropagateNode{ this->nodes.data(), first }(i);
  }
};

template <class Backend>
class BrickTreeTest : public ::testing::Test
{
protected:
  static constexpr std::uint32_t guard = 0x5a17c0deu;

  template <class T>
  using Array = typename Backend::template Array<T>;

  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    this->backend = std::make_unique<Backend>();
  }

  template <class V>
  Array<V> upload(const std::vector<V>& values)
  {
    Array<V> array(*this->backend, static_cast<std::int64_t>(values.size()));
    if (!values.empty())
      this->backend->copyFromHost(array.data(), values.data(), values.size() * sizeof(V));
    return array;
  }
  template <class V>
  std::vector<V> download(const Array<V>& array)
  {
    std::vector<V> values(static_cast<std::size_t>(array.size()));
    this->backend->copyToHost(values.data(), array.data(), values.size() * sizeof(V));
    return values;
  }

  /// Compares the tree of these bricks with that of the plain kernels, for one list of isovalues after
  /// another.
  template <class T>
  void check(HostBricks<T>& bricks, const std::vector<std::vector<float>>& lists, const std::string& where)
  {
    const BrickLayout& layout = bricks.layout;
    const std::size_t slots = std::size_t(1) << layout.depth;
    const Array<MinMax<T>> subBricks = this->upload(bricks.subBricks),
                           ranges = this->upload(std::vector<MinMax<T>>(
                             bricks.tree.begin() + static_cast<std::ptrdiff_t>(slots), bricks.tree.end()));
    const Array<std::uint32_t> refs = this->upload(bricks.refs);
    // Fill with garbage: the update must overwrite it, or the garbage must not matter.
    Array<std::uint64_t> leafMasks =
      this->upload(std::vector<std::uint64_t>(bricks.leaves.size(), 0x5a5a5a5a5a5a5a5aull));
    Array<BrickNode> nodes = this->upload(std::vector<BrickNode>(2 * slots, BrickNode{ 1, 2, 3, 4 }));
    // Guard words lie behind the workspace; nothing may write them.
    const auto workspace = static_cast<std::size_t>(arrivalWords(layout));
    std::vector<std::uint32_t> arrivalsAndGuard(workspace + 64, 0);
    std::fill(
      arrivalsAndGuard.begin() + static_cast<std::ptrdiff_t>(workspace), arrivalsAndGuard.end(), guard);
    Array<std::uint32_t> arrivals = this->upload(arrivalsAndGuard);

    for (const std::vector<float>& isovalues : lists)
    {
      std::vector<SurfaceEntry> entries;
      for (const float value : isovalues)
        entries.push_back({ value, 1, 1, 1, 1 });
      const Array<SurfaceEntry> deviceEntries = this->upload(entries);
      const SurfaceList surfaces = { entries.data(), static_cast<std::int32_t>(entries.size()),
        entries.empty() ? 0.0f : entries[0].value };
      bricks.update(surfaces);
      updateTree(*this->backend,
        TreeUpdate<T>{ layout, { deviceEntries.data(), surfaces.count, surfaces.first }, ranges.data(),
          refs.data(), subBricks.data(), leafMasks.data(), nodes.data(), arrivals.data() });
      const std::string name =
        where + ", " + std::to_string(isovalues.size()) + " isovalues from " + std::to_string(surfaces.first);

      const std::vector<BrickNode> gotNodes = this->download(nodes);
      const std::vector<std::uint64_t> gotMasks = this->download(leafMasks);
      for (std::size_t i = 1; i < 2 * slots; ++i)
      {
        const BrickNode &got = gotNodes[i], &expected = bricks.nodes[i];
        // Empty inner nodes are not written: only the root and the leaves are marked as empty.
        if (expected.ref == noNode && i > 1 && i < slots)
          continue;
        ASSERT_TRUE(
          got.x == expected.x && got.y == expected.y && got.z == expected.z && got.ref == expected.ref)
          << name << ": node " << i << " is " << std::hex << got.x << " " << got.y << " " << got.z << " "
          << got.ref << ", expected " << expected.x << " " << expected.y << " " << expected.z << " "
          << expected.ref;
      }
      for (std::size_t i = 0; i < bricks.leaves.size(); ++i)
      {
        if (holdsSurface(surfaces, bricks.leaves[i]))
        {
          ASSERT_EQ(gotMasks[i], bricks.masks[i]) << name << ": mask of leaf " << i;
        }
      }
      ASSERT_EQ(this->download(arrivals), arrivalsAndGuard) << name;
    }
  }

  template <class T>
  void checkVolumes()
  {
    for (const Cells& cells : { Cells{ 1, 1, 1 }, Cells{ 4, 16, 32 }, Cells{ 32, 32, 32 }, Cells{ 33, 5, 70 },
           Cells{ 50, 100, 31 }, Cells{ 700, 2, 90 }, Cells{ 3, 1500, 66 } })
      for (const bool holes : { false, true })
        for (const bool hide : { false, true })
        {
          if (holes && !std::is_same_v<T, float>)
            continue;
          // A run with a fresh seed tests other volumes; the name in each message has the seed.
          const std::uint64_t seed = static_cast<std::uint64_t>(cells[0]) + inkray::testing::freshSeed();
          const HostVolume<T> volume(cells, holes, hide, seed);
          HostBricks<T> bricks(volume);
          const std::string name = std::to_string(cells[0]) + " x " + std::to_string(cells[1]) + " x " +
            std::to_string(cells[2]) + " cells of " + std::to_string(sizeof(T)) + " bytes" +
            (holes ? ", holes" : "") + (hide ? ", hidden cells" : "") + ", seed " + std::to_string(seed);
          ASSERT_NO_FATAL_FAILURE(this->check(bricks,
            { { 28.0f }, { 30.5f }, { 20.0f, 28.0f, 41.25f }, { 4.0f }, { 100.0f }, {}, { 28.0f } }, name));
        }
  }

  std::unique_ptr<Backend> backend;
};

TYPED_TEST_SUITE_P(BrickTreeTest);

TYPED_TEST_P(BrickTreeTest, Bytes)
{
  this->template checkVolumes<std::uint8_t>();
}

TYPED_TEST_P(BrickTreeTest, Words)
{
  this->template checkVolumes<std::uint16_t>();
}

TYPED_TEST_P(BrickTreeTest, Floats)
{
  this->template checkVolumes<float>();
}

/// Builds trees of all depths up to 1,024 x 1,024 leaves from made-up ranges.
TYPED_TEST_P(BrickTreeTest, Depths)
{
  for (const Cells& cells :
    { Cells{ 16, 16, 16 }, Cells{ 32, 16, 16 }, Cells{ 33, 33, 16 }, Cells{ 200, 40, 16 },
      Cells{ 1000, 100, 16 }, Cells{ 400, 300, 200 }, Cells{ 512, 512, 130 }, Cells{ 512, 512, 512 },
      Cells{ 16384, 900, 16 }, Cells{ 16384, 2048, 32 }, Cells{ 16384, 16384, 16 } })
    for (const double share : { 0.003, 0.9 })
    {
      const BrickLayout layout = makeBrickLayout(cells.data());
      if (layout.depth > 18 && share > 0.5)
        continue; // a full tree takes long and shows nothing new
      const std::uint64_t leaves = static_cast<std::uint64_t>(layout.leaves[0]) *
        static_cast<std::uint64_t>(layout.leaves[1]) * static_cast<std::uint64_t>(layout.leaves[2]);
      std::vector<MinMax<std::uint8_t>> ranges(leaves * subBricksPerLeaf);
      for (std::uint64_t leaf = 0; leaf < leaves; ++leaf)
      {
        const bool near = hashed(1, leaf / 5, 0, 0) < share;
        for (std::uint64_t sub = 0; sub < subBricksPerLeaf; ++sub)
        {
          const bool crossed = near && hashed(2, leaf, sub, 0) < 0.4;
          ranges[leaf * subBricksPerLeaf + sub] = crossed
            ? MinMax<std::uint8_t>{ 99, 100 }
            : MinMax<std::uint8_t>{ 40, static_cast<std::uint8_t>(near ? 99 : 60) };
        }
      }
      HostBricks<std::uint8_t> bricks(layout, std::move(ranges));
      ASSERT_NO_FATAL_FAILURE(this->check(bricks, { { 100.0f }, { 30.0f, 100.0f }, { 120.0f }, { 100.0f } },
        "a tree of depth " + std::to_string(layout.depth)));
    }
}

/// The workspace has four words for the root of each subtree of seven levels, and one more.
TYPED_TEST_P(BrickTreeTest, Workspace)
{
  for (int depth = 0; depth <= 30; ++depth)
  {
    BrickLayout layout = {};
    layout.depth = depth;
    const std::int64_t leaves = std::int64_t(1) << depth, subtrees = (leaves + 127) / 128;
    EXPECT_EQ(arrivalWords(layout), 4 * subtrees + 1) << "depth " << depth;
  }
}

REGISTER_TYPED_TEST_SUITE_P(BrickTreeTest, Bytes, Words, Floats, Depths, Workspace);

} // namespace bricktest
