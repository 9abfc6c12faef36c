// SPDX-License-Identifier: BSD-3-Clause
#include "Laboratory.h"
#include "Cooperative/Append.h"
#include "LaboratoryImpl.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray::laboratory
{

std::unique_ptr<Laboratory> makeCudaLaboratory(const DeviceInfo& device);

namespace
{

/// Runs blocks on all cores. One thread takes its blocks in their order.
struct HostLaunch
{
  template <class Kernel>
  static void run(HostBackend&, std::int64_t threads, int block, const Kernel& kernel)
  {
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, (threads + block - 1) / block),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        const std::int64_t end = std::min(threads, range.end() * block);
        for (std::int64_t i = range.begin() * block; i < end; ++i)
          kernel(i);
      });
  }
};

} // namespace

std::unique_ptr<Laboratory> Laboratory::create(DeviceKind kind)
{
  const DeviceInfo device = requireDevice(kind);
  if (device.id.kind == DeviceKind::CUDA)
    return makeCudaLaboratory(device);
  return std::make_unique<LaboratoryImpl<HostBackend, HostLaunch>>(device);
}

} // namespace inkray::laboratory
