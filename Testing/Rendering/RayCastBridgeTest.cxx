// SPDX-License-Identifier: BSD-3-Clause
// VTK's objects as the kernels get them: tables of colors, and cameras. A camera that cannot be drawn is
// refused with the reason.
#include "RayCastBridge.h"

#include "Core/Errors.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkLookupTable.h"
#include "vtkNew.h"
#include "vtkPiecewiseFunction.h"
#include "vtkRenderer.h"
#include "vtkTransform.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace
{

/// The color of a value, looked up in a table as the kernels do.
std::array<double, 3> ColorIn(const inkray::ColorTable& table, double value)
{
  const auto last = static_cast<double>(table.rgb.size() / 3 - 1);
  const double place =
    std::clamp((value - table.range[0]) / (table.range[1] - table.range[0]) * last, 0.0, last);
  const auto low = static_cast<std::size_t>(std::min(std::floor(place), last - 1));
  std::array<double, 3> rgb;
  for (std::size_t c = 0; c < 3; ++c)
  {
    const double a = table.rgb[3 * low + c], b = table.rgb[3 * low + 3 + c];
    rgb[c] = a + (place - static_cast<double>(low)) * (b - a);
  }
  return rgb;
}

/// Expects that a table has VTK's own colors at values from `low` to `high`.
void ExpectAsVTK(vtkScalarsToColors* function, double low, double high, double tolerance, int steps = 997)
{
  const inkray::ColorTable table = RayCastBridge::MakeColorTable(function);
  for (int i = 0; i <= steps; ++i)
  {
    const double value = low + (high - low) * i / steps;
    double rgb[3];
    function->GetColor(value, rgb);
    const auto found = ColorIn(table, value);
    for (std::size_t c = 0; c < 3; ++c)
    {
      ASSERT_NEAR(found[c], rgb[c], tolerance) << "at " << value << ", component " << c;
    }
  }
}

TEST(RayCastBridge, TablesHaveTheColorsOfEverySpace)
{
  vtkNew<vtkColorTransferFunction> colors;
  colors->AddRGBPoint(0.0, 0.2, 0.3, 0.9);
  colors->AddRGBPoint(0.6, 0.9, 0.9, 0.3);
  colors->AddRGBPoint(2.0, 0.7, 0.1, 0.2);
  const std::pair<const char*, std::function<void()>> spaces[] = {
    { "RGB", [&] { colors->SetColorSpaceToRGB(); } },
    { "HSV", [&] { colors->SetColorSpaceToHSV(); } },
    { "Lab", [&] { colors->SetColorSpaceToLab(); } },
    { "CIEDE2000", [&] { colors->SetColorSpaceToLabCIEDE2000(); } },
    { "diverging", [&] { colors->SetColorSpaceToDiverging(); } },
  };
  for (const auto& [name, choose] : spaces)
  {
    SCOPED_TRACE(name);
    choose();
    // VTK's CIEDE2000 misses its end colors by a few hundredths, and is slow for each color.
    const bool isCiede = colors->GetColorSpace() == VTK_CTF_LAB_CIEDE2000;
    ExpectAsVTK(colors, -0.5, 2.5, isCiede ? 0.03 : 2e-3, isCiede ? 13 : 997);
  }
}

TEST(RayCastBridge, TablesHaveTheColorsBesideTheRange)
{
  vtkNew<vtkColorTransferFunction> colors;
  colors->AddRGBPoint(1.0, 1, 0, 0);
  colors->AddRGBPoint(3.0, 0, 0, 1);
  colors->SetUseBelowRangeColor(true);
  colors->SetBelowRangeColor(0, 1, 0);
  colors->SetUseAboveRangeColor(true);
  colors->SetAboveRangeColor(1, 1, 0);
  colors->SetNanColor(0.1, 0.2, 0.3);
  const inkray::ColorTable table = RayCastBridge::MakeColorTable(colors);
  EXPECT_EQ(ColorIn(table, 0.9), (std::array<double, 3>{ 0, 1, 0 }));
  EXPECT_EQ(ColorIn(table, 3.1), (std::array<double, 3>{ 1, 1, 0 }));
  EXPECT_NEAR(ColorIn(table, 1.001)[0], 1, 2e-3);
  EXPECT_NEAR(ColorIn(table, 2.999)[2], 1, 2e-3);
  for (int c = 0; c < 3; ++c)
  {
    EXPECT_FLOAT_EQ(table.nanColor[c], 0.1f * static_cast<float>(c + 1));
  }

  vtkNew<vtkLookupTable> lookup;
  lookup->SetTableRange(1, 3);
  lookup->SetNanColor(0.4, 0.5, 0.6, 1);
  lookup->Build();
  EXPECT_FLOAT_EQ(RayCastBridge::MakeColorTable(lookup).nanColor[1], 0.5f);
}

TEST(RayCastBridge, TablesOfCategoriesHoldUpToHalfWay)
{
  vtkNew<vtkColorTransferFunction> colors;
  colors->AddRGBPoint(0, 1, 0, 0);
  colors->AddRGBPoint(1, 0, 1, 0);
  colors->AddRGBPoint(2, 0, 0, 1);
  colors->IndexedLookupOn();
  colors->SetAnnotation(vtkVariant(5.0), "five");
  colors->SetAnnotation(vtkVariant(1.0), "one");
  colors->SetAnnotation(vtkVariant(2.0), "two");
  const inkray::ColorTable table = RayCastBridge::MakeColorTable(colors);
  for (const auto& [value, annotated] : { std::pair(0.0, 1.0), std::pair(1.0, 1.0), std::pair(1.49, 1.0),
         std::pair(1.51, 2.0), std::pair(3.49, 2.0), std::pair(3.51, 5.0), std::pair(9.0, 5.0) })
  {
    double rgba[4];
    colors->GetAnnotationColor(vtkVariant(annotated), rgba);
    EXPECT_EQ(ColorIn(table, value), (std::array<double, 3>{ rgba[0], rgba[1], rgba[2] })) << value;
  }
}

TEST(RayCastBridge, LogarithmicTablesAndGray)
{
  vtkNew<vtkColorTransferFunction> colors;
  colors->AddRGBPoint(0.1, 1, 0, 0);
  colors->AddRGBPoint(1, 0, 1, 0);
  colors->AddRGBPoint(10, 0, 0, 1);
  colors->SetScaleToLog10();
  ExpectAsVTK(colors, 0.1, 10, 2e-3);

  vtkNew<vtkVolumeProperty> property;
  vtkNew<vtkPiecewiseFunction> gray;
  gray->AddPoint(-1, 0.2);
  gray->AddPoint(0, 0.9);
  gray->AddPoint(4, 0.1);
  property->SetColor(gray);
  const inkray::ColorTable table = RayCastBridge::MakeSurfaceTable(nullptr, property);
  for (double value = -1.5; value < 4.5; value += 0.01)
  {
    ASSERT_NEAR(ColorIn(table, value)[0], gray->GetValue(std::clamp(value, -1.0, 4.0)), 2e-3) << value;
    ASSERT_EQ(ColorIn(table, value)[0], ColorIn(table, value)[2]) << value;
  }
}

TEST(RayCastBridge, CamerasThatCannotBeDrawnAreRefusedWithTheReason)
{
  struct Case
  {
    const char* what;
    const char* reason; // empty: the camera is drawn
    std::function<void(vtkCamera*, vtkVolume*)> spoil;
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Case all[] = {
    { "perspective", "", [](vtkCamera*, vtkVolume*) {} },
    { "parallel", "", [](vtkCamera* camera, vtkVolume*) { camera->ParallelProjectionOn(); } },
    { "mirrored and moved", "",
      [](vtkCamera*, vtkVolume* volume) {
        volume->SetScale(-1, 2, 1e-3);
        volume->SetPosition(1e6, 0, 0);
      } },
    { "nowhere", "The camera at (nan, 0, 1) looks at (0, 0, 0). Both points have to be finite",
      [](vtkCamera* camera, vtkVolume*) { camera->SetPosition(nan, 0, 1); } },
    { "far", "Both points have to be finite, not too far away, and different",
      [](vtkCamera* camera, vtkVolume*) { camera->SetFocalPoint(0, 1e31, 0); } },
    { "oblique", "The camera's projection is neither perspective nor parallel; reset its user transforms.",
      [](vtkCamera* camera, vtkVolume*) {
        vtkNew<vtkTransform> user;
        const double elements[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, 0, 0, 1 };
        user->SetMatrix(elements);
        camera->SetUserTransform(user);
      } },
    { "planes beyond reach",
      "The camera's projection has numbers that are not finite; move objects that are very far away back, "
      "and reset the camera.",
      [](vtkCamera* camera, vtkVolume*) {
        camera->ParallelProjectionOn();
        camera->SetParallelScale(nan);
      } },
    { "flat", "The volume's matrix squeezes it flat; give it a scale other than zero.",
      [](vtkCamera*, vtkVolume* volume) { volume->SetScale(1, 0, 1); } },
    { "too large",
      "The volume's matrix has numbers that are not finite, or too large; reset the volume's translation, "
      "orientation and scale.",
      [](vtkCamera*, vtkVolume* volume) { volume->SetScale(1e150); } },
    { "no number", "The volume's matrix has numbers that are not finite, or too large",
      [](vtkCamera*, vtkVolume* volume) { volume->SetScale(nan, 1, 1); } },
  };
  for (const Case& one : all)
  {
    vtkNew<vtkRenderer> renderer;
    vtkNew<vtkCamera> camera;
    vtkNew<vtkVolume> volume;
    renderer->SetActiveCamera(camera);
    one.spoil(camera, volume);
    std::string reason;
    try
    {
      const inkray::Camera made = RayCastBridge::MakeCamera(renderer, volume, 40, 30);
      EXPECT_EQ(made.width * 100 + made.height, 4030);
    }
    catch (const inkray::InvalidInput& problem)
    {
      reason = problem.what();
    }
    EXPECT_TRUE(one.reason[0] == '\0' ? reason.empty() : reason.find(one.reason) != std::string::npos)
      << one.what << ": " << reason;
  }
}

} // namespace
