// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Memory in which an array of the caller's lies.
///
/// An array in the memory of a CUDA device is read there by a ray caster on that device, without a way
/// through the host; a ray caster on the CPU copies it to host memory. Writes to the array must be complete
/// when the call that takes it begins, or be enqueued in the device's legacy default stream or in a stream
/// that synchronises with it (every stream that was not created as non-blocking). The array may be written to
/// or freed when the call has returned.
///
/// InvalidInput, with the name of the array, is thrown where the address is not in the memory named, where
/// the memory ends before the array does, where it belongs to another CUDA device than the ray caster's, or
/// where the address is no multiple of an element's size.
enum class MemorySpace
{
  Host,
  Cuda ///< of cudaMalloc and its kin, managed, or page-locked
};

} // namespace inkray
