// SPDX-License-Identifier: BSD-3-Clause
#include "Fault.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace protocol
{

const char* nameOf(FaultKind kind)
{
  switch (kind)
  {
    case FaultKind::None:
      return "none";
    case FaultKind::DropBarrier:
      return "barrier dropped";
    case FaultKind::EarlyReturn:
      return "early return of a thread";
    case FaultKind::WeakenRelease:
      return "release weakened to relaxed";
    case FaultKind::WeakenAcquire:
      return "acquire weakened to relaxed";
    case FaultKind::DropFence:
      return "fence dropped";
    case FaultKind::BlockAsTicket:
      return "block index as ticket";
    case FaultKind::TearAtomic:
      return "atomic torn into load and store";
    case FaultKind::DropAtomic:
      return "atomic dropped";
    case FaultKind::RepeatAtomic:
      return "atomic addition repeated";
    case FaultKind::DropStore:
      return "store dropped";
    case FaultKind::RepeatStore:
      return "store repeated";
    case FaultKind::LateCopy:
      return "arrival before the copy";
  }
  return "?";
}

std::vector<FaultKind> faultsOf(Op op)
{
  switch (op)
  {
    case Op::SyncWarp:
    case Op::SyncThreads:
    case Op::SyncThreadsCount:
    case Op::ArriveWarp:
    case Op::Wait:
      return { FaultKind::DropBarrier, FaultKind::EarlyReturn };
    case Op::InitBarrier:
      return { FaultKind::DropStore };
    case Op::CopyToShared:
      return { FaultKind::DropStore, FaultKind::LateCopy };
    case Op::Ballot:
    case Op::Shuffle:
    case Op::WarpSum:
    case Op::WarpMax:
      return { FaultKind::EarlyReturn };
    case Op::LoadAcquire:
      return { FaultKind::WeakenAcquire };
    case Op::StoreRelease:
      return { FaultKind::WeakenRelease, FaultKind::DropStore, FaultKind::RepeatStore };
    case Op::Store:
    case Op::StoreRelaxed:
      return { FaultKind::DropStore, FaultKind::RepeatStore };
    case Op::AtomicAdd:
      return { FaultKind::BlockAsTicket, FaultKind::TearAtomic, FaultKind::DropAtomic,
        FaultKind::RepeatAtomic };
    case Op::AtomicMax:
      return { FaultKind::TearAtomic, FaultKind::DropAtomic };
    case Op::Fence:
      return { FaultKind::DropFence };
    case Op::LoadRelaxed:
    case Op::Load:
    case Op::Backoff:
      return {};
  }
  return {};
}

std::vector<CallSite> nameCallSites(std::vector<CallSite> sites)
{
  std::sort(sites.begin(), sites.end(), [](const CallSite& a, const CallSite& b) {
    return std::make_tuple(fileOf(a.site), a.site.line, a.op) <
      std::make_tuple(fileOf(b.site), b.site.line, b.op);
  });
  std::map<std::string, int> met;
  for (CallSite& s : sites)
  {
    s.name = fileOf(s.site) + " " + functionOf(s.site) + "() " + nameOf(s.op);
    s.name += " #" + std::to_string(++met[s.name]);
  }
  return sites;
}

} // namespace protocol
