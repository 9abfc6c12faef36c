// SPDX-License-Identifier: BSD-3-Clause
// Conclusions from a sample of segments about the errors of a picture.
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/Segments/RayErrors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TEST(TetChord, HasTheMeanLengthOfParallelLines)
{
  Randomness random(9);
  for (int trial = 0; trial < 20; ++trial)
  {
    Float4 corners[4];
    for (Float4& c : corners)
      c = { float(random.real(-1, 1)), float(random.real(-1, 1)), float(random.real(-1, 1)), 0.0f };
    const Vector d = random.direction();
    const Float3 direction = { float(d[0]), float(d[1]), float(d[2]) };
    double sum = 0.0, area = 0.0, volume = 0.0;
    const int count = 20000;
    for (int k = 0; k < count; ++k)
    {
      const float numbers[3] = { float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 1)) };
      const TetChord chord(corners, direction, numbers);
      sum += chord.length;
      area = chord.area;
      volume = chord.volume;
      float least[2] = { 1.0f, 1.0f }, whole[2] = { 0.0f, 0.0f };
      Float3 way = { 0, 0, 0 };
      for (int i = 0; i < 4; ++i)
      {
        least[0] = std::min(least[0], chord.enters[i]);
        least[1] = std::min(least[1], chord.leaves[i]);
        whole[0] += chord.enters[i];
        whole[1] += chord.leaves[i];
        const float share = chord.leaves[i] - chord.enters[i];
        way = { way.x + share * corners[i].x, way.y + share * corners[i].y, way.z + share * corners[i].z };
      }
      if (k > 50)
        continue;
      for (int end = 0; end < 2; ++end)
      {
        EXPECT_NEAR(least[end], 0.0, 1e-4) << "both ends lie on faces";
        EXPECT_NEAR(whole[end], 1.0, 1e-4);
      }
      EXPECT_NEAR(dot(way, direction), chord.length, 1e-3);
      EXPECT_NEAR(dot(way, way), chord.length * chord.length, 1e-3);
    }
    EXPECT_NEAR(sum / count, volume / area, 0.03 * volume / area) << trial;
  }
}

/// Entries in which each segment, in a tet of unit volume and area, has the same opacity. Its errors have one
/// sign, or both signs alternately.
std::vector<SegmentErrors> entriesOf(float segmentsPerUnit, float error, bool isBiased, float opacity)
{
  std::vector<SegmentErrors> entries(6000);
  for (std::size_t i = 0; i < entries.size(); ++i)
  {
    SegmentErrors& e = entries[i];
    e.direction = int(i % 6);
    e.volume = 1.0f;
    e.depth = segmentsPerUnit * -std::log2(1.0f - opacity);
    e.opacity = segmentsPerUnit * opacity;
    const float sign = isBiased || (i / 6) % 2 ? 1.0f : -1.0f;
    for (int c = 0; c < 3; ++c)
    {
      e.error[c] = segmentsPerUnit * sign * error;
      e.squares[c] = segmentsPerUnit * error * error;
    }
    e.most = error;
  }
  return entries;
}

TEST(RayErrors, AddAsMeanAndAsChance)
{
  // Rays have length 2, which gives 200 segments; three of the four numbers of a pixel have errors.
  const double three = std::sqrt(0.75);
  const RayErrors random(entriesOf(100.0f, 1e-5f, false, 0.0f), 10);
  EXPECT_NEAR(random.picture, three * 1e-5 * std::sqrt(200.0), 1e-7);
  const RayErrors biased(entriesOf(100.0f, 1e-5f, true, 0.0f), 10);
  EXPECT_NEAR(biased.picture, three * std::hypot(200e-5, 1e-5 * std::sqrt(200.0)), 1e-6);
  EXPECT_NEAR(biased.region, three * std::hypot(200e-5 / 3.0, 1e-5 * std::sqrt(200.0 / 3.0)), 1e-6);
  EXPECT_FLOAT_EQ(float(biased.segment), 1e-5f);
  // Half of the light is gone after a quarter of the ray: squared errors are weighted by the mean of 16^-2x.
  const float opacity = 1.0f - float(std::exp2(-4.0 / 200.0));
  const RayErrors dense(entriesOf(100.0f, 1e-5f, false, opacity), 10);
  const double depth = 2.0 * 4.0 * std::log(2.0);
  EXPECT_NEAR(dense.picture, random.picture * std::sqrt((1.0 - std::exp(-depth)) / depth), 1e-7);
  EXPECT_TRUE(RayErrors(entriesOf(100.0f, 2e-6f, false, 0.0f), 10).areSmall());
  EXPECT_FALSE(biased.areSmall());
  EXPECT_TRUE(biased.areLarge());
  // A single entry that is not a number must not pass.
  auto entries = entriesOf(100.0f, 0.0f, false, 0.0f);
  entries[17].squares[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(RayErrors(entries, 10).areSmall());
}

} // namespace
