// SPDX-License-Identifier: BSD-3-Clause
// Memory of the host in large pages, and what keeps the contents of buffers when they grow.
#include "Core/HostPages.h"
#include "Device/HostBackend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

#include <unistd.h>

using namespace inkray;

namespace
{

TEST(HostPages, AreZeroAndBeginAtLargePages)
{
  for (const std::size_t bytes : { std::size_t(1), std::size_t(2) << 20, (std::size_t(7) << 20) + 13 })
  {
    char* const pages = static_cast<char*>(mapPages(bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages) % (std::size_t(2) << 20), 0u);
    touchPages(pages, bytes);
    EXPECT_EQ(static_cast<std::size_t>(std::count(pages, pages + bytes, 0)), bytes);
    std::fill_n(pages, bytes, char(1));
    unmapPages(pages, bytes);
  }
  unmapPages(nullptr, 0);
  EXPECT_THROW(mapPages(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_GT(freeHostMemory(), std::size_t(1) << 20);
  const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  EXPECT_LT(freeHostMemory(), static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageBytes));
}

TEST(HostPages, KeepWhatAVectorHoldsWhenItGrows)
{
  PagedVector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 3'000'000; ++i) // grows from small memory to pages
    numbers.push_back(i);
  numbers.resize(5'000'000);
  std::iota(numbers.begin() + 3'000'000, numbers.end(), 3'000'000u);
  PagedVector<std::uint32_t> copy = numbers, moved = std::move(numbers);
  moved.resize(1'000'000);
  moved.shrink_to_fit();
  for (std::uint32_t i = 0; i < 5'000'000; ++i)
    ASSERT_EQ(copy[i], i);
  for (std::uint32_t i = 0; i < 1'000'000; ++i)
    ASSERT_EQ(moved[i], i);
}

TEST(HostPages, KeepWhatBuffersHold)
{
  HostBackend backend;
  HostBackend::HostStore store;
  for (const std::size_t bytes : { std::size_t(1000), std::size_t(9'000'000), std::size_t(500) })
  {
    std::vector<char> from(bytes), to(bytes);
    std::iota(from.begin(), from.end(), char(1));
    std::copy(from.begin(), from.end(), store.reserve(bytes));
    backend.send(to.data(), store.data(), bytes);
    EXPECT_EQ(from, to);
  }
}

} // namespace
