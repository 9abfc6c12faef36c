// SPDX-License-Identifier: BSD-3-Clause
// Functions with fewer knots, compared with the functions that they replace.
#include "Shading/ColorFit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using inkray::ColorAndOpacity;
using inkray::FunctionKnot;

namespace
{

/// The function at a scalar; of two knots at one place, the second counts.
ColorAndOpacity evaluate(const std::vector<FunctionKnot>& function, double x)
{
  const auto above = std::upper_bound(function.begin(), function.end(), x,
    [](double value, const FunctionKnot& knot) { return value < knot.scalar; });
  if (above == function.begin())
    return function.front().value;
  if (above == function.end())
    return function.back().value;
  const FunctionKnot &a = *std::prev(above), &b = *above;
  const double t = (x - a.scalar) / (b.scalar - a.scalar);
  ColorAndOpacity value;
  for (int c = 0; c < 4; ++c)
    value[c] = (1 - t) * a.value[c] + t * b.value[c];
  return value;
}

/// A curved map of 256 colors over [0, 1], with a jump of all channels at color 100.
std::vector<FunctionKnot> bentMap(double opacity)
{
  std::vector<FunctionKnot> function;
  for (int i = 0; i < 256; ++i)
  {
    const double x = i / 255.0, after = i > 100 ? 0.1 : 0.0;
    function.push_back({ x,
      { 0.4 + 0.3 * std::sin(4 * x) + after, 0.5 - 0.4 * std::cos(3 * x) + after, 0.6 * x * x + after,
        opacity * (1 + x + after) } });
    if (i == 100)
    {
      FunctionKnot jump = function.back();
      for (double& channel : jump.value)
        channel += 0.1 * (&channel == &jump.value[3] ? opacity : 1.0);
      function.push_back(jump);
    }
  }
  return function;
}

/// The squared distance of the colors of two functions, with equal weight for each interval.
double squaredDistance(const std::vector<FunctionKnot>& function, const std::vector<FunctionKnot>& fitted)
{
  constexpr int samples = 2000;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < fitted.size(); ++i)
    for (int k = 0; k < samples; ++k)
    {
      const double x = fitted[i].scalar + (fitted[i + 1].scalar - fitted[i].scalar) * (k + 0.5) / samples;
      const ColorAndOpacity is = evaluate(function, x), instead = evaluate(fitted, x);
      for (int c = 0; c < 3; ++c)
        sum += (is[c] - instead[c]) * (is[c] - instead[c]) / samples;
    }
  return sum;
}

} // namespace

TEST(ColorFit, IsThatOfLeastSquares)
{
  const std::vector<FunctionKnot> function = bentMap(1.0);
  const std::vector<std::size_t> kept{ 0, 30, 55, 100, 101, 140, 200, 256 };
  std::vector<FunctionKnot> fitted = inkray::fitColors(function, kept);
  ASSERT_EQ(fitted.size(), kept.size());
  const double least = squaredDistance(function, fitted);
  int inner = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
  {
    const FunctionKnot& knot = function[kept[i]];
    EXPECT_EQ(fitted[i].scalar, knot.scalar);
    EXPECT_EQ(fitted[i].value[3], knot.value[3]) << "opacities stay";
    if (i == 0 || i == 3 || i == 4 || i == 7)
    {
      EXPECT_EQ(fitted[i].value, knot.value) << "ends and jumps stay";
      continue;
    }
    EXPECT_NE(fitted[i].value, knot.value);
    for (int c = 0; c < 3; ++c, ++inner)
      for (double change : { -1e-4, 1e-4 })
      {
        std::vector<FunctionKnot> other = fitted;
        other[i].value[c] += change;
        EXPECT_GT(squaredDistance(function, other), least) << "knot " << i << ", channel " << c;
      }
  }
  EXPECT_EQ(inner, 12);
}

TEST(ColorFit, ColorsThatNobodySeesHardlyCount)
{
  // The visible end of the second interval is gray; the rest of the map, red, is transparent.
  std::vector<FunctionKnot> function;
  for (int i = 0; i <= 40; ++i)
    function.push_back({ i / 40.0, { i > 20 ? 1.0 : 0.5, 0.5, 0.5, i < 20 ? 1.0 : 0.0 } });
  const std::vector<FunctionKnot> fitted = inkray::fitColors(function, { 0, 10, 20, 40 });
  EXPECT_NEAR(fitted[1].value[0], 0.5, 1e-4);
  EXPECT_NEAR(fitted[2].value[0], 0.5, 1e-4);
}

TEST(ColorFit, FewKnotsAreWithinTheToleranceAndKeepTheMean)
{
  constexpr double tolerance = 5e-4;
  for (double opacity : { 1.0, 1e-6 }) // faint fog counts as much as walls
  {
    const std::vector<FunctionKnot> function = bentMap(opacity);
    const std::vector<FunctionKnot> fewer = inkray::withFewerKnots(function, tolerance);
    EXPECT_LE(fewer.size(), 40u);
    EXPECT_GE(fewer.size(), 10u);
    constexpr int samples = 8000, window = 1000;
    double mean[3] = { 0, 0, 0 };
    for (int i = 0; i < samples; ++i)
    {
      const double x = (i + 0.5) / samples;
      const ColorAndOpacity is = evaluate(function, x), instead = evaluate(fewer, x);
      EXPECT_NEAR(is[3], instead[3], tolerance * is[3]) << "at " << x;
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(is[c], instead[c], 2 * tolerance) << "at " << x;
        mean[c] += (is[c] - instead[c]) / window;
        if (i % window == window - 1)
        {
          EXPECT_LE(std::abs(mean[c]), 0.35 * tolerance) << "over an eighth of the map, up to " << x;
          mean[c] = 0;
        }
      }
    }
  }
}

TEST(ColorFit, LinesKeepTheirEndsHoweverManyKnotsTheyHave)
{
  EXPECT_TRUE(inkray::withFewerKnots({}, 1e-3).empty());
  EXPECT_EQ(inkray::withFewerKnots({ { 3, { 1, 1, 1, 1 } } }, 1e-3).size(), 1u);
  std::vector<FunctionKnot> line;
  for (int i = 0; i <= 20000; ++i)
    line.push_back({ 1.0 * i, { i / 2e4, 0.5, 1 - i / 2e4, i / 1e4 } });
  const std::vector<FunctionKnot> fewer = inkray::withFewerKnots(line, 1e-3);
  EXPECT_LE(fewer.size(), 25u);
  EXPECT_EQ(fewer.front().value, line.front().value);
  EXPECT_EQ(fewer.back().value, line.back().value);
}

TEST(ColorFit, WhatCannotBeFittedIsLeftAsItIs)
{
  // Intervals whose width overflows, and colors above 1, which fitted colors do not reach.
  const double most = 1.7e308;
  for (double high : { most, 1.0 })
  {
    std::vector<FunctionKnot> function;
    for (int i = 0; i <= 64; ++i)
    {
      const double t = i / 64.0;
      const double x = (1 - t) * -high + t * high, bent = (high < 2 ? 3.0 : 1.0) * t * t;
      function.push_back({ x, { bent, bent, bent, 1 } });
    }
    const std::vector<FunctionKnot> fewer = inkray::withFewerKnots(function, 5e-4);
    for (const FunctionKnot& knot : fewer)
    {
      const double t = knot.scalar / high / 2 + 0.5;
      EXPECT_NEAR(knot.value[0], (high < 2 ? 3.0 : 1.0) * t * t, 1e-3);
    }
    EXPECT_GE(fewer.size(), 8u);
  }
}
