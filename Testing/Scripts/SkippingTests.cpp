// SPDX-License-Identifier: BSD-3-Clause
// Tests that skip themselves, and failures that follow. TestSkipping.py runs them and checks what CTest
// reports for each.
#include <gtest/gtest.h>

#include <cstdlib>

TEST(Skipping, Passes)
{
}

TEST(Skipping, Skips)
{
  GTEST_SKIP() << "on purpose";
}

TEST(Skipping, SkipsAndThenFails)
{
  ADD_FAILURE() << "on purpose";
  GTEST_SKIP() << "on purpose";
}

class SkippingFixture : public testing::Test
{
protected:
  void SetUp() override { GTEST_SKIP() << "on purpose"; }
  void TearDown() override { ADD_FAILURE() << "on purpose"; }
};

TEST_F(SkippingFixture, FailsInTearDown)
{
}

// LeakSanitizer ends a process that has lost memory in the same way.
TEST(Skipping, SkipsAndTheProcessFailsAtItsEnd)
{
  std::atexit([] { std::_Exit(23); });
  GTEST_SKIP() << "on purpose";
}
