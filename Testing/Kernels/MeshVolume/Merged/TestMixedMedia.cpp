// SPDX-License-Identifier: BSD-3-Clause
// Several media on one part of a ray, against a sum of many steps in double precision.
#include "Optics/MixParts.h"
#include "Oracles/BruteForceTetCaster.h"
#include "Oracles/RandomScene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// The integral over a part in double precision, by many steps.
std::array<double, 4> integrated(const std::vector<MediumEnds>& media)
{
  std::array<double, 4> rgbt = { 0, 0, 0, 1 };
  constexpr int steps = 20000;
  double depth = 0;
  for (int s = 0; s < steps; ++s)
  {
    const double x = (s + 0.5) / steps;
    double rate = 0, emitted[3] = { 0, 0, 0 };
    for (const MediumEnds& m : media)
    {
      const double a = (m.first.w + x * (m.last.w - m.first.w)) * std::log(2.0);
      rate += a;
      emitted[0] += a * (m.first.x + x * (m.last.x - m.first.x));
      emitted[1] += a * (m.first.y + x * (m.last.y - m.first.y));
      emitted[2] += a * (m.first.z + x * (m.last.z - m.first.z));
    }
    const double absorbed = -std::exp(-depth) * std::expm1(-rate / steps);
    for (int c = 0; c < 3 && rate > 0; ++c)
      rgbt[static_cast<std::size_t>(c)] += absorbed * emitted[c] / rate;
    depth += rate / steps;
  }
  rgbt[3] = std::exp(-depth);
  return rgbt;
}

TEST(MixedMedia, PartsAreIntegratedToTheirBound)
{
  // One medium or several: thin and dense media, some of which rise from zero or fall to zero.
  Randomness random(11);
  double worst = 0;
  for (int round = 0; round < 400; ++round)
  {
    const double density = std::pow(10.0, random.real(-3, 2.5));
    std::vector<MediumEnds> media;
    for (int k = 1 + random.integer(6); k > 0; --k)
    {
      const auto color = [&] {
        return static_cast<float>(random.chance(0.3) ? random.integer(2) : random.real(0, 1));
      };
      const auto attenuation = [&] {
        return static_cast<float>(random.chance(0.3) ? 0.0 : density * random.real(0, 1));
      };
      media.push_back(
        { { color(), color(), color(), attenuation() }, { color(), color(), color(), attenuation() } });
    }
    const std::array<double, 4> reference = integrated(media);
    MixedRay ray;
    ray.clear();
    ray.add(media.data(), static_cast<int>(media.size()));
    worst = std::max({ worst, std::abs(ray.red - reference[0]), std::abs(ray.green - reference[1]),
      std::abs(ray.blue - reference[2]) });
    EXPECT_NEAR(ray.transmittance, reference[3], 2e-6);
  }
  EXPECT_LT(worst, 2e-5);
  RecordProperty("worst", std::to_string(worst));
}

TEST(MixedMedia, AnyMediaAreIntegratedToTheirBound)
{
  // Attenuations and colors are products of two linear functions, as with gradient functions and light.
  struct Product
  {
    double of[4];
    double at(double x) const { return (of[0] + x * (of[1] - of[0])) * (of[2] + x * (of[3] - of[2])); }
  };
  Randomness random(17);
  const auto product = [&] {
    const auto number = [&] { return random.chance(0.3) ? random.integer(2) : random.real(0, 1); };
    return Product{ { number(), number(), number(), number() } };
  };
  double worst = 0;
  for (int round = 0; round < 400; ++round)
  {
    std::vector<std::array<Product, 4>> media(static_cast<std::size_t>(1 + random.integer(4)));
    const double scale = std::pow(10.0, random.real(-3, 0)) / static_cast<double>(media.size());
    for (auto& medium : media)
    {
      for (Product& channel : medium)
        channel = product();
      medium[3].of[2] *= scale;
      medium[3].of[3] *= scale;
    }
    std::array<double, 4> reference = { 0, 0, 0, 1 };
    constexpr int steps = 4000;
    double depth = 0;
    for (int s = 0; s < steps; ++s)
    {
      double rate = 0, emitted[3] = { 0, 0, 0 };
      for (const auto& medium : media)
      {
        const double x = (s + 0.5) / steps, a = medium[3].at(x) * std::log(2.0);
        rate += a;
        for (std::size_t c = 0; c < 3; ++c)
          emitted[c] += a * medium[c].at(x);
      }
      const double absorbed = -std::exp(-depth) * std::expm1(-rate / steps);
      for (std::size_t c = 0; c < 3 && rate > 0; ++c)
        reference[c] += absorbed * emitted[c] / rate;
      depth += rate / steps;
    }
    reference[3] = std::exp(-depth);
    std::vector<MediumSamples> samples(media.size());
    for (std::size_t k = 0; k < media.size(); ++k)
      for (int n = 0; n < MixedNodes::count; ++n)
      {
        const auto channel = [&](std::size_t c) {
          return static_cast<float>(media[k][c].at(static_cast<double>(MixedNodes::at(n))));
        };
        samples[k].at[n] = { channel(0), channel(1), channel(2), channel(3) };
      }
    MixedRay ray;
    ray.clear();
    float found = 0;
    ASSERT_TRUE(ray.add(samples.data(), static_cast<int>(samples.size()), false, found));
    EXPECT_NEAR(found, depth / std::log(2.0), 2e-6);
    worst = std::max({ worst, std::abs(ray.red - reference[0]), std::abs(ray.green - reference[1]),
      std::abs(ray.blue - reference[2]) });
    EXPECT_NEAR(ray.transmittance, reference[3], 2e-6);
  }
  EXPECT_LT(worst, 1e-5);

  // A part that is deeper is added only with isTaken.
  MediumSamples deep;
  for (Float4& at : deep.at)
    at = { 1.0f, 0.5f, 0.0f, 1.5f };
  MixedRay ray;
  ray.clear();
  float depth = 0;
  EXPECT_FALSE(ray.add(&deep, 1, false, depth));
  EXPECT_EQ(ray.transmittance, 1.0f);
  EXPECT_TRUE(ray.add(&deep, 1, true, depth));
  EXPECT_NEAR(ray.transmittance, std::exp2(-1.5f), 1e-6);
}

