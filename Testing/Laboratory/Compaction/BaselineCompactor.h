// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Every compaction method of the papers, for tests and benchmarks: BaselineCompactor has the calls of
/// Compactor with any ComparedMethod, and compacts arrays too. This is the form on CPU threads, where all
/// methods but JumpingJackInPlace are the same code; BaselineCompactor.cuh has the form on CUDA.
#include "Compaction/HostCompactor.h"
#include "Laboratory/Compaction/ComparedMethod.h"
#include "Laboratory/Compaction/InPlaceCompactor.h"
#include "Laboratory/Compaction/ItemSource.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

///   void compactArray(backend, method, in, n, predicate, queue)
///       compact over an array: the items for which predicate(item) holds. The queue's items may be the array
///       itself with JumpingJackInPlace, which then moves only what must move; otherwise they may not overlap
///       it.
template <class Backend>
class BaselineCompactor;

template <>
class BaselineCompactor<HostBackend> : public Compactor<HostBackend>
{
public:
  using Method = ComparedMethod;

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compact(HostBackend& backend, Method, std::int64_t n, const Kernel& kernel, const Queue<T>&... queues)
  {
    this->run(backend, n, kernel, queues...);
  }

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactCounted(HostBackend& backend, Method, const std::uint64_t* n, std::int64_t maxN,
    const Kernel& kernel, const Queue<T>&... queues)
  {
    this->Compactor::compactCounted(backend, {}, n, maxN, kernel, queues...);
  }

  template <class T, class Predicate>
  void compactArray(HostBackend& backend, Method method, const T* in, std::int64_t n,
    const Predicate& predicate, const Queue<T>& queue)
  {
    if (method == Method::JumpingJackInPlace && queue.items == in)
      inPlace_.compact(
        backend, queue.items, n, [=](std::int64_t i) { return predicate(in[i]); }, queue.count);
    else
      this->run(backend, n, ReadSource<ArraySource<T, Predicate>>{ { in, predicate } }, queue);
  }

private:
  InPlaceCompactor<HostBackend> inPlace_;
};

} // namespace inkray
