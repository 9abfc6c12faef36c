// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Tests append and its forms in rows, with a kernel that finds several items for each i. One suite runs on
/// every backend; a separate file instantiates it for each backend.
#include "Cooperative/Append.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "Device/Device.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace appendtest
{
using namespace inkray;

/// Makes none to four items for each i, by i alone. Each item holds i and its place among the items of i. The
/// number of i is computed only when the kernel runs.
struct Several
{
  struct State
  {
    std::uint32_t wanted;
  };
  std::int64_t divisor; ///< divides the number in the backend's memory

  INKRAY_HD static std::uint32_t wantedBy(std::int64_t i)
  {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(i) * 2654435761u >> 7) % 5);
  }
  INKRAY_HD std::uint64_t numItems(std::uint64_t n) const { return n / static_cast<std::uint64_t>(divisor); }
  INKRAY_HD std::uint32_t count(std::int64_t i, State& state) const { return state.wanted = wantedBy(i); }
  INKRAY_HD void emit(std::int64_t i, const State& state, std::uint64_t* items) const
  {
    for (std::uint32_t k = 0; k < state.wanted; ++k)
      items[k] = static_cast<std::uint64_t>(i) * 8 + k;
  }
  INKRAY_HD void complete(std::uint64_t& item, std::uint64_t place) const { item += place << 32; }
};

enum class Form
{
  Plain,        ///< append
  InRows,       ///< appendInRows
  CountedInRows ///< appendCountedInRows: the number of i is read from the backend's memory
};
constexpr Form allForms[] = { Form::Plain, Form::InRows, Form::CountedInRows };

template <class Backend>
class AppendTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    backend = std::make_unique<Backend>();
  }

  /// Appends to a queue that holds `before` items. Returns the queue's memory, and the count of its items.
  std::vector<std::uint64_t> itemsAfter(
    std::int64_t n, std::uint64_t before, std::uint64_t capacity, Form form, std::uint64_t& count)
  {
    constexpr std::int64_t divisor = 3;
    Buffer<std::uint64_t, Backend> items(*backend, static_cast<std::int64_t>(capacity) + slack),
      numbers(*backend, 2);
    const std::vector<std::uint64_t> unused(capacity + slack, empty);
    backend->copyFromHost(items.data(), unused.data(), items.bytes());
    const std::uint64_t start[2] = { before, static_cast<std::uint64_t>(n * divisor) };
    backend->copyFromHost(numbers.data(), start, sizeof start);
    const Queue<std::uint64_t> queue{ items.data(), capacity, numbers.data() };
    const Several several{ divisor };
    if (form == Form::Plain)
      append(*backend, n, several, queue);
    else if (form == Form::InRows)
      appendInRows(*backend, n, several, queue);
    else
      appendCountedInRows(*backend, numbers.data() + 1, several, queue);
    std::vector<std::uint64_t> held(unused.size());
    backend->copyToHost(held.data(), items.data(), items.bytes());
    count = backend->read(numbers.data());
    // Each item in rows was completed once, with its own place.
    for (std::uint64_t at = 0; at < held.size() && form != Form::Plain; ++at)
      if (held[at] != empty)
        held[at] -= at << 32;
    return held;
  }

  static std::uint64_t total(std::int64_t n)
  {
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
      sum += Several::wantedBy(i);
    return sum;
  }

  /// Expects every item of the queue in [before, end) to belong to an i in [0, n). All items of an i are
  /// adjacent, each once, and memory without an item is untouched. In rows, the last i may have only its
  /// first items, up to the end of the queue. Returns the number of items.
  static std::uint64_t checkGroups(const std::vector<std::uint64_t>& held, std::int64_t n,
    std::uint64_t before, std::uint64_t capacity, Form form)
  {
    std::vector<bool> met(static_cast<std::size_t>(n));
    std::uint64_t found = 0;
    for (std::uint64_t at = 0; at < held.size();)
    {
      if (held[at] == empty)
      {
        ++at;
        continue;
      }
      const std::uint64_t i = held[at] / 8;
      std::uint32_t wanted = Several::wantedBy(static_cast<std::int64_t>(i));
      if (form != Form::Plain && at < capacity)
        wanted = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, capacity - at));
      if (at < before || at + wanted > capacity || i >= static_cast<std::uint64_t>(n) || met[i])
      {
        ADD_FAILURE() << "place " << at << " holds " << held[at];
        return found;
      }
      met[i] = true;
      for (std::uint32_t k = 0; k < wanted; ++k)
        EXPECT_EQ(held[at + k], i * 8 + k);
      at += wanted;
      found += wanted;
    }
    return found;
  }

  static constexpr std::uint64_t empty = ~std::uint64_t(0), slack = 16;
  std::unique_ptr<Backend> backend;
};

TYPED_TEST_SUITE_P(AppendTest);

TYPED_TEST_P(AppendTest, EachItemIsAppendedOnce)
{
  for (const Form form : allForms)
    for (const std::int64_t n : { 0, 1, 31, 128, 129, 256, 1000, 300000 })
    {
      const std::uint64_t all = this->total(n), before = 5;
      std::uint64_t count = 0;
      const auto held = this->itemsAfter(n, before, before + all, form, count);
      EXPECT_EQ(count, before + all) << n;
      EXPECT_EQ(this->checkGroups(held, n, before, before + all, form), all) << n;
    }
}

TYPED_TEST_P(AppendTest, WhatDoesNotFitIsCountedAndLeftOut)
{
  for (const Form form : allForms)
    for (const std::int64_t n : { 7, 1000, 100000 })
    {
      const std::uint64_t all = this->total(n), capacity = all / 2;
      std::uint64_t count = 0;
      const auto held = this->itemsAfter(n, 0, capacity, form, count);
      EXPECT_EQ(count, all) << n;
      // Only some items of an i may be missing at the end of the queue.
      const std::uint64_t found = this->checkGroups(held, n, 0, capacity, form);
      EXPECT_LE(found, capacity) << n;
      EXPECT_GE(found + 3, capacity) << n;
    }
}

REGISTER_TYPED_TEST_SUITE_P(AppendTest, EachItemIsAppendedOnce, WhatDoesNotFitIsCountedAndLeftOut);

} // namespace appendtest