TEST(MixedMedia, MomentsOfAPartAreIntegrals)
{
  Randomness random(13);
  double worst[2][3] = {}, worstBehind = 0;
  for (int round = 0; round < 2000; ++round)
  {
    // Every second part is thin, which is integrated by Simpson's rule.
    const bool isThin = round % 2 == 0;
    const double depth = isThin ? random.real(0, 0.05) : std::pow(10.0, random.real(-1.3, 1.5));
    const double slope = random.integer(4) == 0 ? 2.0 * random.integer(2) - 1.0 : random.real(-1, 1);
    const double length = std::pow(10.0, random.real(-3, 3));
    const auto first = static_cast<float>(depth * (1 - slope) / length);
    const auto last = static_cast<float>(depth * (1 + slope) / length);
    const float before = static_cast<float>(random.real(0.01, 1));
    float transmittance = before;
    const TransmittanceMoments m = absorbPart(first, last, static_cast<float>(length), transmittance);

    double exact[3] = {};
    constexpr int steps = 4000;
    for (int s = 0; s < steps; ++s)
    {
      const double x = (s + 0.5) / steps;
      const double passed = (first + 0.5 * x * (double(last) - first)) * x * length;
      const double weight = before * std::exp2(-passed) * std::log(2.0) * length / steps;
      exact[0] += weight;
      exact[1] += weight * x;
      exact[2] += weight * x * x;
    }
    const float moments[3] = { m.zeroth, m.first, m.second };
    for (int n = 0; n < 3; ++n)
      worst[isThin][n] = std::max(worst[isThin][n], std::abs(moments[n] / exact[n] - 1));
    const double behind = before * std::exp2(-0.5 * (double(first) + last) * length);
    worstBehind = std::max(worstBehind, std::abs(transmittance - behind));
  }
  EXPECT_LT(worst[1][0], 6e-6);
  EXPECT_LT(worst[1][1], 3e-5);
  EXPECT_LT(worst[1][2], 4e-5);
  EXPECT_LT(worst[0][0], 6e-6);
  EXPECT_LT(worst[0][1], 2e-5);
  EXPECT_LT(worst[0][2], 2e-4);
  EXPECT_LT(worstBehind, 3e-7);
}

/// Media with functions of their own, in the form that mixParts needs.
template <int sorted>
struct SharedByFunctions
{
  static constexpr int mostSorted = sorted;
  std::vector<SharedMedium> media;
  std::vector<PiecewiseView> functions;
  std::vector<Float4> constants;

  SharedMedium& medium(int n) { return media[static_cast<std::size_t>(n)]; }
  const PiecewiseView& function(int n) const { return functions[static_cast<std::size_t>(n)]; }
  Float4 constant(int n) const { return constants[static_cast<std::size_t>(n)]; }
};

