// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Tests the requirements on every compaction method. One suite runs on every backend; a separate file
/// instantiates it for each backend.
#include "Compaction/CompactionInputs.h"
#include "Device/Buffer.h"
#include "Device/Device.h"
#include "Laboratory/Compaction/BaselineCompactor.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace compactiontest
{
using namespace inkray;

/// A queue in a backend's memory. It starts with garbage, and the guard beyond its capacity must stay
/// untouched.
template <class Backend, class T>
class TestQueue
{
public:
  static constexpr std::int64_t guard = 64;

  TestQueue(Backend& backend, std::int64_t capacity)
    : backend_(backend)
    , capacity_(capacity)
    , items_(backend, capacity + guard)
    , count_(backend, 1)
  {
    this->spoil();
  }

  void spoil()
  {
    const std::vector<T> garbage(static_cast<std::size_t>(capacity_ + guard), garbageItem<T>());
    backend_.copyFromHost(items_.data(), garbage.data(), garbage.size() * sizeof(T));
    const std::uint64_t count = 0xdeadbeefdeadbeefull;
    backend_.copyFromHost(count_.data(), &count, sizeof(count));
  }

  Queue<T> queue() { return { items_.data(), static_cast<std::uint64_t>(capacity_), count_.data() }; }
  std::uint64_t count() { return backend_.read(count_.data()); }
  std::vector<T> all()
  {
    std::vector<T> items(static_cast<std::size_t>(capacity_ + guard));
    backend_.copyToHost(items.data(), items_.data(), items.size() * sizeof(T));
    return items;
  }

private:
  Backend& backend_;
  std::int64_t capacity_;
  typename Backend::template Array<T> items_;
  typename Backend::template Array<std::uint64_t> count_;
};

/// Expects the queue to hold exactly the survivors, in order if the method keeps the order. Nothing may be
/// written past the last item or the capacity.
template <class Backend, class T>
void expectQueue(TestQueue<Backend, T>& output, const std::vector<T>& survivors, ComparedMethod method,
  const std::string& where)
{
  const Queue<T> queue = output.queue();
  ASSERT_EQ(output.count(), survivors.size()) << where;
  std::vector<T> got = output.all();
  const std::size_t stored = std::min<std::size_t>(survivors.size(), queue.capacity);
  for (std::size_t k = stored; k < got.size(); ++k)
    ASSERT_TRUE(got[k] == garbageItem<T>())
      << where << ": something is written at " << k << ", past the " << stored << " items that belong there";
  got.resize(stored);
  std::vector<T> expected = survivors;
  if (keepsOrder(method))
    expected.resize(stored);
  else
  {
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    if (stored < expected.size())
    {
      // Any survivor may be missing. No foreign item may appear, and no item twice: all items of an input
      // differ.
      ASSERT_TRUE(std::includes(expected.begin(), expected.end(), got.begin(), got.end())) << where;
      ASSERT_TRUE(std::adjacent_find(got.begin(), got.end()) == got.end()) << where;
      return;
    }
  }
  const auto wrong = std::mismatch(got.begin(), got.end(), expected.begin());
  ASSERT_TRUE(wrong.first == got.end())
    << where << ": item " << (wrong.first - got.begin()) << " of " << stored << " is wrong";
}

template <class Backend>
class CompactionTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    backend = std::make_unique<Backend>();
    compactor = std::make_unique<BaselineCompactor<Backend>>();
  }

  template <class T>
  typename Backend::template Array<T> upload(const std::vector<T>& values)
  {
    typename Backend::template Array<T> array(
      *backend, std::max<std::int64_t>(static_cast<std::int64_t>(values.size()), 1));
    if (!values.empty())
      backend->copyFromHost(array.data(), values.data(), values.size() * sizeof(T));
    return array;
  }

  /// Checks compactArray with every method, from `offset` items into a buffer.
  template <class T>
  void checkArray(
    const std::vector<T>& input, std::int64_t capacity, const std::string& where, std::int64_t offset = 0)
  {
    std::vector<T> padded(static_cast<std::size_t>(offset), garbageItem<T>());
    padded.insert(padded.end(), input.begin(), input.end());
    const auto in = this->upload(padded);
    std::vector<T> survivors;
    std::copy_if(input.begin(), input.end(), std::back_inserter(survivors), IsValid());
    TestQueue<Backend, T> output(*backend, capacity);
    for (const ComparedMethod method : allComparedMethods)
    {
      output.spoil();
      compactor->compactArray(*backend, method, in.data() + offset, static_cast<std::int64_t>(input.size()),
        IsValid(), output.queue());
      ASSERT_NO_FATAL_FAILURE(
        expectQueue(output, survivors, method, where + ", " + compactionMethodName(method)));
    }
  }

  /// Checks compact with thread blocks of Block threads and Items items each: with every method, with one
  /// output and two, and counted.
  template <int Block, int Items>
  void checkKernel(const std::vector<std::uint32_t>& input, const std::string& where)
  {
    const auto n = static_cast<std::int64_t>(input.size());
    const auto in = this->upload(input);
    std::vector<std::uint32_t> calls(input.size() + 1, 0);
    auto called = this->upload(calls);
    std::vector<std::uint32_t> valid;
    std::vector<Wide> even;
    for (std::int64_t i = 0; i < n; ++i)
    {
      if (IsValid()(input[i]))
        valid.push_back(input[i]);
      if (secondKeeps(input[i], i))
        even.push_back(wideOf(input[i], i));
    }
    TestQueue<Backend, std::uint32_t> first(*backend, n);
    TestQueue<Backend, Wide> second(*backend, n);
    for (const ComparedMethod method : allComparedMethods)
    {
      const std::string what = where + ", " + compactionMethodName(method);
      const auto calledOnce = [&] {
        backend->copyToHost(calls.data(), called.data(), calls.size() * sizeof(std::uint32_t));
        backend->zero(called.data(), calls.size() * sizeof(std::uint32_t));
        ASSERT_EQ(calls.back(), 0u) << what;
        ASSERT_TRUE(std::all_of(calls.begin(), calls.end() - 1, [](std::uint32_t c) { return c == 1; }))
          << what << ": an item is made twice or never";
      };
      first.spoil();
      compactor->template compact<Block, Items>(
        *backend, method, n, OneOutput{ in.data(), called.data() }, first.queue());
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what));
      ASSERT_NO_FATAL_FAILURE(calledOnce());
      first.spoil();
      compactor->template compact<Block, Items>(
        *backend, method, n, TwoOutputs{ in.data(), called.data() }, first.queue(), second.queue());
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what + ", first of two"));
      ASSERT_NO_FATAL_FAILURE(expectQueue(second, even, method, what + ", second of two"));
      ASSERT_NO_FATAL_FAILURE(calledOnce());
      second.spoil();
    }
  }

  std::unique_ptr<Backend> backend;
  std::unique_ptr<BaselineCompactor<Backend>> compactor;
};

