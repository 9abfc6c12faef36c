// SPDX-License-Identifier: BSD-3-Clause
// The executor on kernels that are right, and on kernels that are wrong in one known way.
#include "Executor.h"
#include "ProtocolSettings.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

namespace
{
using protocol::Executor;

struct NoShared
{
  std::uint32_t unused;
};

/// Runs `scenario` with seeds 0, 1, ... until one fails. Returns that seed's line, or an empty one. The
/// failing seed is run again and must say the same.
std::string firstFailure(int seeds, const std::function<void(Executor&)>& scenario)
{
  static Executor executor;
  for (int seed = 0; seed < seeds; ++seed)
  {
    executor.reset(static_cast<std::uint64_t>(seed));
    scenario(executor);
    const std::string line = executor.failure();
    if (line.empty())
      continue;
    executor.reset(static_cast<std::uint64_t>(seed));
    scenario(executor);
    EXPECT_EQ(line, executor.failure());
    return line;
  }
  return "";
}

bool has(const std::string& line, const std::string& part)
{
  return line.find(part) != std::string::npos;
}

/// Sums over a block through shared memory; the last barrier may be left out.
template <bool SecondBarrier>
void sumTwice(Executor& e)
{
  struct Shared
  {
    std::uint32_t values[64];
  };
  std::uint32_t* const out = e.memory.allocate<std::uint32_t>("sums", 2 * 64 * 3);
  e.launch<64, Shared>(3, [=](const auto& ctx, Shared& shared) {
    for (std::uint32_t round = 0; round < 2; ++round)
    {
      shared.values[ctx.thread()] = round + 1;
      ctx.syncThreads();
      std::uint32_t sum = 0;
      for (const std::uint32_t v : shared.values)
        sum += v;
      if (SecondBarrier)
        ctx.syncThreads();
      ctx.store(out + (round * 3 + ctx.block()) * 64 + ctx.thread(), sum);
    }
  });
  for (std::uint32_t i = 0; e.failure().empty() && i < 2 * 64 * 3; ++i)
    if (e.memory.read(out + i) != (i < 64 * 3 ? 64u : 128u))
      e.fail("wrong sum");
}

/// Lets one block hand a value to the other. `how`: 0 release and acquire, 1 relaxed store, 2 relaxed load, 3
/// fences around relaxed ones, 4 the first fence missing, 5 the second fence missing.
void handOver(Executor& e, int how)
{
  auto* const data = e.memory.allocate<std::uint32_t>("data", 1);
  auto* const flag = e.memory.allocate<std::uint32_t>("flag", 1);
  auto* const out = e.memory.allocate<std::uint32_t>("out", 1);
  e.memory.write(data, 1u);
  e.memory.write(flag, 0u);
  auto* const ticket = e.memory.allocate<std::uint32_t>("ticket", 1);
  e.memory.write(ticket, 0u);
  struct Shared
  {
    std::uint32_t ticket;
  };
  e.launch<32, Shared>(2, [=](const auto& ctx, Shared& shared) {
    if (ctx.thread() == 0)
      shared.ticket = ctx.atomicAdd(ticket, 1u);
    ctx.syncThreads();
    if (shared.ticket == 0)
    {
      if (ctx.thread() == 7)
        ctx.store(data, 42u);
      ctx.syncThreads(); // the release of thread 0 covers what its block did before
      if (ctx.thread() == 0)
      {
        if (how == 3 || how == 5)
          ctx.fence();
        if (how == 0 || how == 2)
          ctx.storeRelease(flag, 1u);
        else
          ctx.storeRelaxed(flag, 1u);
      }
    }
    else
    {
      if (ctx.thread() == 0)
      {
        while (!(how == 0 || how == 1 ? ctx.loadAcquire(flag) : ctx.loadRelaxed(flag)))
          ctx.backoff();
        if (how == 3 || how == 4)
          ctx.fence();
      }
      ctx.syncThreads();
      if (ctx.thread() == 13)
        ctx.store(out, ctx.load(data));
    }
  });
  if (e.failure().empty() && e.memory.read(out) != 42u)
    e.fail("stale data");
}

TEST(Executor, RightKernelsPass)
{
  EXPECT_EQ("", firstFailure(protocol::scaled(500), sumTwice<true>));
  EXPECT_EQ("", firstFailure(protocol::scaled(2000), [](Executor& e) { handOver(e, 0); }));
  EXPECT_EQ("", firstFailure(protocol::scaled(2000), [](Executor& e) { handOver(e, 3); }));
}

TEST(Executor, FindsAMissingBarrierBetweenAReadAndTheNextWrite)
{
  EXPECT_TRUE(has(firstFailure(50, sumTwice<false>), "wrong sum"));
}

TEST(Executor, FindsEachMissingOrder)
{
  for (const int how : { 1, 2, 4, 5 })
    EXPECT_TRUE(has(firstFailure(200, [&](Executor& e) { handOver(e, how); }), "stale data")) << how;
}

/// A block that acquired a release passes it on, and so do relaxed atomics that come between. A relaxed load
/// in the chain breaks it.
void chain(Executor& e, bool acquires)
{
  auto* const words = e.memory.allocate<std::uint32_t>("words", 4);
  for (int i = 0; i < 4; ++i)
    e.memory.write(words + i, 0u);
  auto *data = words, *first = words + 1, *second = words + 2, *ticket = words + 3;
  auto* const out = e.memory.allocate<std::uint32_t>("out", 1);
  e.launch<32, NoShared>(3, [=](const auto& ctx, NoShared&) {
    if (ctx.thread() != 0)
      return;
    switch (ctx.atomicAdd(ticket, 1u))
    {
      case 0:
        ctx.store(data, 42u);
        ctx.storeRelease(first, 1u);
        break;
      case 1:
        while (!(acquires ? ctx.loadAcquire(first) : ctx.loadRelaxed(first)))
          ctx.backoff();
        ctx.storeRelease(second, 1u);
        ctx.atomicAdd(second, 1u);
        break;
      default:
        while (ctx.loadAcquire(second) != 2u)
          ctx.backoff();
        ctx.store(out, ctx.load(data));
    }
  });
  if (e.failure().empty() && e.memory.read(out) != 42u)
    e.fail("stale data");
}

TEST(Executor, CausalityIsTransitive)
{
  EXPECT_EQ("", firstFailure(protocol::scaled(2000), [](Executor& e) { chain(e, true); }));
  EXPECT_TRUE(has(firstFailure(500, [](Executor& e) { chain(e, false); }), "stale data"));
}

/// A block sees its own stores in their order, even if other blocks see them late. The value that a block
/// sees in one location never becomes an older one.
TEST(Executor, ABlockSeesItsOwnStoresAndALocationNeverGoesBack)
{
  const auto scenario = [](Executor& e) {
    auto* const words = e.memory.allocate<std::uint32_t>("words", 64);
    auto* const counter = e.memory.allocate<std::uint32_t>("counter", 1);
    auto* const wrong = e.memory.allocate<std::uint32_t>("wrong", 1);
    e.memory.write(counter, 0u);
    e.memory.write(wrong, 0u);
    e.launch<64, NoShared>(2, [=](const auto& ctx, NoShared&) {
      const int partner = ctx.thread() ^ 33;
      if (ctx.block() == 0)
      {
        ctx.store(words + ctx.thread(), 1u);
        ctx.store(words + ctx.thread(), 2u);
        const bool own = ctx.load(words + ctx.thread()) == 2u;
        ctx.syncThreads();
        if (!own || ctx.load(words + partner) != 2u)
          ctx.atomicAdd(wrong, 1u);
        if (ctx.thread() == 0)
          for (std::uint32_t i = 1; i < 9; ++i)
            ctx.storeRelaxed(counter, i);
      }
      else if (ctx.thread() == 0)
      {
        std::uint32_t last = 0;
        for (int i = 0; i < 40; ++i)
        {
          const std::uint32_t now = ctx.loadRelaxed(counter);
          if (now < last)
            ctx.atomicAdd(wrong, 1u);
          last = now;
        }
      }
    });
    if (e.failure().empty() &&
      (e.memory.read(wrong) || e.memory.read(counter) != 8u || e.memory.read(words + 5) != 2u))
      e.fail("own stores out of order");
  };
  EXPECT_EQ("", firstFailure(500, scenario));
}

TEST(Executor, RelaxedStoresArriveInAnyOrder)
{
  bool outOfOrder = false, inOrder = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
  {
    static Executor e;
    e.reset(seed);
    auto* const words = e.memory.allocate<std::uint32_t>("words", 4);
    for (int i = 0; i < 4; ++i)
      e.memory.write(words + i, 0u);
    ASSERT_TRUE((e.launch<32, NoShared>(2,
      [=](const auto& ctx, NoShared&) {
        if (ctx.thread() != 0)
          return;
        if (ctx.block() == 0)
        {
          ctx.storeRelaxed(words, 1u);
          ctx.storeRelaxed(words + 1, 1u);
        }
        else
        {
          ctx.storeRelaxed(words + 3, ctx.loadRelaxed(words + 1));
          ctx.storeRelaxed(words + 2, ctx.loadRelaxed(words));
        }
      })))
      << e.failure();
    outOfOrder = outOfOrder || e.memory.read(words + 3) == 0;
    inOrder = inOrder || e.memory.read(words + 3) == 1;
  }
  EXPECT_TRUE(outOfOrder);
  EXPECT_TRUE(inOrder);
}

TEST(Executor, NoOrderOfDispatchIsPromised)
{
  // Each block waits for the block of the next lower index, which may not have been started.
  const std::string line = firstFailure(50, [](Executor& e) {
    auto* const done = e.memory.allocate<std::uint32_t>("done", 20);
    for (int i = 0; i < 20; ++i)
      e.memory.write(done + i, 0u);
    e.launch<32, NoShared>(20, [=](const auto& ctx, NoShared&) {
      if (ctx.thread() != 0)
        return;
      while (ctx.block() > 0 && !ctx.loadAcquire(done + ctx.block() - 1))
        ctx.backoff();
      ctx.storeRelease(done + ctx.block(), 1u);
    });
  });
  EXPECT_TRUE(has(line, "livelock")) << line;
}

TEST(Executor, FindsDivergence)
{
  const std::string barriers = firstFailure(5, [](Executor& e) {
    e.launch<64, NoShared>(1, [](const auto& ctx, NoShared&) {
      if (ctx.thread() < 40)
        ctx.syncThreads();
      else
        ctx.syncThreads();
    });
  });
  EXPECT_TRUE(has(barriers, "divergence: thread")) << barriers;
  const std::string calls = firstFailure(5, [](Executor& e) {
    e.launch<32, NoShared>(1, [](const auto& ctx, NoShared&) {
      if (ctx.lane() != 3)
        ctx.ballot(true);
      else
        ctx.syncThreads();
    });
  });
  EXPECT_TRUE(has(calls, "divergence: ")) << calls;
  const std::string line = firstFailure(5, [](Executor& e) {
    e.launch<64, NoShared>(1, [](const auto& ctx, NoShared&) {
      if (ctx.thread() != 40)
        ctx.syncThreads();
    });
  });
  EXPECT_TRUE(has(line, "ended while thread") || has(line, "has ended")) << line;
  const std::string missing = firstFailure(5, [](Executor& e) {
    e.launch<32, NoShared>(1, [](const auto& ctx, NoShared&) {
      if (ctx.lane() != 9)
        ctx.shuffle(1u, 0);
    });
  });
  EXPECT_TRUE(has(missing, "ended while thread") || has(missing, "has ended")) << missing;
}

TEST(Executor, FindsShufflesFromLanesThatAWarpDoesNotHave)
{
  for (const int lane : { -1, 0, 31, 32 })
  {
    const std::string line = firstFailure(1, [=](Executor& e) {
      e.launch<32, NoShared>(1, [=](const auto& ctx, NoShared&) { ctx.shuffle(1u, lane); });
    });
    const bool there = lane == 0 || lane == 31;
    EXPECT_EQ(line.empty(), there) << line;
    EXPECT_EQ(has(line, "shuffle from lane " + std::to_string(lane)), !there) << line;
  }
}

TEST(Executor, FindsStoresOutsideBuffers)
{
  const auto storeAt = [](std::int64_t at) {
    return firstFailure(1, [=](Executor& e) {
      auto* const before = e.memory.allocate<std::uint32_t>("before", 8);
      auto* const out = e.memory.allocate<std::uint32_t>("out", 8);
      (void)before;
      e.launch<32, NoShared>(1, [=](const auto& ctx, NoShared&) {
        if (ctx.thread() == 0)
          ctx.store(out + at, 1u);
      });
    });
  };
  EXPECT_EQ("", storeAt(7));
  EXPECT_TRUE(has(storeAt(8), "store at element 8 of 'out', which has 8"));
  EXPECT_TRUE(has(storeAt(-1), "store at element -1 of 'out', which has 8"));
  EXPECT_TRUE(has(storeAt(1 << 24), "store outside every buffer"));
  // A store through a plain pointer is found too, in or beside a buffer.
  for (const int at : { 3, 8 })
    EXPECT_TRUE(has(firstFailure(1,
                      [=](Executor& e) {
                        auto* const out = e.memory.allocate<std::uint32_t>("out", 8);
                        e.launch<32, NoShared>(1, [=](const auto& ctx, NoShared&) {
                          if (ctx.thread() == 0)
                            out[at] = 1u;
                        });
                      }),
      "bypassed the context near element " + std::to_string(at) + " of 'out'"));
}

TEST(Executor, FindsLoadsOfWhatNobodyWrote)
{
  const std::string line = firstFailure(1, [](Executor& e) {
    auto* const in = e.memory.allocate<std::uint32_t>("in", 8);
    e.launch<32, NoShared>(1, [=](const auto& ctx, NoShared&) { ctx.load(in + 3); });
  });
  EXPECT_TRUE(has(line, "load of in[3], which nobody has written")) << line;
}

TEST(Executor, WarpCallsGiveWhatCudaGives)
{
  EXPECT_EQ("", firstFailure(100, [](Executor& e) {
    auto* const wrong = e.memory.allocate<std::uint32_t>("wrong", 1);
    e.memory.write(wrong, 0u);
    e.launch<64, NoShared>(2, [=](const auto& ctx, NoShared&) {
      bool good = ctx.ballot(ctx.lane() % 3 == 0) == 0x49249249u;
      good = good && true;
      const std::uint32_t narrow = ctx.shuffle(static_cast<std::uint32_t>(ctx.thread()), ctx.lane() ^ 5);
      const std::uint64_t wide = ctx.shuffle(std::uint64_t(ctx.thread()) << 40, 31);
      good = good && narrow == static_cast<std::uint32_t>(ctx.thread() ^ 5) &&
        wide == std::uint64_t(ctx.warp() * 32 + 31) << 40;
      const std::uint32_t even = ctx.syncThreadsCount(ctx.thread() % 2 == 0);
      const std::uint32_t few = ctx.syncThreadsCount(ctx.thread() < 5);
      if (!good || even != 32 || few != 5)
        ctx.atomicAdd(wrong, 1u);
    });
    if (e.failure().empty() && e.memory.read(wrong))
      e.fail("wrong votes");
  }));
}

} // namespace
