// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Every compaction method of the papers, for tests and benchmarks: BaselineCompactor has the calls of
/// Compactor with any ComparedMethod, and compacts arrays too. This is the form on CPU threads, where all
/// methods but JumpingJackInPlace are the same code; BaselineCompactor.cuh has the one on CUDA.
#include "Compaction/Baselines/ComparedMethod.h"
#include "Compaction/Baselines/ItemSource.h"
#include "Compaction/HostCompactor.h"

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
      this->fillHoles(backend, n, predicate, queue);
    else
      this->run(backend, n, ReadSource<ArraySource<T, Predicate>>{ { in, predicate } }, queue);
  }

private:
  /// JumpingJackInPlace: with v valid elements in all, the valid elements from place v on fill the holes
  /// before it. Nothing else moves. After an abort, which is thrown, the count is 0 and the elements may
  /// stand anywhere.
  template <class T, class Predicate>
  void fillHoles(HostBackend& backend, std::int64_t n, const Predicate& predicate, const Queue<T>& queue)
  {
    this->reserve(backend, n, 1, sizeof(std::int64_t));
    T* const items = queue.items;
    std::uint64_t* const before = counts_.data();
    auto* const holes = reinterpret_cast<std::int64_t*>(survivors_[0].data());
    const auto forEachOf = [n](std::int64_t tile, const auto& visit) {
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
        visit(i);
    };
    *queue.count = 0;
    backend.forEach<1>(numTiles(n), [=, &predicate](std::int64_t tile) {
      before[tile] = 0;
      forEachOf(tile, [&](std::int64_t i) { before[tile] += predicate(items[i]) ? 1 : 0; });
    });
    std::int64_t numValid = 0;
    for (std::int64_t tile = 0; tile < numTiles(n); ++tile)
    {
      const auto count = static_cast<std::int64_t>(before[tile]);
      before[tile] = static_cast<std::uint64_t>(numValid);
      numValid += count;
    }
    // The r-th hole before place v, and then the r-th valid element from there on.
    backend.forEach<1>((numValid + tileSize - 1) / tileSize, [=, &predicate](std::int64_t tile) {
      std::int64_t hole = tile * tileSize - static_cast<std::int64_t>(before[tile]);
      forEachOf(tile, [&](std::int64_t i) {
        if (i < numValid && !predicate(items[i]))
          holes[hole++] = i;
      });
    });
    const std::int64_t border = numValid / tileSize;
    std::int64_t first = border < numTiles(n) ? static_cast<std::int64_t>(before[border]) : numValid;
    for (std::int64_t i = border * tileSize; i < numValid; ++i)
      first += predicate(items[i]) ? 1 : 0;
    backend.forEach<1>(numTiles(n) - border, [=, &predicate](std::int64_t t) {
      const std::int64_t tile = border + t;
      std::int64_t mover = t == 0 ? 0 : static_cast<std::int64_t>(before[tile]) - first;
      forEachOf(tile, [&](std::int64_t i) {
        if (i >= numValid && predicate(items[i]))
          items[holes[mover++]] = items[i];
      });
    });
    *queue.count = static_cast<std::uint64_t>(numValid);
  }
};

} // namespace inkray