TYPED_TEST_SUITE_P(CompactionTest);

TYPED_TEST_P(CompactionTest, ArraysOfAllSizesAndDensities)
{
  for (const std::int64_t n :
    { 0, 1, 31, 32, 33, 255, 256, 257, 4095, 4096, 4097, 32769, 100000, (1 << 20) + 77 })
    for (const Pattern& pattern : allPatterns())
      ASSERT_NO_FATAL_FAILURE(this->checkArray(
        makeItems<std::uint32_t>(n, pattern), n, std::to_string(n) + " items, " + pattern.name()));
}

TYPED_TEST_P(CompactionTest, LargeArray)
{
  const std::int64_t n = (1 << 22) + 3;
  for (const double density : { 0.5, 0.001 })
    ASSERT_NO_FATAL_FAILURE(this->checkArray(makeItems<std::uint32_t>(n, Pattern{ density, 1 }), n,
      "2^22 + 3 items, density " + std::to_string(density)));
}

TYPED_TEST_P(CompactionTest, ItemsOfEightAndSixteenBytes)
{
  for (const std::int64_t n : { 1, 1023, 5000, 123457 })
    for (const Pattern& pattern : { Pattern{ 0.5, 1 }, Pattern{ 0.9, 40 } })
    {
      ASSERT_NO_FATAL_FAILURE(this->checkArray(
        makeItems<std::uint64_t>(n, pattern), n, std::to_string(n) + " items of 8 bytes, " + pattern.name()));
      ASSERT_NO_FATAL_FAILURE(this->checkArray(
        makeItems<Wide>(n, pattern), n, std::to_string(n) + " items of 16 bytes, " + pattern.name()));
    }
}

