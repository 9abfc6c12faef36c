// SPDX-License-Identifier: BSD-3-Clause
// Persistent warps and blocks take rays by themselves. Each ray begins once, goes on until it ends, and ends
// once, whoever has it. Every call finds what the call before has left of the ray.
#include "../Laboratory/RayDrivers.h"
#include "../Laboratory/WarpAppend.h"
#include "Compaction/CompactItems.h"
#include "Executor.h"
#include "ProtocolSettings.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace
{
using namespace protocol;
using namespace inkray;
using namespace inkray::laboratory;

/// Rays of random lengths, and counts of what has been done with them.
struct Rays
{
  std::vector<std::uint32_t> lengths, calls, begun, ended;

  Rays(Executor& e, std::uint32_t count)
    : calls(count, 0)
    , begun(count, 0)
    , ended(count, 0)
  {
    const std::uint32_t longest = 1 + e.dice().below(9);
    for (std::uint32_t k = 0; k < count; ++k)
      lengths.push_back(e.dice().below(longest));
  }
  void check(std::uint64_t seed) const
  {
    for (std::size_t k = 0; k < lengths.size(); ++k)
    {
      ASSERT_EQ(begun[k], 1u) << "seed " << seed << ", ray " << k;
      ASSERT_EQ(calls[k], lengths[k]) << "seed " << seed << ", ray " << k;
      ASSERT_EQ(ended[k], 1u) << "seed " << seed << ", ray " << k;
    }
  }
};

template <int Block>
void checkRefilled()
{
  struct Shared
  {
  };
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t count = e.dice().below(4 * Block), least = 1 + e.dice().below(32);
    const std::uint32_t blocks = 1 + e.dice().below(3);
    Rays rays(e, count);
    auto* const next = e.memory.allocate<std::uint32_t>("next", 1);
    e.memory.write(next, 0u);
    ASSERT_TRUE((e.launch<Block, Shared>(blocks,
      [&](const FiberContext<Block>& ctx, auto&) {
        std::uint32_t number = 0, left = 0;
        RefilledWarps::run(
          ctx, next, count, least,
          [&](std::uint32_t n) {
            number = n;
            left = rays.lengths[n];
            ++rays.begun[n];
            return left > 0;
          },
          [&] {
            ++rays.calls[number];
            return --left > 0;
          },
          [&] { ++rays.ended[number]; });
      })))
      << e.failure();
    ASSERT_NO_FATAL_FAILURE(rays.check(seed));
  }
}

void checkVoting()
{
  struct Shared
  {
  };
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t count = e.dice().below(200), active = 1 + e.dice().below(32);
    const std::uint32_t walking = 1 + e.dice().below(32), blocks = 1 + e.dice().below(3);
    Rays rays(e, count);
    auto* const next = e.memory.allocate<std::uint32_t>("next", 1);
    e.memory.write(next, 0u);
    ASSERT_TRUE((e.launch<64, Shared>(blocks,
      [&](const FiberContext<64>& ctx, auto&) {
        std::uint32_t number = 0, left = 0;
        // A ray stands while an even number of calls is left.
        const auto does = [&] {
          return std::uint32_t(left == 0 ? VotingWarps::Ended
              : left % 2 == 0            ? VotingWarps::Stands
                                         : VotingWarps::Walks);
        };
        const auto go = [&](std::uint32_t parity) {
          EXPECT_EQ(left % 2, parity) << "seed " << seed;
          ++rays.calls[number];
          --left;
          return does();
        };
        VotingWarps::run(
          ctx, next, count, active, walking,
          [&](std::uint32_t n) {
            number = n;
            left = rays.lengths[n];
            ++rays.begun[n];
            return does();
          },
          [&] { return go(1); }, [&] { return go(0); }, [&] { ++rays.ended[number]; });
      })))
      << e.failure();
    ASSERT_NO_FATAL_FAILURE(rays.check(seed));
  }
}

