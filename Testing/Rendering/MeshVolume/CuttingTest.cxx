// SPDX-License-Identifier: BSD-3-Clause
// Cuts of a mesh in VTK windows: cells by a threshold, everything beyond planes, inside or outside a box; and
// slices.
#include "Scene.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataSetTriangleFilter.h"
#include "vtkDoubleArray.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkThreshold.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace
{

/// The unit cube in tetrahedra or hexahedra, with arrays for thresholds: waves at points and in cells,
/// vectors with the components waves and 1 - x, their lengths, and the number of each layer of cells.
vtkSmartPointer<vtkUnstructuredGrid> MakeWavyCube(int n, bool tets)
{
  auto grid = MakeCube(n);
  vtkNew<vtkDoubleArray> layer;
  layer->SetName("layer");
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    layer->InsertNextValue(static_cast<double>(cell / (n * n)));
  }
  grid->GetCellData()->AddArray(layer);
  if (tets)
  {
    vtkNew<vtkDataSetTriangleFilter> cut;
    cut->SetInputData(grid);
    cut->Update();
    grid = cut->GetOutput();
  }
  vtkNew<vtkDoubleArray> waves, vectors, lengths, cells;
  waves->SetName("waves");
  vectors->SetName("vectors");
  vectors->SetNumberOfComponents(2);
  lengths->SetName("lengths");
  cells->SetName("cells");
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    const double wave = std::sin(5 * x[0]) * std::cos(4 * x[1] + 3 * x[2]);
    waves->InsertNextValue(wave);
    vectors->InsertNextTuple2(wave, 1 - x[0]);
    lengths->InsertNextValue(std::hypot(wave, 1 - x[0]));
  }
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    cells->InsertNextValue(static_cast<double>(i * 37 % 101));
  }
  grid->GetPointData()->AddArray(waves);
  grid->GetPointData()->AddArray(vectors);
  grid->GetPointData()->AddArray(lengths);
  grid->GetCellData()->AddArray(cells);
  return grid;
}

/// Colors the volume from red to blue by f and turns it towards a corner.
void ShowTilted(Scene& scene)
{
  scene.Uniform(2, 1, 1, 1);
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->GetRGBTransferFunction(0)->RemoveAllPoints();
  property->GetRGBTransferFunction(0)->AddRGBPoint(0, 1, 0.2, 0);
  property->GetRGBTransferFunction(0)->AddRGBPoint(1, 0, 0.3, 1);
  scene.Volume->SetOrigin(0.5, 0.5, 0.5);
  scene.Volume->SetOrientation(20, 35, 10);
}

TEST(Cutting, ThresholdByCellsIsExact)
{
  Scene scene;
  scene.Mapper->SetInputData(MakeWavyCube(4, false));
  scene.Mapper->SelectThresholdArray(vtkDataObject::CELL, "layer", 0);
  const double ranges[4][3] = { { 0, 3, 1 }, { 1, 2, 0.5 }, { 2.5, 10, 0.25 }, { 4, 5, 0 } };
  for (const auto& range : ranges)
  {
    scene.Mapper->SetThresholdRange(range[0], range[1]);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], 1 - std::exp(-range[2]), OneLevel) << range[0];
  }
  // The mesh and its values were each uploaded once.
  EXPECT_EQ(scene.Reported("mesh uploads"), 1);
  EXPECT_EQ(scene.Reported("scalar uploads"), 1);

  scene.Mapper->SelectThresholdArray(vtkDataObject::CELL, nullptr, 0);
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], 1 - std::exp(-1.0f), OneLevel);
}