TYPED_TEST_P(CompactionTest, ArraysThatStartAnywhere)
{
  for (const std::int64_t offset : { 1, 2, 3 })
    ASSERT_NO_FATAL_FAILURE(this->checkArray(makeItems<std::uint32_t>(20000, Pattern{ 0.5, 1 }), 20000,
      "an array that starts at place " + std::to_string(offset), offset));
}

TYPED_TEST_P(CompactionTest, FullQueueKeepsTheExactCount)
{
  const auto input = makeItems<std::uint32_t>(30000, Pattern{ 0.5, 1 });
  for (const std::int64_t capacity : { 0, 1, 5000, 14000 })
    ASSERT_NO_FATAL_FAILURE(this->checkArray(input, capacity, "capacity " + std::to_string(capacity)));
}

TYPED_TEST_P(CompactionTest, KernelsOfAllShapes)
{
  for (const std::int64_t n : { 0, 1, 257, 5000, 70001 })
    for (const Pattern& pattern :
      { Pattern{ 0.5, 1 }, Pattern{ 0.1, 300 }, Pattern{ 1.0, 1 }, Pattern{ 0.0, 1 } })
    {
      const auto input = makeItems<std::uint32_t>(n, pattern);
      const std::string where = std::to_string(n) + " items, " + pattern.name();
      ASSERT_NO_FATAL_FAILURE((this->template checkKernel<256, 1>(input, where + ", 256 x 1")));
      ASSERT_NO_FATAL_FAILURE((this->template checkKernel<128, 4>(input, where + ", 128 x 4")));
      ASSERT_NO_FATAL_FAILURE((this->template checkKernel<32, 2>(input, where + ", 32 x 2")));
      ASSERT_NO_FATAL_FAILURE((this->template checkKernel<1024, 1>(input, where + ", 1024 x 1")));
    }
}

TYPED_TEST_P(CompactionTest, NumberOfItemsReadWhenTheKernelRuns)
{
  const std::int64_t maxN = 50000;
  const auto input = makeItems<std::uint32_t>(maxN, Pattern{ 0.5, 3 });
  const auto in = this->upload(input);
  auto called = this->upload(std::vector<std::uint32_t>(input.size(), 0));
  TestQueue<TypeParam, std::uint32_t> first(*this->backend, maxN);
  TestQueue<TypeParam, Wide> second(*this->backend, maxN);
  for (const std::uint64_t n : { std::uint64_t(0), std::uint64_t(1), std::uint64_t(12345),
         std::uint64_t(maxN), std::uint64_t(maxN) + 7, std::uint64_t(1) << 40, ~std::uint64_t(0) })
  {
    const auto number = this->upload(std::vector<std::uint64_t>{ n });
    std::vector<std::uint32_t> valid;
    std::vector<Wide> even;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(std::min<std::uint64_t>(n, maxN)); ++i)
    {
      if (IsValid()(input[i]))
        valid.push_back(input[i]);
      if (secondKeeps(input[i], i))
        even.push_back(wideOf(input[i], i));
    }
    for (const ComparedMethod method : allComparedMethods)
    {
      const std::string what = std::to_string(n) + " items of at most 50000, " + compactionMethodName(method);
      first.spoil();
      this->compactor->template compactCounted<128, 2>(
        *this->backend, method, number.data(), maxN, OneOutput{ in.data(), called.data() }, first.queue());
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what));
      first.spoil();
      second.spoil();
      this->compactor->template compactCounted<256, 1>(*this->backend, method, number.data(), maxN,
        TwoOutputs{ in.data(), called.data() }, first.queue(), second.queue());
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what + ", first of two"));
      ASSERT_NO_FATAL_FAILURE(expectQueue(second, even, method, what + ", second of two"));
    }
  }
}