template <int Block, int Slots>
void checkQueues()
{
  using Queues = BlockQueues<Block, Slots>;
  struct Shared
  {
    typename Queues::Shared queues;
    std::uint32_t numbers[Slots], left[Slots];
  };
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t count = e.dice().below(3 * Slots), blocks = 1 + e.dice().below(3);
    Rays rays(e, count);
    auto* const next = e.memory.allocate<std::uint32_t>("next", 1);
    e.memory.write(next, 0u);
    ASSERT_TRUE((e.launch<Block, Shared>(blocks,
      [&](const FiberContext<Block>& ctx, auto& shared) {
        // A ray of length n intersects where n is even, and traverses where it is odd.
        const auto does = [&](std::uint32_t slot) {
          const std::uint32_t left = shared.left[slot];
          if (left == 0)
            ++rays.ended[shared.numbers[slot]];
          return left == 0 ? Queues::Ended : left % 2 == 0 ? Queues::Intersects : Queues::Traverses;
        };
        const auto go = [&](std::uint32_t slot, std::uint32_t parity) {
          EXPECT_EQ(shared.left[slot] % 2, parity) << "seed " << seed;
          ++rays.calls[shared.numbers[slot]];
          shared.left[slot] -= 1;
          return does(slot);
        };
        Queues::run(
          ctx, shared.queues, next, count,
          [&](std::uint32_t slot, bool isNew, std::uint32_t number) {
            if (!isNew)
              return go(slot, 1);
            shared.numbers[slot] = number;
            shared.left[slot] = rays.lengths[number];
            ++rays.begun[number];
            return does(slot);
          },
          [&](std::uint32_t slot) { return go(slot, 0); });
      })))
      << e.failure();
    ASSERT_NO_FATAL_FAILURE(rays.check(seed));
  }
}

/// Each survivor is in the queue once; those of a warp stand together and in order.
TEST(RayDrivers, WarpsAppendWhatTheyKeep)
{
  using Body = CompactItems<WarpAppend, 32, 1, 1>;
  Executor e;
  for (const std::uint64_t seed : seedsToRun(40))
  {
    e.reset(seed);
    const std::uint32_t n = e.dice().below(200), blocks = 1 + e.dice().below(4),
                        rarity = 1 + e.dice().below(40);
    std::vector<bool> keeps;
    for (std::uint32_t i = 0; i < n; ++i)
      keeps.push_back(e.dice().below(rarity) == 0);
    const auto count = static_cast<std::uint32_t>(std::count(keeps.begin(), keeps.end(), true));
    auto* const items = e.memory.allocate<std::uint32_t>("items", n + 1);
    auto* const size = e.memory.allocate<std::uint64_t>("count", 1);
    e.memory.write(size, std::uint64_t(0));
    ASSERT_TRUE((e.launch<32, typename Body::Shared>(blocks,
      [&](const FiberContext<32>& ctx, auto& shared) {
        Body::run(
          ctx, shared, nullptr, n,
          [&](std::int64_t i, std::uint32_t& item) {
            item = static_cast<std::uint32_t>(i);
            return bool(keeps[item]);
          },
          WarpAppend::State<std::uint32_t>{ nullptr }, Queue<std::uint32_t>{ items, n, size });
      })))
      << e.failure();
    ASSERT_EQ(e.memory.read(size), count) << "seed " << seed;
    std::vector<std::uint32_t> found;
    for (std::uint32_t k = 0; k < count; ++k)
    {
      const std::uint32_t item = e.memory.read(items + k);
      ASSERT_LT(item, n) << "seed " << seed;
      EXPECT_TRUE(keeps[item]) << "seed " << seed;
      EXPECT_FALSE(!found.empty() && found.back() / 32 == item / 32 && found.back() >= item)
        << "seed " << seed;
      found.push_back(item);
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::unique(found.begin(), found.end()), found.end()) << "seed " << seed;
  }
}

TEST(RayDrivers, RefilledWarpsTakeEachRayOnce)
{
  ASSERT_NO_FATAL_FAILURE(checkRefilled<32>());
  ASSERT_NO_FATAL_FAILURE(checkRefilled<64>());
}

TEST(RayDrivers, VotingWarpsTakeEachRayToItsEnd)
{
  ASSERT_NO_FATAL_FAILURE(checkVoting());
}

TEST(RayDrivers, QueuesOfABlockTakeEachRayToItsEnd)
{
  ASSERT_NO_FATAL_FAILURE((checkQueues<32, 96>()));
  ASSERT_NO_FATAL_FAILURE((checkQueues<64, 128>()));
  ASSERT_NO_FATAL_FAILURE((checkQueues<96, 224>()));
}

} // namespace