/// Expects mixParts to gather the expected light, and to leave each medium at its last value.
template <int sorted>
void expectMixed(SharedByFunctions<sorted> shared, const std::vector<float>& ends,
  const std::array<double, 4>& expected, int round)
{
  MixedRay ray;
  ray.clear();
  mixParts(shared, static_cast<int>(ends.size()), ray);
  EXPECT_NEAR(ray.red, expected[0], 1e-4) << round;
  EXPECT_NEAR(ray.green, expected[1], 1e-4) << round;
  EXPECT_NEAR(ray.blue, expected[2], 1e-4) << round;
  EXPECT_NEAR(ray.transmittance, expected[3], 2e-5) << round;
  for (std::size_t k = 0; k < ends.size(); ++k)
    if (shared.media[k].knots.isIn)
    {
      EXPECT_NEAR(shared.media[k].knots.place.scalar(), ends[k], 1e-6) << round;
    }
}

TEST(MixedMedia, FunctionsAreMixedFromKnotToKnot)
{
  Randomness random(23);
  for (int round = 0; round < 200; ++round)
  {
    const int count = 1 + random.integer(5);
    const double length = std::pow(10.0, random.real(-2, 1));
    std::vector<TransferFunction> functions;
    std::vector<std::vector<FunctionInterval>> pieces;
    std::vector<float> begins, ends;
    SharedByFunctions<5> shared;
    std::vector<double> cuts = { 0.0, 1.0 };
    for (int k = 0; k < count; ++k)
    {
      functions.push_back(randomFunction(random));
      pieces.push_back(makeIntervals(functions.back(), 0.0, 1.0));
      shared.functions.push_back({ pieces.back().data(), static_cast<int>(pieces.back().size()) });
      begins.push_back(static_cast<float>(random.real(0, 1)));
      ends.push_back(random.chance(0.1) ? begins.back() : static_cast<float>(random.real(0, 1)));
      const bool isConstant = random.chance(0.2);
      const auto number = [&] { return static_cast<float>(random.real(0, 1)); };
      shared.constants.push_back({ number(), number(), number(), number() });
      SharedMedium medium;
      medium.length = static_cast<float>(length / std::log(2.0));
      medium.knots.place.standAt(0.0f);
      medium.knots.begin(!isConstant, shared.functions.back(), begins.back(), ends.back());
      shared.media.push_back(medium);
      if (!isConstant)
        appendCuts(functions.back(), double(begins.back()), double(ends.back()), cuts);
    }
    std::sort(cuts.begin(), cuts.end());
    std::array<double, 4> expected = { 0, 0, 0, 1 };
    for (std::size_t part = 0; part + 1 < cuts.size(); ++part)
    {
      constexpr int steps = 4000;
      const double width = cuts[part + 1] - cuts[part], middle = cuts[part] + 0.5 * width;
      for (int s = 0; s < steps; ++s)
      {
        const double x = cuts[part] + (s + 0.5) / steps * width;
        std::array<double, 4> sum = { 0, 0, 0, 0 };
        for (std::size_t k = 0; k < functions.size(); ++k)
        {
          const double begin = double(begins[k]), way = double(ends[k]) - begin;
          const Float4& c = shared.constants[k];
          const std::array<double, 4> own = shared.media[k].knots.isIn
            ? valueInPiece(functions[k], begin + middle * way, begin + x * way)
            : std::array<double, 4>{ double(c.x), double(c.y), double(c.z), double(c.w) };
          for (std::size_t i = 0; i < 3; ++i)
            sum[i] += own[i] * own[3];
          sum[3] += own[3];
        }
        const double absorbed = -expected[3] * std::expm1(-sum[3] * width * length / steps);
        for (std::size_t i = 0; i < 3 && sum[3] > 0.0; ++i)
          expected[i] += absorbed * sum[i] / sum[3];
        expected[3] -= absorbed;
      }
    }
    expectMixed(shared, ends, expected, round);
    expectMixed<0>({ shared.media, shared.functions, shared.constants }, ends, expected, round);
  }
}

TEST(MixedMedia, TheOrderOfThreeAndMoreDoesNotChangeABit)
{
  Randomness random(5);
  for (int round = 0; round < 200; ++round)
  {
    std::vector<MediumEnds> media;
    for (int k = 0; k < 2 + round % 5; ++k)
    {
      const auto number = [&] { return static_cast<float>(random.real(0, 1)); };
      media.push_back(
        { { number(), number(), number(), number() }, { number(), number(), number(), number() } });
    }
    MixedRay first, second;
    first.clear();
    second.clear();
    std::vector<MediumEnds> turned(media.rbegin(), media.rend());
    first.add(media.data(), static_cast<int>(media.size()));
    second.add(turned.data(), static_cast<int>(turned.size()));
    EXPECT_EQ(first.red, second.red);
    EXPECT_EQ(first.green, second.green);
    EXPECT_EQ(first.blue, second.blue);
    EXPECT_EQ(first.transmittance, second.transmittance);
  }
}

} // namespace
