// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Site.h"

#include <string>
#include <vector>

namespace protocol
{

/// The ways in which one call of a context can be wrong. The context makes the fault; the algorithm under
/// test is not touched.
enum class FaultKind
{
  None,
  DropBarrier,   ///< nobody waits; syncThreadsCount counts who has come so far
  EarlyReturn,   ///< now and then a thread leaves the kernel instead
  WeakenRelease, ///< becomes relaxed
  WeakenAcquire, ///< becomes relaxed
  DropFence,     ///< nothing is ordered
  BlockAsTicket, ///< returns the block index (plus the number of blocks at each further call of a thread),
                 ///< though it adds
  TearAtomic,    ///< becomes a load and a store, others may come between
  DropAtomic,    ///< now and then does nothing
  RepeatAtomic,  ///< now and then adds twice
  DropStore,     ///< now and then stores nothing
  RepeatStore,   ///< stores twice
  LateCopy       ///< arrives without waiting for the copy
};

struct Fault
{
  FaultKind kind = FaultKind::None;
  Op op = Op::Fence;
  Site site{ "", 0, "" };
};

const char* nameOf(FaultKind kind);

/// Returns the faults that a call of this kind can have.
std::vector<FaultKind> faultsOf(Op op);

/// A call found in a clean run. Its name holds no line number: "BlockScan.h place() syncThreads #2" is the
/// second call of that kind in that function.
struct CallSite
{
  Op op;
  Site site;
  std::string name;
};

/// Sorts call sites by file and line, and fills in their names.
std::vector<CallSite> nameCallSites(std::vector<CallSite> sites);

} // namespace protocol
