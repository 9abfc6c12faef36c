// SPDX-License-Identifier: BSD-3-Clause
// Gradient opacity and 2-D transfer functions of the volume property, in VTK windows. The unit cube's value
// is x, so the magnitude of its gradient is 1 and pictures have a closed form.
#include "Scene.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

/// A function through the given points.
vtkSmartPointer<vtkPiecewiseFunction> MakeFunction(const std::vector<std::array<double, 2>>& points)
{
  auto function = vtkSmartPointer<vtkPiecewiseFunction>::New();
  for (const auto& point : points)
  {
    function->AddPoint(point[0], point[1]);
  }
  return function;
}

/// A table from green to red for values from 0 to 1, with blue 0.5. Opacity rises with the magnitude of the
/// gradient from 0 to `most`.
vtkSmartPointer<vtkImageData> MakeTable(double most, double opacity, int columns = 2)
{
  auto table = vtkSmartPointer<vtkImageData>::New();
  table->SetDimensions(columns, 2, 1);
  table->SetSpacing(1.0 / (columns - 1), most, 1);
  table->AllocateScalars(VTK_FLOAT, 4);
  for (int row = 0; row < 2; ++row)
  {
    for (int column = 0; column < columns; ++column)
    {
      const double value = static_cast<double>(column) / (columns - 1);
      for (int c = 0; c < 4; ++c)
      {
        table->SetScalarComponentFromDouble(column, row, 0, c,
          c == 0     ? value
            : c == 1 ? 1 - value
            : c == 2 ? 0.5
                     : opacity * row);
      }
    }
  }
  return table;
}

void Use2D(Scene& scene, vtkImageData* table)
{
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->SetTransferFunction2D(table);
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
}

float Alpha(double depth)
{
  return static_cast<float>(-std::expm1(-depth));
}

TEST(GradientFunctions, OpacityIsOfTheDatasUnits)
{
  Scene scene;
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(1), OneLevel);
  EXPECT_TRUE(std::isnan(scene.Reported("largest gradient"))) << "not known yet";
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 2, 1 } }));
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.5), OneLevel) << gradients;
    EXPECT_NEAR(scene.Reported("largest gradient"), 1, 1e-4);
  }
  // Points may be added and replaced.
  property->GetGradientOpacity()->AddPoint(0.5, 0.8);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.8 + 0.2 / 3), OneLevel);
  property->GetGradientOpacity()->RemoveAllPoints();
  property->GetGradientOpacity()->AddPoint(0, 1, 0.25, 1); // a step at a quarter of the interval
  property->GetGradientOpacity()->AddPoint(3.9, 0.3);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.3), OneLevel);
  property->DisableGradientOpacityOn();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(1), OneLevel);
  property->DisableGradientOpacityOff();

  // Three times the values have three times the gradient. The volume's own transform does not change
  // gradients.
  auto cube = MakeCube(3);
  vtkNew<vtkDoubleArray> steep;
  steep->SetName("steep");
  for (vtkIdType i = 0; i < cube->GetNumberOfPoints(); ++i)
  {
    steep->InsertNextValue(3 * cube->GetPoint(i)[0] - 1);
  }
  cube->GetPointData()->SetScalars(steep);
  scene.Mapper->SetInputData(cube);
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 6, 1 } }));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.5), OneLevel);
  EXPECT_NEAR(scene.Reported("largest gradient"), 3, 1e-3);
  scene.Volume->SetScale(1, 1, 2);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(1), OneLevel) << "twice as long";
}

TEST(GradientFunctions, TablesLieWhereTheirImageSays)
{
  Scene scene;
  Use2D(scene, MakeTable(2, 0.5));
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    const auto picture = scene.Picture();
    for (const int x : { 8, 30, 55 })
    {
      // The unit distance is 0.5, so the table's opacity of 0.25 is an attenuation of 0.5.
      const double value = (x + 0.5) / 64;
      const auto pixel = scene.Pixel(picture, x, 35);
      EXPECT_NEAR(pixel[0], value * Alpha(0.5), OneLevel) << x;
      EXPECT_NEAR(pixel[1], (1 - value) * Alpha(0.5), OneLevel) << x;
      EXPECT_NEAR(pixel[2], 0.5 * Alpha(0.5), OneLevel) << x;
    }
  }
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");

  // The table is moved along the values, where its border color holds outside, and the unit distance differs.
  auto moved = MakeTable(2, 0.5, 5);
  moved->SetOrigin(0.5, 0, 0);
  scene.Volume->GetProperty()->SetTransferFunction2D(moved);
  scene.Volume->GetProperty()->SetScalarOpacityUnitDistance(0.25);
  const auto picture = scene.Picture();
  EXPECT_NEAR(scene.Pixel(picture, 8, 35)[1], Alpha(1), OneLevel) << "below the table";
  EXPECT_NEAR(scene.Pixel(picture, 55, 35)[0], (55.5 / 64 - 0.5) * Alpha(1), OneLevel);

  // Changed pixels of the same table are used, and so are 1-D functions afterwards.
  moved->SetScalarComponentFromDouble(0, 1, 0, 1, 0.25);
  moved->Modified();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 8, 35)[1], 0.625 * Alpha(1), OneLevel) << "between 1 and 0.25";
  scene.Volume->GetProperty()->SetTransferFunctionMode(vtkVolumeProperty::TF_1D);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 8, 35)[1], Alpha(2), OneLevel);
}

