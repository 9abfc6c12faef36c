// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The suite that the walks of all kinds of cells must pass. A walk gets it by a file of three lines:
///   #include "Rays/TetKinds.h"
///   #include "Rays/WalkConformance.h"
///   INSTANTIATE_TYPED_TEST_SUITE_P(PathsInTets, WalkConformance, ::testing::Types<PathsInTets>);
///
/// A kind is a random set of such cells, by a seed, with some rays through it:
///   Walk                            the walk, with a Span and a degree; a copy goes on from where it stands
///   Kind(seed)                      boxes that do not touch, of cells in which values are interpolated
///   domain()                        the DomainOfBoxes that it fills
///   numRays(), line(i)              the rays in the coordinates of the domain, at the parameters of spans
///   walk(i), walk(i, begin, end)    the walk of a ray, and of its part between two parameters
///   value(p, found)                 the interpolant in double at a point; false where it has no value
///   areNeighbors(cell, cell)        whether two cells share a face
///   blocks(), cellOfWhole(cell)     the same cells in several blocks, and the number of a cell in the whole
///   tolerance()                     how far parameters may be off
///   offInSpans()                    how far the value in a span may be off the interpolant
/// A walk that can fetch arrays of points has at(fetch), where its last span ended; its kind then also has
///   valueOfPoint(id)                the array of the values
#include "../../Seeds.h"
#include "Oracles/Matrices.h"
#include "Oracles/Randomness.h"
#include "Rays/RaySpan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace inkray::testing
{

/// A ray in double, of which the span between two parameters is seen.
struct WalkedLine
{
  Vector origin, direction;
  double begin = -1e30, end = 1e30;

  Vector at(double t) const
  {
    return { origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2] };
  }
};

/// Boxes that do not touch one another.
struct DomainOfBoxes
{
  struct Box
  {
    Vector low, high;
  };
  std::vector<Box> boxes;

  /// Returns the length of a line in the boxes, in steps of its parameter.
  double chord(const WalkedLine& line) const
  {
    double sum = 0.0;
    for (const Box& box : boxes)
    {
      double from = line.begin, to = line.end;
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        const double a = (box.low[axis] - line.origin[axis]) / line.direction[axis];
        const double b = (box.high[axis] - line.origin[axis]) / line.direction[axis];
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
      }
      sum += std::max(0.0, to - from);
    }
    return sum;
  }
};

inline std::uint32_t bits(float x)
{
  std::uint32_t word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
/// Returns whether two spans are the same; NaN equals itself.
inline bool areSame(const RaySpan& a, const RaySpan& b)
{
  return bits(a.from) == bits(b.from) && bits(a.to) == bits(b.to) && bits(a.begin) == bits(b.begin) &&
    bits(a.end) == bits(b.end) && a.cell == b.cell;
}

template <class Walk>
std::vector<typename Walk::Span> allSpans(Walk walk)
{
  std::vector<typename Walk::Span> spans;
  typename Walk::Span span;
  while (walk.next(span))
    spans.push_back(span);
  return spans;
}
template <class Span>
double lengthOf(const std::vector<Span>& spans)
{
  double sum = 0.0;
  for (const RaySpan& span : spans)
    sum += double(span.to) - double(span.from);
  return sum;
}

struct FetchNothing
{
  float operator()(std::uint32_t) const { return 0.0f; }
};
template <class Walk, class = void>
struct CanFetch : std::false_type
{
};
template <class Walk>
struct CanFetch<Walk, std::void_t<decltype(std::declval<const Walk&>().at(FetchNothing{}))>> : std::true_type
{
};

template <class Kind>
class WalkConformance : public ::testing::Test
{
protected:
  using Walk = typename Kind::Walk;

  /// Calls check(kind, ray, what, random) for all rays of some members.
  template <class Check>
  static void forRays(int members, const Check& check)
  {
    for (const std::uint32_t seed : seedsOf("WalkConformance", members, members))
    {
      const Kind kind(seed);
      Randomness random(seed + 77);
      for (int i = 0; i < kind.numRays(); ++i)
      {
        check(kind, i, "seed " + std::to_string(seed) + ", ray " + std::to_string(i), random);
        if (HasFatalFailure())
          return;
      }
    }
  }
  /// Returns the number of places that a test must look at: `inAll` with all seeds, fewer where few seeds
  /// run.
  static int enough(int inAll) { return runsAllSeeds() ? inAll : inAll / 12; }
  /// The values in a cell may be a filler's: the value at a place is off by a share of them.
  static double valueTolerance(const RaySpan& span)
  {
    return 1e-3 * std::max({ 1.0, std::abs(double(span.begin)), std::abs(double(span.end)) });
  }
};
TYPED_TEST_SUITE_P(WalkConformance);

TYPED_TEST_P(WalkConformance, SpansAreInOrder)
{
  int checked = 0;
  this->forRays(12, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
    const auto spans = allSpans(kind.walk(i));
    for (std::size_t k = 0; k < spans.size(); ++k, ++checked)
    {
      ASSERT_LE(spans[k].from, spans[k].to) << what;
      ASSERT_FALSE(spans[k].isCut()) << what;
      if (k > 0)
      {
        ASSERT_GE(double(spans[k].from), double(spans[k - 1].to) - kind.tolerance()) << what;
      }
    }
  });
  EXPECT_GT(checked, this->enough(300));
}

