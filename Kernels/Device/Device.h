// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

namespace inkray
{

/// Where the kernels run. Auto takes CUDA where a usable device exists and the CPU otherwise.
enum class DeviceKind
{
  Auto,
  CUDA,
  CPU
};

/// One of the machine's devices: what settings and pieces of a mesh are kept for.
struct DeviceId
{
  DeviceKind kind = DeviceKind::CPU;
  int ordinal = 0; ///< of the CUDA devices, as cudaSetDevice counts them
};

/// One processor that can run the kernels, or the reason why there is none.
struct DeviceInfo
{
  bool available = false;
  DeviceId id;
  std::string name;           ///< "NVIDIA H200" or "CPU (16 threads)"
  std::string reason;         ///< empty when available; otherwise one sentence with what to do about it
  std::size_t totalBytes = 0; ///< memory of the device; 0 for the CPU
};

/// The CUDA device that would be used: the calling thread's current one. Never throws: without a driver, with
/// one that is too old, or in a build without CUDA, `reason` says so.
DeviceInfo cudaDevice();

/// From now on cudaDevice() finds CUDA device `ordinal` unavailable, and `error`, which it failed with, is
/// its reason.
void loseCudaDevice(int ordinal, const std::string& error);

/// Bytes free on the CUDA device now; 0 where there is none.
std::size_t cudaFreeBytes();

/// The CPU backend; always available.
DeviceInfo cpuDevice();

/// The kind that `wanted` comes to on this machine. `reason` receives one sentence when CUDA was asked for
/// (or Auto) and the CPU is what there is.
DeviceKind resolveDevice(DeviceKind wanted, std::string* reason = nullptr);

} // namespace inkray
