// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Items for the tests of compaction. All items of an input differ, because each contains its index. Bit 0
/// says that an item is valid.
namespace compactiontest
{
using namespace inkray;

/// An item of 16 bytes.
struct alignas(16) Wide
{
  std::uint64_t value;
  std::uint64_t check; ///< ~value, so that a torn item shows

  bool operator==(const Wide& o) const { return value == o.value && check == o.check; }
  bool operator<(const Wide& o) const { return value < o.value || (value == o.value && check < o.check); }
};

struct IsValid
{
  INKRAY_HD bool operator()(std::uint32_t item) const { return (item & 1u) != 0; }
  INKRAY_HD bool operator()(std::uint64_t item) const { return (item & 1u) != 0; }
  INKRAY_HD bool operator()(const Wide& item) const { return (item.value & 1u) != 0; }
};

template <class T>
T makeItem(std::int64_t i, bool valid)
{
  const std::uint64_t value = (static_cast<std::uint64_t>(i) << 1) | (valid ? 1u : 0u);
  if constexpr (sizeof(T) == 16)
    return { value, ~value };
  else if constexpr (sizeof(T) == 8)
    return value | (static_cast<std::uint64_t>(~i & 0xffff) << 48);
  else
    return static_cast<T>(value);
}
inline std::size_t indexOf(std::uint32_t item)
{
  return item >> 1;
}

/// Returns an item that no input contains.
template <class T>
T garbageItem()
{
  if constexpr (sizeof(T) == 16)
    return { 0xabababababababacull, 7 };
  else
    return static_cast<T>(0xfffffffffffffffeull);
}

/// Decides which items are valid: a share of all items, in runs of a mean length.
struct Pattern
{
  double density;
  double run;

  std::string name() const
  {
    return "density " + std::to_string(density) + " in runs of " + std::to_string(run);
  }
};

inline std::vector<Pattern> allPatterns()
{
  return { { 0.0, 1 }, { 0.001, 1 }, { 0.5, 1 }, { 0.999, 1 }, { 1.0, 1 }, { 0.5, 50 }, { 0.3, 3000 } };
}

template <class T>
std::vector<T> makeItems(std::int64_t n, const Pattern& pattern)
{
  std::mt19937_64 random(static_cast<std::uint64_t>(n) * 1000003 +
    static_cast<std::uint64_t>(pattern.density * 1000) + static_cast<std::uint64_t>(pattern.run) * 7919);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<T> items(static_cast<std::size_t>(n));
  bool valid = false;
  for (std::int64_t i = 0; i < n; ++i)
  {
    if (i == 0 || uniform(random) * pattern.run < 1)
      valid = uniform(random) < pattern.density;
    items[static_cast<std::size_t>(i)] = makeItem<T>(i, valid);
  }
  return items;
}

INKRAY_HD Wide wideOf(std::uint32_t item, std::int64_t i)
{
  const std::uint64_t value = (static_cast<std::uint64_t>(i) << 32) | item;
  return { value, ~value };
}
/// Decides which items the second output keeps. The choice is nearly independent of the first output.
INKRAY_HD bool secondKeeps(std::uint32_t item, std::int64_t i)
{
  return ((static_cast<std::uint32_t>(i) * 2654435761u) >> 30) == 0u || (item & 0x401u) == 0x401u;
}

/// Kernels that make items and count their calls.
struct OneOutput
{
  const std::uint32_t* in;
  std::uint32_t* called;

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& item) const
  {
    atomicAddRelaxed(called + i, 1u);
    item = in[i];
    return IsValid()(item);
  }
};

struct TwoOutputs
{
  const std::uint32_t* in;
  std::uint32_t* called;

  INKRAY_HD unsigned operator()(std::int64_t i, std::uint32_t& a, Wide& b) const
  {
    atomicAddRelaxed(called + i, 1u);
    a = in[i];
    b = wideOf(a, i);
    return (IsValid()(a) ? 1u : 0u) | (secondKeeps(a, i) ? 2u : 0u);
  }
};

struct NarrowOutputs
{
  const std::uint32_t* in;

  INKRAY_HD unsigned operator()(std::int64_t i, std::uint32_t& a, std::uint64_t& b) const
  {
    a = in[i];
    b = a;
    return (IsValid()(a) ? 1u : 0u) | (secondKeeps(a, i) ? 2u : 0u);
  }
};

} // namespace compactiontest