TYPED_TEST_P(WalkConformance, SpansAreJoinedToTheBitAtFaces)
{
  int checked = 0;
  this->forRays(12, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
    const auto spans = allSpans(kind.walk(i));
    for (std::size_t k = 1; k < spans.size(); ++k)
      if (kind.areNeighbors(spans[k - 1].cell, spans[k].cell))
      {
        ASSERT_EQ(bits(spans[k - 1].to), bits(spans[k].from)) << what;
        ASSERT_EQ(bits(spans[k - 1].end), bits(spans[k].begin)) << what;
        ++checked;
      }
  });
  EXPECT_GT(checked, this->enough(300));
}

TYPED_TEST_P(WalkConformance, LengthsAddUpToTheChord)
{
  int checked = 0;
  this->forRays(24, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
    const double chord = kind.domain().chord(kind.line(i));
    ASSERT_NEAR(lengthOf(allSpans(kind.walk(i))), chord, 10 * kind.tolerance()) << what;
    checked += chord > 0.1;
  });
  EXPECT_GT(checked, this->enough(20));
}

TYPED_TEST_P(WalkConformance, PartsOfARayHaveTheSpansThatLieInThem)
{
  int checked = 0;
  this->forRays(12, [&](const TypeParam& kind, int i, const std::string& what, Randomness& random) {
    const auto whole = allSpans(kind.walk(i));
    if (whole.empty())
      return;
    const double a = double(whole.front().from), b = double(whole.back().to);
    const auto begin = static_cast<float>(random.real(a, b));
    const float end = begin + static_cast<float>(random.real(0.0, b - a));
    const auto part = allSpans(kind.walk(i, begin, end));
    WalkedLine line = kind.line(i);
    line.begin = double(begin);
    line.end = double(end);
    ASSERT_NEAR(lengthOf(part), kind.domain().chord(line), 10 * kind.tolerance()) << what;
    for (const RaySpan& span : part)
    {
      ASSERT_TRUE(span.from >= begin && span.to <= end) << what;
      if (!(span.from < span.to))
        continue;
      // An uncut span is a span of the whole; a cut span lies in one.
      const auto same = std::find_if(whole.begin(), whole.end(), [&](const RaySpan& other) {
        return other.cell == span.cell && other.from <= span.from && other.to >= span.to;
      });
      ASSERT_NE(same, whole.end()) << what;
      ASSERT_EQ((span.flags & RaySpan::beginIsCut) != 0, same->from < begin) << what;
      ASSERT_EQ((span.flags & RaySpan::endIsCut) != 0, same->to > end) << what;
      if (!span.isCut())
      {
        ASSERT_TRUE(areSame(span, *same)) << what;
      }
      ASSERT_NEAR(double(span.begin), double(same->valueAt(span.from)), this->valueTolerance(*same)) << what;
      ASSERT_NEAR(double(span.end), double(same->valueAt(span.to)), this->valueTolerance(*same)) << what;
      ++checked;
    }
  });
  EXPECT_GT(checked, this->enough(100));
}

TYPED_TEST_P(WalkConformance, AStateThatIsKeptGoesOnWithTheSameSpans)
{
  int checked = 0;
  this->forRays(12, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
    const auto whole = allSpans(kind.walk(i));
    typename TypeParam::Walk walk = kind.walk(i);
    for (std::size_t k = 0; k <= whole.size(); ++k)
    {
      // A copy goes to the end while the walk itself stands still; then the walk goes on.
      const auto rest = allSpans(walk);
      ASSERT_EQ(rest.size(), whole.size() - k) << what;
      for (std::size_t n = 0; n < rest.size(); ++n)
        ASSERT_TRUE(areSame(rest[n], whole[k + n])) << what << ", span " << n << " from " << k;
      typename TypeParam::Walk::Span span;
      ASSERT_EQ(walk.next(span), k < whole.size()) << what;
      ++checked;
    }
  });
  EXPECT_GT(checked, this->enough(300));
}

