// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaError.cuh"

namespace inkray
{

/// Makes a CUDA device the calling thread's current one, and at its end the one that was current before.
/// Other libraries of a process change the current device, and each thread has its own. Asking for it costs
/// some nanoseconds; it is changed only where it is another one. Throws Error where CUDA refuses the device.
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
