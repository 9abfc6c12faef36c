// SPDX-License-Identifier: BSD-3-Clause
// Runs the tests of a program, and ends with 77 where all that ran have skipped themselves. GoogleTest ends
// with 0 then, so that CTest would have to look for the word in the output, and take a test for skipped that
// has said so and failed afterwards.
#include <gtest/gtest.h>

int main(int argc, char* argv[])
{
  testing::InitGoogleTest(&argc, argv);
  const int status = RUN_ALL_TESTS();
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  const bool onlySkipped = tests.skipped_test_count() > 0 && tests.successful_test_count() == 0;
  return status == 0 && onlySkipped ? 77 : status;
}