TYPED_TEST_P(CompactionTest, ManyLaunchesShareAWorkspace)
{
  // Run all methods and sizes in turn on one workspace, and check only the last result. A launch must not
  // depend on the data that earlier launches have left in the workspace.
  const auto large = makeItems<std::uint32_t>(60000, Pattern{ 0.5, 1 });
  const auto small = makeItems<std::uint32_t>(3000, Pattern{ 0.7, 5 });
  const auto inLarge = this->upload(large);
  const auto inSmall = this->upload(small);
  auto called = this->upload(std::vector<std::uint32_t>(large.size(), 0));
  std::vector<std::uint32_t> ofLarge, ofSmall;
  std::copy_if(large.begin(), large.end(), std::back_inserter(ofLarge), IsValid());
  std::copy_if(small.begin(), small.end(), std::back_inserter(ofSmall), IsValid());
  TestQueue<TypeParam, std::uint32_t> output(*this->backend, 60000);
  this->compactor->reserve(*this->backend, 60000, 2);
  for (int round = 0; round < 40; ++round)
  {
    const ComparedMethod method = allComparedMethods[round % std::size(allComparedMethods)];
    output.spoil();
    this->compactor->template compact<64, 1>(
      *this->backend, method, 60000, OneOutput{ inLarge.data(), called.data() }, output.queue());
    this->compactor->compactArray(*this->backend, method, inSmall.data(), 3000, IsValid(), output.queue());
    this->compactor->template compact<256, 2>(
      *this->backend, method, 60000, OneOutput{ inLarge.data(), called.data() }, output.queue());
    ASSERT_NO_FATAL_FAILURE(
      expectQueue(output, ofLarge, method, "round " + std::to_string(round) + ", large"));
    output.spoil();
    this->compactor->template compact<32, 1>(
      *this->backend, method, 3000, OneOutput{ inSmall.data(), called.data() }, output.queue());
    ASSERT_NO_FATAL_FAILURE(
      expectQueue(output, ofSmall, method, "round " + std::to_string(round) + ", small"));
  }
}

TYPED_TEST_P(CompactionTest, NothingIsAllocatedOnceReserved)
{
  const std::int64_t n = 20000;
  const auto input = makeItems<std::uint32_t>(n, Pattern{ 0.5, 1 });
  const auto in = this->upload(input);
  auto called = this->upload(std::vector<std::uint32_t>(input.size(), 0));
  TestQueue<TypeParam, std::uint32_t> first(*this->backend, n);
  TestQueue<TypeParam, std::uint64_t> second(*this->backend, n);
  const auto number = this->upload(std::vector<std::uint64_t>{ 10000 });
  this->compactor->reserve(*this->backend, n, 2);
  const std::size_t before = this->backend->budget().allocations();
  for (const ComparedMethod method : allComparedMethods)
  {
    if (method == ComparedMethod::ThrustCompact || method == ComparedMethod::CubCompact)
      continue; // the libraries allocate temporaries
    this->compactor->template compact<32, 1>(
      *this->backend, method, n, OneOutput{ in.data(), called.data() }, first.queue());
    this->compactor->template compact<256, 4>(
      *this->backend, method, n, NarrowOutputs{ in.data() }, first.queue(), second.queue());
    this->compactor->template compactCounted<256, 1>(
      *this->backend, method, number.data(), n, NarrowOutputs{ in.data() }, first.queue(), second.queue());
    EXPECT_EQ(this->backend->budget().allocations(), before) << compactionMethodName(method);
  }
}