TEST(Cutting, ThresholdShowsTheCellsOfTheFilter)
{
  struct Case
  {
    int Association;
    const char* Name;
    int Component;
    double Low, High;
  };
  const Case cases[] = { { vtkDataObject::POINT, "waves", 0, -0.3, 0.7 },
    { vtkDataObject::CELL, "cells", 0, 30, 80 }, { vtkDataObject::POINT, "vectors", 1, 0.2, 0.8 },
    { vtkDataObject::POINT, "vectors", 2, 0.2, 0.9 } };
  for (const bool tets : { true, false })
  {
    auto mesh = MakeWavyCube(6, tets);
    Scene whole;
    ShowTilted(whole);
    whole.Mapper->SetInputData(mesh);
    const auto all = whole.Picture();
    for (const Case& c : cases)
    {
      whole.Mapper->SelectThresholdArray(c.Association, c.Name, c.Component);
      whole.Mapper->SetThresholdRange(c.Low, c.High);
      vtkNew<vtkThreshold> threshold;
      threshold->SetInputData(mesh);
      const bool isLength = c.Component == 2; // vtkThreshold does not know the length
      threshold->SetInputArrayToProcess(0, 0, 0, c.Association, isLength ? "lengths" : c.Name);
      threshold->SetComponentModeToUseSelected();
      threshold->SetSelectedComponent(isLength ? 0 : c.Component);
      threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_BETWEEN);
      threshold->SetLowerThreshold(c.Low);
      threshold->SetUpperThreshold(c.High);
      threshold->Update();
      Scene part;
      ShowTilted(part);
      part.Mapper->SetInputData(vtkUnstructuredGrid::SafeDownCast(threshold->GetOutput()));
      const auto shown = whole.Picture();
      EXPECT_LE(LargestDifference(shown, part.Picture()), 2 * OneLevel) << c.Name << c.Component;
      EXPECT_GE(LargestDifference(shown, all), 0.2f) << c.Name << c.Component;
    }
  }
}

TEST(Cutting, ThresholdThatCannotBeIsSaidOnce)
{
  Scene scene;
  scene.Mapper->SetInputData(MakeWavyCube(4, true));
  const auto whole = scene.Picture();
  scene.Mapper->SelectThresholdArray(vtkDataObject::POINT, "nothing", 0);
  {
    Messages messages(scene.Mapper);
    scene.Picture();
    EXPECT_EQ(LargestDifference(scene.Picture(), std::vector<float>(whole.size())), 0);
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find("no array of numbers 'nothing' on the points to threshold by"),
      std::string::npos);
  }
  scene.Mapper->SelectThresholdArray(vtkDataObject::POINT, "waves", 0);
  const double empty[2][2] = { { 0.5, 0.4 }, { std::nan(""), 1 } };
  for (const auto& range : empty)
  {
    scene.Mapper->SetThresholdRange(range[0], range[1]);
    Messages messages(scene.Mapper);
    scene.Picture();
    EXPECT_EQ(LargestDifference(scene.Picture(), std::vector<float>(whole.size())), 0);
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find("The range of the threshold is empty"), std::string::npos);
    scene.Mapper->SetThresholdRange(-1, 1);
    EXPECT_LE(LargestDifference(scene.Picture(), whole), OneLevel);
    EXPECT_EQ(messages.Said.size(), 1u);
  }
}

/// The y of a pixel's center, in a window of 64 pixels that the unit cube fills.
double PlaceOf(int pixel)
{
  return (pixel + 0.5) / 64;
}

vtkSmartPointer<vtkPlane> MakePlane(double ox, double oy, double oz, double nx, double ny, double nz)
{
  auto plane = vtkSmartPointer<vtkPlane>::New();
  plane->SetOrigin(ox, oy, oz);
  plane->SetNormal(nx, ny, nz);
  return plane;
}

TEST(Cutting, PlanesCutWithinCells)
{
  // Clipping planes are in world coordinates, however the volume is turned.
  Scene scene;
  scene.Volume->SetOrigin(0.5, 0.5, 0.5);
  for (const double turn : { 0.0, 180.0 })
  {
    scene.Volume->SetOrientation(0, turn, 0);
    scene.Mapper->RemoveAllClippingPlanes();
    scene.Mapper->AddClippingPlane(MakePlane(0, 0, 0.4, 0, 0, 7));
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 20, 35)[0], 1 - std::exp(-0.6), OneLevel);

    // A second, oblique plane: at height y, the part from 0.4 to 1 - y is kept.
    scene.Mapper->AddClippingPlane(MakePlane(0, 0.5, 0.5, 0, -1, -1));
    const auto picture = scene.Picture();
    for (const int y : { 4, 21, 35, 60 })
    {
      const double length = std::max(0.0, 0.6 - PlaceOf(y));
      EXPECT_NEAR(scene.Pixel(picture, 20, y)[0], 1 - std::exp(-length), OneLevel) << y;
    }
  }
  scene.Mapper->RemoveAllClippingPlanes();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 20, 35)[0], 1 - std::exp(-1.0), OneLevel);
}

