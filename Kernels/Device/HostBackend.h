// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/FunctionReference.h"
#include "Core/HostPages.h"
#include "Core/Portable.h"
#include "Core/WorkObserver.h"
#include "Device/Buffer.h"
#include "Device/Device.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace inkray
{

/// Kernels on CPU threads (TBB): memory, launches, scans and sorts. It has the same interface as CudaBackend,
/// so that one pipeline serves both.
class HostBackend
{
public:
  template <class T>
  using Array = Buffer<T, HostBackend>;

  static constexpr bool isDevice = false;

  HostBackend() = default;
  /// All buffers together may take `memoryLimit` bytes.
  explicit HostBackend(const DeviceId&, std::size_t memoryLimit = MemoryBudget::noLimit)
    : budget_(memoryLimit)
  {
  }

  MemoryBudget& budget() { return budget_; }

  void* allocate(std::size_t bytes)
  {
    void* p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p)
      throw OutOfMemory("CPU: out of memory, " + std::to_string(bytes) +
          " bytes were asked for; close other data or use a smaller mesh",
        bytes, 0);
    return p;
  }
  static void free(void* p) noexcept { std::free(p); }

  /// Run kernel(i) for every i in [0, n). Neighboring i run on the same thread, at least `Block` at a time.
  /// Throws Aborted, with some i left out, if the observer asks for it.
  template <int Block = 256, int MinBlocks = 1, class Kernel>
  void forEach(std::int64_t n, const Kernel& kernel)
  {
    this->forEachBlock((n + Block - 1) / Block, [n, &kernel](std::int64_t block) {
      const std::int64_t end = std::min<std::int64_t>(n, (block + 1) * Block);
      for (std::int64_t i = block * Block; i < end; ++i)
        kernel(i);
    });
  }

  /// forEach over a number of items that a kernel has counted.
  template <int Block = 256, int MinBlocks = 1, class Kernel>
  void forEachCounted(const std::uint64_t* n, const Kernel& kernel)
  {
    this->forEach<Block>(static_cast<std::int64_t>(kernel.numItems(*n)), kernel);
  }

  /// out[i] = in[0] + ... + in[i - 1] for n values. In and out may be the same.
  void exclusiveScan(const std::uint32_t* in, std::uint32_t* out, std::int64_t n);

  /// Workspace of a sort in addition to its input: empty, since the host allocates its own.
  template <class Key, class Value>
  struct SortWorkspace
  {
  };

  /// Sort by key; equal keys keep their order. Only bits [0, endBit) of the keys may be set. Afterwards keys
  /// and values hold the result.
  template <class Key, class Value>
  void sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit);

  template <class Key, class Value>
  void sortPairs(
    Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit, SortWorkspace<Key, Value>&)
  {
    this->sortPairs(keys, values, n, endBit);
  }

  /// A loop that the backend may repeat by itself: body() while *running, in the backend's memory, is not 0.
  /// `key` names everything that the body's launches contain. Returns whether the launches had to be built
  /// anew.
  struct Loop
  {
  };
  template <class Body>
  bool loopWhile(Loop&, const std::uint64_t* running, const std::vector<std::uint64_t>&, const Body& body)
  {
    // The number of rounds is unknown, so progress follows the number of items that still run.
    const double begin = progress_.begin(), end = progress_.end();
    const auto all = static_cast<double>(*running);
    while (*running > 0)
    {
      progress_.step(begin, begin); // the shares of the loops in the body are unknown
      body();
      progress_.step(begin, end);
      progress_.report(1.0 - static_cast<double>(*running) / all);
    }
    return false;
  }

  /// *target = value, where target is in the backend's memory.
  template <class T>
  void put(T* target, const T& value)
  {
    *target = value;
  }

  // An array without entries has no address, and memset and memcpy must not get a null pointer.
  void zero(void* p, std::size_t bytes)
  {
    if (bytes > 0)
      std::memset(p, 0, bytes);
  }
  void copyToHost(void* host, const void* p, std::size_t bytes)
  {
    if (bytes > 0)
      std::memcpy(host, p, bytes);
  }
  void copyFromHost(void* p, const void* host, std::size_t bytes)
  {
    if (bytes > 0)
      std::memcpy(p, host, bytes);
  }
  template <class T>
  T read(const T* p)
  {
    return *p;
  }

  /// Memory outside of the budget that keeps copies of buffers; contents are lost when it grows.
  class HostStore
  {
  public:
    char* reserve(std::size_t bytes)
    {
      if (bytes > bytes_.size())
      {
        PagedVector<char>().swap(bytes_);
        MemoryBudget::count(bytes);
        bytes_.resize(bytes);
      }
      return bytes_.data();
    }
    char* data() { return bytes_.data(); }
    std::size_t size() const { return bytes_.size(); } ///< in bytes

  private:
    PagedVector<char> bytes_;
  };
  /// Copy from a HostStore. The copy is complete for work that follows awaitSent of a later mark.
  void send(void* p, const void* stored, std::size_t bytes) { this->copyFromHost(p, stored, bytes); }
  struct SentMark
  {
  };
  void markSent(SentMark&) {}
  void awaitSent(const SentMark&) {}

  /// Copy from the memory of another backend, which must have finished its work.
  void copyFrom(const HostBackend&, void* p, const void* from, std::size_t bytes)
  {
    this->copyFromHost(p, from, bytes);
  }

  /// The image at an address that the caller can read. On the host, it stays where it is.
  struct HostImage
  {
    template <class T>
    const float* take(HostBackend&, const T* image, std::int64_t)
    {
      return reinterpret_cast<const float*>(image);
    }
  };

  /// Fill target[i] = convert(i), i in [0, n): copies the caller's arrays into the backend's memory.
  template <class T, class Convert>
  void stage(T* target, std::int64_t n, const Convert& convert)
  {
    this->forEach<4096>(n, [&](std::int64_t i) { target[i] = convert(i); });
  }

  void synchronize() {}

  /// Remember the current time under `slot`.
  void mark(int slot) { marks_[slot] = std::chrono::steady_clock::now(); }
  void wait(int) {}
  /// Milliseconds between two marks.
  double elapsed(int from, int to) const
  {
    return std::chrono::duration<double, std::milli>(marks_[to] - marks_[from]).count();
  }
  static constexpr int numMarks = 16;

  /// Set the observer of the following loops; without any function, loops have no observer.
  void observe(const WorkObserver& observer)
  {
    progress_ = WorkProgress(observer);
    aborted_ = false;
  }
  /// The following loops take the progress from the share `begin` to `end`.
  void step(double begin, double end) { progress_.step(begin, end); }

