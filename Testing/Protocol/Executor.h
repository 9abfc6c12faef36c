// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Fault.h"
#include "Fiber.h"
#include "GlobalMemory.h"
#include "Random.h"
#include "Site.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace protocol
{

class Executor;
struct Block;

/// One thread of a resident block.
struct Thread
{
  enum class State
  {
    Runnable,
    InWarpCall,
    InBarrier,
    InWait,
    Exited
  };

  Executor* executor = nullptr;
  Block* block = nullptr;
  int index = 0; ///< within the block
  State state = State::Exited;
  bool started = false;
  bool unfavored = false; ///< by the schedule that starves some
  std::size_t place = 0;  ///< among the runnable threads
  std::uint32_t tickets = 0;
  Site site{ "", 0, "" }; ///< the call that it is in
  Op op = Op::Fence;
  std::uint64_t given = 0;        ///< to a warp call
  int lane = 0;                   ///< asked of a shuffle
  std::uint64_t result = 0;       ///< of a collective call
  const void* waitsFor = nullptr; ///< in a wait
  Agent agent;
  std::unique_ptr<Fiber> fiber;
};

/// A PhaseBarrier that a block has made.
struct PhaseState
{
  const void* address;
  std::uint32_t arrivals; ///< of each phase
  std::uint32_t missing;  ///< of this phase
  std::uint32_t copies;   ///< of this phase, that have not landed
  std::uint32_t phase;
};

/// A resident block.
struct Block
{
  struct Warp
  {
    int arrived = 0; ///< at the warp call of its first thread
    Thread* first = nullptr;
    int away = 0; ///< lanes at the barrier or ended
    StoreBuffer stores;
  };

  std::uint32_t index = 0;
  std::vector<Thread*> threads;
  std::vector<Warp> warps;
  StoreBuffer stores;
  int arrived = 0; ///< at the barrier of its first thread
  Thread* first = nullptr;
  std::uint32_t count = 0;
  int exited = 0;
  std::vector<std::uint64_t> shared;
  std::vector<PhaseState> barriers;
};

/// A copy into shared memory that is under way. It reads its source when it lands.
struct PendingCopy
{
  Block* block;
  const void* barrier; ///< null: nobody waits for it
  void* to;
  const void* from;
  std::size_t bytes;
};

/// Runs kernels that are written against an execution context (Cooperative/ExecutionContext.h), under a
/// hostile schedule drawn from a seed. Each thread is a fiber. The same seed gives the same run, on every
/// machine. The seed decides who goes on at each call of the context (styles below), the order in which
/// blocks start, and how many are resident. It also decides how late stores become visible and loads see them
/// (GlobalMemory), and the garbage in shared memory.
///
/// A launch ends well or with one failure: a thread's violation (GlobalMemory), threads of a warp or block at
/// different barriers or gone, no runnable thread, or no progress. No progress means no store, no atomic and
/// no end of a thread within a bound. The last three quarters of the bound are scheduled fairly and without
/// lateness.
class Executor
{
public:
  GlobalMemory memory;

  /// Forgets all buffers. The next launches are drawn from `seed` and suffer from `fault`, which must outlive
  /// them.
  void reset(std::uint64_t seed, const Fault* fault = nullptr);

  /// Runs kernel(FiberContext<BlockSize>&, Shared&) in `numBlocks` blocks of threads. Returns false when it
  /// failed; then nothing more can be launched before reset.
  template <int BlockSize, class Shared, class Kernel>
  bool launch(std::uint32_t numBlocks, const Kernel& kernel);
  /// Does the same with all blocks resident at a time, as cudaLaunchCooperativeKernel does.
  template <int BlockSize, class Shared, class Kernel>
  bool launchTogether(std::uint32_t numBlocks, const Kernel& kernel);

  /// Returns the line that says what happened; empty while nothing has.
  const std::string& failure() const { return what; }
  /// Reports a failure found from outside (a wrong result).
  void fail(const std::string& line);
  /// Returns the random numbers of this seed, for the tests' own choices.
  Random& dice() { return random; }
  std::uint64_t steps() const { return step; }
  /// Sets how many steps without a store are not yet a livelock, until the next reset.
  void setPatience(std::uint64_t steps) { patience = steps; }

  /// From here on, collects calls from files whose path contains one of the parts.
  void recordCallSites(const std::vector<std::string>& parts) { recordParts = parts; }
  const std::vector<CallSite>& callSites() const { return recorded; }

  /// The calls of FiberContext.
  std::uint64_t warpCall(Thread& t, Op op, const Site& site, std::uint64_t given, int lane);
  std::uint32_t barrier(Thread& t, Op op, const Site& site, bool p);
  void load(Thread& t, Op op, const Site& site, const void* p, std::size_t bytes, void* result);
  void store(Thread& t, Op op, const Site& site, void* p, std::size_t bytes, const void* value);
  void atomicAdd(Thread& t, const Site& site, void* p, std::size_t bytes, const void* value, void* before);
  void atomicMax(Thread& t, const Site& site, std::uint32_t* p, std::uint32_t value);
  void fence(Thread& t, const Site& site);
  void backoff(Thread& t, const Site& site);
  void initBarrier(Thread& t, const Site& site, const void* barrier, std::uint32_t arrivals);
  void arriveWarp(Thread& t, const Site& site, const void* barrier);
  void copyToShared(
    Thread& t, const Site& site, const void* barrier, void* to, const void* from, std::size_t bytes);
  void wait(Thread& t, const Site& site, const void* barrier, std::uint32_t phase);
  std::uint32_t numBlocks() const { return blocks; }

private:
  /// How the next thread is chosen.
  enum class Style
  {
    Uniform,
    Starved, ///< a few threads, warps or blocks hardly ever run
    Bursts,  ///< a thread runs on until it must wait
    LastFirst,
    LockStepWarps,
    BlockByBlock
  };
  static constexpr std::uint64_t usualPatience = 20000;
  struct Abandoned
  {
  };
  struct Returned
  {
  };

  bool run(std::uint32_t numBlocks, int blockSize, std::size_t sharedBytes,
    const std::function<void(Thread&)>& kernel);
  void drawSchedule();
  void startBlock(Block& block);
  static void threadMain(void* thread);
  void exitThread(Thread& t);
  void enter(Thread& t, Op op, const Site& site);
  bool faulty(FaultKind kind, const Thread& t) const;
  void yield(Thread& t);
  Thread* next(const Thread* current);
  bool drawUnfavored(const Thread& t) const;
  [[noreturn]] static void diverge(Thread* const* among, int count, const Thread& t);
  static PhaseState& phaseOf(Block& b, const void* barrier);
  void arrive(Block& b, const void* barrier);
  void endPhase(Block& b, PhaseState& state);
  void landCopies();
  void makeRunnable(Thread& t);
  void block(Thread& t, Thread::State state);
  void checkStarvedOfProgress();

  Random random{ 0 };
  std::uint64_t seed = 0;
  const Fault* fault = nullptr;
  std::string what;

  // The schedule of this launch
  Style style = Style::Uniform;
  std::vector<std::uint32_t> order; ///< of blocks
  std::uint64_t favor = 0;
  int residency = 1; ///< blocks at a time
  bool together = false;

  // Its state
  std::uint32_t blocks = 0;
  int threadsPerBlock = 0;
  std::size_t sharedWords = 0;
  std::function<void(Thread&)> body;
  std::size_t dispatched = 0;
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<std::unique_ptr<Block>> resident;
  std::vector<Thread*> runnable;
  std::vector<PendingCopy> copies;
  int alive = 0;
  bool aborting = false;
  bool avoidCurrent = false;
  bool fair = false;
  std::uint64_t step = 0;
  std::uint64_t lastProgress = 0;
  std::uint64_t patience = usualPatience;
  Fiber home;

  std::vector<std::string> recordParts;
  std::vector<CallSite> recorded;
};

} // namespace protocol

#include "FiberContext.h"

namespace protocol
{

template <int BlockSize, class Shared, class Kernel>
bool Executor::launch(std::uint32_t numBlocks, const Kernel& kernel)
{
  return run(numBlocks, BlockSize, sizeof(Shared), [&kernel](Thread& t) {
    FiberContext<BlockSize> context(t);
    kernel(context, *reinterpret_cast<Shared*>(t.block->shared.data()));
  });
}

template <int BlockSize, class Shared, class Kernel>
bool Executor::launchTogether(std::uint32_t numBlocks, const Kernel& kernel)
{
  together = true;
  const bool ended = launch<BlockSize, Shared>(numBlocks, kernel);
  together = false;
  return ended;
}

} // namespace protocol
