// SPDX-License-Identifier: BSD-3-Clause
#include "LaboratoryPaths.h"

#include "Device/HostBackend.h"
#include "PathsInBvh.h"

#include <memory>

namespace inkray::laboratory
{

std::unique_ptr<PathLoop> makeCudaPathsInBvh();

namespace
{

class BvhFactory : public PathLoopFactory
{
public:
  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return std::make_unique<PathsInBvh<HostBackend>>();
    return makeCudaPathsInBvh();
  }
};

} // namespace

const PathLoopFactory* pathsInBvh()
{
  static const BvhFactory factory;
  return &factory;
}

} // namespace inkray::laboratory
