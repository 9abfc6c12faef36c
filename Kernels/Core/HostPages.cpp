// SPDX-License-Identifier: BSD-3-Clause
#include "Core/HostPages.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

/// The number behind `word` in a system file, or the first number if `word` is empty; `unknown` if there is
/// no number.
std::size_t readNumber(const char* path, const char* word = "")
{
  char text[4096] = {};
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return unknown;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  const char* const found = length > 0 ? std::strstr(text, word) : nullptr;
  if (!found)
    return unknown;
  char* end = nullptr;
  const char* const number = found + std::strlen(word);
  const std::size_t value = std::strtoull(number, &end, 10);
  return end == number ? unknown : value;
}

/// The free memory of the whole system, in bytes.
std::size_t freeSystemMemory()
{
  // MemAvailable includes caches of files that Linux can drop. sysconf does not: after reading a large file,
  // almost nothing would seem to be free.
  const std::size_t available = readNumber("/proc/meminfo", "MemAvailable:");
  if (available != unknown)
    return available * 1024;
  const long pages = sysconf(_SC_AVPHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && pageBytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageBytes)
                                    : 0;
}

/// The bytes that the container's memory limit (cgroup 2) leaves, including file caches that it can drop.
std::size_t freeContainerMemory()
{
  const std::size_t limit = readNumber("/sys/fs/cgroup/memory.max");
  const std::size_t used = readNumber("/sys/fs/cgroup/memory.current");
  if (limit == unknown || used == unknown)
    return unknown;
  const std::size_t caches = readNumber("/sys/fs/cgroup/memory.stat", "inactive_file ");
  const std::size_t kept = caches == unknown || caches > used ? used : used - caches;
  return limit > kept ? limit - kept : 0;
}

/// The bytes of address space that this process may still use under its limit (ulimit -v).
std::size_t freeAddressSpace()
{
  rlimit limit{};
  const std::size_t pages = readNumber("/proc/self/statm");
  const long pageBytes = sysconf(_SC_PAGESIZE);
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || pages == unknown ||
    pageBytes <= 0)
    return unknown;
  const std::size_t used = pages * static_cast<std::size_t>(pageBytes);
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

} // namespace

void* mapPages(std::size_t bytes)
{
  // Map one page more than needed, and unmap the excess at both ends.
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
  const std::size_t system = freeSystemMemory();
  return system == 0 ? 0 : std::min({ system, freeContainerMemory(), freeAddressSpace() });
}

} // namespace inkray
