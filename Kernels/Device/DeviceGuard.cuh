// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaError.cuh"

namespace inkray
{

/// Makes a CUDA device the calling thread's current one, and restores the earlier one at its end. Other
/// libraries of a process change the current device, and each thread has its own. Querying it costs some
/// nanoseconds; it is changed only if it differs. Throws Error if CUDA refuses the device.
class DeviceGuard
{
public:
  explicit DeviceGuard(int ordinal)
  {
    int current = ordinal;
    checkCuda(cudaGetDevice(&current), "cudaGetDevice");
    if (current == ordinal)
      return;
    checkCuda(cudaSetDevice(ordinal), "cudaSetDevice");
    before_ = current;
  }
  ~DeviceGuard()
  {
    if (before_ != none)
      cudaSetDevice(before_);
  }
  DeviceGuard(const DeviceGuard&) = delete;
  DeviceGuard& operator=(const DeviceGuard&) = delete;

private:
  static constexpr int none = -1;
  int before_ = none;
};

} // namespace inkray
