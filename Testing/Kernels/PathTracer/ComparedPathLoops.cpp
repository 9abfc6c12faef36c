// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/PathTracer/Baselines/ComparedPathLoops.h"

#include "Compaction/HostCompactor.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "PathTracer/ComparedPathLoops.h"

#include <array>

namespace inkray
{

#ifdef INKRAY_HAVE_CUDA
std::unique_ptr<PathLoop> makeCudaPathLoop(ComparedPathLoop loop);
#endif

namespace
{

class Factory : public PathLoopFactory
{
public:
  ComparedPathLoop loop;

  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return makeComparedPathLoop<HostBackend>(loop);
#ifdef INKRAY_HAVE_CUDA
    return makeCudaPathLoop(loop);
#else
    throw Error("this build has no loops for CUDA");
#endif
  }
};

} // namespace

const PathLoopFactory* comparedPathLoop(ComparedPathLoop loop)
{
  static const auto factories = [] {
    std::array<Factory, std::size(allComparedPathLoops)> all;
    for (const ComparedPathLoop each : allComparedPathLoops)
      all[static_cast<std::size_t>(each)].loop = each;
    return all;
  }();
  return &factories[static_cast<std::size_t>(loop)];
}

} // namespace inkray
