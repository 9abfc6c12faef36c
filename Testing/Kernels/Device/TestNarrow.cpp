// SPDX-License-Identifier: BSD-3-Clause
#include "Core/Narrow.h"

#include <limits>

#include <gtest/gtest.h>

using namespace inkray;

namespace
{

TEST(Narrow, WhatAnIntCountsAndNoMore)
{
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  EXPECT_EQ(narrow<int>(0, "things"), 0);
  EXPECT_EQ(narrow<int>(most, "things"), std::numeric_limits<int>::max());
  for (const std::int64_t count : { most + 1, std::int64_t(1) << 32, std::int64_t(-1) })
  {
    try
    {
      narrow<int>(count, "tetrahedra");
      FAIL() << count;
    }
    catch (const InvalidInput& error)
    {
      const std::string message = error.what();
      EXPECT_NE(message.find(std::to_string(count) + " tetrahedra"), std::string::npos) << message;
      EXPECT_NE(message.find(std::to_string(most)), std::string::npos) << message;
    }
  }
}

} // namespace
