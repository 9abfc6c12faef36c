// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// What the compaction of arrays asks of an execution context (ExecutionContext.h) beside what the kernels of
/// the product do. The members of such a context, all const:
///
/// Plain data in global memory, any trivially copyable T:
///   void storeOnce(T* p, T v)                    the same, for data that this kernel does not read again.
///                                                There is no such load: its hint left older data in the
///                                                level-2 cache and made a kernel a tenth slower after others
///
/// Warps that wait for one another one by one, and copies into shared memory that go on by themselves (CUDA:
/// mbarriers and bulk copies; compute capability 9.0 and up). A PhaseBarrier lies in shared memory; its
/// phases are numbered from 0, and a phase ends when all its arrivals have come and their copies have landed:
///   void initBarrier(PhaseBarrier& b, std::uint32_t arrivals)
///                                                one thread, once; a syncThreads before anything else is
///                                                done with it
///   void arriveWarp(PhaseBarrier& b)             one arrival. All 32 lanes arrive; their accesses to shared
///                                                memory come before a thread's accesses after its wait, but
///                                                not before copies that it starts
///   void releaseWarp(PhaseBarrier& b)            the same, and before the copies too
///   void copyToShared(PhaseBarrier& b, T* to, const T* from, std::uint32_t bytes)
///                                                one thread; an arrival with a copy from global memory that
///                                                nobody writes. Addresses and size: multiples of 16
///   void wait(PhaseBarrier& b, std::uint32_t phase)
///                                                until the phase has ended. Only its lowest bit counts: a
///                                                thread may not be two phases behind
#include "Cooperative/ExecutionContext.h"

#include <cstdint>

namespace inkray
{

/// A barrier in shared memory; only the context interprets `word`.
struct alignas(8) PhaseBarrier
{
  std::uint64_t word;
};

} // namespace inkray
