// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/ComparedMultiKernels.h"

#include <array>

namespace inkray
{

std::unique_ptr<MultiKernelPipeline> makeCudaMultiKernel(int firstMark, ComparedMethod method);

namespace
{

class Factory : public MultiKernelFactory
{
public:
  ComparedMethod method;

  std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const override
  {
    return device == DeviceKind::CUDA ? makeCudaMultiKernel(firstMark, method) : nullptr;
  }
};

} // namespace

void chooseCompaction(IsosurfaceFrameOptions& options, ComparedMethod method)
{
  static const auto factories = [] {
    std::array<Factory, std::size(allComparedMethods)> all;
    for (const ComparedMethod each : allComparedMethods)
      all[static_cast<std::size_t>(each)].method = each;
    return all;
  }();
  options.compaction = inKernel(method) ? static_cast<CompactionMethod>(method) : CompactionMethod();
  options.methods.multiKernel = inKernel(method) ? nullptr : &factories[static_cast<std::size_t>(method)];
}

} // namespace inkray
