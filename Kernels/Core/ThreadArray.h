// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// Numbers that a thread of a kernel needs only in some steps. On a device they lie in the shared memory of
/// its block of `Threads`, where they take no registers; elsewhere they lie in the object. A kernel may have
/// only one object of a type: a second one would share its memory.
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
