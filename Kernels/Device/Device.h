// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace inkray
{

/// Where the kernels run. Auto means CUDA if a usable device exists, otherwise the CPU.
enum class DeviceKind
{
  Auto,
  CUDA,
  CPU
};

/// Names one device of the machine.
struct DeviceId
{
  static constexpr int current = std::numeric_limits<int>::min(); ///< no number that a caller counts to

  DeviceId() = default;
  /// A CUDA device without an ordinal is the current device of the calling thread.
  DeviceId(DeviceKind ofKind, int number = current)
    : kind(ofKind)
    , ordinal(number)
  {
  }

  DeviceKind kind = DeviceKind::CPU;
  int ordinal = 0; ///< the number of a CUDA device, as in cudaSetDevice; other kinds have one device
};

/// A processor that can run the kernels, or the reason why it cannot.
struct DeviceInfo
{
  bool available = false;
  DeviceId id;
  std::string name;           ///< "NVIDIA H200" or "CPU (16 threads)"
  std::string reason;         ///< empty if available; otherwise one sentence that says what to do
  std::size_t totalBytes = 0; ///< memory of the device; 0 for the CPU
};

/// The CUDA device that is current for the calling thread. Throws nothing: without a driver, with an old
/// driver, or in a build without CUDA, `reason` says so.
DeviceInfo cudaDevice();

/// CUDA device `ordinal`, whichever device is current. Throws nothing: if no device has this ordinal,
/// `reason` lists the existing ones.
DeviceInfo cudaDevice(int ordinal);

/// The number of CUDA devices, usable or not. Throws nothing: returns 0 without a driver.
int numCudaDevices();

/// The names of all CUDA devices, also unusable ones, in the order of their ordinals. Unlike cudaDevice(),
/// this takes no memory on them. Throws nothing: returns an empty list without a driver.
std::vector<std::string> cudaDeviceNames();

/// All CUDA devices of the machine, also unusable ones, in the order of their ordinals, and the CPU.
std::vector<DeviceInfo> devices();

/// Make cudaDevice() report CUDA device `ordinal` as unavailable from now on, with its `error` as the reason.
void loseCudaDevice(int ordinal, const std::string& error);

/// Free bytes on the CUDA device; 0 without a device.
std::size_t cudaFreeBytes();

/// The CPU backend; always available.
DeviceInfo cpuDevice();

/// The kind of device that `wanted` means on this machine. `reason` receives one sentence if CUDA (or Auto)
/// was requested and only the CPU is there.
DeviceKind resolveDevice(DeviceKind wanted, std::string* reason = nullptr);

/// The device for a renderer. Throws Error with the reason if CUDA, or this CUDA device, was requested and
/// cannot be used.
DeviceInfo requireDevice(const DeviceId& wanted);
/// The devices for a renderer that uses several together. Only the first has to be usable. Throws
/// InvalidInput for no devices, and for devices of several kinds.
std::vector<DeviceInfo> requireDevices(const std::vector<DeviceId>& wanted);

} // namespace inkray
