// SPDX-License-Identifier: BSD-3-Clause
// Scans and counts of the kd-tree's construction in all their forms, under schedules drawn from seeds.
#include "../Laboratory/CandidateLayouts.h"
#include "../Laboratory/KdPieces.h"
#include "Executor.h"
#include "ProtocolSettings.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;
using namespace inkray::laboratory;

/// Draws a chunk's flags in four bits: half of them set, a quarter, and all.
template <int Block>
std::vector<std::uint32_t> drawnFlags(Random& dice)
{
  std::vector<std::uint32_t> flags(Block);
  for (std::uint32_t& word : flags)
    word = (dice.below(16) & (dice.below(16) | 3u)) | 4u;
  return flags;
}

template <int Block, class Scan>
void checkScan(const char* name)
{
  using Chunk = ScanChunk<Block, Scan, 4>; // fewer, for the steps of fibers
  Executor e;
  for (const std::uint64_t seed : seedsToRun(20))
  {
    e.reset(seed);
    const std::vector<std::uint32_t> flags = drawnFlags<Block>(e.dice());
    std::vector<std::uint32_t> got(Block, 7), expected(Block, 0);
    for (std::uint32_t bit = 0; bit < Chunk::numScans; ++bit)
    {
      std::uint32_t total = 0, before = 0;
      for (const std::uint32_t word : flags)
        total += word >> bit & 1u;
      for (std::size_t i = 0; i < flags.size(); before += flags[i++] >> bit & 1u)
        expected[i] += (bit + 1) * (before + total);
    }
    ASSERT_TRUE((e.launch<Block, typename Chunk::Shared>(1,
      [&](const FiberContext<Block>& ctx, auto& shared) {
        Chunk::run(ctx, shared, flags.data(), got.data());
      })))
      << e.failure();
    ASSERT_EQ(got, expected) << name << ", seed " << seed;
  }
}

TEST(KdPieces, ScansAgree)
{
  ASSERT_NO_FATAL_FAILURE((checkScan<64, SharedMemoryScan<64>>("shared memory")));
  ASSERT_NO_FATAL_FAILURE((checkScan<256, SharedMemoryScan<256>>("shared memory")));
  ASSERT_NO_FATAL_FAILURE((checkScan<64, ShuffleScan<64>>("shuffles")));
  ASSERT_NO_FATAL_FAILURE((checkScan<256, ShuffleScan<256>>("shuffles")));
  ASSERT_NO_FATAL_FAILURE((checkScan<256, BallotScan<256>>("ballots")));
}

TEST(KdPieces, CountsAgree)
{
  std::uint8_t table[256];
  fillBitTable(table);
  Random dice(5);
  std::vector<std::uint64_t> sets = { 0, ~std::uint64_t(0), 1, std::uint64_t(1) << 63 };
  for (int n = 0; n < 200; ++n)
    sets.push_back(
      std::uint64_t(dice.below(0x80000000u)) << 33 | std::uint64_t(dice.below(0x80000000u)) << 2);
  for (const std::uint64_t set : sets)
  {
    int count = 0;
    for (int bit = 0; bit < 64; ++bit)
      count += static_cast<int>(set >> bit & 1u);
    ASSERT_EQ(countByTable(table, set), count) << set;
    ASSERT_EQ(popcount64(set), count) << set;
  }
  const std::uint64_t nodes[] = { 0xff, 0xf0 }, below = 0x3c, above = 0x81;
  for (const std::uint8_t* const by :
    { static_cast<const std::uint8_t*>(nullptr), static_cast<const std::uint8_t*>(table) })
  {
    std::uint32_t sum = 0;
    CountCandidates{ nodes, &below, &above, 2, by, &sum }(0);
    EXPECT_EQ(sum, 4u + 200u + 2u + 100u);
  }
}

TEST(KdPieces, LayoutsOfCandidatesAgree)
{
  Random dice(6);
  const auto word = [&] { return dice.below(0x80000000u) << 1 | dice.below(2); };
  std::vector<SplitCandidate> candidates(2 * mostCandidates + 5);
  for (SplitCandidate& c : candidates)
    c = { static_cast<float>(dice.below(1000)) / 8, joinWords(word(), word()), joinWords(word(), word()) };
  const std::vector<std::uint64_t> nodes = { joinWords(word(), word()), ~std::uint64_t(0), 1 };
  const std::vector<std::uint32_t> chosen = { 17, 500, 770 };
  forEachLayout([&](auto layout) {
    using Layout = decltype(layout);
    struct alignas(16) Four
    {
      std::uint32_t words[4];
    };
    std::vector<std::uint32_t> first, second;
    Layout::fill(candidates, first, second);
    std::vector<Four> a(first.size() / 4 + 1), b(second.size() / 4 + 1); // aligned, as a device's arrays are
    std::memcpy(a.data(), first.data(), first.size() * 4);
    std::memcpy(b.data(), second.data(), second.size() * 4);
    const CandidateWords words = { a[0].words, b[0].words, static_cast<std::int64_t>(candidates.size()) };
    std::vector<std::uint32_t> sums(candidates.size());
    const WeighCandidates<Layout> weigh = { words, nodes.data(), sums.data() };
    for (std::size_t i = 0; i < candidates.size(); ++i)
    {
      const SplitCandidate& c = candidates[i];
      const SplitCandidate read = Layout::read(words, static_cast<std::int64_t>(i));
      ASSERT_EQ(read.plane, c.plane) << Layout::name;
      ASSERT_EQ(read.below, c.below) << Layout::name;
      ASSERT_EQ(read.above, c.above) << Layout::name;
      weigh(static_cast<std::int64_t>(i));
      ASSERT_EQ(sums[i], weighCandidate(c, nodes[i / mostCandidates])) << Layout::name;
    }
    const TakeChosen<Layout> take = { words, nodes.data(), chosen.data(), sums.data() };
    for (std::size_t node = 0; node < chosen.size(); ++node)
    {
      take(static_cast<std::int64_t>(node));
      ASSERT_EQ(sums[node], weighCandidate(candidates[chosen[node]], nodes[node])) << Layout::name;
    }
  });
}

} // namespace
