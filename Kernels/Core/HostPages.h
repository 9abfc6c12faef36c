// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace inkray
{

/// Map zeroed host memory at a multiple of 2 MiB, in pages of that size if the system has them. Getting a
/// page at its first write is slow: gigabytes of small pages, written by one thread, take seconds. Throws
/// std::bad_alloc.
void* mapPages(std::size_t bytes);
/// Unmap pages; `bytes` is the number that was requested.
void unmapPages(void* pages, std::size_t bytes) noexcept;
/// Write to each page of such memory, on all threads, so that they share the time of the first access.
void touchPages(void* first, std::size_t bytes);
/// The bytes of host memory that are free or hold file caches only; 0: the system does not tell.
std::size_t freeHostMemory();

/// The allocator of PagedVector.
template <class T>
struct PageAllocator
{
  using value_type = T;

  PageAllocator() = default;
  template <class U>
  PageAllocator(const PageAllocator<U>&) // NOLINT(google-explicit-constructor): as containers ask for
  {
  }

  T* allocate(std::size_t n)
  {
    if (n > leastMapped / sizeof(T))
      return static_cast<T*>(mapPages(n * sizeof(T)));
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) noexcept
  {
    if (n > leastMapped / sizeof(T))
      unmapPages(p, n * sizeof(T));
    else
      std::allocator<T>().deallocate(p, n);
  }

  template <class U>
  void construct(U* p) noexcept
  {
    ::new (static_cast<void*>(p)) U;
  }
  template <class U, class... Arguments>
  void construct(U* p, Arguments&&... arguments)
  {
    ::new (static_cast<void*>(p)) U(std::forward<Arguments>(arguments)...);
  }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
  friend bool operator!=(const PageAllocator&, const PageAllocator&) { return false; }

private:
  static constexpr std::size_t leastMapped = std::size_t(4) << 20;
};

/// A vector for many numbers. New numbers are not initialized, so that all threads may write them first;
/// large vectors lie in mapPages.
template <class T>
using PagedVector = std::vector<T, PageAllocator<T>>;

} // namespace inkray
