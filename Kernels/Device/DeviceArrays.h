// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

/// The caller's arrays in the memory of a CUDA device (MemorySpace::Cuda). `name` completes "the array of" in
/// errors.
namespace inkray
{

constexpr int anyCudaDevice = -1;

/// Throws InvalidInput unless CUDA device `ordinal` (or any) can read `bytes` from `values` on and `values`
/// is a multiple of `alignment`, and where no device can be used; Error where CUDA cannot tell. Zero bytes
/// always pass.
void checkDeviceArray(
  const void* values, std::size_t bytes, std::size_t alignment, int ordinal, const std::string& name);

/// Whether the current CUDA device reads the memory at an address. Never throws: false where there is no
/// device.
bool isOnCurrentCudaDevice(const void* values);

/// Make the next work in a CUDA stream wait for the work that is now in the device's legacy default stream.
/// `stream` is a cudaStream_t.
void waitForDefaultStream(void* stream);

/// Let copies between two CUDA devices take the shortest way that there is. Never throws: without one they go
/// by way of the host.
void connectCudaDevices(int ordinal, int other);

/// Copy an array that has passed checkDeviceArray to host memory, behind its device's default stream.
void copyDeviceArray(void* host, const void* values, std::size_t bytes, const std::string& name);

} // namespace inkray
