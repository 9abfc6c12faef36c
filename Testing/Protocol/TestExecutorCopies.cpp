// SPDX-License-Identifier: BSD-3-Clause
// The executor's phase barriers and copies into shared memory, on kernels that are right and on kernels that
// are wrong in one known way.
#include "Executor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace
{
using protocol::Executor;

constexpr std::uint32_t numTiles = 7, tileSize = 64;

struct Shared
{
  alignas(16) std::uint32_t stage[2 * tileSize];
  inkray::PhaseBarrier filled[2], freed[2];
};

enum class Mistake
{
  None,
  NotInitialized,
  NotWaitedForTheCopy,
  NotWaitedForTheWorkspace,
  OneArrivalTooMany,
  OneArrivalTooFew,
  LanesApart, ///< lane 0 may go on until another lane is two phases behind
  LeftBeforeTheCopy,
  Misaligned,
  OutsideOfSharedMemory
};

/// One warp fills two stages in turn; the other writes what arrives to global memory.
void pipeline(Executor& e, Mistake mistake)
{
  alignas(16) static std::uint32_t in[numTiles * tileSize + 4];
  std::iota(std::begin(in), std::end(in), 1000u);
  auto* const out = e.memory.allocate<std::uint32_t>("out", numTiles * tileSize);
  const bool ended = e.launch<64, Shared>(1, [&](const auto& ctx, Shared& shared) {
    if (ctx.thread() == 0)
      for (int s = 0; s < 2; ++s)
      {
        if (mistake != Mistake::NotInitialized)
          ctx.initBarrier(shared.filled[s], 1);
        ctx.initBarrier(shared.freed[s], mistake == Mistake::OneArrivalTooFew ? 2 : 1);
      }
    ctx.syncThreads();
    for (std::uint32_t k = 0; k < numTiles; ++k)
    {
      const std::uint32_t s = k % 2;
      std::uint32_t* const stage = shared.stage + s * tileSize;
      if (ctx.warp() == 0)
      {
        if (k >= 2 && mistake != Mistake::NotWaitedForTheWorkspace)
          ctx.wait(shared.freed[s], k / 2 - 1);
        if (mistake != Mistake::LanesApart)
          ctx.syncWarp();
        if (ctx.lane() == 0)
          ctx.copyToShared(shared.filled[s],
            stage + (mistake == Mistake::OutsideOfSharedMemory ? 1 << 20 : 0),
            in + k * tileSize + (mistake == Mistake::Misaligned ? 1 : 0),
            static_cast<std::uint32_t>(tileSize * sizeof(std::uint32_t)));
        if (mistake == Mistake::OneArrivalTooMany)
          ctx.arriveWarp(shared.filled[s]);
        continue;
      }
      if (mistake == Mistake::LeftBeforeTheCopy)
        return;
      if (mistake != Mistake::NotWaitedForTheCopy)
        ctx.wait(shared.filled[s], k / 2);
      for (std::uint32_t i = static_cast<std::uint32_t>(ctx.lane()); i < tileSize; i += 32)
        ctx.store(out + k * tileSize + i, stage[i]);
      ctx.releaseWarp(shared.freed[s]);
    }
  });
  for (std::uint32_t i = 0; ended && e.failure().empty() && i < numTiles * tileSize; ++i)
    if (e.memory.read(out + i) != 1000 + i)
      e.fail("wrong item");
}

/// Returns the first line that one of up to 100 seeds reports.
std::string firstFailure(Mistake mistake)
{
  static Executor executor;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
  {
    executor.reset(seed);
    pipeline(executor, mistake);
    if (!executor.failure().empty())
      return executor.failure();
  }
  return "";
}

TEST(ExecutorCopies, ARightPipelinePasses)
{
  EXPECT_EQ("", firstFailure(Mistake::None));
}

TEST(ExecutorCopies, FindsWhatIsWrong)
{
  const auto finds = [](Mistake mistake, const std::string& what) {
    const std::string line = firstFailure(mistake);
    EXPECT_NE(line.find(what), std::string::npos) << line;
  };
  finds(Mistake::NotInitialized, "the barrier is not initialized");
  finds(Mistake::OneArrivalTooFew, "deadlock");
  finds(Mistake::LanesApart, "deadlock");
  finds(Mistake::Misaligned, "multiple of 16 bytes");
  finds(Mistake::OutsideOfSharedMemory, "outside of shared memory");
  for (const Mistake mistake : { Mistake::NotWaitedForTheCopy, Mistake::NotWaitedForTheWorkspace,
         Mistake::OneArrivalTooMany, Mistake::LeftBeforeTheCopy })
    EXPECT_NE("", firstFailure(mistake));
}

TEST(ExecutorCopies, BlocksLaunchedTogetherMayWaitForOneAnother)
{
  // Every block waits for the block after it. A launch without that promise need not even start it.
  const auto waitForNext = [](Executor& e, bool together) {
    auto* const done = e.memory.allocate<std::uint32_t>("done", 12);
    for (int i = 0; i < 12; ++i)
      e.memory.write(done + i, 0u);
    const auto kernel = [=](const auto& ctx, Shared&) {
      if (ctx.thread() != 0)
        return;
      while (ctx.block() < 11 && !ctx.loadAcquire(done + ctx.block() + 1))
        ctx.backoff();
      ctx.storeRelease(done + ctx.block(), 1u);
    };
    if (together)
      e.launchTogether<32, Shared>(12, kernel);
    else
      e.launch<32, Shared>(12, kernel);
    return e.failure();
  };
  static Executor executor;
  std::string alone;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
  {
    executor.reset(seed);
    EXPECT_EQ("", waitForNext(executor, true));
    executor.reset(seed);
    alone += waitForNext(executor, false);
  }
  EXPECT_NE(alone.find("livelock"), std::string::npos);
}

} // namespace
