// SPDX-License-Identifier: BSD-3-Clause
#include "Site.h"

namespace protocol
{

const char* nameOf(Op op)
{
  switch (op)
  {
    case Op::Ballot:
      return "ballot";
    case Op::Shuffle:
      return "shuffle";
    case Op::WarpSum:
      return "warpSum";
    case Op::WarpMax:
      return "warpMax";
    case Op::SyncWarp:
      return "syncWarp";
    case Op::SyncThreads:
      return "syncThreads";
    case Op::SyncThreadsCount:
      return "syncThreadsCount";
    case Op::LoadRelaxed:
      return "loadRelaxed";
    case Op::LoadAcquire:
      return "loadAcquire";
    case Op::StoreRelaxed:
      return "storeRelaxed";
    case Op::StoreRelease:
      return "storeRelease";
    case Op::AtomicAdd:
      return "atomicAdd";
    case Op::AtomicMax:
      return "atomicMax";
    case Op::Fence:
      return "fence";
    case Op::Backoff:
      return "backoff";
    case Op::Load:
      return "load";
    case Op::Store:
      return "store";
    case Op::InitBarrier:
      return "initBarrier";
    case Op::ArriveWarp:
      return "arriveWarp";
    case Op::CopyToShared:
      return "copyToShared";
    case Op::Wait:
      return "wait";
  }
  return "?";
}

std::string fileOf(const Site& site)
{
  const std::string path = site.file;
  return path.substr(path.find_last_of('/') + 1);
}

std::string functionOf(const Site& site)
{
  const std::string name = site.function;
  return name.substr(0, name.find('<'));
}

std::string describe(const Site& site)
{
  return fileOf(site) + ":" + std::to_string(site.line) + " " + functionOf(site) + "()";
}

} // namespace protocol
