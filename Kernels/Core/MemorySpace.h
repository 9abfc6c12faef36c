// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The memory that holds one of the caller's arrays.
///
/// A ray caster on a CUDA device reads an array in that device's memory directly, without copying it through
/// the host; a ray caster on the CPU copies it to host memory. Writes to the array must be complete when the
/// call that takes it begins. Alternatively they are enqueued in the device's legacy default stream, or in a
/// stream that synchronizes with it (every stream that was not created as non-blocking). The array may be
/// written to or freed after the call has returned.
///
/// InvalidInput, with the name of the array, is thrown in these cases: the address is not in the named
/// memory, the memory ends before the array does, the memory belongs to another CUDA device than the ray
/// caster's, or the address is no multiple of an element's size.
enum class MemorySpace
{
  Host,
  Cuda ///< allocated by cudaMalloc and related calls, managed, or page-locked
};

} // namespace inkray
