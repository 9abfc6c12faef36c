// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Executor.h"

#include "Laboratory/Compaction/ArrayContext.h"

#include <cstdint>

namespace protocol
{

/// The execution context (Laboratory/Compaction/ArrayContext.h) of a thread that an Executor runs. Every call
/// is a point at which another thread may go on. The last argument is never given: it is where the call
/// stands.
///
/// Beside what an execution context has, a store can release and a load can acquire. A release by one thread,
/// after a barrier, covers the stores of its whole block before that barrier (causality order is transitive).
template <int Block>
class FiberContext
{
  static_assert(Block % 32 == 0 && Block <= 1024, "whole warps");

public:
  explicit FiberContext(Thread& thread)
    : self(thread)
  {
  }

  int thread() const { return self.index; }
  int lane() const { return self.index & 31; }
  int warp() const { return self.index >> 5; }
  std::uint32_t block() const { return self.block->index; }
  std::uint32_t numBlocks() const { return self.executor->numBlocks(); }

  std::uint32_t ballot(bool p, Site site = Site::here()) const
  {
    return static_cast<std::uint32_t>(self.executor->warpCall(self, Op::Ballot, site, p, 0));
  }
  std::uint32_t shuffle(std::uint32_t v, int lane, Site site = Site::here()) const
  {
    return static_cast<std::uint32_t>(self.executor->warpCall(self, Op::Shuffle, site, v, lane));
  }
  std::uint64_t shuffle(std::uint64_t v, int lane, Site site = Site::here()) const
  {
    return self.executor->warpCall(self, Op::Shuffle, site, v, lane);
  }
  std::uint32_t shuffleXor(std::uint32_t v, int mask, Site site = Site::here()) const
  {
    return shuffle(v, lane() ^ mask, site);
  }
  bool any(bool p, Site site = Site::here()) const { return ballot(p, site) != 0; }
  std::uint32_t warpSum(std::uint32_t v, Site site = Site::here()) const
  {
    return static_cast<std::uint32_t>(self.executor->warpCall(self, Op::WarpSum, site, v, 0));
  }
  std::uint32_t warpMax(std::uint32_t v, Site site = Site::here()) const
  {
    return static_cast<std::uint32_t>(self.executor->warpCall(self, Op::WarpMax, site, v, 0));
  }
  void syncWarp(Site site = Site::here()) const { self.executor->warpCall(self, Op::SyncWarp, site, 0, 0); }
  void syncThreads(Site site = Site::here()) const
  {
    self.executor->barrier(self, Op::SyncThreads, site, false);
  }
  std::uint32_t syncThreadsCount(bool p, Site site = Site::here()) const
  {
    return self.executor->barrier(self, Op::SyncThreadsCount, site, p);
  }

  template <class T>
  T loadRelaxed(const T* p, Site site = Site::here()) const
  {
    return loadAs(Op::LoadRelaxed, p, site);
  }
  template <class T>
  T loadAcquire(const T* p, Site site = Site::here()) const
  {
    return loadAs(Op::LoadAcquire, p, site);
  }
  template <class T>
  void storeRelaxed(T* p, T v, Site site = Site::here()) const
  {
    self.executor->store(self, Op::StoreRelaxed, site, p, sizeof(T), &v);
  }
  template <class T>
  void storeRelease(T* p, T v, Site site = Site::here()) const
  {
    self.executor->store(self, Op::StoreRelease, site, p, sizeof(T), &v);
  }
  void loadPair(
    const std::uint64_t* p, std::uint64_t& first, std::uint64_t& second, Site site = Site::here()) const
  {
    first = loadAs(Op::LoadRelaxed, p, site);
    second = loadAs(Op::LoadRelaxed, p + 1, site);
  }
  void storePair(std::uint64_t* p, std::uint64_t first, std::uint64_t second, Site site = Site::here()) const
  {
    storeRelaxed(p, first, site);
    storeRelaxed(p + 1, second, site);
  }
  template <class T>
  T atomicAdd(T* p, T v, Site site = Site::here()) const
  {
    T before;
    self.executor->atomicAdd(self, site, p, sizeof(T), &v, &before);
    return before;
  }
  void atomicMax(std::uint32_t* p, std::uint32_t v, Site site = Site::here()) const
  {
    self.executor->atomicMax(self, site, p, v);
  }
  void fence(Site site = Site::here()) const { self.executor->fence(self, site); }
  void backoff(Site site = Site::here()) const { self.executor->backoff(self, site); }

  template <class T>
  T load(const T* p, Site site = Site::here()) const
  {
    return loadAs(Op::Load, p, site);
  }
  template <class T>
  void store(T* p, T v, Site site = Site::here()) const
  {
    self.executor->store(self, Op::Store, site, p, sizeof(T), &v);
  }

  template <class T>
  void storeOnce(T* p, T v, Site site = Site::here()) const
  {
    store(p, v, site);
  }

  void initBarrier(inkray::PhaseBarrier& b, std::uint32_t arrivals, Site site = Site::here()) const
  {
    self.executor->initBarrier(self, site, &b, arrivals);
  }
  void arriveWarp(inkray::PhaseBarrier& b, Site site = Site::here()) const
  {
    self.executor->arriveWarp(self, site, &b);
  }
  void releaseWarp(inkray::PhaseBarrier& b, Site site = Site::here()) const
  {
    self.executor->arriveWarp(self, site, &b);
  }
  template <class T>
  void copyToShared(
    inkray::PhaseBarrier& b, T* to, const T* from, std::uint32_t bytes, Site site = Site::here()) const
  {
    self.executor->copyToShared(self, site, &b, to, from, bytes);
  }
  void wait(inkray::PhaseBarrier& b, std::uint32_t phase, Site site = Site::here()) const
  {
    self.executor->wait(self, site, &b, phase);
  }

private:
  template <class T>
  T loadAs(Op op, const T* p, const Site& site) const
  {
    T v;
    self.executor->load(self, op, site, p, sizeof(T), &v);
    return v;
  }

  Thread& self;
};

} // namespace protocol
