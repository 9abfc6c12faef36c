// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace protocol
{

/// The calls of an execution context.
enum class Op
{
  Ballot,
  Shuffle,
  WarpSum,
  WarpMax,
  SyncWarp,
  SyncThreads,
  SyncThreadsCount,
  LoadRelaxed,
  LoadAcquire,
  StoreRelaxed,
  StoreRelease,
  AtomicAdd,
  AtomicMax,
  Fence,
  Backoff,
  Load,
  Store,
  InitBarrier,
  ArriveWarp,
  CopyToShared,
  Wait
};

const char* nameOf(Op op);

/// The place in the source at which a context was called. The compiler fills it in as the default argument of
/// every call, so that the algorithms need not know of it.
struct Site
{
  const char* file;
  int line;
  const char* function;

  static constexpr Site here(const char* file = __builtin_FILE(), int line = __builtin_LINE(),
    const char* function = __builtin_FUNCTION())
  {
    return { file, line, function };
  }

  bool operator==(const Site& other) const
  {
    return line == other.line && (file == other.file || std::string(file) == other.file);
  }
  bool operator!=(const Site& other) const { return !(*this == other); }
};

/// "BlockScan.h:42 place()"
std::string describe(const Site& site);

/// Returns the file's name without folders, or the function's name without template arguments.
std::string fileOf(const Site& site);
std::string functionOf(const Site& site);

} // namespace protocol