TYPED_TEST_P(WalkConformance, BlocksGiveTheSpansOfTheWhole)
{
  int checked = 0;
  this->forRays(6, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
    const auto whole = allSpans(kind.walk(i));
    std::map<std::uint32_t, std::vector<RaySpan>> byCell;
    double length = 0.0;
    for (const TypeParam& block : kind.blocks())
      for (const RaySpan& span : allSpans(block.walk(i)))
      {
        length += double(span.to) - double(span.from);
        byCell[block.cellOfWhole(span.cell)].push_back(span);
      }
    ASSERT_NEAR(length, lengthOf(whole), 20 * kind.tolerance()) << what;
    for (const RaySpan& span : whole)
    {
      // A ray that only touches several cells may go through any one of them.
      if (double(span.to) - double(span.from) < 100 * kind.tolerance())
        continue;
      const auto same = byCell.find(kind.cellOfWhole(span.cell));
      ASSERT_NE(same, byCell.end()) << what << ", cell " << span.cell;
      // A cell may have several spans, of which some have no length.
      const RaySpan& other = *std::min_element(
        same->second.begin(), same->second.end(), [&span](const RaySpan& a, const RaySpan& b) {
          return std::abs(a.from - span.from) + std::abs(a.to - span.to) <
            std::abs(b.from - span.from) + std::abs(b.to - span.to);
        });
      ASSERT_NEAR(double(other.from), double(span.from), 20 * kind.tolerance()) << what;
      ASSERT_NEAR(double(other.to), double(span.to), 20 * kind.tolerance()) << what;
      ASSERT_NEAR(double(other.begin), double(span.begin), this->valueTolerance(span)) << what;
      ASSERT_NEAR(double(other.end), double(span.end), this->valueTolerance(span)) << what;
      ++checked;
    }
  });
  EXPECT_GT(checked, this->enough(100));
}

TYPED_TEST_P(WalkConformance, ValuesAreTheInterpolantsAtAThousandPoints)
{
  int checked = 0;
  this->forRays(24, [&](const TypeParam& kind, int i, const std::string& what, Randomness& random) {
    const WalkedLine line = kind.line(i);
    for (const auto& span : allSpans(kind.walk(i)))
    {
      const double length = double(span.to) - double(span.from);
      if (checked >= 1000 * (1 + (freshSeed() != 0)) || length < 200 * kind.tolerance())
        continue;
      const double x = random.real(0.1, 0.9), t = double(span.from) + x * length;
      double value = 0.0;
      if (!kind.value(line.at(t), value))
        continue;
      if constexpr (TypeParam::Walk::degree == 2)
      {
        // The parabola through begin, middle and end is off by `bound` at most.
        const double parabola =
          (1 - x) * (1 - 2 * x) * span.begin + 4 * x * (1 - x) * span.middle + x * (2 * x - 1) * span.end;
        ASSERT_NEAR(parabola, value, double(span.bound) + this->valueTolerance(span)) << what;
      }
      else
        ASSERT_NEAR((1 - x) * double(span.begin) + x * double(span.end), value,
          this->valueTolerance(span) + kind.offInSpans())
          << what << ", span at " << t;
      ++checked;
    }
  });
  EXPECT_GE(checked, runsAllSeeds() ? 1000 : 30);
}

TYPED_TEST_P(WalkConformance, ArraysOfPointsAreFetchedWhereASpanEnds)
{
  if constexpr (!CanFetch<typename TypeParam::Walk>::value)
    GTEST_SKIP() << "a walk of values alone";
  else
  {
    int checked = 0;
    this->forRays(12, [&](const TypeParam& kind, int i, const std::string& what, Randomness&) {
      typename TypeParam::Walk walk = kind.walk(i);
      for (typename TypeParam::Walk::Span span; walk.next(span);)
      {
        if (!(span.from < span.to))
          continue;
        // The rounding of a weight counts by the value that it multiplies, which may be a huge filler.
        double most = 0.0;
        const double value = walk.at([&](std::uint32_t id) {
          most = std::max<double>(most, std::abs(kind.valueOfPoint(id)));
          return kind.valueOfPoint(id);
        });
        const double size = walk.at([&](std::uint32_t id) { return std::abs(kind.valueOfPoint(id)); });
        ASSERT_NEAR(value, double(span.end), 1e-4 * std::max(1.0, size) + 4e-6 * most + kind.offInSpans())
          << what;
        ++checked;
      }
    });
    EXPECT_GT(checked, this->enough(300));
  }
}

REGISTER_TYPED_TEST_SUITE_P(WalkConformance, SpansAreInOrder, SpansAreJoinedToTheBitAtFaces,
  LengthsAddUpToTheChord, PartsOfARayHaveTheSpansThatLieInThem, AStateThatIsKeptGoesOnWithTheSameSpans,
  BlocksGiveTheSpansOfTheWhole, ValuesAreTheInterpolantsAtAThousandPoints,
  ArraysOfPointsAreFetchedWhereASpanEnds);

} // namespace inkray::testing