TEST(Cutting, BoxKeepsWhatIsInsideOrOutside)
{
  // A box standing on its edge: its length at height y is 0.5 - 2 |y - 0.5|. It turns with the volume.
  Scene scene;
  const double box[12] = { -1, 0.5, 0.5, 3, 0, 0, 0, 0.25, 0.25, 0, -0.25, 0.25 };
  scene.Settings->SetCropBox(box);
  scene.Volume->SetOrigin(0.5, 0.5, 0.5);
  for (const double turn : { 0.0, 180.0 })
  {
    scene.Volume->SetOrientation(0, turn, 0);
    for (const bool outside : { false, true })
    {
      scene.Settings->SetCropBoxKeepsOutside(outside);
      scene.Settings->UseCropBoxOn();
      const auto picture = scene.Picture();
      for (const int y : { 4, 21, 35, 60 })
      {
        const double inside = std::max(0.0, 0.5 - 2 * std::abs(PlaceOf(y) - 0.5));
        const double length = outside ? 1 - inside : inside;
        EXPECT_NEAR(scene.Pixel(picture, 20, y)[0], 1 - std::exp(-length), 2 * OneLevel) << y << outside;
      }
      scene.Settings->UseCropBoxOff();
      EXPECT_NEAR(scene.Pixel(scene.Picture(), 20, 35)[0], 1 - std::exp(-1.0), OneLevel);
    }
  }
}

TEST(Cutting, PiecesAreCutToTheirBoxes)
{
  // The box of a piece turns with the volume, and the other cuts apply to what it leaves.
  Scene scene;
  constexpr double none = std::numeric_limits<double>::infinity();
  scene.Volume->SetOrigin(0.5, 0.5, 0.5);
  for (const double turn : { 0.0, 180.0 })
  {
    scene.Volume->SetOrientation(0, turn, 0);
    scene.Mapper->SetPieceBox(-none, none, -none, 0.5, 0.3, none);
    const auto length = [&scene] {
      const auto picture = scene.Picture();
      EXPECT_NEAR(scene.Pixel(picture, 20, 35)[0], 0, OneLevel);
      return -std::log(1 - scene.Pixel(picture, 20, 28)[0]);
    };
    EXPECT_NEAR(length(), 0.7, 2 * OneLevel);
    scene.Mapper->AddClippingPlane(MakePlane(0, 0, 0.4, 0, 0, 1));
    EXPECT_NEAR(length(), turn == 0.0 ? 0.6 : 0.3, 2 * OneLevel);
    scene.Mapper->RemoveAllClippingPlanes();
    scene.Mapper->SetPieceBox(-none, none, -none, none, -none, none);
    EXPECT_NEAR(scene.Pixel(scene.Picture(), 20, 35)[0], 1 - std::exp(-1.0), OneLevel);
  }
}

TEST(Cutting, EachCutObeysTheOthers)
{
  Scene scene;
  scene.Mapper->SetInputData(MakeWavyCube(4, false));
  scene.Mapper->SelectThresholdArray(vtkDataObject::CELL, "layer", 0);
  scene.Mapper->SetThresholdRange(1, 2);                             // keep z from 0.25 to 0.75
  scene.Mapper->AddClippingPlane(MakePlane(0, 0, 0.6, 0, 0, -1));    // keep z up to 0.6
  const double box[12] = { 0, 0, 0.3, 1, 0, 0, 0, 1, 0, 0, 0, 0.1 }; // remove z from 0.3 to 0.4
  scene.Settings->SetCropBox(box);
  scene.Settings->UseCropBoxOn();
  scene.Settings->CropBoxKeepsOutsideOn();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 30, 35)[0], 1 - std::exp(-0.25), OneLevel);
}

