// SPDX-License-Identifier: BSD-3-Clause
// The scan of CUDPP and the two passes of private arrays, under schedules drawn from seeds.
#include "../Laboratory/CompactionBaselines.h"
#include "Executor.h"
#include "ProtocolSettings.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;
using namespace inkray::laboratory;

using Words = std::vector<std::uint32_t>;

struct IsOdd
{
  INKRAY_HD bool operator()(std::uint32_t item) const { return (item & 1) != 0; }
};

template <class Body>
void run(Executor& e, int numTiles, const Body& body)
{
  ASSERT_TRUE((e.launch<Body::block, typename Body::Shared>(
    numTiles, [&](const FiberContext<Body::block>& ctx, auto& shared) { body.run(ctx, shared); })))
    << e.failure();
}

TEST(CompactionBaselines, ScanSumsTheTile)
{
  Executor e;
  for (const std::uint64_t seed : seedsToRun(5))
  {
    e.reset(seed);
    constexpr std::size_t numTiles = 3;
    Words in(numTiles * ScanTile::tile), before(in.size(), 7), totals(numTiles, 7), expected(in.size()),
      sums(numTiles);
    for (std::size_t i = 0; i < in.size(); ++i)
    {
      in[i] = e.dice().below(1000);
      expected[i] = sums[i / ScanTile::tile];
      sums[i / ScanTile::tile] += in[i];
    }
    const ScanTile scan = { in.data(), before.data(), totals.data() };
    ASSERT_NO_FATAL_FAILURE(run(e, numTiles, scan));
    ASSERT_EQ(before, expected) << "seed " << seed;
    ASSERT_EQ(totals, sums) << "seed " << seed;
  }
}

TEST(CompactionBaselines, PrivateArraysKeepWhatIsValid)
{
  using Keep = KeepPrivate<IsOdd>;
  Executor e;
  for (const std::uint64_t seed : seedsToRun(5))
  {
    e.reset(seed);
    constexpr std::size_t numTiles = 2;
    Words items(Keep::tile + 1 + e.dice().below(Keep::tile - 1)), valid;
    for (std::uint32_t& item : items)
    {
      item = e.dice().below(100000);
      if (IsOdd()(item))
        valid.push_back(item);
    }
    Words parts(numTiles * Keep::tile), counts(numTiles), out(items.size(), 7);
    std::uint64_t count = 7;
    const Keep keep = { items.data(), static_cast<std::int64_t>(items.size()), {}, parts.data(),
      counts.data() };
    ASSERT_NO_FATAL_FAILURE(run(e, numTiles, keep));
    const JoinPrivate join = { parts.data(), counts.data(), Keep::tile, numTiles, out.data(), &count };
    ASSERT_NO_FATAL_FAILURE(run(e, numTiles, join));
    ASSERT_EQ(count, valid.size()) << "seed " << seed;
    out.resize(valid.size());
    ASSERT_EQ(out, valid) << "seed " << seed;
  }
}

} // namespace
