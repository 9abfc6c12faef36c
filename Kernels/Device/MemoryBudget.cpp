// SPDX-License-Identifier: BSD-3-Clause
#include "Device/MemoryBudget.h"

#include "Core/Errors.h"

#include <atomic>
#include <string>

namespace inkray
{
namespace
{

std::atomic<std::int64_t> made{ 0 };
std::atomic<std::int64_t> failing{ 0 };

} // namespace

void MemoryBudget::require(std::size_t bytes) const
{
  count(bytes);
  if (bytes <= limit_ - used_)
    return;
  throw OutOfMemory("the memory that may be used is full: " + std::to_string(bytes) +
      " bytes were asked for, and " + std::to_string(used_) + " of " + std::to_string(limit_) +
      " are in use; allow more memory, or draw less data",
    bytes, limit_ - used_);
}

void MemoryBudget::count(std::size_t bytes)
{
  if (++made == failing.load(std::memory_order_relaxed))
    throw OutOfMemory(
      "a test has the allocation of " + std::to_string(bytes) + " bytes fail; close other data", bytes, 0);
}

std::int64_t MemoryBudget::failAllocation(std::int64_t n)
{
  failing = n;
  return made.exchange(0);
}

} // namespace inkray
