// SPDX-License-Identifier: BSD-3-Clause
// The rounds in which every two ranks meet once, for one to seventeen ranks.
#include "ServerRanks.h"

#include <gtest/gtest.h>

#include <set>

namespace
{
class RankRounds : public ::testing::TestWithParam<int>
{
};

TEST_P(RankRounds, EveryTwoMeetOnceAndBothKnow)
{
  const int ranks = GetParam();
  std::set<std::pair<int, int>> met;
  for (int round = 0; round < ranks; ++round)
  {
    for (int rank = 0; rank < ranks; ++rank)
    {
      const int partner = ServerRanks::GetPartner(round, rank, ranks);
      ASSERT_GE(partner, 0);
      ASSERT_LT(partner, ranks);
      EXPECT_EQ(ServerRanks::GetPartner(round, partner, ranks), rank) << "round " << round;
      EXPECT_TRUE(met.emplace(rank, partner).second) << rank << " meets " << partner << " again";
    }
  }
  EXPECT_EQ(met.size(), static_cast<std::size_t>(ranks) * ranks);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankRounds, ::testing::Values(1, 2, 3, 4, 5, 6, 7, 8, 12, 17));
} // namespace