TEST(GradientFunctions, InTheLight)
{
  // A headlight along z reflects nothing from gradients along x: only the ambient share is left.
  Scene scene;
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->ShadeOn();
  property->SetAmbient(0.25);
  property->SetDiffuse(0.75);
  property->SetSpecular(0);
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 2, 1 } }));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], 0.25f * Alpha(0.5), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
  Use2D(scene, MakeTable(2, 0.5));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 35)[2], 0.25f * 0.5f * Alpha(0.5), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
}

TEST(GradientFunctions, AroundIsosurfacesAndSlices)
{
  // The values are z, along the view from 1 to 0, with a slice at 0.75 and an isosurface at 0.5.
  Scene scene;
  auto cube = MakeCube(4);
  vtkNew<vtkDoubleArray> depth;
  depth->SetName("depth");
  for (vtkIdType i = 0; i < cube->GetNumberOfPoints(); ++i)
  {
    depth->InsertNextValue(cube->GetPoint(i)[2]);
  }
  cube->GetPointData()->SetScalars(depth);
  scene.Mapper->SetInputData(cube);
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->SetAmbient(1);
  property->SetDiffuse(0);
  property->SetSpecular(0);
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 2, 1 } }));
  const double origin[3] = { 0, 0, 0.75 }, normal[3] = { 0, 0, 1 };
  scene.Settings->SetNumberOfSlices(1);
  scene.Settings->SetSlice(0, origin, normal);
  scene.Settings->SetSliceOpacity(0.4);
  vtkIsovalueList* const surfaces = scene.Settings->GetIsovalues();
  surfaces->SetValue(0, 0.5);
  surfaces->SetOpacity(0, 0.3);
  surfaces->SetColor(0, 1, 0, 0);
  // Light through a quarter of the cube, the slice, a quarter, the surface and half of the cube, each with
  // its share of color.
  const auto composite = [](float fog, float slice, float surface, float attenuation) {
    const float quarter = Alpha(attenuation / 4), through = 1 - quarter;
    float seen = fog * quarter, left = through;
    seen += left * 0.4f * slice;
    left *= 0.6f;
    seen += left * fog * quarter;
    left *= through;
    seen += left * 0.3f * surface;
    left *= 0.7f;
    return seen + left * fog * Alpha(attenuation / 2);
  };
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    const auto pixel = scene.Pixel(scene.Picture(), 30, 35);
    EXPECT_NEAR(pixel[0], composite(1, 1, 1, 0.5f), OneLevel) << gradients;
    EXPECT_NEAR(pixel[1], composite(1, 1, 0, 0.5f), OneLevel) << gradients;
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
  }

  // Light reduces the color of the fog. Slices keep their full color.
  property->ShadeOn();
  property->SetAmbient(0.25);
  property->SetDiffuse(0.5);
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[1], composite(0.75f, 1, 0, 0.5f), OneLevel) << gradients;
  }
  property->ShadeOff();

  // A 2-D table colors the volume only: slices use the color function, isosurfaces their own colors.
  Use2D(scene, MakeTable(2, 0.5));
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[2], composite(0.5f, 1, 0, 0.5f), OneLevel) << gradients;
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
  }
  scene.Settings->SetNumberOfSlices(0);
  surfaces->SetOpacity(0, 1);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[2], 0.5f * Alpha(0.25), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");

  // Isosurfaces of cell values need averages at points. Averages have gradients: zero if all values are
  // equal.
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_1D);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  property->SetGradientOpacity(MakeFunction({ { 0, 0.5 }, { 2, 1 } }));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[1], Alpha(0.5), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note").find("Gradient opacity"), std::string::npos);
}

