// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Portable.h"
#include "Core/WorkObserver.h"
#include "Device/Buffer.h"
#include "Device/Device.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_scan.h>
#include <tbb/task_group.h>

namespace inkray
{

/// Kernels on CPU threads (TBB): memory, launches, scans and sorts. The same contract as CudaBackend, so that
/// one pipeline serves both.
class HostBackend
{
public:
  template <class T>
  using Array = Buffer<T, HostBackend>;

  static constexpr bool isDevice = false;

  HostBackend() = default;
  /// Buffers may take so many bytes together.
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

  /// Run kernel(i) for every i in [0, n). Neighbouring i run on the same thread, `Block` at least at a time.
  /// Throws Aborted, with some of the i left out, when the observer asks for it.
  template <int Block = 256, int MinBlocks = 1, class Kernel>
  void forEach(std::int64_t n, const Kernel& kernel)
  {
    if (n <= 0)
      return;
    const std::int64_t numBlocks = (n + Block - 1) / Block;
    LoopWatch watch(*this, numBlocks);
    tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, watch.order.count()),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        for (std::int64_t number = range.begin(); number < range.end(); ++number)
        {
          const std::int64_t block = watch.order.block(number);
          if (block >= numBlocks)
            continue;
          if (watch.stops())
            return;
          const std::int64_t end = std::min<std::int64_t>(n, (block + 1) * Block);
          for (std::int64_t i = block * Block; i < end; ++i)
            kernel(i);
          watch.count();
        }
      },
      watch.context);
    watch.finish();
  }

  /// forEach over a number of items that a kernel has counted.
  template <int Block = 256, int MinBlocks = 1, class Kernel>
  void forEachCounted(const std::uint64_t* n, const Kernel& kernel)
  {
    this->forEach<Block>(static_cast<std::int64_t>(kernel.numItems(*n)), kernel);
  }

  /// out[i] = in[0] + ... + in[i - 1]; n values. In and out may be the same.
  void exclusiveScan(const std::uint32_t* in, std::uint32_t* out, std::int64_t n)
  {
    tbb::parallel_scan(
      tbb::blocked_range<std::int64_t>(0, n, 4096), std::uint32_t(0),
      [=](const tbb::blocked_range<std::int64_t>& range, std::uint32_t sum, bool final) {
        for (std::int64_t i = range.begin(); i < range.end(); ++i)
        {
          const std::uint32_t value = in[i];
          if (final)
            out[i] = sum;
          sum += value;
        }
        return sum;
      },
      [](std::uint32_t a, std::uint32_t b) { return a + b; });
  }

  /// Workspace of a sort in addition to its input: on the host it is not in the caller's buffers.
  template <class Key, class Value>
  struct SortWorkspace
  {
  };

  /// Sort by key; equal keys keep their order. Only bits [0, endBit) of the keys may be set.
  /// Afterwards keys and values hold the result.
  template <class Key, class Value>
  void sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit);

  template <class Key, class Value>
  void sortPairs(
    Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit, SortWorkspace<Key, Value>&)
  {
    this->sortPairs(keys, values, n, endBit);
  }

  /// A loop that the backend may repeat without the caller: body() while *running, in the backend's memory,
  /// is not 0. `key` names everything that the body bakes into its launches. Returns whether the launches had
  /// to be made anew.
  struct Loop
  {
  };
  template <class Body>
  bool loopWhile(Loop&, const std::uint64_t* running, const std::vector<std::uint64_t>&, const Body& body)
  {
    // The number of rounds is not known, so the progress follows the number of items that still run.
    const double begin = progress_.begin(), end = progress_.end();
    const auto all = static_cast<double>(*running);
    while (*running > 0)
    {
      progress_.step(begin, begin); // the fractions of the loops in it are not known
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

  void zero(void* p, std::size_t bytes) { std::memset(p, 0, bytes); }
  void copyToHost(void* host, const void* p, std::size_t bytes) { std::memcpy(host, p, bytes); }
  void copyFromHost(void* p, const void* host, std::size_t bytes) { std::memcpy(p, host, bytes); }
  template <class T>
  T read(const T* p)
  {
    return *p;
  }

  /// The image at an address that the caller can read: on the host, where it is.
  struct HostImage
  {
    template <class T>
    const float* take(HostBackend&, const Array<T>& image, std::int64_t)
    {
      return reinterpret_cast<const float*>(image.data());
    }
  };

  /// Fill target[i] = convert(i), i in [0, n): copies the caller's arrays into the backend's memory.
  template <class T, class Convert>
  void stage(T* target, std::int64_t n, const Convert& convert)
  {
    this->forEach<4096>(n, [&](std::int64_t i) { target[i] = convert(i); });
  }

  void synchronize() {}

  /// Remember the time now under `slot`.
  void mark(int slot) { marks_[slot] = std::chrono::steady_clock::now(); }
  void wait(int) {}
  /// Milliseconds between two marks.
  double elapsed(int from, int to) const
  {
    return std::chrono::duration<double, std::milli>(marks_[to] - marks_[from]).count();
  }
  static constexpr int numMarks = 16;

  /// The observer of the loops that follow; none, where both functions are empty.
  void observe(const WorkObserver& observer)
  {
    progress_ = WorkProgress(observer);
    aborted_ = false;
  }
  /// The loops that follow take the progress from the fraction `begin` to `end`.
  void step(double begin, double end) { progress_.step(begin, end); }

private:
  /// The order in which a loop visits its blocks: in groups of neighbours, which read the same data, each
  /// group far from the one before. Blocks may take very different times, as blocks of pixels do; in this
  /// order the finished ones are at any time much like the rest, so that the fraction of finished blocks
  /// tells the time.
  class BlockOrder
  {
  public:
    explicit BlockOrder(std::int64_t numBlocks)
      : groupSize_(numBlocks < 1024 ? 1 : 16) // few blocks go to as many threads
      , numGroups_((numBlocks + groupSize_ - 1) / groupSize_)
      , stride_(std::max<std::int64_t>(1, std::llround(0.618 * static_cast<double>(numGroups_))))
    {
      while (std::gcd(stride_, numGroups_) != 1)
        --stride_;
    }
    /// The number of places in the order, some of them of blocks past the end.
    std::int64_t count() const { return numGroups_ * groupSize_; }
    std::int64_t block(std::int64_t number) const
    {
      return number / groupSize_ * stride_ % numGroups_ * groupSize_ + number % groupSize_;
    }

  private:
    std::int64_t groupSize_, numGroups_, stride_;
  };

  /// One loop as its observer sees it.
  class LoopWatch
  {
  public:
    LoopWatch(HostBackend& backend, std::int64_t numBlocks)
      : order(numBlocks)
      , backend_(backend)
      , numBlocks_(static_cast<double>(numBlocks))
      , counts_(backend.progress_.counts())
    {
    }
    /// Whether the loop has to stop. Only the calling thread may run the observer's code (window systems
    /// insist on that); the other threads see its answer.
    bool stops()
    {
      if (std::this_thread::get_id() == thread_ && !backend_.aborted_)
      {
        if (backend_.progress_.isAborted())
        {
          backend_.aborted_ = true;
          context.cancel_group_execution();
        }
        else if (counts_)
          this->report();
      }
      return backend_.aborted_;
    }
    void count()
    {
      if (counts_)
        done_.fetch_add(1, std::memory_order_relaxed);
    }
    /// The end of the loop, in the calling thread.
    void finish()
    {
      if (backend_.aborted_)
        throw Aborted("the work was abandoned");
      if (counts_)
        this->report();
    }
    const BlockOrder order;
    tbb::task_group_context context;

  private:
    void report()
    {
      backend_.progress_.report(static_cast<double>(done_.load(std::memory_order_relaxed)) / numBlocks_);
    }

    HostBackend& backend_;
    const double numBlocks_;
    const bool counts_;
    const std::thread::id thread_ = std::this_thread::get_id();
    std::atomic<std::int64_t> done_{ 0 };
  };

  MemoryBudget budget_;
  std::chrono::steady_clock::time_point marks_[numMarks];
  WorkProgress progress_; ///< its step is the work of the loops that follow
  std::atomic<bool> aborted_{ false };
};

// A radix sort from the lowest bits on. Each pass counts the digits in each tile, turns the counts into
// places, and moves the tiles' pairs there, so that equal digits keep their order.
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
    // A pass in which all keys have the same digit moves nothing, so it is skipped.
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
