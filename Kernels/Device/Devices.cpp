// SPDX-License-Identifier: BSD-3-Clause
#include "Device/Device.h"

#include "Core/Errors.h"

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

std::vector<DeviceInfo> devices()
{
  const int count = numCudaDevices();
  std::vector<DeviceInfo> all;
  all.reserve(static_cast<std::size_t>(count) + 1);
  for (int ordinal = 0; ordinal < count; ++ordinal)
    all.push_back(cudaDevice(ordinal));
  all.push_back(cpuDevice());
  return all;
}

DeviceInfo requireDevice(const DeviceId& wanted)
{
  if (wanted.kind == DeviceKind::CPU)
    return cpuDevice();
  const bool isAny = wanted.kind == DeviceKind::Auto || wanted.ordinal == DeviceId::current;
  DeviceInfo cuda = isAny ? cudaDevice() : cudaDevice(wanted.ordinal);
  if (cuda.available)
    return cuda;
  if (wanted.kind == DeviceKind::CUDA)
    throw Error("no CUDA device" + (isAny ? "" : " " + std::to_string(wanted.ordinal)) + ": " + cuda.reason);
  return cpuDevice();
}

std::vector<DeviceInfo> requireDevices(const std::vector<DeviceId>& wanted)
{
  if (wanted.empty())
    throw InvalidInput("no device was given to cast rays on");
  std::vector<DeviceInfo> devices = { requireDevice(wanted.front()) };
  const bool isCuda = devices.front().id.kind == DeviceKind::CUDA;
  for (std::size_t d = 1; d < wanted.size(); ++d)
  {
    if ((wanted[d].kind == DeviceKind::CUDA) != isCuda)
      throw InvalidInput("several devices that cast rays together have to be of one kind");
    devices.push_back(isCuda ? cudaDevice(wanted[d].ordinal) : cpuDevice());
    if (devices.back().name.empty())
      devices.back().name = "CUDA device " + std::to_string(wanted[d].ordinal);
  }
  return devices;
}

} // namespace inkray
