// SPDX-License-Identifier: BSD-3-Clause
// The knots that the kernels get are VTK's colour and opacity functions, whatever these interpolate with.
#include "RayCastTransferFunction.h"
#include "Shading/ColourTableIntegration.h"
#include "VtkRenderingCompat.h"
#include "vtkColorTransferFunction.h"
#include "vtkDiscretizableColorTransferFunction.h"
#include "vtkNew.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVariant.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace
{

using Knot = inkray::TransferFunctionKnot;

/// What the ray caster makes of the knots: linear between them, constant outside.
Knot Evaluate(const inkray::TransferFunction& function, double x)
{
  const auto& knots = function.knots;
  const auto after = std::upper_bound(
    knots.begin(), knots.end(), x, [](double value, const Knot& k) { return value < k.scalar; });
  if (after == knots.begin() || after == knots.end())
  {
    return after == knots.begin() ? knots.front() : knots.back();
  }
  const Knot &a = *std::prev(after), &b = *after;
  const float t = static_cast<float>((x - a.scalar) / (b.scalar - a.scalar));
  return { x, a.red + t * (b.red - a.red), a.green + t * (b.green - a.green), a.blue + t * (b.blue - a.blue),
    a.attenuation + t * (b.attenuation - a.attenuation) };
}

class TransferFunctionTest : public testing::Test
{
protected:
  TransferFunctionTest()
  {
    Property->SetColor(Colors);
    Property->SetScalarOpacity(Opacity);
    Opacity->AddPoint(0.0, 0.25);
    Opacity->AddPoint(1.0, 0.75);
    Property->SetScalarOpacityUnitDistance(0.5);
  }

  inkray::TransferFunction Make()
  {
    inkray::TransferFunction out = RayCastBridge::MakeTransferFunction(Property, Message);
    for (std::size_t i = 0; i < out.knots.size(); ++i)
    {
      const Knot& k = out.knots[i];
      EXPECT_TRUE(std::isfinite(k.scalar) && std::isfinite(k.red + k.green + k.blue + k.attenuation));
      EXPECT_TRUE(i == 0 || out.knots[i - 1].scalar <= k.scalar) << "sorted";
      EXPECT_FALSE(i > 1 && out.knots[i - 2].scalar == k.scalar) << "at most two knots at one scalar";
    }
    return out;
  }

  /// Against VTK at scalars that no knot was made for.
  void ExpectAsVTK(vtkColorTransferFunction* colors, double from, double to, double tolerance)
  {
    inkray::TransferFunction function = Make();
    EXPECT_LE(function.knots.size(), 1024u);
    ExpectAsVTK(function, colors, from, to, tolerance);
    if (!function.fineKnots.empty())
    {
      function.knots = function.fineKnots;
      ExpectAsVTK(function, colors, from, to, tolerance);
    }
  }
  void ExpectAsVTK(const inkray::TransferFunction& function, vtkColorTransferFunction* colors, double from,
    double to, double tolerance)
  {
    double worst = 0, at = 0;
    // VTK takes milliseconds for a colour in CIEDE2000.
    const int samples = colors->GetColorSpace() == VTK_CTF_LAB_CIEDE2000 ? 50 : 5000;
    for (int i = 0; i < samples; ++i)
    {
      const double x = from + (to - from) * (i + 0.37) / samples;
      const Knot k = Evaluate(function, x);
      double rgb[3];
      colors->GetColor(x, rgb);
      const double opacity = VtkCompat::ValueOf(Opacity, x) / 0.5;
      const double error = std::max({ std::abs(k.red - rgb[0]), std::abs(k.green - rgb[1]),
        std::abs(k.blue - rgb[2]), std::abs(k.attenuation - opacity) });
      if (error > worst)
      {
        worst = error;
        at = x;
      }
    }
    EXPECT_LE(worst, tolerance) << "at " << at << " with " << function.knots.size() << " knots";
  }

  vtkNew<vtkVolumeProperty> Property;
  vtkNew<vtkDiscretizableColorTransferFunction> Colors;
  vtkNew<vtkPiecewiseFunction> Opacity;
  std::string Message;
};

TEST_F(TransferFunctionTest, MapsHaveTablesOfColors)
{
  for (int space : { VTK_CTF_RGB, VTK_CTF_HSV, VTK_CTF_LAB, VTK_CTF_DIVERGING })
  {
    Colors->RemoveAllPoints();
    Colors->SetColorSpace(space);
    Colors->AddRGBPoint(0.0, 0.23, 0.3, 0.75);
    Colors->AddRGBPoint(1.0, 0.7, 0.016, 0.15);
    if (space == VTK_CTF_RGB)
    {
      // As Turbo and Viridis are given.
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
    // Rays through parts of the map, at random, against each of its knots.
    const auto pieces = inkray::makePieces(function, 0, 1), finePieces = inkray::makePieces(fine, 0, 1);
    const inkray::ColourTable table = inkray::makeColourTable(pieces, finePieces);
    ASSERT_FALSE(table.colours.empty()) << space;
    const inkray::ColourTableView view = table.viewOf(table.opacities.data(), table.colours.data());
    const inkray::PiecewiseView exactView = { finePieces.data(), static_cast<int>(finePieces.size()) };
    std::mt19937 random(static_cast<unsigned>(space));
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    double worst = 0, squares = 0;
    const int rays = 2000;
    for (int i = 0; i < rays; ++i)
    {
      inkray::ColourTableIntegral ray;
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

TEST_F(TransferFunctionTest, LinearFunctionsKeepTheirNodes)
{
  Colors->AddRGBPoint(0, 1, 0, 0);
  Colors->AddRGBPoint(0.5, 0, 1, 0);
  Colors->AddRGBPoint(1, 0, 0, 1);
  const inkray::TransferFunction function = Make();
  ASSERT_EQ(function.knots.size(), 3u);
  EXPECT_EQ(function.knots[1].scalar, 0.5);
  EXPECT_NEAR(function.knots[0].attenuation, 0.5, 1e-6) << "opacity over unit distance";
  EXPECT_TRUE(Message.empty()) << Message;
  ExpectAsVTK(Colors, -1, 2, 1e-6);
}

TEST_F(TransferFunctionTest, FunctionsForOtherValuesAreFound)
{
  const auto showsOnlyOthers = [this](double low, double high) {
    const double range[2] = { low, high };
    return RayCastBridge::ShowsOnlyOthers(Property, range);
  };
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(1, 0);
  Opacity->AddPoint(2, 0);
  Opacity->AddPoint(3, 0.5);
  Opacity->AddPoint(4, 0);
  EXPECT_TRUE(showsOnlyOthers(0, 1.5));
  EXPECT_TRUE(showsOnlyOthers(0, 2)) << "the last value is where opacity begins to rise";
  EXPECT_TRUE(showsOnlyOthers(4, 5));
  EXPECT_TRUE(showsOnlyOthers(1.25, 1.25));
  EXPECT_FALSE(showsOnlyOthers(0, 2.01));
  EXPECT_FALSE(showsOnlyOthers(0, 9)) << "the visible node is between the ends";
  EXPECT_FALSE(showsOnlyOthers(2.5, 2.5));
  Opacity->AddPoint(3, 0);
  EXPECT_FALSE(showsOnlyOthers(0, 9)) << "it shows no others either";
}

TEST_F(TransferFunctionTest, EveryColorSpace)
{
  Colors->AddRGBPoint(-0.1, 0.23, 0.3, 0.75);
  Colors->AddRGBPoint(0.4, 0.86, 0.86, 0.2);
  Colors->AddRGBPoint(1.2, 0.7, 0.02, 0.15);
  const std::pair<const char*, std::function<void()>> spaces[] = {
    { "RGB", [this] { Colors->SetColorSpaceToRGB(); } },
    { "HSV",
      [this] {
        Colors->SetColorSpaceToHSV();
        Colors->HSVWrapOff();
      } },
    { "HSV wrapped",
      [this] {
        Colors->SetColorSpaceToHSV();
        Colors->HSVWrapOn();
      } },
    { "Lab", [this] { Colors->SetColorSpaceToLab(); } },
    { "CIEDE2000", [this] { Colors->SetColorSpaceToLabCIEDE2000(); } },
    { "diverging", [this] { Colors->SetColorSpaceToDiverging(); } },
    { "step", [this] { Colors->SetColorSpaceToStep(); } },
  };
  for (const auto& space : spaces)
  {
    SCOPED_TRACE(space.first);
    space.second();
    // VTK's CIEDE2000 path misses the colours at its ends by some hundredths.
    ExpectAsVTK(Colors, -0.5, 1.5, Colors->GetColorSpace() == VTK_CTF_LAB_CIEDE2000 ? 0.03 : 2e-3);
  }
}

TEST_F(TransferFunctionTest, MidpointAndSharpness)
{
  Colors->AddRGBPoint(0, 1, 0, 0, 0.3, 0.0);
  Colors->AddRGBPoint(0.4, 0, 1, 0, 0.5, 0.6);
  Colors->AddRGBPoint(0.8, 0, 0, 1, 0.7, 1.0);
  Colors->AddRGBPoint(1, 1, 1, 0);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0, 0.1, 0.2, 0.4);
  Opacity->AddPoint(0.6, 0.5, 0.5, 1.0);
  Opacity->AddPoint(1.0, 0.2);
  ExpectAsVTK(Colors, -0.2, 1.2, 2e-3);
  // The function that stands for VTK's above has to be right itself where it does not ask VTK: a step
  // halfway.
  EXPECT_EQ(VtkCompat::ValueOf(Opacity, 0.61), 0.5);
  EXPECT_EQ(VtkCompat::ValueOf(Opacity, 0.799), 0.5);
  EXPECT_EQ(VtkCompat::ValueOf(Opacity, 0.801), 0.2);
  EXPECT_EQ(VtkCompat::ValueOf(Opacity, 1.0), 0.2);
  EXPECT_EQ(VtkCompat::ValueOf(Opacity, 2.0), Opacity->GetValue(2.0));
}

TEST_F(TransferFunctionTest, LogarithmicScale)
{
  Colors->AddRGBPoint(1e-3, 1, 0, 0);
  Colors->AddRGBPoint(1, 0, 1, 0);
  Colors->AddRGBPoint(1e3, 0, 0, 1);
  Colors->SetScaleToLog10();
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(1e-3, 0.2);
  Opacity->AddPoint(1e3, 0.7);
  const inkray::TransferFunction function = Make();
  for (double exponent = -2.95; exponent < 3; exponent += 0.01)
  {
    const double x = std::pow(10, exponent);
    double rgb[3];
    Colors->GetColor(x, rgb);
    const Knot k = Evaluate(function, x);
    ASSERT_NEAR(k.red, rgb[0], 4e-3) << x;
    ASSERT_NEAR(k.green, rgb[1], 4e-3) << x;
    ASSERT_NEAR(k.blue, rgb[2], 4e-3) << x;
  }
}

TEST_F(TransferFunctionTest, WithoutClampingNothingOutside)
{
  Colors->AddRGBPoint(0.2, 1, 0.5, 0.25);
  Colors->AddRGBPoint(0.8, 1, 0.5, 0.25);
  Opacity->ClampingOff();
  Colors->ClampingOff();
  const inkray::TransferFunction function = Make();
  EXPECT_EQ(Evaluate(function, -0.01).attenuation, 0);
  EXPECT_EQ(Evaluate(function, 1.01).attenuation, 0);
  EXPECT_NEAR(Evaluate(function, 0.0).attenuation, 0.5, 1e-4);
  EXPECT_NEAR(Evaluate(function, 1.0 - 1e-6).attenuation, 1.5, 1e-4);
  EXPECT_EQ(Evaluate(function, 0.1).red, 0);
  ExpectAsVTK(Colors, -0.5, 1.5, 1e-4);
}

TEST_F(TransferFunctionTest, OutOfRangeColors)
{
  Colors->AddRGBPoint(0, 1, 1, 1);
  Colors->AddRGBPoint(1, 0, 0, 0);
  Colors->SetUseBelowRangeColor(true);
  Colors->SetBelowRangeColor(0, 1, 0);
  Colors->SetUseAboveRangeColor(true);
  Colors->SetAboveRangeColor(1, 0, 1);
  ExpectAsVTK(Colors, -0.5, 1.5, 1e-4);
}

TEST_F(TransferFunctionTest, BandsThatCanBeSeenAreKept)
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

  // A narrow part of the map that is steep shows its bands, however many there are, and the rest does not.
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

TEST_F(TransferFunctionTest, ATableOf256ColorsIsAContinuousMap)
{
  // What ParaView makes of every map by default; a colour of its own in the middle is kept.
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

TEST_F(TransferFunctionTest, BentMapsHaveFewKnotsAndKeepTheirMean)
{
  // Chords alone lie on one side of a bent map: a ray through many values would be off by two thirds of their
  // tolerance.
  Colors->AddRGBPoint(0, 0.23, 0.3, 0.75);
  Colors->AddRGBPoint(0.5, 0.2, 0.86, 0.4);
  Colors->AddRGBPoint(1, 0.7, 0.02, 0.15);
  // With chords they had 58, 22 and 92 knots, and were off by 3e-4 in the mean.
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

// What has been found of colors is kept while they stay as they are, and not a moment longer: another map,
// asked for after more others than are kept, has the same knots after each change.
TEST_F(TransferFunctionTest, ColorsAreThoseOfNow)
{
  vtkNew<vtkDiscretizableColorTransferFunction> map;
  for (int i = 0; i <= 20; ++i)
  {
    map->AddRGBPoint(0.05 * i, 0.5 + 0.5 * std::sin(0.6 * i), 0.04 * i, 0.5 + 0.4 * std::cos(1.8 * i));
  }
  Property->SetColor(map);
  vtkDiscretizableColorTransferFunction* const colors = map;
  const std::vector<std::function<void()>> changes = { [] {}, [this] { Opacity->AddPoint(0.31, 0.9); },
    [=] { colors->AddRGBPoint(0.4, 1, 0, 0); }, [=] { colors->SetColorSpaceToLab(); },
    [=] { colors->DiscretizeOn(); }, [=] { colors->SetNumberOfValues(12); },
    [this] { Opacity->AddPoint(0.62, 0.1); }, [=] { colors->SetNumberOfValues(300); },
    [=] { colors->SetColorSpaceToDiverging(); }, [=] { colors->SetColorSpaceToStep(); },
    [=] { colors->SetColorSpaceToHSV(); }, [=] { colors->HSVWrapOff(); }, [=] { colors->RemovePoint(0.5); },
    [=] { colors->DiscretizeOff(); }, [=] { colors->SetUseBelowRangeColor(true); },
    [=] { colors->SetBelowRangeColor(0, 1, 0); }, [=] { colors->SetUseAboveRangeColor(true); },
    [=] { colors->SetAboveRangeColor(0, 0.5, 1); }, [=] { colors->SetUseBelowRangeColor(false); },
    [=] { colors->SetUseAboveRangeColor(false); }, [=] { colors->SetColorSpaceToRGB(); },
    [=] { colors->ClampingOff(); },
    [=] {
      double node[6];
      colors->GetNodeValue(3, node);
      node[4] = 0.2; // the midpoint
      node[5] = 0.7; // and the sharpness
      colors->SetNodeValue(3, node);
    },
    [=] { colors->SetIndexedLookup(true); }, [=] { colors->SetIndexedLookup(false); },
    [=] { colors->SetScaleToLog10(); } };
  for (std::size_t i = 0; i < changes.size(); ++i)
  {
    SCOPED_TRACE(i);
    changes[i]();
    colors->Build();
    const inkray::TransferFunction of = Make();
    for (int other = 0; other < 9; ++other)
    {
      vtkNew<vtkColorTransferFunction> another;
      another->AddRGBPoint(0.0, 0.1 * other, 0, 0);
      another->AddRGBPoint(1.0, 0.01 * static_cast<double>(i), 1, 0);
      Property->SetColor(another);
      Make();
    }
    Property->SetColor(colors);
    const inkray::TransferFunction anew = Make();
    ASSERT_EQ(of.knots.size(), anew.knots.size());
    for (std::size_t k = 0; k < of.knots.size(); ++k)
    {
      EXPECT_EQ(of.knots[k].scalar, anew.knots[k].scalar) << k;
      EXPECT_EQ(of.knots[k].red, anew.knots[k].red) << k;
      EXPECT_EQ(of.knots[k].green, anew.knots[k].green) << k;
      EXPECT_EQ(of.knots[k].blue, anew.knots[k].blue) << k;
      EXPECT_EQ(of.knots[k].attenuation, anew.knots[k].attenuation) << k;
    }
  }
}

TEST_F(TransferFunctionTest, ColoursAndOpacitiesByThemselves)
{
  // Where opacity comes from another array, colours count that the opacity function would hide.
  Colors->AddRGBPoint(0, 1, 0, 0);
  Colors->AddRGBPoint(0.2, 0, 1, 0);
  Colors->AddRGBPoint(1, 0, 0, 1);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.4, 0.0);
  Opacity->AddPoint(0.9, 0.5);
  RayCastBridge::FunctionUse use;
  use.Opacities = false;
  const inkray::TransferFunction colours = RayCastBridge::MakeTransferFunction(Property, Message, use);
  EXPECT_EQ(colours.knots.size(), 3u);
  EXPECT_NEAR(Evaluate(colours, 0.1).green, 0.5, 1e-6);
  EXPECT_NEAR(Evaluate(colours, 0.1).attenuation, 2.0, 1e-6) << "1 in a unit distance of 0.5";
  use.Opacities = true;
  use.Colors = false;
  const inkray::TransferFunction opacities = RayCastBridge::MakeTransferFunction(Property, Message, use);
  EXPECT_EQ(opacities.knots.size(), 2u);
  EXPECT_NEAR(Evaluate(opacities, 0.65).attenuation, 0.5, 1e-6);
  EXPECT_EQ(Evaluate(opacities, 0.65).red, 0.0f);

  // The opacity of an extreme has no length.
  use.Colors = true;
  use.PerLength = false;
  use.Opacity = 0.5;
  EXPECT_NEAR(
    Evaluate(RayCastBridge::MakeTransferFunction(Property, Message, use), 0.9).attenuation, 0.25, 1e-6);
}

TEST_F(TransferFunctionTest, IndexedColorsReachHalfWay)
{
  Colors->AddRGBPoint(0, 1, 0, 0);
  Colors->AddRGBPoint(1, 0, 1, 0);
  Colors->AddRGBPoint(2, 0, 0, 1);
  Colors->SetAnnotation(vtkVariant(1), "one");
  Colors->SetAnnotation(vtkVariant(2), "two");
  Colors->SetAnnotation(vtkVariant(4), "four");
  Colors->IndexedLookupOn();
  const inkray::TransferFunction function = Make();
  EXPECT_NEAR(Evaluate(function, 1.2).red, 1, 1e-5);
  EXPECT_NEAR(Evaluate(function, 1.6).green, 1, 1e-5);
  EXPECT_NEAR(Evaluate(function, 2.9).green, 1, 1e-5);
  EXPECT_NEAR(Evaluate(function, 3.1).blue, 1, 1e-5);

  // As categories they are exact, and a value without annotation has the NaN colour.
  EXPECT_TRUE(function.isCategorical);
  ASSERT_EQ(function.categories.size(), 3u);
  EXPECT_EQ(function.categories[1].scalar, 2.0);
  EXPECT_NEAR(function.categories[1].green, 1, 1e-5);
  Colors->SetNanColor(0.25, 0.5, 0.75);
  EXPECT_EQ(Make().otherColour[2], 0.75f);
  Colors->SetNumberOfIndexedColors(3);
  Colors->SetIndexedColor(0, 0.2, 0.4, 0.6);
  Colors->SetIndexedColor(1, 0.8, 0.6, 0.4);
  Colors->SetIndexedColor(2, 0.0, 0.2, 1.0);
  EXPECT_NEAR(Make().categories[1].red, 0.8, 1e-6) << "as ParaView lists them";
  Colors->IndexedLookupOff();
  EXPECT_FALSE(Make().isCategorical);
}

TEST_F(TransferFunctionTest, ManyNodesOnLinesAreFew)
{
  // As in the maps that come as tables of 256 colours.
  for (int i = 0; i < 256; ++i)
  {
    const double t = i / 255.0;
    Colors->AddRGBPoint(t, 0.5 + 0.3 * std::sin(3 * t), t, t * t);
  }
  ExpectAsVTK(Colors, -0.1, 1.1, 1e-3);
  EXPECT_LT(Make().knots.size(), 80u);
}

TEST_F(TransferFunctionTest, FaintOpacityIsKept)
{
  // A fog a million times thinner than the wall behind it still counts over a long way.
  Colors->AddRGBPoint(0, 1, 1, 1);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.0, 1e-3);
  Opacity->AddPoint(0.5, 3e-3);
  Opacity->AddPoint(0.6, 1e-3);
  Opacity->AddPoint(1.0, 1.0);
  EXPECT_NEAR(Evaluate(Make(), 0.5).attenuation, 6e-3, 1e-6);
}

TEST_F(TransferFunctionTest, GrayChannel)
{
  vtkNew<vtkPiecewiseFunction> gray;
  gray->AddPoint(0, 0.2);
  gray->AddPoint(1, 0.8);
  Property->SetColor(gray);
  const Knot k = Evaluate(Make(), 0.5);
  EXPECT_NEAR(k.red, 0.5, 1e-5);
  EXPECT_EQ(k.red, k.green);
  EXPECT_EQ(k.red, k.blue);
}

TEST_F(TransferFunctionTest, OnePointAndNone)
{
  Colors->AddRGBPoint(0.5, 1, 0.5, 0);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.5, 0.5);
  inkray::TransferFunction function = Make();
  EXPECT_NE(Message.find("single point"), std::string::npos);
  EXPECT_NEAR(Evaluate(function, -10).red, 1, 1e-6);
  EXPECT_NEAR(Evaluate(function, 10).attenuation, 1, 1e-6);

  Colors->RemoveAllPoints();
  Opacity->RemoveAllPoints();
  function = Make();
  EXPECT_NE(Message.find("no points"), std::string::npos);
  ASSERT_FALSE(function.knots.empty());
  EXPECT_EQ(function.knots[0].attenuation, 0);
}

TEST_F(TransferFunctionTest, OpacityOverTheUnitDistance)
{
  Colors->AddRGBPoint(0, 1, 1, 1);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.0, 0.0);
  Opacity->AddPoint(1.0, 0.9);
  Opacity->AddPoint(2.0, 1.0);
  Property->SetScalarOpacityUnitDistance(0.5);
  RayCastBridge::FunctionUse use;
  use.OverUnitDistance = true;
  const inkray::TransferFunction function = RayCastBridge::MakeTransferFunction(Property, Message, use);
  EXPECT_EQ(Message, "");
  for (const double x : { 0.1, 0.35, 0.5, 0.77, 1.0, 1.5 })
  {
    const double left = std::exp(-0.5 * Evaluate(function, x).attenuation);
    EXPECT_NEAR(left, 1 - Opacity->GetValue(x), 2e-3) << x;
  }
  EXPECT_NEAR(std::exp(-0.5 * Evaluate(function, 3).attenuation), 1e-5, 1e-6) << "finite";
}

TEST_F(TransferFunctionTest, UnitDistanceThatIsNone)
{
  Colors->AddRGBPoint(0, 1, 1, 1);
  Property->SetScalarOpacityUnitDistance(0.0);
  EXPECT_NEAR(Evaluate(Make(), 0).attenuation, 0.25, 1e-6);
  EXPECT_NE(Message.find("unit distance"), std::string::npos);
}

} // namespace
