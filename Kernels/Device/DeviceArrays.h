// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>

/// Arrays of the caller's in the memory of a CUDA device (MemorySpace::Cuda). `name` says of what the array
/// is, in errors.
namespace inkray
{

constexpr int anyCudaDevice = -1;

/// Throws InvalidInput unless `bytes` from `values` on are memory that CUDA device `ordinal` (or any) reads,
/// and `values` is a multiple of `alignment`, and where no device can be used; Error where CUDA does not say.
/// No bytes are always there.
void checkDeviceArray(
  const void* values, std::size_t bytes, std::size_t alignment, int ordinal, const std::string& name);

/// Whether the current CUDA device reads the memory at an address. Never throws: false where there is none.
bool isOnCurrentCudaDevice(const void* values);

/// What is enqueued in a CUDA stream from now on comes after what is in the device's legacy default stream.
/// `stream` is a cudaStream_t.
void waitForDefaultStream(void* stream);

/// Copy an array that has passed checkDeviceArray to host memory, behind its device's default stream.
void copyDeviceArray(void* host, const void* values, std::size_t bytes, const std::string& name);

} // namespace inkray
