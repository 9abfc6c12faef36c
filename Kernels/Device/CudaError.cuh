// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Device.h"

#include <string>

#include <cuda_runtime.h>

namespace inkray
{

/// Throw Error if a CUDA call failed, and DeviceLost if all later calls will fail, too. The message names the
/// call, the code and the device.
inline void checkCuda(cudaError_t code, const char* call)
{
  if (code == cudaSuccess)
    return;
  cudaGetLastError(); // clears errors that are not sticky
  int device = -1;
  cudaGetDevice(&device);
  cudaDeviceProp properties;
  const std::string name = device >= 0 && cudaGetDeviceProperties(&properties, device) == cudaSuccess
    ? std::string(" (") + properties.name + ")"
    : std::string();
  const std::string error =
    std::string(call) + ": " + cudaGetErrorName(code) + ", " + cudaGetErrorString(code);
  const std::string message = error + ", on CUDA device " + std::to_string(device) + name;
  // An error that broke the context is returned by unrelated calls, too. Full memory does not break it,
  // however often it is reported.
  std::size_t free = 0, total = 0;
  if (code != cudaErrorMemoryAllocation && cudaMemGetInfo(&free, &total) == code)
  {
    loseCudaDevice(device, error);
    throw DeviceLost(message + "; the device cannot be used again before the program is started anew");
  }
  cudaGetLastError();
  throw Error(message);
}

} // namespace inkray
