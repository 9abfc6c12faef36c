// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CompactionTest.h"
#include "Device/HostBackend.h"
#include "Laboratory/Compaction/BlockGather.h"
#include "Laboratory/Compaction/ComparedMethod.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

namespace compactiontest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CPU, CompactionTest, HostBackend);

TEST(CompactionOnTheHost, AbandonedCompactionHandsNothingOn)
{
  HostBackend backend;
  Compactor<HostBackend> compactor;
  const std::int64_t n = 3000000;
  const auto input = makeItems<std::uint32_t>(n, Pattern{ 1.0, 1 });
  std::vector<std::uint32_t> called(input.size(), 0);
  TestQueue<HostBackend, std::uint32_t> output(backend, n);
  int asked = 0;
  backend.observe({ [&] { return ++asked > 3; }, nullptr });
  EXPECT_THROW(compactor.compact(backend, CompactionMethod::InKCompactLookBack, n,
                 OneOutput{ input.data(), called.data() }, output.queue()),
    Aborted);
  EXPECT_EQ(output.count(), 0u);
  EXPECT_LT(std::count(called.begin(), called.end(), 1u), n);
  // The next frame is complete again.
  backend.observe({});
  std::fill(called.begin(), called.end(), 0u);
  compactor.compact(backend, CompactionMethod::InKCompactLookBack, n,
    OneOutput{ input.data(), called.data() }, output.queue());
  EXPECT_EQ(output.count(), static_cast<std::uint64_t>(n));
}

TEST(CompactionMethods, Names)
{
  const std::pair<CompactionMethod, const char*> names[] = { { CompactionMethod::InKCompactLookBack,
                                                               "InKCompactLookBack" },
    { CompactionMethod::InKCompact, "InKCompact" }, { CompactionMethod::InKCollate, "InKCollate" } };
  ASSERT_EQ(std::size(names), std::size(allCompactionMethods));
  for (const auto& [method, name] : names)
    EXPECT_STREQ(compactionMethodName(method), name);
  const std::pair<ComparedMethod, const char*> compared[] = { { ComparedMethod::InKCompactLookBack,
                                                                "InKCompactLookBack" },
    { ComparedMethod::InKCompact, "InKCompact" }, { ComparedMethod::InKCollate, "InKCollate" },
    { ComparedMethod::OfKCompact, "OfKCompact" }, { ComparedMethod::ThrustCompact, "ThrustCompact" },
    { ComparedMethod::CubCompact, "CubCompact" }, { ComparedMethod::ChagCompact, "ChagCompact" },
    { ComparedMethod::HornCompact, "HornCompact" }, { ComparedMethod::JumpingJack, "JumpingJack" },
    { ComparedMethod::JumpingJackInPlace, "JumpingJackInPlace" } };
  ASSERT_EQ(std::size(compared), std::size(allComparedMethods));
  for (std::size_t i = 0; i < std::size(compared); ++i)
  {
    EXPECT_EQ(compared[i].first, allComparedMethods[i]);
    EXPECT_STREQ(compactionMethodName(compared[i].first), compared[i].second);
  }
}

/// Which methods keep the order, and which run inside kernels. The product's methods run inside kernels.
/// Three methods give up the order.
TEST(CompactionMethods, Promises)
{
  for (const CompactionMethod method : allCompactionMethods)
  {
    EXPECT_TRUE(inKernel(method));
    EXPECT_TRUE(inKernel(static_cast<ComparedMethod>(method)));
  }
  std::string ordered, inside;
  for (const ComparedMethod method : allComparedMethods)
  {
    ordered += keepsOrder(method) ? 'x' : '.';
    inside += inKernel(method) ? 'x' : '.';
  }
  EXPECT_EQ(ordered, "xx.xxxxx..");
  EXPECT_EQ(inside, "xxx.......");
}

/// The example of Moreira et al., figure 7: six valid elements of 16.
class Figure7 : public ::testing::Test
{
protected:
  static constexpr std::uint32_t size = 16;
  std::uint32_t numValid = 6;
  std::string data = ".ab..cd...e..f..";

  template <class Search>
  std::vector<std::uint16_t> table() const
  {
    std::vector<std::uint16_t> entries(size);
    std::uint32_t invalid = 0;
    for (std::uint32_t i = 0; i < size; ++i)
    {
      const bool valid = data[i] != '.';
      invalid += valid ? 0 : 1;
      entries[i] = Search::entry(valid, invalid, size, numValid);
    }
    return entries;
  }
  template <class Search>
  std::string compacted() const
  {
    const auto entries = this->table<Search>();
    std::string out;
    for (std::uint32_t place = 0; place < numValid; ++place)
      out += data[Search::find(entries.data(), place, size, numValid)];
    return out;
  }
};

TEST_F(Figure7, JumpingJackFindsWhatThePaperFinds)
{
  EXPECT_EQ(this->compacted<JumpingJackSearch>(), "dabefc");
  // The elements for places 0, 3 and 4 are found after 2, 7 and 1 steps.
  const auto entries = this->table<JumpingJackSearch>();
  const auto steps = [&](std::uint32_t at) {
    int n = 0;
    for (; entries[at] != JumpingJackSearch::here; at = entries[at])
      ++n;
    return n;
  };
  EXPECT_EQ(steps(0), 2);
  EXPECT_EQ(steps(3), 7);
  EXPECT_EQ(steps(4), 1);
}

TEST_F(Figure7, HornKeepsTheOrder)
{
  EXPECT_EQ(this->compacted<HornSearch>(), "abcdef");
}

TEST_F(Figure7, TheSearchIsChosenByWhatIsInvalid)
{
  // 62.5 % of the elements are invalid, later 75 % and 81.25 %.
  EXPECT_EQ(this->compacted<ChosenSearch>(), this->compacted<JumpingJackSearch>());
  data = ".ab......d.....f";
  numValid = 4;
  EXPECT_EQ(this->compacted<ChosenSearch>(), this->compacted<JumpingJackSearch>());
  EXPECT_NE(this->compacted<ChosenSearch>(), "abdf");
  data = ".a.......d.....f";
  numValid = 3;
  EXPECT_EQ(this->compacted<ChosenSearch>(), "adf");
  EXPECT_EQ(this->table<ChosenSearch>(), this->table<HornSearch>());
  data = std::string(size, '.');
  numValid = 0;
  EXPECT_EQ(this->compacted<ChosenSearch>(), "");
}

} // namespace compactiontest
