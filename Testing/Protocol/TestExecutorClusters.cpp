// SPDX-License-Identifier: BSD-3-Clause
// The executor's clusters of blocks, on a kernel that is right and on kernels that are wrong in one known
// way.
#include "Executor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace
{
using protocol::Executor;

constexpr int clusterSize = 3;
constexpr std::uint32_t numClusters = 4, rounds = 3;

struct Shared
{
  std::uint32_t numbers[clusterSize];
};

enum class Mistake
{
  None,
  StoresBeforeAllRun,
  StoresAfterTheOthersEnded,
  NotWaited,
  ArrivesTwice,
  OneBlockMissing,
  NoSuchRank,
  OutsideOfSharedMemory
};

/// The blocks of each cluster exchange a number in each round, and store the sum of the numbers that they
/// got.
void exchange(Executor& e, Mistake mistake)
{
  auto* const sums = e.memory.allocate<std::uint32_t>("sums", numClusters * clusterSize * rounds);
  const auto number = [](std::uint32_t block, std::uint32_t round) { return (block + 1) << (8 * round); };
  const bool ended = e.launchClusters<32, Shared>(numClusters, clusterSize, [&](const auto& ctx, Shared& s) {
    const int rank = ctx.clusterRank();
    if (mistake != Mistake::StoresBeforeAllRun)
      ctx.syncCluster();
    for (std::uint32_t round = 0; round < rounds; ++round)
    {
      std::uint32_t& own = s.numbers[rank + (mistake == Mistake::OutsideOfSharedMemory ? 1 << 20 : 0)];
      if (ctx.thread() < clusterSize)
        ctx.storeToBlock(
          ctx.thread() + (mistake == Mistake::NoSuchRank ? 1 : 0), own, number(ctx.block(), round));
      if (mistake == Mistake::OneBlockMissing && rank == 1)
        return;
      ctx.arriveCluster();
      if (mistake == Mistake::ArrivesTwice)
        ctx.arriveCluster();
      if (mistake != Mistake::NotWaited)
        ctx.waitCluster();
      if (ctx.thread() == 0)
        ctx.store(sums + ctx.block() * rounds + round, s.numbers[0] + s.numbers[1] + s.numbers[2]);
      if (mistake != Mistake::NotWaited)
        ctx.syncCluster();
    }
    if (mistake == Mistake::StoresAfterTheOthersEnded && ctx.thread() == 0)
      ctx.storeToBlock((rank + 1) % clusterSize, s.numbers[rank], 0u);
  });
  for (std::uint32_t i = 0; ended && i < numClusters * clusterSize * rounds; ++i)
  {
    const std::uint32_t first = i / rounds / clusterSize * clusterSize, round = i % rounds;
    if (e.memory.read(sums + i) != number(first, round) + number(first + 1, round) + number(first + 2, round))
      return e.fail("a sum is wrong");
  }
}

/// Returns the first failure of 100 seeds.
std::string firstFailure(Mistake mistake)
{
  Executor e;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
  {
    e.reset(seed);
    exchange(e, mistake);
    if (!e.failure().empty())
      return e.failure();
  }
  return "";
}

TEST(ExecutorClusters, RightKernelsPass)
{
  EXPECT_EQ("", firstFailure(Mistake::None));
}

TEST(ExecutorClusters, WrongOnesAreFound)
{
  const struct
  {
    Mistake mistake;
    const char* message;
  } cases[] = { { Mistake::StoresBeforeAllRun, "a block that does not run" },
    { Mistake::StoresAfterTheOthersEnded, "a block that does not run" },
    { Mistake::ArrivesTwice, "arrives again before the others have come" },
    { Mistake::OneBlockMissing, "deadlock" }, { Mistake::NoSuchRank, "no block of the cluster" },
    { Mistake::OutsideOfSharedMemory, "outside of shared memory" } };
  for (const auto& c : cases)
    EXPECT_NE(firstFailure(c.mistake).find(c.message), std::string::npos) << firstFailure(c.mistake);
  EXPECT_NE("", firstFailure(Mistake::NotWaited));
}

} // namespace
