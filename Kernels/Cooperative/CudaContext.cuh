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
  static constexpr int blockSize = Block;

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
  __device__ void syncWarp() const { __syncwarp(); }
  __device__ void syncThreads() const { __syncthreads(); }
  __device__ std::uint32_t syncThreadsCount(bool p) const
  {
    return static_cast<std::uint32_t>(__syncthreads_count(p));
  }

  // Written out, because cuda::atomic_ref does not know that the memory is global and takes the way of
  // generic addresses.
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
  __device__ T loadAcquire(const T* p) const
  {
    T v;
    if constexpr (sizeof(T) == 8)
      asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(global(p)) : "memory");
    else
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(global(p)) : "memory");
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
  template <class T>
  __device__ void storeRelease(T* p, T v) const
  {
    if constexpr (sizeof(T) == 8)
      asm volatile("st.release.gpu.global.u64 [%0], %1;" : : "l"(global(p)), "l"(v) : "memory");
    else
      asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(global(p)), "r"(v) : "memory");
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
  __device__ void fence() const { __threadfence(); }
  __device__ void backoff() const { __nanosleep(20); }

#if __CUDA_ARCH__ >= 900
  __device__ void initBarrier(PhaseBarrier& b, std::uint32_t arrivals) const
  {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(shared(&b)), "r"(arrivals) : "memory");
    fenceForCopies();
  }
  __device__ void releaseWarp(PhaseBarrier& b) const
  {
    fenceForCopies();
    arriveWarp(b);
  }
  __device__ void arriveWarp(PhaseBarrier& b) const
  {
    __syncwarp();
    if (lane() == 0)
      asm volatile("{.reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0];}"
                   :
                   : "r"(shared(&b))
                   : "memory");
  }
  template <class T>
  __device__ void copyToShared(PhaseBarrier& b, T* to, const T* from, std::uint32_t bytes) const
  {
    asm volatile("{.reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;}"
                 :
                 : "r"(shared(&b)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :
                 : "r"(shared(to)), "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(&b))
                 : "memory");
  }
  __device__ void wait(PhaseBarrier& b, std::uint32_t phase) const
  {
    asm volatile("{\n"
                 ".reg .pred ended;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
                 "@!ended bra again;\n"
                 "}"
                 :
                 : "r"(shared(&b)), "r"(phase & 1u)
                 : "memory");
  }
#endif

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
#if __CUDA_ARCH__ >= 900
  __device__ static std::uint32_t shared(const void* p)
  {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
  }
  /// Copies go another way to shared memory than loads and stores do.
  __device__ static void fenceForCopies()
  {
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
  }
#endif
  template <class T>
  __device__ static std::size_t global(T* p)
  {
    static_assert(
      std::is_unsigned_v<T> && (sizeof(T) == 4 || sizeof(T) == 8), "unsigned integers of 32 or 64 bits");
    return __cvta_generic_to_global(p);
  }
};

} // namespace inkray