private:
  class LoopWatch;

  /// Run work(block) for every block in [0, numBlocks) on all threads, in an order in which the share of
  /// finished blocks predicts the time. One compiled loop serves all kernels: `work` is called once for each
  /// block.
  void forEachBlock(std::int64_t numBlocks, FunctionReference<void(std::int64_t)> work);

  MemoryBudget budget_;
  std::chrono::steady_clock::time_point marks_[numMarks];
  WorkProgress progress_; ///< its step is the work of the following loops
  std::atomic<bool> aborted_{ false };
};

// A radix sort from the lowest bits on. Each pass counts the digits in each tile, converts the counts into
// positions, and moves the tiles' pairs there, so that equal digits keep their order.
template <class Key, class Value>
void HostBackend::sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit)
{
  constexpr int digitBits = 8, numDigits = 1 << digitBits;
  constexpr std::int64_t tileSize = 1 << 15;
  if (n <= 0)
    return;
  const std::int64_t numTiles = (n + tileSize - 1) / tileSize;
  Array<Key> otherKeys(*this, keys.size());
  Array<Value> otherValues(*this, values.size());
  Array<std::int64_t> places(*this, numTiles * numDigits);
  const int numPasses = (endBit + digitBits - 1) / digitBits;
  const double begin = progress_.begin(), end = progress_.end();
  for (int pass = 0; pass < numPasses; ++pass)
  {
    const double share = (end - begin) / numPasses, from = begin + pass * share;
    const Key* const key = keys.data();
    const Value* const value = values.data();
    std::int64_t* const place = places.data();
    const auto digit = [key, pass](std::int64_t i) {
      return static_cast<int>(key[i] >> (pass * digitBits)) & (numDigits - 1);
    };
    this->step(from, from + 0.25 * share);
    this->forEach<1>(numTiles, [=](std::int64_t tile) {
      std::int64_t counts[numDigits] = {};
      for (std::int64_t i = tile * tileSize, last = std::min(n, i + tileSize); i < last; ++i)
        ++counts[digit(i)];
      std::copy_n(counts, numDigits, place + tile * numDigits);
    });
    // A pass in which all keys have the same digit would move nothing: skip it.
    bool allInOne = false;
    std::int64_t at = 0;
    for (int d = 0; d < numDigits; ++d)
    {
      const std::int64_t before = at;
      for (std::int64_t tile = 0; tile < numTiles; ++tile)
        at += std::exchange(place[tile * numDigits + d], at);
      allInOne = allInOne || at - before == n;
    }
    if (allInOne)
      continue;
    Key* const toKey = otherKeys.data();
    Value* const toValue = otherValues.data();
    this->step(from + 0.25 * share, from + share);
    this->forEach<1>(numTiles, [=](std::int64_t tile) {
      std::int64_t to[numDigits];
      std::copy_n(place + tile * numDigits, numDigits, to);
      for (std::int64_t i = tile * tileSize, last = std::min(n, i + tileSize); i < last; ++i)
      {
        const std::int64_t there = to[digit(i)]++;
        toKey[there] = key[i];
        toValue[there] = value[i];
      }
    });
    std::swap(keys, otherKeys);
    std::swap(values, otherValues);
  }
  this->step(end, end);
}

} // namespace inkray
