// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

namespace inkray
{

/// Counts the bytes of a backend's buffers, the largest number since resetPeak, and limits them.
class MemoryBudget
{
public:
  /// No limit but the memory itself.
  static constexpr std::size_t noLimit = std::numeric_limits<std::size_t>::max();

  explicit MemoryBudget(std::size_t limit = noLimit)
    : limit_(limit)
  {
  }
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Call this before an allocation of `bytes`: throws OutOfMemory if the limit would be exceeded, before the
  /// device is asked. Existing buffers stay.
  void require(std::size_t bytes) const;

  /// For tests: let the n-th allocation of this process from now on (1: the next one) fail as if memory were
  /// full, on any backend; 0: none fails. Returns how many allocations were made since the last call.
  static std::int64_t failAllocation(std::int64_t n);
  /// Count an allocation outside of any budget. Throws OutOfMemory if a test lets it fail.
  static void count(std::size_t bytes);

  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_; }
  std::size_t peak() const { return peak_; }
  /// The number of allocations so far: a frame of a known size must not raise it.
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
