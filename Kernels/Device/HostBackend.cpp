// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"

#include <cmath>
#include <numeric>
#include <thread>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_scan.h>
#include <tbb/task_group.h>

namespace inkray
{
namespace
{

/// The order in which a loop visits its blocks: in groups of neighbors, which read the same data, with each
/// group far from the one before. Blocks may take very different times, as blocks of pixels do. In this order
/// the finished blocks are at any time a fair sample of all, so their share predicts the time.
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
  /// The number of places in the order. Some places belong to blocks past the end.
  std::int64_t count() const { return numGroups_ * groupSize_; }
  std::int64_t block(std::int64_t number) const
  {
    return number / groupSize_ * stride_ % numGroups_ * groupSize_ + number % groupSize_;
  }

private:
  std::int64_t groupSize_, numGroups_, stride_;
};

} // namespace

/// One loop and its observer.
class HostBackend::LoopWatch
{
public:
  LoopWatch(HostBackend& backend, std::int64_t numBlocks)
    : backend_(backend)
    , numBlocks_(static_cast<double>(numBlocks))
    , counts_(backend.progress_.counts())
  {
  }
  /// Whether the loop has to stop. Only the calling thread may run the observer's code (window systems insist
  /// on that); the other threads read its answer.
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
  /// Finish the loop, in the calling thread.
  void finish()
  {
    if (backend_.aborted_)
      throw Aborted("the work was abandoned");
    if (counts_)
      this->report();
  }
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

void HostBackend::forEachBlock(std::int64_t numBlocks, FunctionReference<void(std::int64_t)> work)
{
  if (numBlocks <= 0)
    return;
  const BlockOrder order(numBlocks);
  LoopWatch watch(*this, numBlocks);
  tbb::parallel_for(
    tbb::blocked_range<std::int64_t>(0, order.count()),
    [&](const tbb::blocked_range<std::int64_t>& range) {
      for (std::int64_t number = range.begin(); number < range.end(); ++number)
      {
        const std::int64_t block = order.block(number);
        if (block >= numBlocks)
          continue;
        if (watch.stops())
          return;
        work(block);
        watch.count();
      }
    },
    watch.context);
  watch.finish();
}

void HostBackend::exclusiveScan(const std::uint32_t* in, std::uint32_t* out, std::int64_t n)
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

} // namespace inkray
