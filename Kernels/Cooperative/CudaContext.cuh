// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/ExecutionContext.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace inkray
{

/// The execution context (ExecutionContext.h) of a thread on a CUDA device, in blocks of `Block` threads.
template <int Block>
struct CudaContext
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps");

  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int lane() const { return static_cast<int>(threadIdx.x & 31); }
  __device__ int warp() const { return static_cast<int>(threadIdx.x >> 5); }
  __device__ std::uint32_t block() const { return blockIdx.x; }
  __device__ std::uint32_t numBlocks() const { return gridDim.x; }

  __device__ std::uint32_t ballot(bool p) const { return __ballot_sync(0xffffffffu, p); }
  __device__ std::uint32_t shuffle(std::uint32_t v, int lane) const
  {
    return __shfl_sync(0xffffffffu, v, lane);
  }
  __device__ std::uint64_t shuffle(std::uint64_t v, int lane) const
  {
    return __shfl_sync(0xffffffffu, static_cast<unsigned long long>(v), lane);
  }
  __device__ std::uint32_t shuffleXor(std::uint32_t v, int mask) const
  {
    return __shfl_xor_sync(0xffffffffu, v, mask);
  }
  __device__ bool any(bool p) const { return __any_sync(0xffffffffu, p) != 0; }
  __device__ std::uint32_t warpSum(std::uint32_t v) const
  {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, v);
#else
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      v += shuffleXor(v, step);
    return v;
#endif
  }
  __device__ std::uint32_t warpMax(std::uint32_t v) const
  {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffffu, v);
#else
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      v = max(v, shuffleXor(v, step));
    return v;
#endif
  }
  __device__ void syncWarp() const
  {
    __syncwarp();
  }
  __device__ void syncThreads() const
  {
    __syncthreads();
  }
  __device__ std::uint32_t syncThreadsCount(bool p) const
  {
    return static_cast<std::uint32_t>(__syncthreads_count(p));
  }

  // Written in PTX: cuda::atomic_ref does not know that the memory is global, and uses generic addresses.
  template <class T>
  __device__ T loadRelaxed(const T* p) const
  {
    T v;
    if constexpr (sizeof(T) == 8)
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(global(p)) : "memory");
    else
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(global(p)) : "memory");
    return v;
  }
  template <class T>
  __device__ void storeRelaxed(T* p, T v) const
  {
    if constexpr (sizeof(T) == 8)
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(global(p)), "l"(v) : "memory");
    else
      asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(global(p)), "r"(v) : "memory");
  }
  __device__ void loadPair(const std::uint64_t* p, std::uint64_t& first, std::uint64_t& second) const
  {
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(first), "=l"(second)
                 : "l"(global(p))
                 : "memory");
  }
  __device__ void storePair(std::uint64_t* p, std::uint64_t first, std::uint64_t second) const
  {
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};"
                 :
                 : "l"(global(p)), "l"(first), "l"(second)
                 : "memory");
  }
  template <class T>
  __device__ T atomicAdd(T* p, T v) const
  {
    T before;
    if constexpr (sizeof(T) == 8)
      asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], %2;"
                   : "=l"(before)
                   : "l"(global(p)), "l"(v)
                   : "memory");
    else
      asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                   : "=r"(before)
                   : "l"(global(p)), "r"(v)
                   : "memory");
    return before;
  }
  __device__ void atomicMax(std::uint32_t* p, std::uint32_t v) const
  {
    asm volatile("red.relaxed.gpu.global.max.u32 [%0], %1;" : : "l"(global(p)), "r"(v) : "memory");
  }
  __device__ void fence() const
  {
    __threadfence();
  }
  __device__ void backoff() const
  {
    __nanosleep(20);
  }

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

private:
  template <class T>
  __device__ static std::size_t global(T* p)
  {
    static_assert(
      std::is_unsigned_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), "unsigned integers of 32 or 64 bits");
    return __cvta_generic_to_global(p);
  }
};

} // namespace inkray
