// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>

namespace inkray
{

/// Bytes that a backend's buffers hold now, and the most they held since resetPeak.
class MemoryLedger
{
public:
  /// An allocation of so many bytes is about to be made. Throws OutOfMemory where it is to fail.
  static void require(std::size_t bytes);

  /// For tests: the n-th allocation of buffers in this process from now on (1: the next one) fails as if
  /// memory were full, whatever the backend; 0: none does. Returns how many were made since the call before.
  static std::int64_t failAllocation(std::int64_t n);

  void add(std::size_t bytes)
  {
    current_ += bytes;
    ++allocations_;
    if (current_ > peak_)
      peak_ = current_;
  }
  void remove(std::size_t bytes) { current_ -= bytes; }
  void resetPeak() { peak_ = current_; }
  std::size_t current() const { return current_; }
  std::size_t peak() const { return peak_; }
  /// Number of allocations so far: a frame of a size seen before must not raise it.
  std::size_t allocations() const { return allocations_; }

private:
  std::size_t current_ = 0;
  std::size_t peak_ = 0;
  std::size_t allocations_ = 0;
};

} // namespace inkray
