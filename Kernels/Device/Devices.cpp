// SPDX-License-Identifier: BSD-3-Clause
#include "Device/Device.h"

#include <tbb/task_arena.h>

namespace inkray
{

DeviceInfo cpuDevice()
{
  DeviceInfo info;
  info.available = true;
  const int threads = tbb::this_task_arena::max_concurrency();
  info.name = "CPU (" + std::to_string(threads) + (threads == 1 ? " thread)" : " threads)");
  return info;
}

DeviceKind resolveDevice(DeviceKind wanted, std::string* reason)
{
  if (reason)
    reason->clear();
  if (wanted == DeviceKind::CPU)
    return DeviceKind::CPU;
  const DeviceInfo cuda = cudaDevice();
  if (cuda.available)
    return DeviceKind::CUDA;
  if (reason)
    *reason = cuda.reason;
  return DeviceKind::CPU;
}

} // namespace inkray
