// SPDX-License-Identifier: BSD-3-Clause
#include "Device/RankDevice.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace inkray;

namespace
{

/// Finds the value of a name that a launcher sets; returns null for other names.
template <int Launcher>
const char* lookUp(const char* name)
{
  struct Variable
  {
    const char* name;
    const char* value;
  };
  static const Variable variables[][2] = { { { "", "" }, { "", "" } },
    { { "OMPI_COMM_WORLD_LOCAL_RANK", "3" }, { "SLURM_LOCALID", "0" } },
    { { "SLURM_LOCALID", "2" }, { "", "" } }, { { "PMI_LOCAL_RANK", "12" }, { "", "" } },
    { { "MV2_COMM_WORLD_LOCAL_RANK", "" }, { "SLURM_LOCALID", "5x" } },
    { { "OMPI_COMM_WORLD_LOCAL_RANK", "-1" }, { "MPI_LOCALRANKID", "1" } },
    { { "SLURM_LOCALID", "8589934594" }, { "", "" } } }; // is 2 when cut to 32 bits
  for (const Variable& variable : variables[Launcher])
    if (std::strcmp(variable.name, name) == 0)
      return variable.value;
  return nullptr;
}

TEST(RankDevice, LocalRankIsTheLaunchers)
{
  EXPECT_EQ(localRank(lookUp<0>), -1);
  EXPECT_EQ(localRank(lookUp<1>), 3);
  EXPECT_EQ(localRank(lookUp<2>), 2);
  EXPECT_EQ(localRank(lookUp<3>), 12);
}

TEST(RankDevice, WhatIsNoRankIsNone)
{
  EXPECT_EQ(localRank(lookUp<4>), -1);
  EXPECT_EQ(localRank(lookUp<5>), 1);
  EXPECT_EQ(localRank(lookUp<6>), -1);
}

TEST(RankDevice, RanksTakeDevicesInTurn)
{
  const int wanted[] = { 0, 1, 2, 0, 1 };
  for (int rank = 0; rank < 5; ++rank)
    EXPECT_EQ(deviceOfLocalRank(rank, 3), wanted[rank]);
  EXPECT_EQ(deviceOfLocalRank(-1, 3), -1);
  EXPECT_EQ(deviceOfLocalRank(-2, 3), -1);
  EXPECT_EQ(deviceOfLocalRank(1, 0), -1);
}

} // namespace
