// SPDX-License-Identifier: BSD-3-Clause
// For maps of many colors, few knots or a table of colors suffice: no difference is visible.
#include "Shading/FunctionColorIntegration.h"
#include "TransferFunctionTest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

namespace
{

class TransferFunctionKnots : public TransferFunctionTest
{
};

TEST_F(TransferFunctionKnots, MapsHaveTablesOfColors)
{
  for (int space : { VTK_CTF_RGB, VTK_CTF_HSV, VTK_CTF_LAB, VTK_CTF_DIVERGING })
  {
    Colors->RemoveAllPoints();
    Colors->SetColorSpace(space);
    Colors->AddRGBPoint(0.0, 0.23, 0.3, 0.75);
    Colors->AddRGBPoint(1.0, 0.7, 0.016, 0.15);
    if (space == VTK_CTF_RGB)
    {
      // Many knots, as in Turbo and Viridis.
      for (int i = 1; i < 255; ++i)
      {
        const double s = i / 255.0;
        Colors->AddRGBPoint(s, 0.5 - 0.27 * std::cos(6 * s), 0.3 + 0.5 * std::sin(3 * s), 0.75 - 0.6 * s * s);
        if (i == 254)
        {
          Colors->AddRGBPoint(1.0, 0.5 - 0.27 * std::cos(6.0), 0.3 + 0.5 * std::sin(3.0), 0.15);
        }
      }
    }
    const inkray::TransferFunction function = Make();
    inkray::TransferFunction fine;
    fine.knots = function.fineKnots;
    ASSERT_GE(fine.knots.size(), function.knots.size()) << space;
    // Compares random rays through parts of the map with an integral over all of its knots.
    const auto pieces = inkray::makeIntervals(function, 0, 1), finePieces = inkray::makeIntervals(fine, 0, 1);
    const inkray::FunctionColorTable table = inkray::makeFunctionColorTable(pieces, finePieces);
    ASSERT_FALSE(table.colors.empty()) << space;
    const inkray::FunctionColorTableView view = table.viewOf(table.opacities.data(), table.colors.data());
    const inkray::PiecewiseView exactView = { finePieces.data(), static_cast<int>(finePieces.size()) };
    std::mt19937 random(static_cast<unsigned>(space));
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    double worst = 0, squares = 0;
    const int rays = 2000;
    for (int i = 0; i < rays; ++i)
    {
      inkray::FunctionColorIntegral ray;
      inkray::RayIntegral exact;
      ray.clear();
      exact.clear();
      float s = uniform(random);
      ray.standAt(s);
      exact.standAt(s);
      const float way = std::pow(10.0f, -2.0f * uniform(random)), length = 3.0f * way * uniform(random);
      for (int k = 0; k < 20; ++k)
      {
        s = std::min(1.0f, std::max(0.0f, s + way * (2.0f * uniform(random) - 1.0f)));
        ray.add(view, s, length);
        exact.add(exactView, s, length);
      }
      ray.end();
      exact.end(exactView);
      const double error = std::max({ std::abs(ray.red - exact.red), std::abs(ray.green - exact.green),
        std::abs(ray.blue - exact.blue), std::abs(ray.transmittance - exact.transmittance) });
      worst = std::max(worst, error);
      squares += error * error;
    }
    EXPECT_LT(worst, 2.0 / 255) << space;
    EXPECT_LT(std::sqrt(squares / rays), 2e-4) << space;
  }
}

TEST_F(TransferFunctionKnots, BandsThatCanBeSeenAreKept)
{
  Colors->AddRGBPoint(0, 1, 0, 0);
  Colors->AddRGBPoint(1, 0, 0, 1);
  Colors->DiscretizeOn();
  const auto expectBands = [this](int n, const char* what) {
    Colors->SetNumberOfValues(n);
    Colors->Modified();
    const inkray::TransferFunction bands = Make();
    EXPECT_EQ(bands.knots.size(), 2u * n) << what;
    for (int i = 0; i < n; ++i)
    {
      for (double t : { 0.1, 0.5, 0.9 })
      {
        double rgb[3];
        const double x = (i + t) / n;
        Colors->GetColor(x, rgb);
        EXPECT_NEAR(Evaluate(bands, x).red, rgb[0], 1e-3) << what << " at " << x;
      }
    }
  };
  expectBands(5, "5 bands");
  expectBands(65, "65 bands");
  expectBands(80, "80 bands");
  Colors->SetNumberOfValues(256);
  Colors->Modified();
  EXPECT_EQ(Make().knots.size(), 2u) << "the continuous form";

  // A steep, narrow part of the map keeps its bands, however many there are; the flat rest does not.
  Colors->AddRGBPoint(0.5, 0, 0, 0);
  Colors->AddRGBPoint(0.51, 1, 1, 1);
  Colors->SetNumberOfValues(1024);
  Colors->Modified();
  const inkray::TransferFunction steep = Make();
  EXPECT_LT(steep.knots.size(), 40u) << "of 1,024 bands";
  for (double x = 0.0001; x < 1; x += 0.000737)
  {
    double rgb[3];
    Colors->GetColor(x, rgb);
    EXPECT_NEAR(Evaluate(steep, x).red, rgb[0], x > 0.501 && x < 0.509 ? 2e-3 : 8.0 / 255.0) << x;
  }
}

TEST_F(TransferFunctionKnots, ATableOf256ColorsIsAContinuousMap)
{
  // By default ParaView makes a table of 256 colors of every map. A separate color in the middle is kept.
  Colors->AddRGBPoint(0.01, 0.23, 0.3, 0.75);
  Colors->AddRGBPoint(0.5, 0.86, 0.86, 0.86);
  Colors->AddRGBPoint(1, 0.7, 0.02, 0.15);
  Colors->SetColorSpaceToDiverging();
  Colors->DiscretizeOn();
  const auto expectNear = [this](std::size_t most) {
    for (const bool isLogarithmic : { false, true })
    {
      Colors->SetUseLogScale(isLogarithmic);
      Colors->Build();
      const inkray::TransferFunction smooth = Make();
      EXPECT_LT(smooth.knots.size(), most);
      for (double x = 0.0113; x < 1; x += 0.0017)
      {
        double rgb[3];
        Colors->GetColor(x, rgb);
        ASSERT_NEAR(Evaluate(smooth, x).red, rgb[0], 8.5 / 255.0) << x;
        ASSERT_NEAR(Evaluate(smooth, x).blue, rgb[2], 8.5 / 255.0) << x;
      }
    }
  };
  Colors->SetNumberOfValues(256);
  expectNear(80);
  Colors->AddRGBPoint(0.7001, 0, 1, 0);
  Colors->AddRGBPoint(0.7, 0.8, 0.6, 0.5);
  Colors->AddRGBPoint(0.705, 0.8, 0.6, 0.5);
  expectNear(120);
}

TEST_F(TransferFunctionKnots, BentMapsHaveFewKnotsAndKeepTheirMean)
{
  // Chords lie on one side of a bent map. Alone, they would shift a ray through many values by two thirds of
  // the tolerance.
  Colors->AddRGBPoint(0, 0.23, 0.3, 0.75);
  Colors->AddRGBPoint(0.5, 0.2, 0.86, 0.4);
  Colors->AddRGBPoint(1, 0.7, 0.02, 0.15);
  // Chords alone needed 58, 22 and 92 knots, and their mean was off by 3e-4.
  const std::pair<std::size_t, std::function<void()>> spaces[] = {
    { 40, [this] { Colors->SetColorSpaceToLab(); } },
    { 16, [this] { Colors->SetColorSpaceToHSV(); } },
    { 64, [this] { Colors->SetColorSpaceToDiverging(); } },
  };
  for (const auto& [most, space] : spaces)
  {
    space();
    const inkray::TransferFunction function = Make();
    EXPECT_LE(function.knots.size(), most);
    double worst = 0, worstMean = 0, mean[3] = { 0, 0, 0 };
    constexpr int samples = 8000, window = 1000;
    for (int i = 0; i < samples; ++i)
    {
      const double x = (i + 0.5) / samples;
      double rgb[3];
      Colors->GetColor(x, rgb);
      const Knot k = Evaluate(function, x);
      const double error[3] = { k.red - rgb[0], k.green - rgb[1], k.blue - rgb[2] };
      for (int c = 0; c < 3; ++c)
      {
        worst = std::max(worst, std::abs(error[c]));
        mean[c] += error[c] / window;
        if (i % window == window - 1)
        {
          worstMean = std::max(worstMean, std::abs(mean[c]));
          mean[c] = 0;
        }
      }
    }
    EXPECT_LE(worst, 1e-3);
    EXPECT_LE(worstMean, 1.7e-4) << "over an eighth of the map";
  }
}

TEST_F(TransferFunctionKnots, ManyNodesOnLinesAreFew)
{
  // As in maps that are given as tables of 256 colors.
  for (int i = 0; i < 256; ++i)
  {
    const double t = i / 255.0;
    Colors->AddRGBPoint(t, 0.5 + 0.3 * std::sin(3 * t), t, t * t);
  }
  ExpectAsVTK(Colors, -0.1, 1.1, 1e-3);
  EXPECT_LT(Make().knots.size(), 80u);
}

// Rays pass bricks of values at which the attenuation is exactly zero.
TEST_F(TransferFunctionKnots, NothingIsSeenBetweenPeaks)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int round = 0; round < 50; ++round)
  {
    Colors->RemoveAllPoints();
    Colors->AddRGBPoint(0, uniform(random), 0, 0);
    Colors->AddRGBPoint(1, 0, uniform(random), 1);
    Opacity->RemoveAllPoints();
    std::vector<std::pair<double, double>> gaps;
    double at = 0.01 + 0.05 * uniform(random);
    const int count = 1 + round % 5;
    for (int peak = 0; peak < count; ++peak)
    {
      const double width = (0.02 + 0.1 * uniform(random)) / count,
                   gap = (0.1 + 0.5 * uniform(random)) / count;
      Opacity->AddPoint(at, 0.0);
      Opacity->AddPoint(at + width, 0.1 + 0.9 * uniform(random));
      Opacity->AddPoint(at + 2 * width, 0.0);
      gaps.emplace_back(at + 2 * width, at + 2 * width + gap);
      at += 2 * width + gap;
    }
    Opacity->AddPoint(at, 0.0);
    const auto pieces = inkray::makeIntervals(Make(), 0, 1);
    const inkray::PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
    for (const auto& [from, to] : gaps)
    {
      for (double t : { 0.001, 0.3, 0.999 })
      {
        EXPECT_EQ(inkray::colorOf(view, static_cast<float>(from + t * (to - from))).w, 0.0f)
          << "round " << round << ", between " << from << " and " << to;
      }
    }
  }
}

TEST_F(TransferFunctionKnots, FaintOpacityIsKept)
{
  // A fog a million times thinner than the wall behind it still matters over a long distance.
  Colors->AddRGBPoint(0, 1, 1, 1);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.0, 1e-3);
  Opacity->AddPoint(0.5, 3e-3);
  Opacity->AddPoint(0.6, 1e-3);
  Opacity->AddPoint(1.0, 1.0);
  EXPECT_NEAR(Evaluate(Make(), 0.5).attenuation, 6e-3, 1e-6);
}

} // namespace
