// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Warp- and block-cooperative code is written once, against an execution context. A context object stands
/// for one thread of one block of a running kernel; all state that threads share goes through it, so that the
/// same source runs on a GPU (CudaContext) and, one fiber a thread under a hostile scheduler, in
/// Testing/Protocol.
///
/// Such code takes its context as `const Ctx&` and is marked INKRAY_COOPERATIVE: device code under nvcc,
/// plain inline functions elsewhere.
///
/// Members of a context `ctx`, all const; B threads a block, warps of 32 lanes, B a multiple of 32:
///
///   static constexpr int blockSize          B
///   int thread(), lane(), warp()            place within the block, warp and block
///   std::uint32_t block(), numBlocks()      place within the launch. Never a place in an order: CUDA
///   promises no order of dispatch
///
///   std::uint32_t ballot(bool p)            bit l: p of lane l. All 32 lanes of the warp arrive
///   std::uint32_t shuffle(std::uint32_t v, int lane)    v of that lane. All 32 lanes arrive (and the 64-bit
///   form) std::uint64_t shuffle(std::uint64_t v, int lane) void syncWarp() void syncThreads() all threads of
///   the block arrive; orders shared and global memory within the block std::uint32_t syncThreadsCount(bool
///   p)  the same, and the number of threads with p
///
/// Global memory that other blocks read or write; 32- and 64-bit unsigned integers, device scope:
///   T loadRelaxed(const T* p), loadAcquire(const T* p)
///   void storeRelaxed(T* p, T v), storeRelease(T* p, T v)
///   T atomicAdd(T* p, T v)                  relaxed; returns the value before
///   void fence()                            orders what this thread did before against what it does after,
///   for all threads of the device (__threadfence) void backoff()                          between two looks
///   at a location that another block will write
/// A release by one thread, after a barrier, covers what its whole block did before that barrier (causality
/// order is transitive).
///
/// Plain data, any trivially copyable T:
///   T load(const T* p)                      global memory
///   void store(T* p, T v)                   global memory; becomes visible to other blocks at the latest by
///   a fence or release after it
///
/// Warps that wait for one another one by one, and copies into shared memory that go on by themselves (CUDA:
/// mbarriers and bulk copies; compute capability 9.0 and up). A PhaseBarrier lies in shared memory; its
/// phases are numbered from 0, and a phase ends when all its arrivals have come and their copies have landed:
///
///   void initBarrier(PhaseBarrier& b, std::uint32_t arrivals)    one thread, once; a syncThreads before
///   anything else is done with it void arriveWarp(PhaseBarrier& b)        one arrival. All 32 lanes arrive;
///   what they did to shared memory comes before what a thread does after its wait, but for copies that it
///   starts void releaseWarp(PhaseBarrier& b)       the same, and it comes before the copies too void
///   copyToShared(PhaseBarrier& b, T* to, const T* from, std::uint32_t bytes)   one thread; an arrival with a
///   copy from global memory that nobody writes. All are multiples of 16 void wait(PhaseBarrier& b,
///   std::uint32_t phase)   until the phase has ended. Only its lowest bit counts: a thread may not be two
///   phases behind
///
/// Shared memory is a struct that the kernel declares and hands over by reference; it is read and written
/// directly and starts as garbage. There is one barrier between a write and another thread's read of it, and
/// one between that read and the next write.
#include <cstdint>

namespace inkray
{

/// What it holds is the context's business.
struct alignas(8) PhaseBarrier
{
  std::uint64_t word;
};

} // namespace inkray

#ifdef __CUDACC__
#define INKRAY_COOPERATIVE __device__ __forceinline__
#else
#define INKRAY_COOPERATIVE inline
#endif
