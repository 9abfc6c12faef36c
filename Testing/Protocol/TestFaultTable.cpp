// SPDX-License-Identifier: BSD-3-Clause
// The test of the tester: each call that an algorithm makes of its context is broken in each possible way,
// and every fault must be found. The calls are collected in clean runs, so a barrier that is added to an
// algorithm gets its faults by itself.
#include "ArrayScenarios.h"
#include "CompactionScenarios.h"
#include "ProtocolSettings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace
{
using namespace protocol;

/// A fault must be found by one of this many seeds.
constexpr int seedsToDetection = 300;
/// The calls of an algorithm are collected over this many clean runs.
constexpr int cleanRuns = 60;

/// Processor time after which a seed is said to hang; a clean one takes some milliseconds.
#ifdef PROTOCOL_ASAN
constexpr int secondsOfASeed = 20;
#else
constexpr int secondsOfASeed = 1;
#endif

/// Faults that do no harm. The test fails if one of them is found after all, or if a fault that is not listed
/// is not found. Null stands for any name.
struct Harmless
{
  const char* algorithm;
  const char* call;
  FaultKind fault;
  const char* reason;
};
constexpr const char* prefixPublished = "InKCompactLookBack.h publishPrefix() storeRelaxed #1";
constexpr const char* noPrefix =
  "later tiles add up what the tiles before them kept, one by one: slower, not wrong";
constexpr Harmless harmless[] = {
  { nullptr, nullptr, FaultKind::RepeatStore, "the same value to the same place, before the thread goes on" },
  { "ArrayRing", "ArrayRing.h compact() syncWarp #1", FaultKind::DropBarrier,
    "the lanes meet in the scan before; it keeps the compiler from reading after the scan what the predicate "
    "does not look at" },
  { "KdSmallBlock", "KdSmallBlock.h build() syncWarp #3", FaultKind::DropBarrier,
    "the lanes meet in a shuffle before they read what the nodes have become; it orders shared memory, too" },
  { "KdSmallBlock", "KdSmallBlock.h build() syncWarp #4", FaultKind::DropBarrier,
    "the lanes meet in the shuffles of the next tree; it orders shared memory, too" },
  { "InKCompactLookBack", prefixPublished, FaultKind::DropStore, noPrefix },
  { "HornCompact", prefixPublished, FaultKind::DropStore, noPrefix },
  { "JumpingJack", prefixPublished, FaultKind::DropStore, noPrefix },
  { "ChosenSearch", prefixPublished, FaultKind::DropStore, noPrefix },
  { "JumpingJackInPlace", prefixPublished, FaultKind::DropStore, noPrefix },
};

const Harmless* findHarmless(const std::string& algorithm, const std::string& call, FaultKind fault)
{
  // The reader clears the word that it has read: a second store would be left for the next launch.
  if (call == "TreeReduce.h publish() storeRelaxed #1" && fault == FaultKind::RepeatStore)
    return nullptr;
  for (const Harmless& h : harmless)
    if (h.fault == fault && (!h.algorithm || algorithm == h.algorithm) && (!h.call || call == h.call))
      return &h;
  return nullptr;
}

std::vector<CallSite> collectCallSites(Executor& executor, const Scenario& scenario)
{
  std::vector<CallSite> all;
  using Parts = std::vector<std::string>;
  executor.recordCallSites(std::string(scenario.name) == "ChainedScan" ? Parts{ "ChainedScan.h" }
                                                                       : Parts{ "Kernels/", "Laboratory/" });
  for (std::uint64_t seed = 0; seed < cleanRuns; ++seed)
  {
    executor.reset(seed);
    scenario.run(executor);
    EXPECT_EQ("", executor.failure());
    for (const CallSite& c : executor.callSites())
      if (std::none_of(
            all.begin(), all.end(), [&](const CallSite& o) { return o.op == c.op && o.site == c.site; }))
        all.push_back(c);
  }
  executor.recordCallSites({});
  return nameCallSites(std::move(all));
}

/// What a child process reports of its search.
struct Search
{
  int seeds;
  bool found;
  char what[400];
};

/// Runs seeds 0, 1, ... until the fault is found. A fault may make an algorithm write anywhere in shared
/// memory, or loop without a call of its context, so a child process runs it. Its end by a signal, a
/// sanitizer or too much processor time for one seed counts as found.
Search searchFor(const Fault& fault, const Scenario& scenario, int most)
{
  auto* const told = static_cast<Search*>(
    mmap(nullptr, sizeof(Search), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0)
  {
    const int silent = open("/dev/null", O_WRONLY);
    dup2(silent, STDERR_FILENO); // hides what a sanitizer has to say of a fault
    Executor executor;
    while (told->seeds < most && !told->found)
    {
      const itimerval limit{ { 0, 0 }, { secondsOfASeed, 0 } };
      setitimer(ITIMER_VIRTUAL, &limit, nullptr);
      executor.reset(static_cast<std::uint64_t>(told->seeds++), &fault);
      scenario.run(executor);
      std::strncpy(told->what, executor.failure().c_str(), sizeof(told->what) - 1);
      told->found = !executor.failure().empty();
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Search result = *told;
  munmap(told, sizeof(Search));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
  {
    result.found = true;
    std::strcpy(result.what, "crashed or hung");
  }
  return result;
}

std::vector<Scenario> allScenarios()
{
  std::vector<Scenario> all = compactionScenarios();
  all.insert(all.end(), arrayScenarios().begin(), arrayScenarios().end());
  all.push_back(brickTreeScenario());
  all.insert(all.end(), kdTreeScenarios().begin(), kdTreeScenarios().end());
  all.push_back(chainedScanScenario());
  return all;
}

class FaultTable : public testing::TestWithParam<Scenario>
{
};

TEST_P(FaultTable, EveryFaultIsFound)
{
#ifdef PROTOCOL_ASAN
  if (std::string(GetParam().name) != "ChainedScan")
    GTEST_SKIP() << "the builds without sanitizers search for the faults; here the algorithms run clean";
#endif
  const std::string algorithm = GetParam().name;
  Executor executor;
  const std::vector<CallSite> calls = collectCallSites(executor, GetParam());
  ASSERT_FALSE(calls.empty());

  // An entry that names a call which is no longer made would hide the next fault of that name.
  for (const Harmless& h : harmless)
  {
    const auto is = [&](const CallSite& c) { return c.name == h.call; };
    EXPECT_TRUE(!h.call || algorithm != h.algorithm || std::any_of(calls.begin(), calls.end(), is)) << h.call;
  }

  std::string table;
  for (const CallSite& call : calls)
    for (const FaultKind kind : faultsOf(call.op))
    {
      const Harmless* const listed = findHarmless(algorithm, call.name, kind);
      const Fault fault{ kind, call.op, call.site };
      // A listed fault is known to be harmless: fewer seeds suffice.
      const Search search = searchFor(fault, GetParam(), listed ? seedsToDetection / 6 : seedsToDetection);
      const std::string outcome = listed ? std::string("harmless: ") + listed->reason
        : search.found                   ? std::to_string(search.seeds)
                                         : "NOT FOUND";
      char row[600];
      std::snprintf(row, sizeof(row), "%-19s %-52s %-32s %s\n", algorithm.c_str(), call.name.c_str(),
        nameOf(kind), outcome.c_str());
      table += row;
      if (listed)
        EXPECT_FALSE(search.found) << search.what << "listed as harmless, but found: " << row;
      else
        EXPECT_TRUE(search.found) << "in " << search.seeds << " seeds: " << row;
    }
  std::printf("%-19s %-52s %-32s %s\n%s", "algorithm", "call", "fault", "seeds to detection", table.c_str());
}

INSTANTIATE_TEST_SUITE_P(InKernel, FaultTable, testing::ValuesIn(allScenarios()),
  [](const auto& info) { return std::string(info.param.name); });

} // namespace
