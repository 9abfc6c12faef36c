// SPDX-License-Identifier: BSD-3-Clause
// Every in-kernel compaction under thousands of schedules. A failure prints its seed; run that seed alone
// with
//   INKRAY_PROTOCOL_SEED=123 inkray_protocol_tests --gtest_filter='*/CompactionProtocol.*/InKCompact'
#include "ArrayScenarios.h"
#include "CompactionScenarios.h"
#include "ProtocolSettings.h"

#include <gtest/gtest.h>

namespace
{
using namespace protocol;

class CompactionProtocol : public testing::TestWithParam<Scenario>
{
};

TEST_P(CompactionProtocol, KeepsItsContractUnderEverySchedule)
{
  Executor executor;
  std::uint64_t steps = 0;
  for (const std::uint64_t seed : seedsToRun(GetParam().seeds))
  {
    executor.reset(seed);
    GetParam().run(executor);
    steps += executor.steps();
    ASSERT_EQ("", executor.failure());
  }
  RecordProperty("steps", std::to_string(steps));
}

TEST_P(CompactionProtocol, OneSeedIsOneRun)
{
  Executor executor;
  std::vector<std::uint64_t> steps;
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
      executor.reset(seed);
      GetParam().run(executor);
      steps.push_back(executor.steps());
    }
  for (std::size_t i = 0; i < 20; ++i)
    EXPECT_EQ(steps[i], steps[20 + i]) << "seed " << i;
}

INSTANTIATE_TEST_SUITE_P(InKernel, CompactionProtocol, testing::ValuesIn(compactionScenarios()),
  [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(Array, CompactionProtocol, testing::ValuesIn(arrayScenarios()),
  [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(KdTree, CompactionProtocol, testing::ValuesIn(kdTreeScenarios()),
  [](const auto& info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(Tree, CompactionProtocol, testing::Values(brickTreeScenario()),
  [](const auto& info) { return std::string(info.param.name); });

} // namespace
