// SPDX-License-Identifier: BSD-3-Clause
// Tests loops of kernels that the device or the host repeats.
#include "Compaction/CudaCompactor.cuh"
#include "Device/CudaBackend.cuh"
#include "Device/Device.h"
#include "Laboratory/Compaction/ComparedMethod.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace
{

using namespace inkray;

struct Counters
{
  std::uint64_t running, next, rounds, notInOrder;
};

/// Writes the mark of item i, and checks a mark of the kernel that ran before.
struct MarkItem
{
  Counters* counters;
  std::uint32_t* marks;
  std::int64_t size;
  std::uint32_t lag; ///< 1: the kernel before ran in the last round; 0: it ran in this round

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    const auto round = static_cast<std::uint32_t>(counters->rounds) + 1;
    const std::uint32_t* const before = marks + (lag > 0 ? size : 0);
    std::uint32_t* const mine = marks + (lag > 0 ? 0 : size);
    if (before[(i * 7919 + 13) % static_cast<std::int64_t>(counters->running)] != round - lag)
      atomicAddRelaxed(&counters->notInOrder, std::uint64_t(1));
    mine[i] = round;
    out = static_cast<std::uint32_t>(i);
    return i % 4 != 3 && static_cast<std::uint64_t>(i) + 1 < counters->running;
  }
};

struct EndRound
{
  Counters* counters;

  INKRAY_HD void operator()(std::int64_t) const
  {
    ++counters->rounds;
    counters->running = counters->next;
  }
};

/// Sets INKRAY_LOOP in the environment, and restores it when destroyed.
class LoopTurnedBy
{
public:
  explicit LoopTurnedBy(const char* by)
  {
    if (const char* const before = std::getenv("INKRAY_LOOP"))
      before_ = before;
    setenv("INKRAY_LOOP", by, 1);
  }
  ~LoopTurnedBy() { before_.empty() ? unsetenv("INKRAY_LOOP") : setenv("INKRAY_LOOP", before_.c_str(), 1); }
  LoopTurnedBy(const LoopTurnedBy&) = delete;
  LoopTurnedBy& operator=(const LoopTurnedBy&) = delete;

private:
  std::string before_;
};

/// Tests of Backend::Loop. (The suite is typed, so that its name begins with CUDA/, by which the gpu label
/// selects it.)
template <class Backend>
class LoopOnCuda : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (!cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }

  /// Runs a loop `frames` times. Each round keeps three of four items and drops the last one, until none is
  /// left.
  static Counters turn(
    Backend& backend, typename Backend::Loop& loop, CompactionMethod method, std::int64_t n, int frames)
  {
    typename Backend::template Array<Counters> counters(backend, 1);
    typename Backend::template Array<std::uint32_t> marks(backend, 2 * n),
      queues[2] = { { backend, n }, { backend, n } };
    Compactor<Backend> compactor;
    compactor.reserve(backend, n, 1);
    Counters* const c = counters.data();
    typename Backend::template Array<std::uint64_t> unused(backend, 1);
    const Queue<std::uint32_t> all = { queues[0].data(), static_cast<std::uint64_t>(n), unused.data() };
    const Queue<std::uint32_t> kept = { queues[1].data(), static_cast<std::uint64_t>(n), &c->next };
    for (int frame = 0; frame < frames; ++frame)
    {
      backend.put(c, Counters{ static_cast<std::uint64_t>(n), 0, 0, 0 });
      backend.zero(marks.data(), marks.bytes());
      backend.loopWhile(loop, &c->running, { static_cast<std::uint64_t>(method) }, [&] {
        compactor.template compactCounted<128>(
          backend, method, &c->running, n, MarkItem{ c, marks.data(), n, 1 }, all);
        compactor.template compactCounted<128>(
          backend, method, &c->running, n, MarkItem{ c, marks.data(), n, 0 }, kept);
        backend.forEach(1, EndRound{ c });
      });
    }
    return backend.read(c);
  }
};
TYPED_TEST_SUITE_P(LoopOnCuda);

TYPED_TEST_P(LoopOnCuda, DeviceAndHostTurnTheSame)
{
  for (const CompactionMethod method : allCompactionMethods)
    for (const char* const by : { "device", "host" })
    {
      const LoopTurnedBy environment(by);
      TypeParam backend;
      typename TypeParam::Loop loop;
      EXPECT_EQ(loop.onDevice(), INKRAY_HAS_CONDITIONAL_GRAPHS && std::string(by) == "device") << by;
      const std::int64_t n = 300007;
      std::uint64_t rounds = 0;
      for (std::int64_t left = n; left > 0; left = (left - 1) - (left - 1) / 4)
        ++rounds;
      const Counters counters = this->turn(backend, loop, method, n, 3);
      EXPECT_EQ(counters.notInOrder, 0u) << compactionMethodName(method) << " by the " << by;
      EXPECT_EQ(counters.running, 0u);
      EXPECT_EQ(counters.rounds, rounds) << compactionMethodName(method) << " by the " << by;
    }
}

TYPED_TEST_P(LoopOnCuda, WhoElseCannotTurn)
{
  const LoopTurnedBy environment("the butler");
  try
  {
    typename TypeParam::Loop loop;
    ADD_FAILURE() << "a loop that nobody turns";
  }
  catch (const InvalidInput& error)
  {
    EXPECT_NE(std::string(error.what()).find("the butler"), std::string::npos) << error.what();
  }
}

REGISTER_TYPED_TEST_SUITE_P(LoopOnCuda, DeviceAndHostTurnTheSame, WhoElseCannotTurn);
INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, LoopOnCuda, CudaBackend);

} // namespace
