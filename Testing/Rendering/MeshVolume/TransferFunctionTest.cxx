// SPDX-License-Identifier: BSD-3-Clause
// The knots given to the kernels equal VTK's color and opacity functions for every kind of interpolation.
#include "TransferFunctionTest.h"

#include "ShownRange.h"
#include "VtkRenderingCompat.h"
#include "vtkColorTransferFunction.h"
#include "vtkVariant.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

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

TransferFunctionTest::TransferFunctionTest()
{
  Property->SetColor(Colors);
  Property->SetScalarOpacity(Opacity);
  Opacity->AddPoint(0.0, 0.25);
  Opacity->AddPoint(1.0, 0.75);
  Property->SetScalarOpacityUnitDistance(0.5);
}

inkray::TransferFunction TransferFunctionTest::Make()
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

void TransferFunctionTest::ExpectAsVTK(
  vtkColorTransferFunction* colors, double from, double to, double tolerance)
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

void TransferFunctionTest::ExpectAsVTK(const inkray::TransferFunction& function,
  vtkColorTransferFunction* colors, double from, double to, double tolerance)
{
  double worst = 0, at = 0;
  // VTK needs milliseconds for one color in CIEDE2000.
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

namespace
{

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
    // VTK's CIEDE2000 misses its end colors by a few hundredths.
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
  // VtkCompat::ValueOf must itself be right where it does not ask VTK: here, a step halfway.
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

TEST_F(TransferFunctionTest, TheEndsOfTheRangeAreInside)
{
  // With and without bands, and with opacity functions that do and do not exceed the range.
  for (const int bands : { 0, 5, 256 })
  {
    for (const double last : { 1.0, 1.7 })
    {
      vtkNew<vtkDiscretizableColorTransferFunction> map;
      map->AddRGBPoint(0, 1, 1, 1);
      map->AddRGBPoint(1, 0, 0, 0);
      map->SetUseBelowRangeColor(true);
      map->SetBelowRangeColor(0, 1, 0);
      map->SetUseAboveRangeColor(true);
      map->SetAboveRangeColor(1, 0, 1);
      map->SetDiscretize(bands > 0);
      map->SetNumberOfValues(std::max(bands, 2));
      map->Build();
      Property->SetColor(map);
      Opacity->RemoveAllPoints();
      Opacity->AddPoint(last - 1.5, 0.3);
      Opacity->AddPoint(last, 0.3);
      EXPECT_EQ(Make().upperEnds, std::vector<double>{ 1.0 }) << bands << " bands, to " << last;
      double rgb[3];
      map->GetColor(1.0, rgb);
      EXPECT_LT(rgb[0], 0.5) << "as VTK has it";
    }
  }
}

// Results for a map are cached only while its colors stay the same. A second map with the same changes, asked
// for after enough others to empty the cache, must have the same knots.
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

TEST_F(TransferFunctionTest, ColorsAndOpacitiesByThemselves)
{
  // If opacity comes from another array, colors count even where the opacity function would hide them.
  Colors->AddRGBPoint(0, 1, 0, 0);
  Colors->AddRGBPoint(0.2, 0, 1, 0);
  Colors->AddRGBPoint(1, 0, 0, 1);
  Opacity->RemoveAllPoints();
  Opacity->AddPoint(0.4, 0.0);
  Opacity->AddPoint(0.9, 0.5);
  RayCastBridge::FunctionUse use;
  use.Opacities = false;
  const inkray::TransferFunction colors = RayCastBridge::MakeTransferFunction(Property, Message, use);
  EXPECT_EQ(colors.knots.size(), 3u);
  EXPECT_NEAR(Evaluate(colors, 0.1).green, 0.5, 1e-6);
  EXPECT_NEAR(Evaluate(colors, 0.1).attenuation, 2.0, 1e-6) << "1 in a unit distance of 0.5";
  use.Opacities = true;
  use.Colors = false;
  const inkray::TransferFunction opacities = RayCastBridge::MakeTransferFunction(Property, Message, use);
  EXPECT_EQ(opacities.knots.size(), 2u);
  EXPECT_NEAR(Evaluate(opacities, 0.65).attenuation, 0.5, 1e-6);
  EXPECT_EQ(Evaluate(opacities, 0.65).red, 0.0f);

  // An extreme has an opacity rather than an attenuation per length.
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

  // As categories they are exact, and a value without an annotation has the NaN color.
  EXPECT_TRUE(function.isCategorical);
  ASSERT_EQ(function.categories.size(), 3u);
  EXPECT_EQ(function.categories[1].scalar, 2.0);
  EXPECT_NEAR(function.categories[1].green, 1, 1e-5);
  Colors->SetNanColor(0.25, 0.5, 0.75);
  EXPECT_EQ(Make().otherColor[2], 0.75f);
  Colors->SetNumberOfIndexedColors(3);
  Colors->SetIndexedColor(0, 0.2, 0.4, 0.6);
  Colors->SetIndexedColor(1, 0.8, 0.6, 0.4);
  Colors->SetIndexedColor(2, 0.0, 0.2, 1.0);
  EXPECT_NEAR(Make().categories[1].red, 0.8, 1e-6) << "as ParaView lists them";
  Colors->IndexedLookupOff();
  EXPECT_FALSE(Make().isCategorical);
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
