// SPDX-License-Identifier: BSD-3-Clause
// The parts of Kernels/Cooperative by name, each against the plain sum that it stands for, under schedules
// drawn from seeds.
#include "Cooperative/BlockScan.h"
#include "Cooperative/LookBack.h"
#include "Cooperative/Ticket.h"
#include "Executor.h"
#include "ProtocolSettings.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;

/// Draws a value below `bound` for each of n threads.
std::vector<std::uint32_t> drawn(Random& dice, std::size_t n, std::uint32_t bound)
{
  std::vector<std::uint32_t> values(n);
  for (std::uint32_t& v : values)
    v = dice.below(bound);
  return values;
}

std::uint32_t sumBefore(const std::vector<std::uint32_t>& values, std::size_t end, std::size_t first = 0)
{
  return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first),
    values.begin() + static_cast<std::ptrdiff_t>(end), std::uint32_t(0));
}

struct Nothing
{
};

TEST(Bits, WidthsAndMasks)
{
  EXPECT_EQ(bitWidth(0), 0);
  EXPECT_EQ(bitWidth(1), 1);
  EXPECT_EQ(bitWidth(32), 6);
  EXPECT_EQ(bitWidth(1023), 10);
  EXPECT_EQ(lanesBefore(0), 0u);
  EXPECT_EQ(lanesBefore(5), 31u);
  EXPECT_EQ(lanesBefore(32), 0xffffffffu);
}

TEST(ScanByBits, IsTheSumOverTheLanesBefore)
{
  Executor e;
  for (const std::uint64_t seed : seedsToRun(60))
  {
    e.reset(seed);
    const std::vector<std::uint32_t> values = drawn(e.dice(), 32, 64);
    std::vector<ScanResult> got(32);
    ASSERT_TRUE((e.launch<32, Nothing>(1,
      [&](const FiberContext<32>& ctx, Nothing&) {
        got[ctx.lane()] = scanByBits<6>(ctx, values[ctx.lane()], ctx.lane());
      })))
      << e.failure();
    for (std::size_t lane = 0; lane < 32; ++lane)
    {
      EXPECT_EQ(got[lane].before, sumBefore(values, lane)) << "seed " << seed;
      EXPECT_EQ(got[lane].total, sumBefore(values, 32)) << "seed " << seed;
    }
  }
}

TEST(WarpSum, AndInclusiveSum)
{
  Executor e;
  for (const std::uint64_t seed : seedsToRun(60))
  {
    e.reset(seed);
    const std::vector<std::uint32_t> values = drawn(e.dice(), 32, 0x40000000u);
    std::vector<std::uint32_t> sums(32), inclusive(32), offsets(32);
    ASSERT_TRUE((e.launch<32, Nothing>(1,
      [&](const FiberContext<32>& ctx, Nothing&) {
        sums[ctx.lane()] = ctx.warpSum(values[ctx.lane()]);
        inclusive[ctx.lane()] = inclusiveSum(ctx, values[ctx.lane()]);
        offsets[ctx.lane()] = threadOffset(ctx, ctx.ballot((values[ctx.lane()] & 1u) != 0));
      })))
      << e.failure();
    for (std::size_t lane = 0; lane < 32; ++lane)
    {
      EXPECT_EQ(sums[lane], sumBefore(values, 32)) << "seed " << seed;
      EXPECT_EQ(inclusive[lane], sumBefore(values, lane + 1)) << "seed " << seed;
      EXPECT_EQ(offsets[lane],
        static_cast<std::uint32_t>(std::count_if(values.begin(),
          values.begin() + static_cast<std::ptrdiff_t>(lane), [](std::uint32_t v) { return (v & 1u) != 0; })))
        << "seed " << seed;
    }
  }
}

/// Checks both forms of the scan over warps, in a block of `Block` threads.
template <int Block, class WarpScan>
void checkBlockScan()
{
  using Scan = BlockScan<Block, 96, WarpScan>;
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::vector<std::uint32_t> counts = drawn(e.dice(), Block / 32, 97);
    std::vector<ScanResult> got(Block);
    ASSERT_TRUE((e.launch<Block, typename Scan::Shared>(1,
      [&](const FiberContext<Block>& ctx, auto& shared) {
        got[ctx.thread()] = Scan::warpOffset(ctx, shared, counts[ctx.warp()]);
      })))
      << e.failure();
    for (std::size_t thread = 0; thread < Block; ++thread)
    {
      ASSERT_EQ(got[thread].before, sumBefore(counts, thread / 32)) << "seed " << seed;
      ASSERT_EQ(got[thread].total, sumBefore(counts, Block / 32)) << "seed " << seed;
    }
  }
}

TEST(BlockScan, ByBits)
{
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<32, WarpScanByBits>()));
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<128, WarpScanByBits>()));
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<1024, WarpScanByBits>()));
}

TEST(BlockScan, BySums)
{
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<32, WarpScanBySums>()));
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<128, WarpScanBySums>()));
  ASSERT_NO_FATAL_FAILURE((checkBlockScan<1024, WarpScanBySums>()));
}