TYPED_TEST_P(CompactionTest, InPlaceMovesOnlyWhatMustMove)
{
  for (const std::int64_t n : { 0, 1, 1000, 1024, 1025, 50001, 131072 })
    for (const Pattern& pattern : allPatterns())
    {
      const std::string where = std::to_string(n) + " items, " + pattern.name();
      const auto input = makeItems<std::uint32_t>(n, pattern);
      auto data = this->upload(input);
      auto count = this->upload(std::vector<std::uint64_t>{ 99 });
      const Queue<std::uint32_t> queue{ data.data(), static_cast<std::uint64_t>(n), count.data() };
      this->compactor->compactArray(
        *this->backend, ComparedMethod::JumpingJackInPlace, data.data(), n, IsValid(), queue);
      std::vector<std::uint32_t> survivors;
      std::copy_if(input.begin(), input.end(), std::back_inserter(survivors), IsValid());
      ASSERT_EQ(this->backend->read(count.data()), survivors.size()) << where;
      std::vector<std::uint32_t> got(input.size());
      if (n > 0)
        this->backend->copyToHost(got.data(), data.data(), got.size() * sizeof(std::uint32_t));
      // Valid elements at places below the number of survivors must stay where they are.
      for (std::size_t i = 0; i < survivors.size(); ++i)
      {
        if (IsValid()(input[i]))
        {
          ASSERT_EQ(got[i], input[i]) << where << ": the element at " << i << " need not move";
        }
      }
      got.resize(survivors.size());
      std::sort(got.begin(), got.end());
      std::sort(survivors.begin(), survivors.end());
      ASSERT_TRUE(got == survivors) << where;
    }
}

TYPED_TEST_P(CompactionTest, CollateKeepsTheOrderWithinATile)
{
  const std::int64_t n = 40000;
  constexpr int tileSize = 128 * 4;
  const auto input = makeItems<std::uint32_t>(n, Pattern{ 0.5, 1 });
  const auto in = this->upload(input);
  auto called = this->upload(std::vector<std::uint32_t>(input.size(), 0));
  TestQueue<TypeParam, std::uint32_t> output(*this->backend, n);
  this->compactor->template compact<128, 4>(
    *this->backend, ComparedMethod::InKCollate, n, OneOutput{ in.data(), called.data() }, output.queue());
  std::vector<std::uint32_t> got = output.all();
  std::vector<bool> met(n / tileSize + 1);
  for (std::size_t at = 0; at < output.count();)
  {
    const std::size_t tile = indexOf(got[at]) / tileSize;
    ASSERT_LT(tile, met.size());
    ASSERT_FALSE(met[tile]) << "tile " << tile << " is torn apart";
    met[tile] = true;
    for (std::size_t i = tile * tileSize; i < std::min<std::size_t>(n, (tile + 1) * tileSize); ++i)
    {
      if (IsValid()(input[i]))
      {
        ASSERT_EQ(got[at++], input[i]) << "tile " << tile;
      }
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(CompactionTest, ArraysOfAllSizesAndDensities, LargeArray,
  ItemsOfEightAndSixteenBytes, ArraysThatStartAnywhere, FullQueueKeepsTheExactCount, KernelsOfAllShapes,
  NumberOfItemsReadWhenTheKernelRuns, ManyLaunchesShareAWorkspace, NothingIsAllocatedOnceReserved,
  InPlaceMovesOnlyWhatMustMove, CollateKeepsTheOrderWithinATile);

} // namespace compactiontest
