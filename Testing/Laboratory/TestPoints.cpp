// SPDX-License-Identifier: BSD-3-Clause
// Halton's points with a congruential generator, and the errors of their means beside Sobol's.
#include "HaltonPoints.h"
#include "PointErrors.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace
{

using namespace inkray::laboratory;

TEST(HaltonPoints, AreTheSequence)
{
  const float twos[] = { 0, 1.f / 2, 1.f / 4, 3.f / 4, 1.f / 8, 5.f / 8 },
              threes[] = { 0, 1.f / 3, 2.f / 3, 1.f / 9, 4.f / 9, 7.f / 9 };
  for (std::uint32_t i = 0; i < 6; ++i)
  {
    EXPECT_FLOAT_EQ(radicalInverse(i, 2), twos[i]);
    EXPECT_FLOAT_EQ(radicalInverse(i, 3), threes[i]);
  }
  EXPECT_LT(radicalInverse(0xffffffffu, 2), 1.0f);
  CongruentialGenerator generator = { 0 };
  EXPECT_EQ(generator.next(), 0x3c6ef35fu); // as Numerical Recipes has them
  EXPECT_EQ(generator.next(), 0x47502932u);
  EXPECT_EQ(generator.next(), 0xd1ccf6e9u);
}

TEST(HaltonPoints, PutOneInEachBox)
{
  // Any 4 x 9 points in a row lie in different boxes of a fourth by a ninth. A shift by whole boxes keeps
  // that.
  for (const std::uint32_t first : { 0u, 36u, 36u * 1000 })
    for (const float shift : { 0.0f, 0.25f })
    {
      std::set<std::pair<int, int>> boxes;
      for (std::uint32_t i = first; i < first + 36; ++i)
      {
        const HaltonPoint p = shiftedHalton(i, shift, 0.0f);
        ASSERT_GE(p.x, 0.0f);
        ASSERT_LT(p.x, 1.0f);
        ASSERT_LT(p.y, 1.0f);
        boxes.insert({ static_cast<int>(p.x * 4), static_cast<int>(p.y * 9 + 1e-4f) });
      }
      EXPECT_EQ(boxes.size(), 36u) << first << ", " << shift;
    }
}

TEST(PointErrors, EvenPointsErrLess)
{
  for (const Integrand integrand : allIntegrands)
  {
    SCOPED_TRACE(nameOf(integrand));
    const auto error = [&](Points points, std::uint32_t samples) {
      return relativeError(points, integrand, samples, 1000);
    };
    // A single sample is a random number, whatever sequence it comes from. Four times as many independent
    // samples halve the error.
    const double one = error(Points::Independent, 1);
    EXPECT_NEAR(error(Points::Independent, 64), one / 8, 0.1 * one / 8);
    for (const Points points : { Points::HaltonLcg, Points::Sobol })
    {
      EXPECT_NEAR(error(points, 1), one, 0.1 * one);
      EXPECT_LT(error(points, 64), (integrand == Integrand::TwoDiscs ? 0.9 : 0.5) * one / 8)
        << nameOf(points);
    }
  }
}

} // namespace
