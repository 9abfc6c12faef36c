// SPDX-License-Identifier: BSD-3-Clause
// The march of one ray by itself, through numbered cells: which cells it visits, and what it sees of each.
#include "Renderers/MeshVolume/March.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace inkray;

namespace
{

struct AnyExit
{
  static constexpr bool canLoseRays = false;
};

/// Cells one behind the other, between faces at these depths; the outside lies behind the last cell. A ray
/// enters by the number of a face.
struct Chain
{
  std::vector<float> faces;
  std::vector<std::uint32_t> outsideAt; ///< faces with no cell behind them
  std::vector<std::uint32_t> hidden;    ///< hidden cells, by the face in front
  std::uint32_t face = 0;
  bool outside = true, isHiddenCell = false;

  static bool has(const std::vector<std::uint32_t>& list, std::uint32_t number)
  {
    return std::find(list.begin(), list.end(), number) != list.end();
  }
  void enter(std::uint32_t at)
  {
    face = at;
    outside = false;
  }
  template <class ExitTest>
  bool cross()
  {
    isHiddenCell = has(hidden, face);
    ++face;
    outside = face + 1 >= faces.size() || has(outsideAt, face);
    return true;
  }
  void locate(float& depth, float& scalar) const
  {
    depth = faces[face];
    scalar = 10.0f * depth;
  }
  void fetchVertex() {}
  bool isHeld(float) const { return false; }
  bool isOutside() const { return outside; }
  bool isHidden() const { return isHiddenCell; }
  void stop() { outside = true; }
};

/// Records what it is given.
struct Scribe
{
  struct State
  {
    float transmittance = 1.0f;
    std::vector<Segment> seen;
    int left = 0;
  };
  float perSegment = 1.0f; ///< the share that a segment lets through

  static void enter(State&, const Chain&, float) {}
  static void leave(State& ray) { ++ray.left; }
  static void cut(State&, const Chain&, float, float, const Segment&) {}
  static void resume(State&, const Chain&, float) {}
  void add(State& ray, const Chain&, const Segment& segment) const
  {
    ray.seen.push_back(segment);
    ray.transmittance *= perSegment;
  }
};

struct Marched
{
  Scribe::State ray;
  std::uint32_t steps = 0;

  float length() const
  {
    float sum = 0;
    for (const Segment& s : ray.seen)
      sum += s.length;
    return sum;
  }
};

Marched marchThrough(
  Chain chain, float near, float far, const std::vector<PixelIntersection>& entries, float perSegment = 1.0f)
{
  Marched marched;
  const RayLimits limits = { near, far, 1.0f, 0.01f, 1000 };
  const Scribe scribe = { perSegment };
  EXPECT_TRUE(march<AnyExit>(chain, scribe, limits, entries.data(), 0,
    static_cast<std::uint32_t>(entries.size()), marched.ray, marched.steps));
  return marched;
}

const Chain Four = { { 0, 1, 2, 3, 4 }, {}, {} };

TEST(March, ACellIsVisitedOnceAndSeenWhole)
{
  const Marched all = marchThrough(Four, -1, 9, { { 0, 0 } });
  ASSERT_EQ(all.steps, 4u);
  ASSERT_EQ(all.ray.seen.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
  {
    EXPECT_EQ(all.ray.seen[i].from, static_cast<float>(i));
    EXPECT_EQ(all.ray.seen[i].to, static_cast<float>(i + 1));
    EXPECT_EQ(all.ray.seen[i].scalar, 10.0f * static_cast<float>(i + 1));
    EXPECT_FALSE(all.ray.seen[i].isCut);
  }
}

TEST(March, LimitsCutTheCellsTheyAreIn)
{
  const Marched part = marchThrough(Four, 0.25f, 2.5f, { { 0, 0 } });
  EXPECT_EQ(part.steps, 3u) << "nothing behind the cell of the far limit";
  ASSERT_EQ(part.ray.seen.size(), 3u);
  EXPECT_TRUE(part.ray.seen[0].beginIsCut && !part.ray.seen[0].endIsCut);
  EXPECT_EQ(part.ray.seen[0].from, 0.25f);
  EXPECT_FALSE(part.ray.seen[1].isCut);
  EXPECT_TRUE(!part.ray.seen[2].beginIsCut && part.ray.seen[2].endIsCut);
  EXPECT_EQ(part.ray.seen[2].to, 2.5f);
  EXPECT_EQ(part.length(), 2.25f);
}

TEST(March, ACellThatIsCutInFrontAndEndsAtTheFarLimitIsTheLast)
{
  const Marched first = marchThrough(Four, 0.5f, 1.0f, { { 0, 0 } });
  EXPECT_EQ(first.steps, 1u);
  ASSERT_EQ(first.ray.seen.size(), 1u);
  EXPECT_EQ(first.length(), 0.5f);
  EXPECT_FALSE(first.ray.seen[0].endIsCut);
}

TEST(March, EntriesBehindTheFarLimitAreNotEntered)
{
  Chain two = { { 0, 1, 2, 3, 4 }, { 1 }, {} };
  EXPECT_EQ(marchThrough(two, -1, 9, { { 0, 0 }, { 2, 2 } }).steps, 3u);
  const Marched near = marchThrough(two, -1, 2.0f, { { 0, 0 }, { 2, 2 } });
  EXPECT_EQ(near.steps, 1u);
  EXPECT_EQ(near.ray.left, 3) << "before each entry, and at the end";
}

TEST(March, HiddenCellsArePassed)
{
  Chain hole = { { 0, 1, 2, 3, 4 }, {}, { 1 } };
  const Marched rest = marchThrough(hole, -1, 9, { { 0, 0 } });
  EXPECT_EQ(rest.steps, 4u);
  EXPECT_EQ(rest.length(), 3.0f);
}

TEST(March, ARayStandsUntilItHasPassedWhereItWas)
{
  // Rounding puts the third face before the second one.
  const Marched back = marchThrough({ { 0, 2, 1, 3 }, {}, {} }, -1, 9, { { 0, 0 } });
  ASSERT_EQ(back.ray.seen.size(), 3u);
  EXPECT_EQ(back.ray.seen[1].length, 0.0f);
  EXPECT_EQ(back.ray.seen[2].from, 2.0f);
  EXPECT_EQ(back.length(), 3.0f);
}

TEST(March, EndsWhereTooLittleComesThrough)
{
  const Marched dark = marchThrough(Four, -1, 9, { { 0, 0 } }, 0.05f);
  EXPECT_EQ(dark.steps, 2u) << "0.05 goes on, 0.0025 does not";
}

} // namespace
