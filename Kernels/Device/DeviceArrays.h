// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

/// Arrays of the caller in the memory of a CUDA device (MemorySpace::Cuda). `name` completes "the array of"
/// in errors.
namespace inkray
{

constexpr int anyCudaDevice = -1;

/// Throws InvalidInput unless CUDA device `ordinal` (or any device) can read `bytes` from `values` on and
/// `values` is a multiple of `alignment`; also if no device can be used. Throws Error if CUDA cannot tell.
/// Zero bytes always pass.
void checkDeviceArray(
  const void* values, std::size_t bytes, std::size_t alignment, int ordinal, const std::string& name);

/// Whether the current CUDA device can read the memory at an address. Throws nothing: returns false without a
/// device.
bool isOnCurrentCudaDevice(const void* values);

/// Make later work in a CUDA stream wait for the work that is now in the device's legacy default stream.
/// `stream` is a cudaStream_t.
void waitForDefaultStream(void* stream);

/// Let copies between two CUDA devices take the shortest way. Throws nothing: without peer access they go
/// through the host.
void connectCudaDevices(int ordinal, int other);

/// Copy an array that has passed checkDeviceArray to host memory, after the work in its device's default
/// stream.
void copyDeviceArray(void* host, const void* values, std::size_t bytes, const std::string& name);

} // namespace inkray
