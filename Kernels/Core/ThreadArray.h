// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Numbers that each thread of a kernel has for itself and does not need in every step: on a device they lie
/// in the shared memory of its block of `Threads`, where they take no registers; elsewhere in the object. A
/// kernel has one object of a type: another one would be the same memory.
template <class T, int Count, int Threads>
class ThreadArray
{
public:
  INKRAY_HD T& operator[](int i)
  {
#ifdef __CUDA_ARCH__
    __shared__ T all[Count * Threads];
    return all[i * Threads + threadIdx.x];
#else
    return all_[i];
#endif
  }

#ifndef __CUDA_ARCH__
private:
  T all_[Count];
#endif
};

} // namespace inkray
