// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Compactor.h"
#include "Device/HostBackend.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace inkray
{

/// Compaction on CPU threads (the calls are documented in Compactor.h). It is the same for every method and
/// always keeps the order: threads compact tiles in any order, then copy the tiles' survivors to their
/// places. After an abort, which throws Aborted, the count is 0.
template <>
class Compactor<HostBackend>
{
public:
  using Backend = HostBackend;
  using Method = CompactionMethod;

  void reserve(HostBackend& backend, std::int64_t maxItems, int numOutputs)
  {
    this->reserve(backend, maxItems, numOutputs, 8);
  }

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class T>
  void compact(HostBackend& backend, Method, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
  {
    this->run(backend, n, kernel, queue);
  }
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class A, class B>
  void compact(HostBackend& backend, Method, std::int64_t n, const Kernel& kernel, const Queue<A>& queueA,
    const Queue<B>& queueB)
  {
    this->run(backend, n, kernel, queueA, queueB);
  }

  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactCounted(HostBackend& backend, Method, const std::uint64_t* n, std::int64_t maxN,
    const Kernel& kernel, const Queue<T>&... queues)
  {
    this->run(backend,
      static_cast<std::int64_t>(std::min<std::uint64_t>(*n, static_cast<std::uint64_t>(maxN))), kernel,
      queues...);
  }

  template <CompactionMethod method, int Block = 256, int ItemsPerThread = 1, class Kernel, class... T>
  void compactBy(HostBackend& backend, const std::uint64_t* n, std::int64_t maxN, const Kernel& kernel,
    const Queue<T>&... queues)
  {
    const auto most = static_cast<std::uint64_t>(maxN);
    this->run(backend, static_cast<std::int64_t>(n ? std::min(*n, most) : most), kernel, queues...);
  }

  void release() { *this = {}; }

protected:
  static constexpr std::int64_t tileSize = 1024;
  static std::int64_t numTiles(std::int64_t n) { return (n + tileSize - 1) / tileSize; }

  void reserve(HostBackend& backend, std::int64_t maxItems, int numOutputs, std::int64_t itemBytes)
  {
    for (int output = 0; output < numOutputs; ++output)
      survivors_[output].reserve(backend, maxItems * itemBytes);
    counts_.reserve(backend, 2 * numTiles(maxItems));
  }

  template <class Kernel, class T>
  void run(HostBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
  {
    *queue.count = 0;
    this->reserve(backend, n, 1, sizeof(T));
    T* const survivors = reinterpret_cast<T*>(survivors_[0].data());
    std::uint64_t* const counts = counts_.data();
    backend.forEach<1>(numTiles(n), [=, &kernel](std::int64_t tile) {
      T* to = survivors + tile * tileSize;
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
      {
        T item;
        if (kernel(i, item))
          *to++ = item;
      }
      counts[tile] = static_cast<std::uint64_t>(to - (survivors + tile * tileSize));
    });
    gather(backend, n, survivors, counts, queue);
  }

  template <class Kernel, class A, class B>
  void run(HostBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<A>& queueA,
    const Queue<B>& queueB)
  {
    *queueA.count = *queueB.count = 0;
    this->reserve(backend, n, 2, std::max(sizeof(A), sizeof(B)));
    A* const survivorsA = reinterpret_cast<A*>(survivors_[0].data());
    B* const survivorsB = reinterpret_cast<B*>(survivors_[1].data());
    std::uint64_t* const countsA = counts_.data();
    std::uint64_t* const countsB = countsA + numTiles(n);
    backend.forEach<1>(numTiles(n), [=, &kernel](std::int64_t tile) {
      A* toA = survivorsA + tile * tileSize;
      B* toB = survivorsB + tile * tileSize;
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
      {
        A a;
        B b;
        const auto kept = static_cast<unsigned>(kernel(i, a, b));
        if (kept & 1u)
          *toA++ = a;
        if (kept & 2u)
          *toB++ = b;
      }
      countsA[tile] = static_cast<std::uint64_t>(toA - (survivorsA + tile * tileSize));
      countsB[tile] = static_cast<std::uint64_t>(toB - (survivorsB + tile * tileSize));
    });
    gather(backend, n, survivorsA, countsA, queueA);
    gather(backend, n, survivorsB, countsB, queueB);
  }

  /// The survivors of each tile, from the index of the tile's first item on, and their numbers: one array of
  /// all tiles for each output.
  std::array<Buffer<char, HostBackend>, 2> survivors_;
  Buffer<std::uint64_t, HostBackend> counts_;

private:
  template <class T>
  static void gather(
    HostBackend& backend, std::int64_t n, const T* survivors, std::uint64_t* counts, const Queue<T>& queue)
  {
    // Convert each tile's count into the place where its survivors end.
    std::uint64_t end = 0;
    for (std::int64_t tile = 0; tile < numTiles(n); ++tile)
      counts[tile] = end += counts[tile];
    backend.forEach<1>(numTiles(n), [=](std::int64_t tile) {
      const std::uint64_t first = std::min(tile > 0 ? counts[tile - 1] : 0, queue.capacity);
      const std::uint64_t last = std::min(counts[tile], queue.capacity);
      std::copy(
        survivors + tile * tileSize, survivors + tile * tileSize + (last - first), queue.items + first);
    });
    *queue.count = end;
  }
};

} // namespace inkray
