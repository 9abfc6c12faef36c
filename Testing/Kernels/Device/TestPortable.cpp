// SPDX-License-Identifier: BSD-3-Clause
// Functions that the host has in place of those of a library or of the device.
#include "Core/Portable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;

namespace
{

/// Returns the relative error of 2^x. Where 2^x is less than 2^-125, any value from 0 to 2^-125 is good.
double missOf(float x, float power)
{
  const double exact = std::exp2(static_cast<double>(x)), least = std::exp2(-125.0);
  if (exact < least)
    return power >= 0.0f && power <= least ? 0.0 : 1.0;
  return std::fabs(static_cast<double>(power) - exact) / exact;
}

TEST(Portable, PowersOfTwo)
{
  double worst = 0.0;
  for (std::uint64_t bits = 0; bits <= 0xffffffffu; bits += 997)
  {
    const float x = floatOf(static_cast<std::uint32_t>(bits)), power = exp2Fast(x);
    if (x != x)
      EXPECT_NE(power, power);
    else if (x >= 128.0f)
      EXPECT_TRUE(power == std::numeric_limits<float>::infinity()) << x;
    else
      worst = std::max(worst, missOf(x, power));
  }
  // Check the arguments that the ray caster uses, and the borders.
  for (int i = -8192; i < 8192; ++i)
    worst = std::max({ worst, missOf(float(i) / 64.0f, exp2Fast(float(i) / 64.0f)),
      missOf(1e-6f * float(i), exp2Fast(1e-6f * float(i))) });
  EXPECT_LE(worst, 2.5e-7);
  EXPECT_EQ(exp2Fast(0.0f), 1.0f);
  EXPECT_EQ(exp2Fast(-0.0f), 1.0f);
  EXPECT_EQ(exp2Fast(-std::numeric_limits<float>::infinity()), 0.0f);
  EXPECT_EQ(exp2Fast(-1e30f), 0.0f);
  for (int i = -125; i < 128; ++i)
    EXPECT_EQ(exp2Fast(static_cast<float>(i)), std::ldexp(1.0f, i)) << i;
}

TEST(Portable, LesserAndGreaterNumbers)
{
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float numbers[] = { -1.0f, 0.0f, 2.0f, nan };
  for (const float a : numbers)
    for (const float b : numbers)
      if (a == a || b == b)
      {
        EXPECT_EQ(minimumOfNumbers(a, b), std::fmin(a, b));
        EXPECT_EQ(maximumOfNumbers(a, b), std::fmax(a, b));
      }
}

} // namespace
