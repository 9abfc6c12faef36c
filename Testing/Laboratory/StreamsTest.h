// SPDX-License-Identifier: BSD-3-Clause
// Prefix sums and compactions of the papers' streams on one backend, which includes this.
#pragma once
#include "CompactionBaselines.h"
#include "Device/Device.h"
#include "Streams.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace inkray::laboratory::testing
{

/// The lower bit says it.
struct IsOdd
{
  INKRAY_HD bool operator()(std::uint32_t item) const { return (item & 1) != 0; }
};

template <class Backend>
class StreamsTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    memory_ = std::make_unique<Backend>();
  }
  Backend& backend() { return *memory_; }

  using Words = std::vector<std::uint32_t>;

  static Words drawn(std::size_t n, std::uint32_t bound, unsigned seed)
  {
    std::mt19937 random(seed);
    Words words(n);
    for (std::uint32_t& word : words)
      word = static_cast<std::uint32_t>(random() % bound);
    return words;
  }

  Buffer<std::uint32_t, Backend> sent(const Words& words)
  {
    Buffer<std::uint32_t, Backend> buffer(this->backend(), static_cast<std::int64_t>(words.size()));
    this->backend().copyFromHost(buffer.data(), words.data(), words.size() * sizeof words[0]);
    return buffer;
  }
  Words got(const std::uint32_t* from, std::size_t n)
  {
    Words words(n);
    if (n > 0)
      this->backend().copyToHost(words.data(), from, n * sizeof words[0]);
    return words;
  }

  /// Each way, whatever the number of processors, in blocks of each size.
  void sumsAreRight()
  {
    for (const std::uint32_t block : { 1u, 2u, 16u, 256u, 2048u })
      for (const std::int64_t processors : { 1, 7, 100, 100000 })
      {
        Streams<Backend> streams(this->backend(), processors);
        const Words data = drawn(3 * 2048, 1000, block);
        const auto in = sent(data);
        Buffer<std::uint32_t, Backend> out(this->backend(), in.size());
        Words inBlocks(data.size()), all(data.size());
        for (std::size_t i = 0; i < data.size(); ++i)
        {
          inBlocks[i] = data[i] + (i % block > 0 ? inBlocks[i - 1] : 0);
          all[i] = data[i] + (i > 0 ? all[i - 1] : 0);
        }
        for (const PrefixSum method : allPrefixSums)
        {
          SCOPED_TRACE(std::string(prefixSumName(method)) + " " + std::to_string(block) + " " +
            std::to_string(processors));
          streams.sumInBlocks(method, in.data(), in.size(), block, out.data());
          EXPECT_EQ(got(out.data(), data.size()), inBlocks);
          if (block == 1)
            continue;
          streams.sum(method, in.data(), in.size(), block, out.data());
          EXPECT_EQ(got(out.data(), data.size()), all);
        }
      }
  }

  /// What the compaction keeps of items, with the count that it gives.
  template <class Compact>
  Words kept(const Words& items, const Compact& compact)
  {
    const auto in = sent(items);
    Buffer<std::uint32_t, Backend> out(this->backend(), in.size());
    Buffer<std::uint64_t, Backend> count(this->backend(), 1);
    const std::uint64_t wrong = ~std::uint64_t(0);
    this->backend().copyFromHost(count.data(), &wrong, sizeof wrong);
    compact(in.data(), in.size(), out.data(), count.data());
    const std::uint64_t found = this->backend().read(count.data());
    EXPECT_LE(found, items.size());
    return got(out.data(), std::min<std::size_t>(found, items.size()));
  }

  void compactionsKeepWhatIsValid()
  {
    Streams<Backend> streams(this->backend());
    for (const std::size_t n : { 1, 2, 16, 1000, 4096, 5001 })
      for (const unsigned share : { 0u, 1u, 50u, 99u, 100u })
      {
        SCOPED_TRACE(std::to_string(n) + " items, " + std::to_string(share) + " % valid");
        Words items = drawn(n, 1u << 30, share + 1);
        std::mt19937 random(share);
        for (std::uint32_t& item : items)
          item = 2 * item + (random() % 100 < share);
        Words valid;
        std::copy_if(items.begin(), items.end(), std::back_inserter(valid), IsOdd());
        for (const PrefixSum method : allPrefixSums)
        {
          EXPECT_EQ(kept(items,
                      [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                        streams.scatter(method, in, size, IsOdd(), 64, out, count);
                      }),
            valid);
          for (const std::uint32_t block : { 0u, 16u, 256u })
          {
            Words jumped = kept(items, [&](const auto* in, std::int64_t size, auto* out, auto* count) {
              streams.jump(method, in, size, IsOdd(), block, out, count);
            });
            std::sort(jumped.begin(), jumped.end());
            Words sorted = valid;
            std::sort(sorted.begin(), sorted.end());
            EXPECT_EQ(jumped, sorted) << block;
          }
        }
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      streams.sort(in, size, IsOdd(), out, count);
                    }),
          valid);
      }
  }

  /// Scan and scatter, private arrays and HistoPyramids: all keep the order.
  void baselinesKeepWhatIsValid()
  {
    CompactionBaselines<Backend> baselines(this->backend());
    for (const std::size_t n : { 1, 4, 255, 1024, 1025, 5001, 70000 })
      for (const unsigned share : { 0u, 1u, 50u, 99u, 100u })
      {
        SCOPED_TRACE(std::to_string(n) + " items, " + std::to_string(share) + " % valid");
        Words items = drawn(n, 1u << 30, share + 1);
        std::mt19937 random(share + 7);
        for (std::uint32_t& item : items)
          item = 2 * item + (random() % 100 < share);
        Words valid;
        std::copy_if(items.begin(), items.end(), std::back_inserter(valid), IsOdd());
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.scanAndScatter(in, size, IsOdd(), out, count);
                    }),
          valid);
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.privateArrays(in, size, IsOdd(), out, count);
                    }),
          valid);
        EXPECT_EQ(kept(items,
                    [&](const auto* in, std::int64_t size, auto* out, auto* count) {
                      baselines.histoPyramid(in, size, IsOdd(), out, count);
                    }),
          valid);
      }
  }

  /// What compaction by Jumping Jack keeps, in its order, and the steps of its searches.
  struct Searches
  {
    Words kept;
    std::uint32_t longest = 0;
    std::uint64_t all = 0;
  };
  Searches searches(const Words& items, std::uint32_t block)
  {
    Streams<Backend> streams(this->backend());
    Buffer<std::uint32_t, Backend> longest(this->backend(), 1);
    Buffer<std::uint64_t, Backend> all(this->backend(), 1);
    this->backend().zero(longest.data(), longest.bytes());
    this->backend().zero(all.data(), all.bytes());
    streams.countSteps(longest.data(), all.data());
    Searches found;
    found.kept = kept(items, [&](const auto* in, std::int64_t size, auto* out, auto* count) {
      streams.jump(PrefixSum::BalancedTree, in, size, IsOdd(), block, out, count);
    });
    found.longest = this->backend().read(longest.data());
    found.all = this->backend().read(all.data());
    return found;
  }

  /// s - 1 steps for the one valid element in the middle; never more than s - v in all.
  void jumpingJackAtItsWorst()
  {
    const std::size_t size = 4096;
    Words items(size, 0);
    items[size / 2] = 7;
    const Searches worst = searches(items, 0);
    EXPECT_EQ(worst.kept, Words{ 7 });
    EXPECT_EQ(worst.longest, size - 1);
    EXPECT_EQ(worst.all, size - 1);
    // Blocks bound it.
    const Searches inBlocks = searches(items, 64);
    EXPECT_EQ(inBlocks.kept, Words{ 7 });
    EXPECT_LT(inBlocks.longest, 64u);
    const Words drawnItems = drawn(size, 1000, 5);
    const auto numValid =
      static_cast<std::size_t>(std::count_if(drawnItems.begin(), drawnItems.end(), IsOdd()));
    const Searches half = searches(drawnItems, 0);
    EXPECT_EQ(half.kept.size(), numValid);
    EXPECT_LE(half.all, size - numValid);
    EXPECT_GT(half.all, 0u);
  }

  /// The stream of the paper's figure 7 and what its search finds: places 0, 3 and 4 search, 2, 7 and 1
  /// steps.
  void figure7()
  {
    const std::string data = ".ab..cd...e..f..";
    Words odd;
    for (const char letter : data)
      odd.push_back(letter == '.' ? 0 : 2 * static_cast<std::uint32_t>(letter) + 1);
    const Searches found = searches(odd, 0);
    std::string letters;
    for (const std::uint32_t item : found.kept)
      letters += static_cast<char>(item / 2);
    EXPECT_EQ(letters, "dabefc");
    EXPECT_EQ(found.longest, 7u);
    EXPECT_EQ(found.all, 10u);
  }

  std::unique_ptr<Backend> memory_;
};

TYPED_TEST_SUITE_P(StreamsTest);

TYPED_TEST_P(StreamsTest, SumsAreRight)
{
  this->sumsAreRight();
}

TYPED_TEST_P(StreamsTest, CompactionsKeepWhatIsValid)
{
  this->compactionsKeepWhatIsValid();
}

TYPED_TEST_P(StreamsTest, BaselinesKeepWhatIsValid)
{
  this->baselinesKeepWhatIsValid();
}

TYPED_TEST_P(StreamsTest, FindWhatFigure7Finds)
{
  this->figure7();
}

TYPED_TEST_P(StreamsTest, CountJumpingJackAtItsWorst)
{
  this->jumpingJackAtItsWorst();
}

REGISTER_TYPED_TEST_SUITE_P(StreamsTest, SumsAreRight, CompactionsKeepWhatIsValid, BaselinesKeepWhatIsValid,
  FindWhatFigure7Finds, CountJumpingJackAtItsWorst);

} // namespace inkray::laboratory::testing
