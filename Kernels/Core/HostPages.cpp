// SPDX-License-Identifier: BSD-3-Clause
#include "Core/HostPages.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <sys/mman.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

namespace inkray
{
namespace
{

constexpr std::size_t hugePage = std::size_t(2) << 20;
constexpr std::size_t smallestPage = 4096;

std::size_t wholePages(std::size_t bytes)
{
  if (bytes > std::numeric_limits<std::size_t>::max() - 2 * hugePage)
    throw std::bad_alloc();
  return (bytes + hugePage - 1) / hugePage * hugePage;
}

} // namespace

void* mapPages(std::size_t bytes)
{
  // One page more than is needed, of which both ends are given back.
  const std::size_t size = wholePages(bytes);
  void* const mapped =
    mmap(nullptr, size + hugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    throw std::bad_alloc();
  const auto address = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t before = (hugePage - address % hugePage) % hugePage;
  char* const first = static_cast<char*>(mapped) + before;
  if (before > 0)
    munmap(mapped, before);
  if (before < hugePage)
    munmap(first + size, hugePage - before);
  madvise(first, size, MADV_HUGEPAGE);
  return first;
}

void unmapPages(void* pages, std::size_t bytes) noexcept
{
  if (pages)
    munmap(pages, wholePages(bytes));
}

void touchPages(void* first, std::size_t bytes)
{
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, wholePages(bytes) / hugePage), [&](const auto& range) {
    for (std::size_t at = range.begin() * hugePage, end = range.end() * hugePage; at < end && at < bytes;
         at += smallestPage)
      *(static_cast<volatile char*>(first) + at) = 0;
  });
}

std::size_t freeHostMemory()
{
  // Linux counts caches of files that make way, which sysconf does not: after a large file was read, next to
  // nothing would seem to be free.
  char text[1024] = {};
  const int system = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
  if (system >= 0)
  {
    const ssize_t length = read(system, text, sizeof text - 1);
    close(system);
    const char* const available = length > 0 ? std::strstr(text, "MemAvailable:") : nullptr;
    if (available)
      return std::strtoull(available + std::strlen("MemAvailable:"), nullptr, 10) * std::size_t(1024);
  }
  const long pages = sysconf(_SC_AVPHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && pageBytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageBytes)
                                    : 0;
}

} // namespace inkray
