// SPDX-License-Identifier: BSD-3-Clause
#include "Laboratory/Paths/ComparedPathLoops.h"

#include "Compaction/HostCompactor.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "PathTracer/ComparedPathLoops.h"
#include "PathTracer/DearerPaths.h"

#include <map>
#include <tuple>
#include <vector>

namespace inkray
{

std::unique_ptr<PathLoop> makeCudaPathLoop(ComparedPathLoop loop, int pathsPerThread);
std::unique_ptr<PathLoop> makeCudaDearerPaths(
  bool isCompacted, std::uint32_t operations, std::uint32_t numShares);

namespace
{

class Factory : public PathLoopFactory
{
public:
  ComparedPathLoop loop;
  int pathsPerThread;

  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return makeComparedPathLoop<HostBackend>(loop, pathsPerThread);
    return makeCudaPathLoop(loop, pathsPerThread);
  }
};

class DearerFactory : public PathLoopFactory
{
public:
  bool isCompacted;
  std::uint32_t operations, numShares;

  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return std::make_unique<DearerPaths<HostBackend>>(isCompacted, operations, numShares);
    return makeCudaDearerPaths(isCompacted, operations, numShares);
  }
};

} // namespace

const PathLoopFactory* dearerPathLoop(bool isCompacted, std::uint32_t operations, std::uint32_t numShares)
{
  static std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, DearerFactory> factories;
  DearerFactory& factory = factories[{ isCompacted, operations, numShares }];
  factory.isCompacted = isCompacted;
  factory.operations = operations;
  factory.numShares = numShares;
  return &factory;
}

const PathLoopFactory* comparedPathLoop(ComparedPathLoop loop, int pathsPerThread)
{
  static const auto factories = [] {
    std::vector<Factory> all;
    for (const int paths : allTiledPaths)
      for (const ComparedPathLoop each : allComparedPathLoops)
      {
        all.emplace_back();
        all.back().loop = each;
        all.back().pathsPerThread = paths;
      }
    return all;
  }();
  for (const Factory& factory : factories)
    if (factory.loop == loop && factory.pathsPerThread == pathsPerThread)
      return &factory;
  throw InvalidInput("no loop has so many paths for a thread");
}

} // namespace inkray
