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

// Any kernel of this build: the query for its attributes tells whether the device can run the compiled code.
__global__ void probe()
{
}

DeviceInfo findCudaDevice()
{
  DeviceInfo info;
  int driver = 0;
  int runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  if (driver == 0)
  {
    info.reason = "no NVIDIA driver is installed";
    return info;
  }
  if (driver / 1000 < runtime / 1000)
  {
    info.reason = "the NVIDIA driver is too old: it supports CUDA " + version(driver) +
      ", this build needs " + version(runtime) + "; update the driver or build with an older CUDA";
    return info;
  }
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0)
  {
    cudaGetLastError();
    info.reason = std::string("no CUDA device can be used: ") +
      (code == cudaSuccess ? "none is there" : cudaGetErrorString(code));
    return info;
  }
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess)
  {
    info.reason = std::string("the CUDA device cannot be used: ") + cudaGetErrorString(cudaGetLastError());
    return info;
  }
  info.id = { DeviceKind::CUDA, device };
  info.name = properties.name;
  info.totalBytes = properties.totalGlobalMem;
  cudaFuncAttributes attributes;
  const cudaError_t usable = cudaFuncGetAttributes(&attributes, probe);
  if (usable == cudaErrorMemoryAllocation)
  {
    cudaGetLastError();
    info.reason =
      info.name + " has no memory left, not even for a CUDA context; end other programs that use it";
    return info;
  }
  if (usable != cudaSuccess)
  {
    cudaGetLastError();
    info.reason = info.name + " (compute capability " + std::to_string(properties.major) + "." +
      std::to_string(properties.minor) + ") cannot run this build: " + cudaGetErrorString(usable);
    return info;
  }
  info.available = true;
  return info;
}

/// The devices that have been asked for, by ordinal.
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
  // A usable device stays usable. A device that could not be used (its memory was full, say) is asked again,
  // unless it is lost. Each thread may have another current device.
  int ordinal = -1;
  if (cudaGetDevice(&ordinal) != cudaSuccess)
    cudaGetLastError(); // findCudaDevice gives the reason
  KnownDevices& known = knownDevices();
  const std::lock_guard<std::mutex> lock(known.mutex);
  DeviceInfo& info = known.found[ordinal];
  if (!info.available && known.lost.count(ordinal) == 0)
    info = findCudaDevice();
  return info;
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
