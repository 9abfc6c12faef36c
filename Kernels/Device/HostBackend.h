// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/HostCompaction.h"
#include "Compaction/ItemSource.h"
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

/// Kernels on the threads of TBB. The same contract as CudaBackend, so that one pipeline serves both.
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

  /// Append the items that kernel.count(i, state) announces and kernel.emit(i, state, items) writes. Order
  /// between blocks is not defined.
  template <class Kernel, class T>
  void append(std::int64_t n, const Kernel& kernel, Queue<T> queue)
  {
    constexpr std::int64_t block = 256;
    this->forEach<1>((n + block - 1) / block, [&](std::int64_t b) {
      typename Kernel::State states[block];
      std::uint32_t counts[block];
      std::uint64_t total = 0;
      const std::int64_t first = b * block;
      const std::int64_t size = std::min(block, n - first);
      for (std::int64_t k = 0; k < size; ++k)
        total += counts[k] = kernel.count(first + k, states[k]);
      if (total == 0)
        return;
      std::uint64_t at = atomicAddRelaxed(queue.count, total);
      for (std::int64_t k = 0; k < size; at += counts[k], ++k)
        if (counts[k] && at + counts[k] <= queue.capacity)
          kernel.emit(first + k, states[k], queue.items + at);
    });
  }

  /// collate over a number of items that a kernel has counted.
  template <class Kernel, class T>
  void appendCounted(const std::uint64_t* n, const Kernel& kernel, Queue<T> queue)
  {
    this->append(static_cast<std::int64_t>(kernel.numItems(*n)), kernel, queue);
  }

  /// Workspace of compact, kept by the caller.
  using CompactionWorkspace = HostCompactionWorkspace<HostBackend>;

  /// Allocate all that compactions of up to maxItems items of 4 to 8 bytes into one or two queues need; later
  /// calls within these limits allocate nothing, except what the libraries behind some methods of CUDA take
  /// for themselves.
  void reserveCompaction(CompactionWorkspace& workspace, std::int64_t maxItems, int numOutputs)
  {
    HostCompaction<HostBackend>::reserve(*this, workspace, maxItems, numOutputs, 8);
  }

  /// Fill a queue with the items that survive: bool kernel(std::int64_t i, T& item), called once for each i
  /// in [0, n), makes item i or drops it. *queue.count is set to the exact number of survivors, past the
  /// capacity too; items beyond the capacity are not written. In input order where keepsOrder(method); on the
  /// host always. After an abort the count is 0.
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class T>
  void compact(
    CompactionMethod, std::int64_t n, const Kernel& kernel, Queue<T> queue, CompactionWorkspace& workspace)
  {
    HostCompaction<HostBackend>::run(*this, n, kernel, queue, workspace);
  }
  /// Into two queues: unsigned kernel(std::int64_t i, A& a, B& b) sets bit 0 to keep a and bit 1 to keep b.
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class A, class B>
  void compact(CompactionMethod, std::int64_t n, const Kernel& kernel, Queue<A> queueA, Queue<B> queueB,
    CompactionWorkspace& workspace)
  {
    HostCompaction<HostBackend>::run(*this, n, kernel, queueA, queueB, workspace);
  }

  /// compact over *n items, at most maxN, where n stands in the backend's memory and is read when the kernel
  /// runs. It may not be the count of a queue that is filled here.
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class T>
  void compactCounted(CompactionMethod, const std::uint64_t* n, std::int64_t maxN, const Kernel& kernel,
    Queue<T> queue, CompactionWorkspace& workspace)
  {
    HostCompaction<HostBackend>::run(*this,
      static_cast<std::int64_t>(std::min<std::uint64_t>(*n, static_cast<std::uint64_t>(maxN))), kernel, queue,
      workspace);
  }
  template <int Block = 256, int ItemsPerThread = 1, class Kernel, class A, class B>
  void compactCounted(CompactionMethod, const std::uint64_t* n, std::int64_t maxN, const Kernel& kernel,
    Queue<A> queueA, Queue<B> queueB, CompactionWorkspace& workspace)
  {
    HostCompaction<HostBackend>::run(*this,
      static_cast<std::int64_t>(std::min<std::uint64_t>(*n, static_cast<std::uint64_t>(maxN))), kernel,
      queueA, queueB, workspace);
  }

  /// compact over an array: the items for which predicate(item) holds. The queue's items may be the array
  /// itself with JumpingJackInPlace, which then moves only what must move; otherwise they may not overlap it.
  template <class T, class Predicate>
  void compactArray(CompactionMethod method, const T* in, std::int64_t n, const Predicate& predicate,
    Queue<T> queue, CompactionWorkspace& workspace)
  {
    if (method == CompactionMethod::JumpingJackInPlace && queue.items == in)
      HostCompaction<HostBackend>::fillHoles(*this, n, predicate, queue, workspace);
    else
      HostCompaction<HostBackend>::run(
        *this, n, ReadSource<ArraySource<T, Predicate>>{ { in, predicate } }, queue, workspace);
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
