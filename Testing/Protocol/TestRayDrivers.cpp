// SPDX-License-Identifier: BSD-3-Clause
// Persistent warps and blocks that take rays by themselves: each ray begins once, goes on until it ends and
// ends once, whoever has it, and every call finds what the call before has left of it.
#include "../Laboratory/RayDrivers.h"
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

/// Rays of random lengths, and what has been done with them.
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

TEST(RayDrivers, RefilledWarpsTakeEachRayOnce)
{
  ASSERT_NO_FATAL_FAILURE(checkRefilled<32>());
  ASSERT_NO_FATAL_FAILURE(checkRefilled<64>());
}

TEST(RayDrivers, QueuesOfABlockTakeEachRayToItsEnd)
{
  ASSERT_NO_FATAL_FAILURE((checkQueues<32, 96>()));
  ASSERT_NO_FATAL_FAILURE((checkQueues<64, 128>()));
  ASSERT_NO_FATAL_FAILURE((checkQueues<96, 224>()));
}

} // namespace