TEST(Cutting, PlanesAndBoxesThatCannotBeAreSaidOnce)
{
  Scene scene;
  const auto whole = scene.Picture();
  const auto expectProblem = [&](const char* words) {
    Messages messages(scene.Mapper);
    scene.Picture();
    EXPECT_EQ(LargestDifference(scene.Picture(), std::vector<float>(whole.size())), 0);
    ASSERT_EQ(messages.Said.size(), 1u) << words;
    EXPECT_NE(messages.Said[0].find(words), std::string::npos) << messages.Said[0];
    scene.Mapper->RemoveAllClippingPlanes();
    scene.Settings->UseCropBoxOff();
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
    EXPECT_EQ(messages.Said.size(), 1u);
  };
  scene.Mapper->AddClippingPlane(MakePlane(0, 0, 0, 0, 0, 0));
  expectProblem("A clipping plane has no normal");
  scene.Mapper->AddClippingPlane(MakePlane(0, std::nan(""), 0, 0, 1, 0));
  expectProblem("A clipping plane has no normal");
  for (int i = 0; i < 33; ++i)
  {
    scene.Mapper->AddClippingPlane(MakePlane(0, 0, -i, 0, 0, 1));
  }
  expectProblem("There are 33 clipping planes; at most 32 are possible.");
  double box[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0 };
  scene.Settings->SetCropBox(box);
  scene.Settings->UseCropBoxOn();
  expectProblem("The cropping box has no volume");
  box[11] = std::numeric_limits<double>::infinity();
  scene.Settings->SetCropBox(box);
  scene.Settings->UseCropBoxOn();
  expectProblem("The cropping box has no volume");
  EXPECT_EQ(scene.Reported("mesh uploads"), 1);
}

TEST(Cutting, PlanesAlongOneAxis)
{
  Scene scene;
  const auto whole = scene.Picture();
  Messages messages(scene.Mapper);
  for (int axis = 0; axis < 3; ++axis)
  {
    std::vector<float> parts(whole.size());
    for (const double side : { -1.0, 1.0 })
    {
      double normal[3] = { 0, 0, 0 };
      normal[axis] = side;
      scene.Mapper->AddClippingPlane(MakePlane(0.3, 0.3, 0.3, normal[0], normal[1], normal[2]));
      const auto part = scene.Picture();
      EXPECT_GT(LargestDifference(part, whole), 0.1f) << axis;
      EXPECT_GT(LargestDifference(part, std::vector<float>(whole.size())), 0.1f) << axis;
      EXPECT_GT(LargestDifference(part, parts), 0.1f) << axis;
      parts = part;
      scene.Mapper->RemoveAllClippingPlanes();
    }
  }
  EXPECT_TRUE(messages.Said.empty());
}

TEST(Cutting, AsManyPlanesAsThereMayBe)
{
  Scene scene;
  scene.Mapper->AddClippingPlane(MakePlane(0.4, 0.3, 0.5, 0.6, 0.8, 0));
  const auto one = scene.Picture();
  EXPECT_GT(LargestDifference(one, std::vector<float>(one.size())), 0.5f);
  scene.Mapper->RemoveAllClippingPlanes();
  EXPECT_GT(LargestDifference(scene.Picture(), one), 0.5f);
  for (int i = 1; i < 32; ++i)
  {
    scene.Mapper->AddClippingPlane(MakePlane(0, 0, -i, 0, 0, 1)); // cuts nothing off
  }
  scene.Mapper->AddClippingPlane(MakePlane(0.4, 0.3, 0.5, 0.6, 0.8, 0));
  Messages messages(scene.Mapper);
  EXPECT_EQ(LargestDifference(scene.Picture(), one), 0) << "the last of 32 counts as well as one";
  EXPECT_TRUE(messages.Said.empty());
}

/// Gives values f from 0 to 1 a gray from black to white, without light.
void ShowGray(Scene& scene, double attenuation)
{
  scene.Uniform(attenuation, 1, 1, 1);
  vtkColorTransferFunction* gray = scene.Volume->GetProperty()->GetRGBTransferFunction(0);
  gray->RemoveAllPoints();
  gray->AddRGBPoint(0, 0, 0, 0);
  gray->AddRGBPoint(1, 1, 1, 1);
}

