// SPDX-License-Identifier: BSD-3-Clause
#include "FailingNew.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace
{

std::atomic<std::size_t> counted{ std::numeric_limits<std::size_t>::max() }; // bytes, from which on
std::atomic<int> left{ -1 };                                                 // before the one that fails

void* allocate(std::size_t bytes)
{
  if (bytes >= counted && left.fetch_sub(1) == 0)
  {
    return nullptr;
  }
  return std::malloc(bytes > 0 ? bytes : 1);
}

void* allocateOrThrow(std::size_t bytes)
{
  void* const p = allocate(bytes);
  if (!p)
  {
    throw std::bad_alloc();
  }
  return p;
}

} // namespace

FailingNew::FailingNew(std::size_t bytes, int n)
{
  left = n;
  counted = bytes;
}

FailingNew::~FailingNew()
{
  counted = std::numeric_limits<std::size_t>::max();
}

bool FailingNew::HasFailed() const
{
  return left < 0;
}

// All forms, so that none meets another allocator's.
void* operator new(std::size_t bytes)
{
  return allocateOrThrow(bytes);
}
void* operator new[](std::size_t bytes)
{
  return allocateOrThrow(bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
  return allocate(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept
{
  return allocate(bytes);
}
void operator delete(void* p) noexcept
{
  std::free(p);
}
void operator delete[](void* p) noexcept
{
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept
{
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept
{
  std::free(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept
{
  std::free(p);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept
{
  std::free(p);
}
