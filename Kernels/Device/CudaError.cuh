// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"

#include <string>

#include <cuda_runtime.h>

namespace inkray
{

/// Throw Error when a CUDA call did not succeed; the message names the call, the code and the device.
inline void checkCuda(cudaError_t code, const char* call)
{
  if (code == cudaSuccess)
    return;
  cudaGetLastError(); // errors that are not sticky end here
  int device = -1;
  cudaGetDevice(&device);
  cudaDeviceProp properties;
  const std::string name = device >= 0 && cudaGetDeviceProperties(&properties, device) == cudaSuccess
    ? std::string(" (") + properties.name + ")"
    : std::string();
  throw Error(std::string(call) + ": " + cudaGetErrorName(code) + ", " + cudaGetErrorString(code) +
    ", on CUDA device " + std::to_string(device) + name);
}

} // namespace inkray
