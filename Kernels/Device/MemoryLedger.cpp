// SPDX-License-Identifier: BSD-3-Clause
#include "Device/MemoryLedger.h"

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

void MemoryLedger::require(std::size_t bytes)
{
  if (++made == failing.load(std::memory_order_relaxed))
    throw OutOfMemory(
      "a test has the allocation of " + std::to_string(bytes) + " bytes fail; close other data", bytes, 0);
}

std::int64_t MemoryLedger::failAllocation(std::int64_t n)
{
  failing = n;
  return made.exchange(0);
}

} // namespace inkray
