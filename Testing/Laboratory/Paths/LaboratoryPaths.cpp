// SPDX-License-Identifier: BSD-3-Clause
#include "LaboratoryPaths.h"

#include "Compaction/HostCompactor.h"
#include "Device/HostBackend.h"
#include "PathsByMaterial.h"
#include "PathsInBvh.h"

#include <memory>

namespace inkray::laboratory
{

std::unique_ptr<PathLoop> makeCudaPathsInBvh(BvhOfPaths bvh, bool isQueued);
std::unique_ptr<PathLoop> makeCudaPathsByMaterial(bool isSorted);

namespace
{

class BvhFactory : public PathLoopFactory
{
public:
  BvhFactory(BvhOfPaths bvh, bool isQueued)
    : bvh_(bvh)
    , isQueued_(isQueued)
  {
  }
  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return std::make_unique<PathsInBvh<HostBackend>>(bvh_, isQueued_);
    return makeCudaPathsInBvh(bvh_, isQueued_);
  }

private:
  BvhOfPaths bvh_;
  bool isQueued_;
};

class MaterialFactory : public PathLoopFactory
{
public:
  explicit MaterialFactory(bool isSorted)
    : isSorted_(isSorted)
  {
  }
  std::unique_ptr<PathLoop> make(DeviceKind device) const override
  {
    if (device == DeviceKind::CPU)
      return std::make_unique<PathsByMaterial<HostBackend>>(isSorted_);
    return makeCudaPathsByMaterial(isSorted_);
  }

private:
  bool isSorted_;
};

} // namespace

const PathLoopFactory* pathsInBvh(BvhOfPaths bvh, bool isQueued)
{
  static const BvhFactory factories[2][2] = { { { BvhOfPaths::OfHost, false }, { BvhOfPaths::OfHost, true } },
    { { BvhOfPaths::Clusters, false }, { BvhOfPaths::Clusters, true } } };
  return &factories[bvh == BvhOfPaths::Clusters ? 1 : 0][isQueued ? 1 : 0];
}

const PathLoopFactory* pathsByMaterial(bool isSorted)
{
  static const MaterialFactory plain(false), sorted(true);
  return isSorted ? &sorted : &plain;
}

} // namespace inkray::laboratory
