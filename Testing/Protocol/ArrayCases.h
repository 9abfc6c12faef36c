// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Executor.h"
#include "Random.h"

#include "Device/Buffer.h"
#include "Laboratory/Compaction/ItemSource.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

/// Inputs and results of the compactions of arrays.
namespace protocol
{

/// The lowest bit says whether an item is kept. The other bits make the item unique.
template <class T>
struct IsKept
{
  bool operator()(const T& item) const { return item & 1u; }
};

template <class T>
using Source = inkray::ArraySource<T, IsKept<T>>;

/// An array of the host, to which nothing is stored. It may begin at a multiple of 16 bytes or not.
template <class T>
struct InputArray
{
  std::vector<std::uint64_t> workspace;
  T* items;
  std::uint64_t n;
  bool aligned;

  InputArray(Random& dice, std::uint64_t n, int launch)
    : workspace(n * sizeof(T) / 8 + 8)
    , n(n)
    , aligned(dice.chance(0.7))
  {
    constexpr std::uint32_t densities[] = { 0, 3, 50, 50, 90, 100 };
    const std::uint32_t density = densities[dice.below(6)];
    auto at = (reinterpret_cast<std::uintptr_t>(workspace.data()) + 15) / 16 * 16;
    items = reinterpret_cast<T*>(at) + (aligned ? 0 : 1);
    for (std::uint64_t i = 0; i < n; ++i)
      items[i] = static_cast<T>(
        (static_cast<std::uint64_t>(launch) << 28) | (i << 1) | (dice.below(100) < density ? 1u : 0u));
  }

  std::vector<T> survivors() const
  {
    std::vector<T> kept;
    std::copy_if(items, items + n, std::back_inserter(kept), IsKept<T>());
    return kept;
  }
};

/// How much of the input's order the output must keep.
enum class Order
{
  All,
  WithinTiles,
  None
};

template <class T>
struct Result
{
  inkray::Queue<T> queue;
  std::uint64_t workspace;

  Result(Executor& e, std::uint64_t most)
    : workspace(most)
  {
    queue.items = e.memory.allocate<T>("items", most);
    queue.count = e.memory.allocate<std::uint64_t>("count", 1);
  }
  void prepare(Executor& e, std::uint64_t n)
  {
    e.memory.forget(queue.items);
    e.memory.forget(queue.count);
    queue.capacity = e.dice().chance(0.1) ? n / 3 : workspace;
  }

  void check(Executor& e, const InputArray<T>& input, Order order, std::uint64_t tileSize) const
  {
    std::vector<T> expected = input.survivors();
    if (!e.memory.written(queue.count) || e.memory.read(queue.count) != expected.size())
      return e.fail("count is " +
        (e.memory.written(queue.count) ? std::to_string(e.memory.read(queue.count)) : "not set") +
        ", survivors are " + std::to_string(expected.size()));
    const std::uint64_t end = std::min<std::uint64_t>(expected.size(), queue.capacity);
    std::vector<T> got;
    for (std::uint64_t i = 0; i < end; ++i)
    {
      if (!e.memory.written(queue.items + i))
        return e.fail("item " + std::to_string(i) + " of the queue is not stored");
      got.push_back(e.memory.read(queue.items + i));
    }
    for (std::uint64_t i = end; i < workspace && i < end + 3; ++i)
      if (e.memory.written(queue.items + i))
        return e.fail("something is stored past the last survivor or past the queue's capacity");
    const auto tileOf = [&](T item) { return (static_cast<std::uint64_t>(item) & 0xfffffff) / 2 / tileSize; };
    if (order == Order::WithinTiles)
      for (std::size_t i = 1; i < got.size(); ++i)
        if (tileOf(got[i]) == tileOf(got[i - 1]) && got[i] <= got[i - 1])
          return e.fail("item " + std::to_string(i) + " of the queue is out of order within its tile");
    if (order != Order::All)
    {
      // The items form a set; with too little workspace they are a part of the set.
      std::sort(got.begin(), got.end());
      const bool part = std::includes(expected.begin(), expected.end(), got.begin(), got.end());
      if (!part || std::adjacent_find(got.begin(), got.end()) != got.end())
        return e.fail("the items of the queue are not the survivors");
      return;
    }
    for (std::uint64_t i = 0; i < end; ++i)
      if (got[i] != expected[i])
        return e.fail("item " + std::to_string(i) + " of the queue is wrong");
  }
};

inline std::uint64_t* zeros(Executor& e, const char* name, std::size_t n)
{
  auto* const p = e.memory.allocate<std::uint64_t>(name, n);
  for (std::size_t i = 0; i < n; ++i)
    e.memory.write(p + i, std::uint64_t(0));
  return p;
}

inline std::uint64_t* tickets(Executor& e)
{
  auto* const p = e.memory.allocate<std::uint64_t>("ticket", 1);
  e.memory.write(p, std::uint64_t(1 + e.dice().below(5)) << 32);
  return p;
}

} // namespace protocol
