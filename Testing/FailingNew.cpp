// SPDX-License-Identifier: BSD-3-Clause
#include "FailingNew.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>

namespace
{

std::atomic<std::size_t> counted{ std::numeric_limits<std::size_t>::max() }; // bytes, from which on
std::atomic<int> left{ -1 };                                                 // before the one that fails

/// What lies before memory of operator new.
struct alignas(std::max_align_t) Mark
{
  std::uint64_t is;
};
constexpr std::uint64_t ofOperatorNew = 0x6f70657261746f72u, released = 0x72656c6561736564u;

bool fails(std::size_t bytes)
{
  return bytes >= counted && left.fetch_sub(1) == 0;
}

void* allocate(std::size_t bytes)
{
  auto* const mark = fails(bytes) ? nullptr : static_cast<Mark*>(std::malloc(sizeof(Mark) + bytes));
  if (!mark)
  {
    return nullptr;
  }
  mark->is = ofOperatorNew;
  return mark + 1;
}

void release(void* p)
{
  if (!p)
  {
    return;
  }
  Mark* const mark = static_cast<Mark*>(p) - 1;
  if (mark->is != ofOperatorNew)
  {
    std::fprintf(stderr, "operator delete is given memory that operator new has not allocated\n");
    std::abort();
  }
  mark->is = released;
  std::free(mark);
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

/// In the place of the library's.
namespace inkray::filters
{
__attribute__((visibility("default"))) void* allocateForArray(std::size_t bytes) noexcept;
void* allocateForArray(std::size_t bytes) noexcept
{
  return fails(bytes) ? nullptr : std::malloc(bytes);
}
} // namespace inkray::filters

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
  release(p);
}
void operator delete[](void* p) noexcept
{
  release(p);
}
void operator delete(void* p, std::size_t) noexcept
{
  release(p);
}
void operator delete[](void* p, std::size_t) noexcept
{
  release(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept
{
  release(p);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept
{
  release(p);
}