TEST(GradientFunctions, OfValuesOfCells)
{
  // Each cell has the value of x at its center. The averages at points rise with slope 1 inside the cube.
  Scene scene;
  auto cube = MakeCube(8);
  vtkNew<vtkDoubleArray> values;
  values->SetName("x of cells");
  for (vtkIdType i = 0; i < cube->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    cube->GetCellBounds(i, bounds);
    values->InsertNextValue(0.5 * (bounds[0] + bounds[1]));
  }
  cube->GetCellData()->AddArray(values);
  scene.Mapper->SetInputData(cube);
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("x of cells");
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 2, 1 } }));
  const double origin[3] = { 0, 0, 0.5 }, normal[3] = { 0, 0, 1 };
  scene.Settings->SetSliceOpacity(0.4);
  const float half = Alpha(0.25), value = 3.5f / 8;
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.Settings->SetGradients(gradients);
    property->SetTransferFunctionMode(vtkVolumeProperty::TF_1D);
    scene.Settings->SetNumberOfSlices(0);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.5), OneLevel) << gradients;
    EXPECT_NEAR(scene.Reported("largest gradient"), 1, 1e-4);
    EXPECT_GT(Alpha(0.45), scene.Pixel(scene.Picture(), 1, 35)[0]) << "at the border averages are flatter";
    scene.Settings->SetNumberOfSlices(1);
    scene.Settings->SetSlice(0, origin, normal);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], half + (1 - half) * (0.4f + 0.6f * half), OneLevel)
      << gradients;
    Use2D(scene, MakeTable(2, 0.5));
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0],
      value * half + (1 - half) * (0.4f + 0.6f * value * half), OneLevel)
      << gradients;
    scene.Settings->SetNumberOfSlices(0);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[1], (1 - value) * Alpha(0.5), OneLevel) << gradients;
    EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
  }
}

TEST(GradientFunctions, WhatHasNoneIsNoted)
{
  Scene scene;
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->SetGradientOpacity(MakeFunction({ { 0, 0 }, { 2, 1 } }));
  const auto expectNote = [&](const std::string& why) {
    Messages messages(scene.Mapper);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(1), 0.3f) << why;
    EXPECT_NE(RemarksOf(scene.Mapper->GetReport(), "note").find(why), std::string::npos)
      << RemarksOf(scene.Mapper->GetReport(), "note");
    EXPECT_TRUE(messages.Said.empty()) << why;
  };
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  expectNote("Gradient opacity cannot be drawn. Blend modes other than Composite");
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  Use2D(scene, MakeTable(2, 0.5));
  scene.Mapper->SetBlendMode(vtkVolumeMapper::ADDITIVE_BLEND);
  scene.Picture();
  EXPECT_NE(
    RemarksOf(scene.Mapper->GetReport(), "note").find("The 2-D transfer function cannot be drawn. Blend"),
    std::string::npos);
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  property->SetTransferFunctionMode(vtkVolumeProperty::TF_1D);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(0.5), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"), "");
}

TEST(GradientFunctions, NonsenseIsSaidOnce)
{
  Scene scene;
  const auto expectSaid = [&](const std::string& words) {
    Messages messages(scene.Mapper);
    scene.Picture();
    scene.Picture();
    ASSERT_EQ(messages.Said.size(), 1u) << words;
    EXPECT_NE(messages.Said[0].find(words), std::string::npos) << messages.Said[0];
    EXPECT_NE(RemarksOf(scene.Mapper->GetReport(), "problem").find(words), std::string::npos);
  };
  scene.Volume->GetProperty()->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
  expectSaid("asks for a 2-D transfer function and has none");
  Use2D(scene, MakeTable(0, 0.5));
  expectSaid("a range of the 2-D transfer function is empty or not finite");
  Use2D(scene, MakeTable(2, 0));
  expectSaid("The opacity of the 2-D transfer function is 0 everywhere");
  auto broken = MakeTable(2, 0.5);
  broken->SetScalarComponentFromDouble(1, 1, 0, 2, std::nan(""));
  Use2D(scene, broken);
  expectSaid("an entry that is not finite");
  Use2D(scene, MakeTable(2, 0.5));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 32, 35)[2], 0.5f * Alpha(0.5), OneLevel);

  // A gradient opacity function without points has no effect.
  scene.Volume->GetProperty()->SetGradientOpacity(MakeFunction({}));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], Alpha(1), OneLevel);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");
}

} // namespace
