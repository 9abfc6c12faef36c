// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactionMethod.h"
#include "Device/Buffer.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace inkray
{

/// Workspace of compactions on the host: the survivors of each tile where the tile's items begin, and their
/// number.
template <class Backend>
struct HostCompactionWorkspace
{
  std::array<Buffer<char, Backend>, 2> survivors;
  Buffer<std::uint64_t, Backend> counts; ///< of each tile, one after the other for each output
};

/// Compaction on the host, the same for every method: tiles of work in any order on any thread, then the
/// tiles' survivors appended in the order of the tiles.
template <class Backend>
class HostCompaction
{
public:
  using Workspace = HostCompactionWorkspace<Backend>;
  static constexpr std::int64_t tileSize = 1024;

  static void reserve(
    Backend& backend, Workspace& workspace, std::int64_t maxItems, int numOutputs, std::int64_t itemBytes)
  {
    for (int output = 0; output < numOutputs; ++output)
      workspace.survivors[output].reserve(backend, maxItems * itemBytes);
    workspace.counts.reserve(backend, 2 * numTiles(maxItems));
  }

  template <class Kernel, class T>
  static void run(
    Backend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue, Workspace& workspace)
  {
    reserve(backend, workspace, n, 1, sizeof(T));
    T* const survivors = reinterpret_cast<T*>(workspace.survivors[0].data());
    std::uint64_t* const counts = workspace.counts.data();
    backend.template forEach<1>(numTiles(n), [=, &kernel](std::int64_t tile) {
      T* to = survivors + tile * tileSize;
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
      {
        T item;
        if (kernel(i, item))
          *to++ = item;
      }
      counts[tile] = static_cast<std::uint64_t>(to - (survivors + tile * tileSize));
    });
    append(backend, n, survivors, counts, queue);
  }

  template <class Kernel, class A, class B>
  static void run(Backend& backend, std::int64_t n, const Kernel& kernel, const Queue<A>& queueA,
    const Queue<B>& queueB, Workspace& workspace)
  {
    reserve(backend, workspace, n, 2, std::max(sizeof(A), sizeof(B)));
    A* const survivorsA = reinterpret_cast<A*>(workspace.survivors[0].data());
    B* const survivorsB = reinterpret_cast<B*>(workspace.survivors[1].data());
    std::uint64_t* const countsA = workspace.counts.data();
    std::uint64_t* const countsB = countsA + numTiles(n);
    backend.template forEach<1>(numTiles(n), [=, &kernel](std::int64_t tile) {
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
    append(backend, n, survivorsA, countsA, queueA);
    append(backend, n, survivorsB, countsB, queueB);
  }

  /// JumpingJackInPlace: with v valid elements in all, the valid elements from place v on fill the holes
  /// before it. Nothing else moves. After an abort the count is 0 and the elements may stand anywhere.
  template <class T, class Predicate>
  static void fillHoles(
    Backend& backend, std::int64_t n, const Predicate& predicate, const Queue<T>& queue, Workspace& workspace)
  {
    reserve(backend, workspace, n, 1, sizeof(std::int64_t));
    T* const items = queue.items;
    std::uint64_t* const before = workspace.counts.data();
    auto* const holes = reinterpret_cast<std::int64_t*>(workspace.survivors[0].data());
    const auto forEachOf = [n](std::int64_t tile, const auto& visit) {
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
        visit(i);
    };
    *queue.count = 0;
    backend.template forEach<1>(numTiles(n), [=, &predicate](std::int64_t tile) {
      before[tile] = 0;
      forEachOf(tile, [&](std::int64_t i) { before[tile] += predicate(items[i]) ? 1 : 0; });
    });
    if (backend.aborted())
      return;
    std::int64_t numValid = 0;
    for (std::int64_t tile = 0; tile < numTiles(n); ++tile)
    {
      const auto count = static_cast<std::int64_t>(before[tile]);
      before[tile] = static_cast<std::uint64_t>(numValid);
      numValid += count;
    }
    // The r-th hole before place v, and then the r-th valid element from there on.
    backend.template forEach<1>((numValid + tileSize - 1) / tileSize, [=, &predicate](std::int64_t tile) {
      std::int64_t hole = tile * tileSize - static_cast<std::int64_t>(before[tile]);
      forEachOf(tile, [&](std::int64_t i) {
        if (i < numValid && !predicate(items[i]))
          holes[hole++] = i;
      });
    });
    if (backend.aborted())
      return;
    const std::int64_t border = numValid / tileSize;
    std::int64_t first = border < numTiles(n) ? static_cast<std::int64_t>(before[border]) : numValid;
    for (std::int64_t i = border * tileSize; i < numValid; ++i)
      first += predicate(items[i]) ? 1 : 0;
    backend.template forEach<1>(numTiles(n) - border, [=, &predicate](std::int64_t t) {
      const std::int64_t tile = border + t;
      std::int64_t mover = t == 0 ? 0 : static_cast<std::int64_t>(before[tile]) - first;
      forEachOf(tile, [&](std::int64_t i) {
        if (i >= numValid && predicate(items[i]))
          items[holes[mover++]] = items[i];
      });
    });
    if (!backend.aborted())
      *queue.count = static_cast<std::uint64_t>(numValid);
  }

private:
  static std::int64_t numTiles(std::int64_t n) { return (n + tileSize - 1) / tileSize; }

  template <class T>
  static void append(
    Backend& backend, std::int64_t n, const T* survivors, std::uint64_t* counts, const Queue<T>& queue)
  {
    // An abandoned loop has left tiles out; then nothing is handed on.
    *queue.count = 0;
    if (backend.aborted())
      return;
    // Each tile's count becomes the place of its end.
    std::uint64_t end = 0;
    for (std::int64_t tile = 0; tile < numTiles(n); ++tile)
      counts[tile] = end += counts[tile];
    backend.template forEach<1>(numTiles(n), [=](std::int64_t tile) {
      const std::uint64_t first = std::min(tile > 0 ? counts[tile - 1] : 0, queue.capacity);
      const std::uint64_t last = std::min(counts[tile], queue.capacity);
      std::copy(
        survivors + tile * tileSize, survivors + tile * tileSize + (last - first), queue.items + first);
    });
    if (!backend.aborted())
      *queue.count = end;
  }
};

} // namespace inkray
