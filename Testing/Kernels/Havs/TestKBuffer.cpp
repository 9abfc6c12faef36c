// SPDX-License-Identifier: BSD-3-Clause
// The k-buffer by itself: which orders it can sort, and which it cannot.
#include "Oracles/Randomness.h"
#include "Renderers/Havs/KBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

struct Entry
{
  float depth = 0.0f;
  int number = -1;
};

/// Returns numbered depths in the order in which they leave the buffer.
template <int K>
std::vector<Entry> through(const std::vector<Entry>& in, int next = -2, float tolerance = 0.0f)
{
  KBuffer<Entry, K> buffer;
  buffer.clear();
  std::vector<Entry> out;
  const auto take = [&](const Entry& e) {
    if (e.depth != noDepth && e.depth != lastDepth)
      out.push_back(e);
  };
  const auto isNext = [next](const Entry& e) { return e.number == next; };
  for (const Entry& e : in)
    take(buffer.push(e, tolerance, isNext));
  for (int i = 0; i < KBuffer<Entry, K>::Capacity; ++i)
    take(buffer.pop(tolerance, isNext));
  return out;
}

bool isSorted(const std::vector<Entry>& entries)
{
  return std::is_sorted(
    entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.depth < b.depth; });
}

/// Returns sorted depths, each moved back by less than `places`.
std::vector<Entry> nearlySorted(Randomness& random, int places)
{
  std::vector<std::pair<double, Entry>> entries;
  const int count = 1 + random.integer(40);
  for (int i = 0; i < count; ++i)
    entries.push_back({ i + random.real(0, places), { static_cast<float>(i) - 7.0f, i } });
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Entry> result;
  for (const auto& entry : entries)
    result.push_back(entry.second);
  return result;
}

template <int K>
void expectSorts(unsigned seed)
{
  Randomness random(seed);
  const std::vector<Entry> in = nearlySorted(random, K - 1);
  const std::vector<Entry> out = through<K>(in);
  EXPECT_EQ(out.size(), in.size()) << K << " entries, seed " << seed;
  EXPECT_TRUE(isSorted(out)) << K << " entries, seed " << seed;
}

TEST(KBuffer, SortsWhatIsLessThanItsPlacesAway)
{
  for (unsigned seed = 1; seed <= 300; ++seed)
  {
    expectSorts<2>(seed);
    expectSorts<3>(seed);
    expectSorts<6>(seed);
  }
}

TEST(KBuffer, AFragmentThatComesTooLateComesOutLate)
{
  // Six fragments are farther than the last fragment, but the buffer has room for five of them.
  const std::vector<Entry> in = { { 2, 0 }, { 3, 1 }, { 4, 2 }, { 5, 3 }, { 6, 4 }, { 7, 5 }, { 1, 6 } };
  EXPECT_FALSE(isSorted(through<6>(in)));
  EXPECT_EQ(through<6>(in)[1].number, 6) << "as soon as it can";
  EXPECT_TRUE(isSorted(through<6>({ in.begin() + 1, in.end() })));
  EXPECT_FALSE(isSorted(through<2>({ { 2, 0 }, { 3, 1 }, { 1, 2 } })));
  EXPECT_TRUE(isSorted(through<2>({ { 2, 0 }, { 1, 1 }, { 3, 2 } })));
}

TEST(KBuffer, OfOneDepthTheFirstComesOutFirst)
{
  const std::vector<Entry> out = through<6>({ { 1, 0 }, { 1, 1 }, { 0, 2 }, { 1, 3 }, { 0, 4 } });
  const int expected[] = { 2, 4, 0, 1, 3 };
  ASSERT_EQ(out.size(), 5u);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)].number, expected[i]) << i;
}

TEST(KBuffer, TheOneThatIsNextComesOutBeforeNearerOnes)
{
  // The fragment waits until the buffer is full, as all fragments do; the fragments before it stay in order.
  const std::vector<Entry> in = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 3 }, { 5, 4 }, { 6, 5 } };
  for (int next = 0; next < 6; ++next)
  {
    const std::vector<Entry> out = through<6>(in, next, 10.0f);
    ASSERT_EQ(out.size(), 6u);
    EXPECT_EQ(out[0].number, next);
    EXPECT_TRUE(isSorted({ out.begin() + 1, out.end() })) << next;
  }
}

TEST(KBuffer, TheOneThatIsNextPassesNoneThatIsNearerByMoreThanRounding)
{
  // Otherwise a face that a tie at an edge leaves without a tet before it would wait while other faces have
  // one.
  const std::vector<Entry> in = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 3 }, { 5, 4 }, { 6, 5 } };
  const int expected[] = { 0, 1, 4, 2, 3, 5 };
  const std::vector<Entry> out = through<6>(in, 4, 2.5f);
  ASSERT_EQ(out.size(), 6u);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(out[static_cast<std::size_t>(i)].number, expected[i]) << i;
}

TEST(KBuffer, HoldsNoMoreThanItIsGiven)
{
  EXPECT_TRUE(through<2>({}).empty());
  EXPECT_TRUE(through<6>({}).empty());
  EXPECT_EQ(through<6>({ { 3, 0 } }).size(), 1u);
}

} // namespace
