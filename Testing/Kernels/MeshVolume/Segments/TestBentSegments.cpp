// SPDX-License-Identifier: BSD-3-Clause
// Segments along which the scalar bends, added at once, against sums in double precision.
#include "../../../Seeds.h"
#include "Oracles/Randomness.h"
#include "Shading/SegmentIntegration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace inkray::testing
{
namespace
{

// The scalar along a segment is a cubic within one piece of a function.
TEST(BentSegments, HaveTheColorsOfManySamples)
{
  int numAdded = 0;
  for (const std::uint32_t seed : seedsOf("BentSegments", 40, 40))
  {
    Randomness random(seed);
    for (int k = 0; k < 50; ++k)
    {
      // The piece reaches from -1 to 1. Its attenuation is 0 at one end or nowhere.
      FunctionInterval piece = {};
      piece.half = 1.0f;
      const double rise = random.real(-1.0, 1.0), color = random.real(0.1, 0.6),
                   slope = random.real(-1.0, 1.0);
      piece.attenuation = static_cast<float>(std::abs(rise) * random.real(1.0, 1.5));
      piece.attenuationSlope = static_cast<float>(rise);
      piece.red = static_cast<float>(color);
      piece.redSlope = static_cast<float>(slope);
      const double begin = random.real(-0.8, 0.8), end = random.real(-0.8, 0.8);
      const double bump = random.real(-0.15, 0.15), third = random.real(-0.2, 0.2);
      const double bend = std::abs(bump) + 0.375 * std::abs(third);
      const double length = random.real(0.001, 0.15);

      RayIntegral ray;
      ray.clear();
      ray.standAt(static_cast<float>(begin));
      const PiecewiseView view = { &piece, 1 };
      ray.enter(view, 0, static_cast<float>(begin));
      if (!ray.addBent(static_cast<float>(end), static_cast<float>(bump), static_cast<float>(bend),
            static_cast<float>(length)))
        continue;
      ++numAdded;
      ray.end(view);

      double red = 0.0, depth = 0.0;
      const int samples = 2000;
      for (int i = 0; i < samples; ++i)
      {
        const double x = (i + 0.5) / samples;
        const double s =
          begin + (end - begin) * x + 4.0 * bump * x * (1.0 - x) + third * x * (x - 0.5) * (x - 1.0);
        const double step = (piece.attenuation + rise * s) * length / samples;
        red += (color + slope * s) * (std::exp2(-depth) - std::exp2(-depth - step));
        depth += step;
      }
      const std::string what = "seed " + std::to_string(seed) + ", segment " + std::to_string(k);
      ASSERT_NEAR(1.0f - ray.transmittance, 1.0 - std::exp2(-depth), 2e-6) << what;
      // The omitted terms are of higher order in the depth or in the cubic term: a small part of the product
      // of depth and bend.
      const double error = 0.08 * std::abs(slope) * bend * std::log(2.0) * depth + 3e-6;
      ASSERT_NEAR(ray.red, red, error) << what;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numAdded, 500);
  }
}

} // namespace
} // namespace inkray::testing
