// SPDX-License-Identifier: BSD-3-Clause
// A block follows and compacts tiles of paths. Every path is extended once a bounce as long as it lives, by
// whichever thread has it. The path finds what the thread before has left of it.
#include "Executor.h"
#include "Laboratory/Paths/TiledPaths.h"
#include "ProtocolSettings.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;

template <int Block, int PathsPerThread>
void checkTiles()
{
  using Tiles = TiledPaths<Block>;
  constexpr std::uint32_t tileSize = Block * PathsPerThread;
  struct Shared
  {
    typename Tiles::Shared tile;
    std::uint16_t live[tileSize];
  };
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t count = e.dice().below(tileSize + 1);
    const std::uint32_t longest = 1 + e.dice().below(7);
    std::vector<std::uint32_t> lengths(tileSize), order;
    for (std::uint32_t& length : lengths)
      length = 1 + e.dice().below(longest);
    auto* const states = e.memory.allocate<std::uint32_t>("states", tileSize);
    std::vector<std::uint32_t> calls(longest, 0);
    ASSERT_TRUE((e.launch<Block, Shared>(1,
      [&](const FiberContext<Block>& ctx, auto& shared) {
        Tiles::run(ctx, shared.tile, shared.live, count, [&](std::uint32_t k, int bounce) {
          const std::uint32_t before = bounce == 0 ? 0 : ctx.load(states + k);
          EXPECT_EQ(before, static_cast<std::uint32_t>(bounce)) << "seed " << seed << ", path " << k;
          ctx.store(states + k, before + 1);
          ++calls[std::min<std::size_t>(static_cast<std::size_t>(bounce), longest - 1)];
          return before + 1 < lengths[k];
        });
      })))
      << e.failure();
    for (std::uint32_t k = 0; k < count; ++k)
      ASSERT_EQ(e.memory.read(states + k), lengths[k]) << "seed " << seed << ", path " << k;
    for (std::uint32_t bounce = 0; bounce < longest; ++bounce)
      ASSERT_EQ(calls[bounce],
        std::count_if(lengths.begin(), lengths.begin() + count, [&](std::uint32_t l) { return l > bounce; }))
        << "seed " << seed;
  }
}

TEST(TiledPaths, ExtendEachPathUntilItEnds)
{
  ASSERT_NO_FATAL_FAILURE((checkTiles<32, 1>()));
  ASSERT_NO_FATAL_FAILURE((checkTiles<64, 4>()));
  ASSERT_NO_FATAL_FAILURE((checkTiles<96, 3>()));
}

} // namespace
