// SPDX-License-Identifier: BSD-3-Clause
// Blocks that sort intersection lists, under schedules drawn from seeds.
#include "Executor.h"
#include "ProtocolSettings.h"
#include "Renderers/MeshVolume/SortLists.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;

TEST(ListSort, ListsOfAnyLengthInAnyOrder)
{
  constexpr int block = 64;
  using Sort = BlockListSort<block, 4 * block>;
  Executor e;
  for (const std::uint64_t seed : seedsToRun(60))
  {
    e.reset(seed);
    Random& dice = e.dice();
    const std::uint32_t numPixels = 1 + dice.below(3 * block), most = 1 + dice.below(7);
    auto* const starts = e.memory.allocate<std::uint32_t>("starts", numPixels + 1);
    auto* const entries = e.memory.allocate<PixelIntersection>("entries", 8 * numPixels);
    auto* const count = e.memory.allocate<std::uint64_t>("count", 1);
    std::vector<std::uint32_t> begins = { 0 };
    std::vector<PixelIntersection> expected;
    for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
    {
      // A block gets at most as many entries as it takes together.
      const std::uint32_t room = 4 * block - (begins.back() - begins[pixel / block * block]),
                          size = std::min(room, dice.below(most + 1));
      for (std::uint32_t k = 0; k < size; ++k)
        expected.push_back({ 8 * pixel + k, static_cast<float>(dice.below(4)) - 1.5f });
      begins.push_back(begins.back() + size);
    }
    for (std::size_t i = 0; i < begins.size(); ++i)
      e.memory.write(starts + i, begins[i]);
    // The entries lie in place, or in scattered fragments that are linked for each pixel.
    SortPixelIntersections lists{ starts, count, 8 * std::uint64_t(numPixels), entries };
    if (dice.below(2))
    {
      auto* const heads = e.memory.allocate<std::uint32_t>("heads", numPixels);
      auto* const fragments = e.memory.allocate<Fragment>("fragments", 8 * numPixels);
      for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
      {
        std::uint32_t head = 0;
        for (std::uint32_t i = begins[pixel]; i < begins[pixel + 1]; ++i)
        {
          const std::uint32_t at = begins.back() - 1 - i;
          e.memory.write(fragments + at, Fragment{ pixel, expected[i].face, expected[i].depth, head });
          head = at + 1;
        }
        e.memory.write(heads + pixel, head);
      }
      lists.pixelHeads = heads;
      lists.fragments = fragments;
    }
    else
    {
      for (std::size_t i = 0; i < expected.size(); ++i)
        e.memory.write(entries + i, expected[i]);
    }
    const std::uint32_t numBlocks = (numPixels + block - 1) / block;
    ASSERT_TRUE((e.launch<block, Sort::Shared>(numBlocks,
      [&](const FiberContext<block>& ctx, Sort::Shared& shared) {
        Sort::sort(ctx, shared, std::int64_t(ctx.block()) * block, numPixels, lists);
      })))
      << e.failure() << ", seed " << seed;
    for (std::uint32_t pixel = 0; pixel < numPixels; ++pixel)
      std::sort(expected.begin() + begins[pixel], expected.begin() + begins[pixel + 1],
        [](const PixelIntersection& a, const PixelIntersection& b) {
          return SortPixelIntersections::toKey(a) < SortPixelIntersections::toKey(b);
        });
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      const PixelIntersection got = e.memory.read(entries + i);
      ASSERT_EQ(got.face, expected[i].face) << "entry " << i << ", seed " << seed;
      ASSERT_EQ(got.depth, expected[i].depth) << "entry " << i << ", seed " << seed;
    }
  }
}

} // namespace
