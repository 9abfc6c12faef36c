// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
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

  MemoryLedger& ledger() { return ledger_; }

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
  /// Returns early when the abort check says so.
  template <int Block = 256, int MinBlocks = 1, class Kernel>
  void forEach(std::int64_t n, const Kernel& kernel)
  {
    if (n <= 0)
      return;
    tbb::task_group_context context;
    tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, (n + Block - 1) / Block),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        for (std::int64_t block = range.begin(); block < range.end(); ++block)
        {
          if (this->aborting(context))
            return;
          const std::int64_t end = std::min<std::int64_t>(n, (block + 1) * Block);
          for (std::int64_t i = block * Block; i < end; ++i)
            kernel(i);
        }
      },
      context);
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

  /// What a sort needs beside its input: on the host it lies outside the buffers.
  template <class Key, class Value>
  struct SortWorkspace
  {
  };

  /// Sort by key, equal keys in their order of before. Only bits [0, endBit) of the keys may be set.
  /// Afterwards keys and values hold the result.
  template <class Key, class Value>
  void sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit);

  template <class Key, class Value>
  void sortPairs(
    Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit, SortWorkspace<Key, Value>&)
  {
    this->sortPairs(keys, values, n, endBit);
  }

  /// A loop that the backend may turn without the caller: body() again and again while *running, in the
  /// backend's memory, is not 0. `key` names everything that the body bakes into its launches. Returns
  /// whether these had to be made anew.
  struct Loop
  {
  };
  template <class Body>
  bool loopWhile(Loop&, const std::uint64_t* running, const std::vector<std::uint64_t>&, const Body& body)
  {
    while (*running > 0 && !this->aborted())
      body();
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

  /// The image where the caller reads it: on the host it is there already.
  struct HostImage
  {
    template <class T>
    const float* take(HostBackend&, const Array<T>& image, std::int64_t)
    {
      return reinterpret_cast<const float*>(image.data());
    }
  };

  /// Fill target[i] = convert(i), i in [0, n): the way of the caller's arrays into the backend's memory.
  template <class T, class Convert>
  void stage(T* target, std::int64_t n, const Convert& convert)
  {
    this->forEach<4096>(n, [&](std::int64_t i) { target[i] = convert(i); });
  }

  void synchronize() {}

  /// Remember the time now under `slot`.
  void mark(int slot) { marks_[slot] = std::chrono::steady_clock::now(); }
  /// Milliseconds between two marks.
  double elapsed(int from, int to) const
  {
    return std::chrono::duration<double, std::milli>(marks_[to] - marks_[from]).count();
  }
  static constexpr int numMarks = 12;

  /// While set, long loops ask it now and then and stop when it returns true; aborted() then says so.
  void setAbortCheck(std::function<bool()> check)
  {
    abortCheck_ = std::move(check);
    aborted_ = false;
  }
  bool aborted() const { return aborted_; }

private:
  bool aborting(tbb::task_group_context& context);

  MemoryLedger ledger_;
  std::chrono::steady_clock::time_point marks_[numMarks];
  std::function<bool()> abortCheck_;
  std::atomic<bool> aborted_{ false };
};

inline bool HostBackend::aborting(tbb::task_group_context& context)
{
  // Only the thread that called in may run the caller's code (window systems insist); the others see its
  // answer.
  if (abortCheck_ && !aborted_ && tbb::this_task_arena::current_thread_index() == 0 && abortCheck_())
  {
    aborted_ = true;
    context.cancel_group_execution();
  }
  return aborted_;
}

template <class Key, class Value>
void HostBackend::sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int)
{
  struct Pair
  {
    Key key;
    std::uint32_t place;
  };
  Array<Pair> pairs(*this, n);
  Pair* const pair = pairs.data();
  Key* const key = keys.data();
  this->forEach<4096>(n, [=](std::int64_t i) { pair[i] = { key[i], static_cast<std::uint32_t>(i) }; });
  tbb::parallel_sort(pair, pair + n,
    [](const Pair& a, const Pair& b) { return a.key < b.key || (a.key == b.key && a.place < b.place); });
  Array<Value> sorted(*this, n);
  Value* const to = sorted.data();
  const Value* const from = values.data();
  this->forEach<4096>(n, [=](std::int64_t i) {
    key[i] = pair[i].key;
    to[i] = from[pair[i].place];
  });
  values = std::move(sorted);
}

} // namespace inkray