/// Expects a tile's survivors in the order of the tile, from place `base` on, and none past the capacity.
template <int Block, int Items, class WarpScan>
void checkTileScan()
{
  using Scan = TileScan<Block, Items, WarpScan>;
  constexpr std::uint32_t base = 3;
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t density = e.dice().below(101);
    std::vector<std::uint32_t> kept = drawn(e.dice(), Scan::tileSize, 100), survivors;
    for (std::uint32_t& k : kept)
      k = k < density ? 1 : 0;
    for (std::uint32_t i = 0; i < kept.size(); ++i)
      if (kept[i])
        survivors.push_back(i);
    const std::uint64_t capacity = e.dice().below(base + Scan::tileSize + 8);
    auto* const items = e.memory.allocate<std::uint32_t>("items", base + Scan::tileSize);
    ASSERT_TRUE((e.launch<Block, typename Scan::Shared>(1,
      [&](const FiberContext<Block>& ctx, auto& shared) {
        std::uint32_t bits = 0, own[Items];
        for (int j = 0; j < Items; ++j)
        {
          own[j] = Scan::indexInTile(ctx, j);
          bits |= kept[own[j]] << j;
        }
        const Scan scan = Scan::scan(ctx, shared, bits);
        EXPECT_EQ(scan.total, survivors.size()) << "seed " << seed;
        scan.store(ctx, own, items, base, capacity);
      })))
      << e.failure();
    for (std::size_t place = 0; place < base + Scan::tileSize; ++place)
    {
      const bool belongs = place >= base && place - base < survivors.size() && place < capacity;
      ASSERT_EQ(e.memory.written(items + place), belongs) << "seed " << seed << ", place " << place;
      if (belongs)
      {
        ASSERT_EQ(e.memory.read(items + place), survivors[place - base]) << "seed " << seed;
      }
    }
  }
}

TEST(TileScan, RanksAndStoresSurvivors)
{
  ASSERT_NO_FATAL_FAILURE((checkTileScan<32, 1, WarpScanBySums>()));
  ASSERT_NO_FATAL_FAILURE((checkTileScan<64, 3, WarpScanBySums>()));
  ASSERT_NO_FATAL_FAILURE((checkTileScan<96, 2, WarpScanByBits>()));
  ASSERT_NO_FATAL_FAILURE((checkTileScan<64, 32, WarpScanByBits>()));
}

TEST(Ticket, BlocksDrawEveryTileOnceAndReadyTheWord)
{
  Executor e;
  for (const std::uint64_t seed : seedsToRun(60))
  {
    e.reset(seed);
    const std::uint32_t tiles = 1 + e.dice().below(9), blocks = 1 + e.dice().below(12);
    auto* const word = e.memory.allocate<std::uint64_t>("ticket", 1);
    // The last epoch is followed by the first.
    std::uint64_t epoch = StateWord::epochMask;
    e.memory.write(word, epoch << 32);
    for (int launch = 0; launch < 3; ++launch, epoch = (epoch + 1) & StateWord::epochMask)
    {
      std::vector<int> met(tiles, 0);
      ASSERT_TRUE((e.launch<32, Ticket::Shared>(blocks,
        [&](const FiberContext<32>& ctx, auto& shared) {
          const bool once = Ticket::once(tiles, ctx.numBlocks());
          do
          {
            const TileOrder order = Ticket::draw(ctx, shared, word, tiles);
            EXPECT_EQ(order.epoch, epoch);
            if (order.tile >= tiles)
              return;
            met[order.tile] += ctx.thread() == 0;
            ctx.syncThreads();
          } while (!once);
        })))
        << e.failure();
      EXPECT_TRUE(std::all_of(met.begin(), met.end(), [](int m) { return m == 1; })) << "seed " << seed;
      EXPECT_EQ(e.memory.read(word), ((epoch + 1) & StateWord::epochMask) << 32) << "seed " << seed;
    }
  }
}

TEST(StateWord, WordsOfOtherLaunchesAreMissing)
{
  const std::uint64_t word = StateWord::make(StateWord::aggregate, 7, 0xfffffffeu);
  EXPECT_EQ(StateWord::flag(word, 7), StateWord::aggregate);
  EXPECT_EQ(StateWord::value(word), 0xfffffffeu);
  EXPECT_EQ(StateWord::flag(word, 8), StateWord::missing);
  EXPECT_EQ(StateWord::flag(0, 7), StateWord::missing);
  EXPECT_EQ(
    StateWord::flag(StateWord::make(StateWord::prefix, StateWord::epochMask, 1), StateWord::epochMask),
    StateWord::prefix);
}

TEST(LookBack, SumOfWhatIsPublishedBetweenTwoTiles)
{
  Executor e;
  for (const std::uint64_t seed : seedsToRun(60))
  {
    e.reset(seed);
    const std::uint32_t tiles = 1 + e.dice().below(300), from = e.dice().below(tiles + 1);
    const std::vector<std::uint32_t> totals = drawn(e.dice(), tiles, 1000);
    auto* const words = e.memory.allocate<std::uint64_t>("tiles", tiles);
    for (std::uint32_t t = 0; t < tiles; ++t)
      e.memory.write(words + t, StateWord::make(StateWord::aggregate, 4, 99)); // of a launch before
    const TileOrder order{ tiles, tiles + 1, 5 };
    std::vector<std::uint32_t> got(64);
    // The second block publishes while the first looks back.
    ASSERT_TRUE((e.launchTogether<64, Nothing>(2,
      [&](const FiberContext<64>& ctx, Nothing&) {
        if (ctx.block() == 0)
          got[ctx.thread()] = ctx.warpSum(sumOfPublished<2>(ctx, words, from, order, ctx.thread(), 64));
        else
          for (std::uint32_t t = static_cast<std::uint32_t>(ctx.thread()); t < tiles; t += 64)
            ctx.storeRelaxed(words + t, StateWord::make(StateWord::aggregate, 5, totals[t]));
      })))
      << e.failure();
    EXPECT_EQ(got[0] + got[32], sumBefore(totals, tiles, from)) << "seed " << seed;
  }
}

} // namespace
