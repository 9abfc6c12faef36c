// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <utility>

namespace inkray
{

/// Page-locked host memory, which the device reads and writes at the full speed of the bus.
class PinnedBuffer
{
public:
  PinnedBuffer() = default;
  ~PinnedBuffer() { this->release(); }
  PinnedBuffer(PinnedBuffer&& other) noexcept { this->swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept
  {
    PinnedBuffer taken(std::move(other));
    this->swap(taken);
    return *this;
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;

  /// Allocate at least `bytes`; contents are lost when the buffer grows. Throws OutOfMemory if the host has
  /// no more memory.
  void reserve(std::size_t bytes);
  void* data() { return data_; }
  std::size_t size() const { return size_; } ///< in bytes

private:
  void swap(PinnedBuffer& other) noexcept
  {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(isMapped_, other.isMapped_);
  }
  bool lockPages(std::size_t bytes);
  void release() noexcept;

  void* data_ = nullptr;
  std::size_t size_ = 0;
  bool isMapped_ = false; ///< mapped by mapPages, not allocated by CUDA
};

} // namespace inkray
