// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/CudaContext.cuh"
#include "Laboratory/Compaction/ArrayContext.h"

#include <cstdint>

/// Bulk copies and mbarriers are there from compute capability 9.0 on, with a CCCL that knows them
/// (CUDA 12.4).
#if defined(__has_include)
#if __has_include(<cuda/ptx>)
#include <cuda/ptx>
#define INKRAY_HAS_BULK_COPIES 1
#endif
#endif
#ifndef INKRAY_HAS_BULK_COPIES
#define INKRAY_HAS_BULK_COPIES 0
#endif

namespace inkray
{

/// The execution context (ArrayContext.h) of a thread that compacts an array, in blocks of `Block` threads.
template <int Block>
struct CudaArrayContext : CudaContext<Block>
{
#if INKRAY_HAS_BULK_COPIES && __CUDA_ARCH__ >= 900
  // The word of a PhaseBarrier is an mbarrier. Copies go another way to shared memory than loads and stores
  // do: a fence is between them.
  __device__ void initBarrier(PhaseBarrier& b, std::uint32_t arrivals) const
  {
    cuda::ptx::mbarrier_init(&b.word, arrivals);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __device__ void releaseWarp(PhaseBarrier& b) const
  {
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    arriveWarp(b);
  }
  __device__ void arriveWarp(PhaseBarrier& b) const
  {
    __syncwarp();
    if (this->lane() == 0)
      cuda::ptx::mbarrier_arrive(&b.word);
  }
  template <class T>
  __device__ void copyToShared(PhaseBarrier& b, T* to, const T* from, std::uint32_t bytes) const
  {
    cuda::ptx::mbarrier_arrive_expect_tx(
      cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared, &b.word, bytes);
    cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, to, from, bytes, &b.word);
  }
  __device__ void wait(PhaseBarrier& b, std::uint32_t phase) const
  {
    while (!cuda::ptx::mbarrier_try_wait_parity(&b.word, phase & 1u))
      ;
  }
#endif

  template <class T>
  __device__ void storeOnce(T* p, T v) const
  {
    if constexpr (sizeof(T) == 4)
    {
      unsigned bits;
      memcpy(&bits, &v, 4);
      __stcs(reinterpret_cast<unsigned*>(p), bits);
    }
    else if constexpr (sizeof(T) == 8 && alignof(T) == 8)
    {
      uint2 bits;
      memcpy(&bits, &v, 8);
      __stcs(reinterpret_cast<uint2*>(p), bits);
    }
    else if constexpr (sizeof(T) == 16 && alignof(T) == 16)
    {
      uint4 bits;
      memcpy(&bits, &v, 16);
      __stcs(reinterpret_cast<uint4*>(p), bits);
    }
    else
      *p = v;
  }
};

} // namespace inkray
