// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include <cuda/atomic>

namespace inkray
{

/// The execution context (ExecutionContext.h) of a thread on a CUDA device, in blocks of `Block` threads.
template <int Block>
struct CudaContext
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps");
  static constexpr int blockSize = Block;

  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int lane() const { return static_cast<int>(threadIdx.x & 31); }
  __device__ int warp() const { return static_cast<int>(threadIdx.x >> 5); }
  __device__ std::uint32_t block() const { return blockIdx.x; }
  __device__ std::uint32_t numBlocks() const { return gridDim.x; }

  __device__ std::uint32_t ballot(bool p) const { return __ballot_sync(0xffffffffu, p); }
  __device__ std::uint32_t shuffle(std::uint32_t v, int lane) const { return __shfl_sync(0xffffffffu, v, lane); }
  __device__ std::uint64_t shuffle(std::uint64_t v, int lane) const { return __shfl_sync(0xffffffffu, static_cast<unsigned long long>(v), lane); }
  __device__ void syncWarp() const { __syncwarp(); }
  __device__ void syncThreads() const { __syncthreads(); }
  __device__ std::uint32_t syncThreadsCount(bool p) const { return static_cast<std::uint32_t>(__syncthreads_count(p)); }

  template <class T>
  __device__ T loadRelaxed(const T* p) const
  {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*const_cast<T*>(p)).load(cuda::memory_order_relaxed);
  }
  template <class T>
  __device__ T loadAcquire(const T* p) const
  {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*const_cast<T*>(p)).load(cuda::memory_order_acquire);
  }
  template <class T>
  __device__ void storeRelaxed(T* p, T v) const
  {
    cuda::atomic_ref<T, cuda::thread_scope_device>(*p).store(v, cuda::memory_order_relaxed);
  }
  template <class T>
  __device__ void storeRelease(T* p, T v) const
  {
    cuda::atomic_ref<T, cuda::thread_scope_device>(*p).store(v, cuda::memory_order_release);
  }
  template <class T>
  __device__ T atomicAdd(T* p, T v) const
  {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*p).fetch_add(v, cuda::memory_order_relaxed);
  }
  __device__ void fence() const { __threadfence(); }
  __device__ void backoff() const { __nanosleep(20); }

  template <class T>
  __device__ T load(const T* p) const
  {
    return *p;
  }
  template <class T>
  __device__ void store(T* p, T v) const
  {
    *p = v;
  }
};

} // namespace inkray