TEST(Cutting, SlicesHaveTheColorsOfTheFunction)
{
  Scene scene;
  ShowGray(scene, 0.5);
  const double middle[3] = { 0.5, 0.5, 0.5 }, steep[3] = { 0, 1, 2 }, along[3] = { 0, 0, 3 };
  const double front[3] = { 0, 0, 0.8 };
  scene.Settings->SetNumberOfSlices(2);
  scene.Settings->SetSlice(0, middle, steep);
  scene.Settings->SetSlice(1, front, along);
  scene.Settings->SetSliceOpacity(0.25);
  for (const bool volume : { true, false })
  {
    scene.Settings->SetDrawVolume(volume);
    const auto picture = scene.Picture();
    for (const int y : { 10, 32, 60 })
    {
      // Both slices contain the x direction, and f is x.
      const double f = PlaceOf(45);
      double seen = 1, light = 0;
      const auto pass = [&](double length) {
        const double through = volume ? std::exp(-0.5 * length) : 1;
        light += seen * (1 - through) * f;
        seen *= through;
      };
      const auto meet = [&] {
        light += seen * 0.25 * f;
        seen *= 0.75;
      };
      const double other = 0.5 - (PlaceOf(y) - 0.5) / 2; // z of the steep slice, below 0.8
      pass(1 - 0.8);
      meet();
      pass(0.8 - other);
      meet();
      pass(other);
      EXPECT_NEAR(scene.Pixel(picture, 45, y)[0], light, OneLevel) << y << volume;
    }
  }
  // Clipping planes cut slices too: here they remove the front slice and leave the other.
  scene.Mapper->AddClippingPlane(MakePlane(0, 0, 0.76, 0, 0, -1));
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 45, 32)[0], 0.25 * PlaceOf(45), OneLevel);
  scene.Mapper->RemoveAllClippingPlanes();
  scene.Settings->SetNumberOfSlices(0);
  EXPECT_EQ(scene.Pixel(scene.Picture(), 45, 32)[0], 0);
}

TEST(Cutting, OpaqueSlicesWriteDepth)
{
  Scene scene;
  ShowGray(scene, 1);
  const double middle[3] = { 0.5, 0.5, 0.5 }, along[3] = { 0, 0, 1 };
  scene.Settings->SetNumberOfSlices(1);
  scene.Settings->SetSlice(0, middle, along);
  scene.Settings->DrawVolumeOff();
  EXPECT_NEAR(scene.Pixel(scene.Picture(), 45, 32)[0], PlaceOf(45), OneLevel);
  float depth = 0;
  scene.Window->GetZbufferData(45, 32, 45, 32, &depth);
  EXPECT_NEAR(5 - (1 + 9 * static_cast<double>(depth)), 0.5, 1e-3); // the camera at z = 5 sees distances from
                                                                    // 1 to 10
}

TEST(Cutting, SlicesThatCannotBeAreSaid)
{
  Scene scene;
  const auto whole = scene.Picture();
  const double middle[3] = { 0.5, 0.5, 0.5 }, none[3] = { 0, 0, 0 }, along[3] = { 0, 0, 1 };
  scene.Settings->SetNumberOfSlices(1);
  scene.Settings->SetSlice(0, middle, none);
  {
    Messages messages(scene.Mapper);
    EXPECT_LE(LargestDifference(scene.Picture(), whole), OneLevel);
    scene.Picture();
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find("A slice is left out: its plane has no normal"), std::string::npos);
  }
  scene.Settings->SetNumberOfSlices(40);
  for (int i = 0; i < 40; ++i)
  {
    scene.Settings->SetSlice(i, middle, along);
  }
  {
    Messages messages(scene.Mapper);
    scene.Picture();
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_NE(messages.Said[0].find("There are 40 slices; the first 32 are drawn."), std::string::npos);
  }
  // Slices are drawn with every kind of volume.
  scene.Settings->SetNumberOfSlices(1);
  Messages messages(scene.Mapper);
  scene.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  scene.Picture();
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note").find("not drawn"), std::string::npos);
  scene.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  scene.Picture();
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note").find("not drawn"), std::string::npos);
  EXPECT_TRUE(messages.Said.empty());
}

} // namespace
