// SPDX-License-Identifier: BSD-3-Clause
// Boxes of ranks: parts of space that were enlarged no longer overlap, and still fill the space.
#include "RankBoxes.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace
{

using RankBoxes::Box;

constexpr Box Nothing = { 1, -1, 1, -1, 1, -1 };

bool overlap(const Box& a, const Box& b)
{
  bool both = true;
  for (std::size_t axis = 0; axis < 6; axis += 2)
  {
    both = both && std::min(a[axis + 1], b[axis + 1]) > std::max(a[axis], b[axis]);
  }
  return both;
}

/// Divides space along any axis, again and again, until there are `parts` parts.
void divide(const Box& space, std::size_t parts, std::mt19937& random, std::vector<Box>& boxes)
{
  if (parts == 1)
  {
    boxes.push_back(space);
    return;
  }
  std::size_t longest = 0;
  for (std::size_t axis = 2; axis < 6; axis += 2)
  {
    longest = space[axis + 1] - space[axis] > space[longest + 1] - space[longest] ? axis : longest;
  }
  const double share = std::uniform_real_distribution<double>(0.4, 0.6)(random);
  Box first = space, second = space;
  first[longest + 1] = second[longest] = space[longest] + share * (space[longest + 1] - space[longest]);
  divide(first, parts / 2, random, boxes);
  divide(second, parts - parts / 2, random, boxes);
}

TEST(RankBoxes, OfAPartitionFillSpaceAndDoNotOverlap)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("RankBoxes", 60, 60))
  {
    std::mt19937 random(seed);
    const Box space = { -1, 3, 0, 2, 5, 8 };
    std::vector<Box> parts;
    divide(space, 1 + random() % 16, random, parts);
    std::vector<Box> larger = parts;
    std::uniform_real_distribution<double> grow(0, 0.1);
    for (Box& box : larger)
    {
      for (std::size_t side = 0; side < 6; ++side)
      {
        // Cells beyond a wall enlarge the boxes so; they end where the mesh does.
        box[side] = side % 2 == 0 ? std::max(space[side], box[side] - grow(random))
                                  : std::min(space[side], box[side] + grow(random));
      }
    }
    larger.insert(larger.begin() + static_cast<std::ptrdiff_t>(random() % larger.size()), Nothing);
    std::shuffle(larger.begin(), larger.end(), random);
    const std::vector<Box> separate = RankBoxes::Separate(larger);
    ASSERT_EQ(separate.size(), larger.size());
    for (std::size_t i = 0; i < separate.size(); ++i)
    {
      ASSERT_EQ(separate[i] == Nothing, larger[i] == Nothing) << "seed " << seed;
      for (std::size_t j = 0; j < i; ++j)
      {
        ASSERT_FALSE(overlap(separate[i], separate[j])) << "seed " << seed;
      }
      for (std::size_t side = 0; side < 6 && separate[i] != Nothing; ++side)
      {
        const double lost =
          side % 2 == 0 ? separate[i][side] - larger[i][side] : larger[i][side] - separate[i][side];
        ASSERT_LE(lost, 0.1 + 1e-12) << "seed " << seed << ": half of what two have in common";
      }
    }
    int lost = 0;
    for (int i = 0; i < 2000; ++i)
    {
      double at[3];
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        at[axis] = std::uniform_real_distribution<double>(space[2 * axis], space[2 * axis + 1])(random);
      }
      lost += std::none_of(separate.begin(), separate.end(),
                [&at](const Box& box) {
                  return box[0] <= at[0] && at[0] <= box[1] && box[2] <= at[1] && at[1] <= box[3] &&
                    box[4] <= at[2] && at[2] <= box[5];
                })
        ? 1
        : 0;
    }
    EXPECT_EQ(lost, 0) << "seed " << seed << ", " << parts.size();
  }
}

TEST(RankBoxes, ThatAreApartAreLeft)
{
  const std::vector<Box> apart = { Box{ 0, 1, 0, 1, 0, 1 }, Box{ 1, 2, 0, 1, 0, 1 }, Nothing };
  EXPECT_EQ(RankBoxes::Separate(apart), apart);
}

TEST(RankBoxes, OfOnePlaceAreHalved)
{
  const Box place = { 0, 1, 0, 2, 0, 3 };
  const std::vector<Box> cut = RankBoxes::Separate({ place, Nothing, place });
  EXPECT_FALSE(overlap(cut[0], cut[2]));
  EXPECT_EQ(cut[1], Nothing);
}

} // namespace
