// SPDX-License-Identifier: BSD-3-Clause
#include "../../Seeds.h"
#include "Geometry/Mesh/TetHistogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

using namespace inkray;

namespace
{

std::vector<double> histogramOf(const double values[4], double volume, const HistogramBins& bins)
{
  std::vector<double> volumes(static_cast<std::size_t>(bins.count), 0.0);
  addTet(
    values, volume, bins, [&](int bin, double part) { volumes.at(static_cast<std::size_t>(bin)) += part; });
  return volumes;
}

/// Uses the textbook's formula for the integral of a B-spline, in long double because its terms cancel.
double dividedDifference(const double v[4], double x)
{
  long double sum = 0;
  for (int i = 0; i < 4; ++i)
  {
    if (x <= v[i])
      continue;
    long double product = 1;
    for (int j = 0; j < 4; ++j)
      product *= j == i ? 1.0L : static_cast<long double>(v[j]) - v[i];
    const long double d = static_cast<long double>(x) - v[i];
    sum += d * d * d / product;
  }
  return static_cast<double>(sum);
}

/// Counts random points of a tetrahedron into bins.
std::vector<double> counted(
  const double values[4], double volume, const HistogramBins& bins, int samples, std::mt19937& random)
{
  std::exponential_distribution<double> share;
  std::vector<double> volumes(static_cast<std::size_t>(bins.count), 0.0);
  for (int i = 0; i < samples; ++i)
  {
    double sum = 0, value = 0;
    for (int corner = 0; corner < 4; ++corner)
    {
      const double weight = share(random);
      sum += weight;
      value += weight * values[corner];
    }
    value /= sum;
    if (value >= bins.low && value <= bins.high)
      volumes[static_cast<std::size_t>(bins.binOf(value))] += volume / samples;
  }
  return volumes;
}

TEST(TetHistogram, FractionsInClosedForm)
{
  // Half of a tetrahedron lies below the middle of symmetric values. Halfway up from a corner, an eighth lies
  // below.
  const double symmetric[4] = { -3, -1, 1, 3 };
  EXPECT_DOUBLE_EQ(FractionBelow(symmetric)(0), 0.5);
  const double corner[4] = { 0, 1, 1, 1 };
  EXPECT_DOUBLE_EQ(FractionBelow(corner)(0.5), 0.125);
  const double face[4] = { 0, 0, 0, 1 };
  EXPECT_DOUBLE_EQ(FractionBelow(face)(0.5), 0.875);
  const double edges[4] = { 0, 0, 1, 1 }; // 3 x^2 - 2 x^3
  EXPECT_DOUBLE_EQ(FractionBelow(edges)(0.25), 3.0 / 16 - 2.0 / 64);
  const double constant[4] = { 2, 2, 2, 2 };
  EXPECT_EQ(FractionBelow(constant)(2), 0);
  EXPECT_EQ(FractionBelow(constant)(2.1), 1);
}

TEST(TetHistogram, FractionsAgreeWithDividedDifferences)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("TetHistogram", 20, 20))
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-5, 5);
    double v[4] = { number(random), number(random), number(random), number(random) };
    std::sort(v, v + 4);
    const double gap = std::min({ v[1] - v[0], v[2] - v[1], v[3] - v[2] });
    for (int i = 0; i <= 40 && gap > 1e-3; ++i)
    {
      const double x = v[0] + (v[3] - v[0]) * i / 40;
      EXPECT_NEAR(FractionBelow(v)(x), dividedDifference(v, x), 1e-9) << "seed " << seed << ", x " << x;
    }
  }
}

TEST(TetHistogram, BinsAgreeWithPointsCounted)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("TetHistogram", 20, 20))
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    double values[4] = { number(random), number(random), number(random), number(random) };
    for (int i = 1; i < 4; ++i)
      values[i] = random() % 3 == 0 ? values[i - 1] : values[i]; // equal values, in all combinations
    const HistogramBins bins{ -0.8, 0.9, 1 + static_cast<int>(random() % 12) };
    const double volume = std::exp(10 * number(random));
    constexpr int samples = 20000;
    const auto exact = histogramOf(values, volume, bins),
               points = counted(values, volume, bins, samples, random);
    for (std::size_t bin = 0; bin < exact.size(); ++bin)
    {
      const double share = exact[bin] / volume;
      // Bernstein's inequality: the difference exceeds `most` once in 30 million bins. It also holds for bins
      // of a few points, which are not distributed normally.
      const double variance = samples * share * (1 - share), most = 6 + 6 * std::sqrt(1 + variance);
      EXPECT_NEAR(samples * share, samples * points[bin] / volume, most)
        << "seed " << seed << ", bin " << bin;
    }
  }
}

TEST(TetHistogram, NothingIsLostAndPartsOfBinsAddUp)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("TetHistogram", 50, 50))
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    const double scale = std::exp(100 * number(random)), shift = 1e6 * number(random) * scale;
    double values[4];
    for (double& value : values)
      value = shift + scale * (random() % 4 == 0 ? 0.25 : number(random));
    const auto [low, high] = std::minmax_element(values, values + 4);
    const HistogramBins bins{ *low, *high, 64 };
    const auto volumes = histogramOf(values, 2.0, bins);
    EXPECT_NEAR(std::accumulate(volumes.begin(), volumes.end(), 0.0), 2.0, 1e-12) << "seed " << seed;
    EXPECT_GE(*std::min_element(volumes.begin(), volumes.end()), -1e-15) << "seed " << seed;
    const auto coarse = histogramOf(values, 2.0, { *low, *high, 8 });
    for (std::size_t i = 0; i < coarse.size(); ++i)
    {
      const auto first = volumes.begin() + static_cast<std::ptrdiff_t>(8 * i);
      EXPECT_NEAR(std::accumulate(first, first + 8, 0.0), coarse[i], 1e-9)
        << "seed " << seed << ", bin " << i;
    }
  }
}

TEST(TetHistogram, OneValueAndValuesOutside)
{
  const HistogramBins bins{ 0, 1, 4 };
  const double outside[4] = { 1.5, 2, 3, 4 }, at[4] = { 0.25, 0.25, 0.25, 0.25 }, top[4] = { 1, 1, 1, 1 };
  EXPECT_EQ(histogramOf(outside, 1, bins), std::vector<double>({ 0, 0, 0, 0 }));
  EXPECT_EQ(histogramOf(at, 3, bins), std::vector<double>({ 0, 3, 0, 0 })) << "a bin holds its lower end";
  EXPECT_EQ(histogramOf(top, 3, bins), std::vector<double>({ 0, 0, 0, 3 }))
    << "and the last one its upper end";
  const HistogramBins one{ 0.25, 0.25, 4 };
  EXPECT_EQ(histogramOf(at, 3, one), std::vector<double>({ 3, 0, 0, 0 }));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double missing[4] = { 0, nan, 1, 1 };
  EXPECT_EQ(histogramOf(missing, 1, bins), std::vector<double>({ 0, 0, 0, 0 }));
  EXPECT_EQ(histogramOf(at, 0, bins), std::vector<double>({ 0, 0, 0, 0 })) << "flat";
  std::vector<double> cells(4, 0.0);
  for (const double value : { 0.0, 0.3, 1.0, 1.1, nan })
    addCell(value, 2, bins, [&](int bin, double volume) { cells[static_cast<std::size_t>(bin)] += volume; });
  EXPECT_EQ(cells, std::vector<double>({ 2, 2, 0, 2 }));
}

} // namespace
