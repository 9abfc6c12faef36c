// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/MemoryBudget.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace inkray
{

/// A move-only array of trivially copyable T in the memory of a backend. Contents are not initialized.
/// Backend provides static allocate(bytes) and free(pointer), and budget().
template <class T, class Backend>
class Buffer
{
  static_assert(std::is_trivially_copyable_v<T>, "buffers move bytes");

public:
  Buffer() = default;
  Buffer(Backend& backend, std::int64_t size) { this->reset(backend, size); }
  ~Buffer() { this->release(); }
  Buffer(Buffer&& other) noexcept { this->swap(other); }
  Buffer& operator=(Buffer&& other) noexcept
  {
    Buffer taken(std::move(other));
    this->swap(taken);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// Allocate exactly `size` elements; contents are lost.
  void reset(Backend& backend, std::int64_t size)
  {
    this->release();
    if (size <= 0)
      return;
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    backend.budget().require(bytes);
    data_ = static_cast<T*>(backend.allocate(bytes));
    budget_ = &backend.budget();
    budget_->add(bytes);
    size_ = size;
  }

  /// Allocate at least `size` elements; contents are lost if the buffer grows.
  void reserve(Backend& backend, std::int64_t size)
  {
    if (size > size_)
      this->reset(backend, size);
  }

  /// Copy the elements of a host vector; an empty one changes nothing.
  template <class Elements>
  void assign(Backend& backend, const Elements& elements)
  {
    if (elements.empty())
      return;
    this->reserve(backend, static_cast<std::int64_t>(elements.size()));
    backend.copyFromHost(data_, elements.data(), elements.size() * sizeof(T));
  }

  /// Use `size` elements that the caller owns. The caller must keep them as long as this object uses them.
  void borrow(T* data, std::int64_t size)
  {
    this->release();
    data_ = data;
    size_ = size;
  }

  void release() noexcept
  {
    if (budget_)
    {
      budget_->remove(this->bytes());
      Backend::free(data_);
    }
    data_ = nullptr;
    size_ = 0;
    budget_ = nullptr;
  }

  void swap(Buffer& other) noexcept
  {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(budget_, other.budget_);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::int64_t size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }
  bool empty() const { return size_ == 0; }

private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
  MemoryBudget* budget_ = nullptr; ///< null: the memory is borrowed, or the buffer is empty
};

/// A queue to which kernels append. `count` may exceed `capacity`: items are then missing, and the caller
/// enlarges the queue and runs the kernel again.
template <class T>
struct Queue
{
  T* items;
  std::uint64_t capacity;
  std::uint64_t* count;
};

} // namespace inkray
