// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace inkray
{

/// Where the kernels run. Auto takes CUDA where a usable device exists and the CPU otherwise.
enum class DeviceKind
{
  Auto,
  CUDA,
  CPU
};

/// Names one of the machine's devices.
struct DeviceId
{
  DeviceKind kind = DeviceKind::CPU;
  int ordinal = 0; ///< the number of a CUDA device, as in cudaSetDevice; other kinds have one device, 0
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

/// CUDA device `ordinal`, whatever device is current. Never throws; for an ordinal that no device has,
/// `reason` says which there are.
DeviceInfo cudaDevice(int ordinal);

/// How many CUDA devices there are, whether they can be used or not. Never throws: 0 without a driver.
int numCudaDevices();

/// The names of the CUDA devices in the order of their ordinals, whether they can be used or not. Unlike
/// cudaDevice(), takes no memory on them. Never throws: empty without a driver.
std::vector<std::string> cudaDeviceNames();

/// The CUDA devices of the machine in the order of their ordinals, usable or not, and the CPU.
std::vector<DeviceInfo> devices();

/// From now on cudaDevice() finds CUDA device `ordinal` unavailable, and `error`, which it failed with, is
/// its reason.
void loseCudaDevice(int ordinal, const std::string& error);

/// Bytes free on the CUDA device now; 0 without a device.
std::size_t cudaFreeBytes();

/// The CPU backend; always available.
DeviceInfo cpuDevice();

/// The kind of device that `wanted` means on this machine. `reason` receives one sentence when CUDA (or Auto)
/// was asked for and there is only the CPU.
DeviceKind resolveDevice(DeviceKind wanted, std::string* reason = nullptr);

/// The device that a renderer is to be made for; of CUDA devices the calling thread's current one where only
/// the kind is given. Throws Error with the reason when CUDA, or this CUDA device, was asked for and cannot
/// be used.
DeviceInfo requireDevice(DeviceKind wanted);
DeviceInfo requireDevice(const DeviceId& wanted);

} // namespace inkray
