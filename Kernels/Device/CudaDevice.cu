// SPDX-License-Identifier: BSD-3-Clause
#include "Device/Device.h"

#include <map>
#include <mutex>
#include <set>

#include <cuda_runtime.h>

namespace inkray
{
namespace
{

// Any kernel of this build: asking for its attributes tells whether the device can run the compiled code.
__global__ void probe()
{
}

/// Why no CUDA device of the machine can be used; empty if there are some. `count` receives their number.
std::string whyNone(int& count)
{
  int driver = 0;
  int runtime = 0;
  count = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  if (driver == 0)
    return "no NVIDIA driver is installed";
  if (driver / 1000 < runtime / 1000)
    return "the NVIDIA driver is too old: it supports CUDA " + version(driver) + ", this build needs " +
      version(runtime) + "; update the driver or build with an older CUDA";
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0)
    return {};
  cudaGetLastError();
  count = 0;
  return std::string("no CUDA device can be used: ") +
    (code == cudaSuccess ? "none is there" : cudaGetErrorString(code));
}

/// Examine an existing device. The current device does not change.
DeviceInfo findCudaDevice(int ordinal)
{
  DeviceInfo info;
  info.id = { DeviceKind::CUDA, ordinal };
  int count = 0;
  info.reason = whyNone(count);
  if (!info.reason.empty())
    return info;
  if (ordinal < 0 || ordinal >= count)
  {
    info.reason = count == 1 ? "the machine has one, which is number 0"
                             : "the machine has " + std::to_string(count) + ", numbered from 0";
    return info;
  }
  int before = ordinal;
  cudaDeviceProp properties;
  if (cudaGetDevice(&before) != cudaSuccess || cudaGetDeviceProperties(&properties, ordinal) != cudaSuccess ||
    (before != ordinal && cudaSetDevice(ordinal) != cudaSuccess))
  {
    info.reason = std::string("the CUDA device cannot be used: ") + cudaGetErrorString(cudaGetLastError());
    return info;
  }
  info.name = properties.name;
  info.totalBytes = properties.totalGlobalMem;
  cudaFuncAttributes attributes;
  const cudaError_t usable = cudaFuncGetAttributes(&attributes, probe);
  cudaGetLastError();
  if (before != ordinal)
    cudaSetDevice(before);
  if (usable == cudaErrorMemoryAllocation)
  {
    info.reason =
      info.name + " has no memory left, not even for a CUDA context; end other programs that use it";
    return info;
  }
  if (usable != cudaSuccess)
  {
    info.reason = info.name + " (compute capability " + std::to_string(properties.major) + "." +
      std::to_string(properties.minor) + ") cannot run this build: " + cudaGetErrorString(usable);
    return info;
  }
  info.available = true;
  return info;
}

/// The devices examined so far, by ordinal.
struct KnownDevices
{
  std::mutex mutex;
  std::map<int, DeviceInfo> found;
  std::set<int> lost;
};

KnownDevices& knownDevices()
{
  static KnownDevices known;
  return known;
}

} // namespace

DeviceInfo cudaDevice()
{
  // Each thread may have a different current device.
  int ordinal = 0;
  if (cudaGetDevice(&ordinal) != cudaSuccess)
    cudaGetLastError(); // findCudaDevice reports the reason
  return cudaDevice(ordinal);
}

DeviceInfo cudaDevice(int ordinal)
{
  // A device that was found stays available. One that could not be used (for example because its memory was
  // full) may become available, unless it is lost.
  KnownDevices& known = knownDevices();
  const std::lock_guard<std::mutex> lock(known.mutex);
  DeviceInfo& info = known.found[ordinal];
  if (!info.available && known.lost.count(ordinal) == 0)
    info = findCudaDevice(ordinal);
  return info;
}

int numCudaDevices()
{
  int count = 0;
  whyNone(count);
  return count;
}

std::vector<std::string> cudaDeviceNames()
{
  std::vector<std::string> names(static_cast<std::size_t>(numCudaDevices()));
  for (std::size_t ordinal = 0; ordinal < names.size(); ++ordinal)
  {
    cudaDeviceProp properties;
    const bool told = cudaGetDeviceProperties(&properties, static_cast<int>(ordinal)) == cudaSuccess;
    names[ordinal] = told ? properties.name : "unknown";
    cudaGetLastError();
  }
  return names;
}

void loseCudaDevice(int ordinal, const std::string& error)
{
  KnownDevices& known = knownDevices();
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.lost.insert(ordinal);
  DeviceInfo& info = known.found[ordinal];
  info.available = false;
  info.reason = "the CUDA device " + (info.name.empty() ? std::to_string(ordinal) : info.name) +
    " was lost (" + error + "); start the program again to use it";
}

std::size_t cudaFreeBytes()
{
  std::size_t free = 0;
  std::size_t total = 0;
  if (!cudaDevice().available || cudaMemGetInfo(&free, &total) != cudaSuccess)
    return 0;
  return free;
}

} // namespace inkray
