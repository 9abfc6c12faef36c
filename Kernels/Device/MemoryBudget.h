// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace inkray
{

/// Bytes that a backend's buffers hold, the most they held since resetPeak, and how many they may hold.
class MemoryBudget
{
public:
  /// All the memory that there is.
  static constexpr std::size_t noLimit = std::numeric_limits<std::size_t>::max();

  explicit MemoryBudget(std::size_t limit = noLimit)
    : limit_(limit)
  {
  }
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// An allocation of so many bytes is about to be made: throws OutOfMemory, before a device is asked, where
  /// the limit would be passed. Buffers that are there stay.
  void require(std::size_t bytes) const;

  /// For tests: the n-th allocation of this process from now on (1: the next one) fails as if memory were
  /// full, whatever the backend; 0: none does. Returns how many were made since the call before.
  static std::int64_t failAllocation(std::int64_t n);
  /// An allocation that no budget counts. Throws OutOfMemory where a test has it fail.
  static void count(std::size_t bytes);

  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_; }
  std::size_t peak() const { return peak_; }
  /// Number of allocations so far: a frame of a size seen before must not raise it.
  std::size_t allocations() const { return allocations_; }

  void add(std::size_t bytes)
  {
    used_ += bytes;
    ++allocations_;
    if (used_ > peak_)
      peak_ = used_;
  }
  void remove(std::size_t bytes) { used_ -= bytes; }
  void resetPeak() { peak_ = used_; }

private:
  const std::size_t limit_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
  std::size_t allocations_ = 0;
};

} // namespace inkray
