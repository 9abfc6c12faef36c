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
/// Members of a context `ctx`, all const; B threads a block, warps of 32 lanes, B a multiple of 32.
///
/// Place:
///   int thread(), lane(), warp()                 within the block, warp and block
///   std::uint32_t block(), numBlocks()           within the launch. Never a place in an order: CUDA promises
///                                                no order of dispatch
///
/// All 32 lanes of the warp arrive:
///   std::uint32_t ballot(bool p)                 bit l: p of lane l
///   bool any(bool p)                             whether p of any lane
///   std::uint32_t warpSum(std::uint32_t v)       sum of v over all lanes
///   std::uint32_t warpMax(std::uint32_t v)       greatest v of all lanes
///   std::uint32_t shuffle(std::uint32_t v, int lane)
///   std::uint64_t shuffle(std::uint64_t v, int lane)
///                                                v of that lane, 0 to 31
///   std::uint32_t shuffleXor(std::uint32_t v, int mask)
///                                                v of the lane whose number differs in the bits of `mask`
///   void syncWarp()                              orders shared and global memory within the warp
///
/// All threads of the block arrive:
///   void syncThreads()                           orders shared and global memory within the block
///   std::uint32_t syncThreadsCount(bool p)       the same, and the number of threads with p
///
/// Global memory that other blocks read or write; 32- and 64-bit unsigned integers, device scope:
///   T loadRelaxed(const T* p)
///   void storeRelaxed(T* p, T v)
///   T atomicAdd(T* p, T v)                       relaxed; returns the value before
///   void atomicMax(std::uint32_t* p, std::uint32_t v)
///                                                relaxed
///   void loadPair(const std::uint64_t* p, std::uint64_t& first, std::uint64_t& second)
///   void storePair(std::uint64_t* p, std::uint64_t first, std::uint64_t second)
///                                                relaxed, two words at a multiple of 16 bytes in one access;
///                                                each word travels on its own
///   void fence()                                 orders this thread's accesses before it against the ones
///                                                after it, for all threads of the device (__threadfence)
///   void backoff()                               between two looks at a location that another block will
///                                                write
///
/// Plain data in global memory, any trivially copyable T:
///   T load(const T* p)
///   void store(T* p, T v)                        becomes visible to other blocks at the latest by a fence
///                                                after it
///
/// Shared memory is a struct that the kernel declares and hands over by reference; it is read and written
/// directly and starts as garbage. There is one barrier between a write and another thread's read of it, and
/// one between that read and the next write.

#ifdef __CUDACC__
#define INKRAY_COOPERATIVE __device__ __forceinline__
#else
#define INKRAY_COOPERATIVE inline
#endif
