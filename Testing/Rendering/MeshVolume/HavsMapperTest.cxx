// SPDX-License-Identifier: BSD-3-Clause
// The HAVS mapper in a window: same pictures as the ray caster, report and notes, omissions, bad input.
#include "HavsDetail.h"
#include "Scene.h"

#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkHavsMapper.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkPointData.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace
{

/// The scene of the other tests, drawn by HAVS.
struct HavsScene : Scene
{
  HavsScene()
  {
    Havs->SetSettings(Settings);
    Havs->SetInputData(MakeCube(5));
    Mapper->SetInputData(Havs->GetInput());
    vtkColorTransferFunction* colors = Volume->GetProperty()->GetRGBTransferFunction();
    colors->RemoveAllPoints();
    colors->AddRGBPoint(0.0, 0.1, 0.3, 0.9);
    colors->AddRGBPoint(0.4, 0.9, 0.9, 0.2);
    colors->AddRGBPoint(1.0, 0.9, 0.2, 0.1);
    Renderer->GetActiveCamera()->Azimuth(31);
    Renderer->GetActiveCamera()->Elevation(17);
    Volume->SetMapper(Havs);
  }
  /// The picture of the same scene by the ray caster.
  std::vector<float> RayCast()
  {
    Volume->SetMapper(Mapper);
    const std::vector<float> picture = this->Picture();
    Volume->SetMapper(Havs);
    return picture;
  }
  double Row(const char* name) { return this->Havs->GetReport()->GetValue(name); }
  std::string Notes() { return RemarksOf(this->Havs->GetReport(), "note"); }

  vtkNew<vtkHavsMapper> Havs;
};

vtkUnstructuredGrid* GridOf(HavsScene& scene)
{
  return vtkUnstructuredGrid::SafeDownCast(scene.Havs->GetInput());
}

TEST(HavsMapper, DrawsWhatTheRayCasterDraws)
{
  HavsScene scene;
  const std::vector<float> points = scene.Picture();
  EXPECT_GT(scene.Pixel(points, 32, 32)[0], 0.1f);
  EXPECT_LT(LargestDifference(points, scene.RayCast()), 1.5f / 255);
  EXPECT_EQ(scene.Row("late rays"), 0);

  vtkNew<vtkDoubleArray> values;
  values->SetName("v");
  for (vtkIdType cell = 0; cell < GridOf(scene)->GetNumberOfCells(); ++cell)
  {
    values->InsertNextValue(std::fmod(0.618 * static_cast<double>(cell), 1.0));
  }
  GridOf(scene)->GetCellData()->AddArray(values);
  const auto select = [](vtkUnstructuredGridVolumeMapper* mapper) {
    mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
    mapper->SelectScalarArray("v");
  };
  select(scene.Havs);
  select(scene.Mapper);
  const std::vector<float> cells = scene.Picture();
  EXPECT_GT(LargestDifference(cells, points), 0.05f);
  EXPECT_LT(LargestDifference(cells, scene.RayCast()), 1.5f / 255);
}

TEST(HavsMapper, IsDrawnInThePassOfTheRayCaster)
{
  // A translucent pane through the center, with and without depth peeling of volumes and with and without
  // FXAA.
  const auto draw = [](bool havs, bool peeling, bool smooth) {
    HavsScene scene;
    vtkNew<vtkRayCastVolume> volume;
    volume->SetMapper(havs ? static_cast<vtkAbstractVolumeMapper*>(scene.Havs) : scene.Mapper);
    volume->SetProperty(scene.Volume->GetProperty());
    scene.Renderer->RemoveVolume(scene.Volume);
    scene.Renderer->AddVolume(volume);
    const double a[3] = { -0.2, -0.1, 0.8 }, b[3] = { 0.7, 0.2, 0.3 }, c[3] = { 0.1, 0.9, 0.8 };
    auto glass = MakeQuad(a, b, c, 1, 1, 1);
    glass->GetProperty()->SetOpacity(0.5);
    scene.Renderer->AddActor(glass);
    scene.Renderer->SetUseDepthPeeling(peeling);
    scene.Renderer->SetUseDepthPeelingForVolumes(peeling);
    scene.Renderer->SetUseFXAA(smooth);
    scene.Picture();
    const auto picture = scene.Picture();
    EXPECT_EQ(scene.Renderer->GetUseFXAA(), smooth);
    EXPECT_EQ(vtkRayCastVolume::GetPass(volume->GetMapper(), scene.Renderer),
      peeling ? vtkRayCastVolume::OVERLAY_PASS : vtkRayCastVolume::VOLUMETRIC_PASS);
    return picture;
  };
  for (bool peeling : { false, true })
  {
    const auto jagged = draw(true, peeling, false), smooth = draw(true, peeling, true);
    EXPECT_GT(LargestDifference(jagged, smooth), 0.1f);
    EXPECT_LT(LargestDifference(jagged, draw(false, peeling, false)), 1.5f / 255) << "peeling " << peeling;
    EXPECT_LT(LargestDifference(smooth, draw(false, peeling, true)), 4.0f / 255) << "peeling " << peeling;
  }
}

TEST(HavsMapper, ReportsTheFrame)
{
  HavsScene scene;
  EXPECT_STREQ(scene.Havs->GetReport()->GetText("drawn by"), "nothing");
  scene.Picture();
  EXPECT_STREQ(scene.Havs->GetReport()->GetText("drawn by"), "HAVS");
  EXPECT_STREQ(scene.Havs->GetReport()->GetText("device"), scene.Havs->GetDeviceName());
  const double tets = scene.Row("tetrahedra"), faces = scene.Row("faces");
  EXPECT_EQ(tets, 5 * 5 * 5 * 6);
  EXPECT_EQ(2 * faces, 4 * tets + 6 * 5 * 5 * 2) << "each face once";
  EXPECT_EQ(scene.Row("left out faces"), 0);
  EXPECT_GT(scene.Row("rays"), 1000);
  EXPECT_GE(scene.Row("fragments"), 2 * scene.Row("rays"));
  EXPECT_GE(scene.Row("list entries"), faces / 4);
  EXPECT_LE(scene.Row("late fragments"), scene.Row("unsorted fragments"));
  EXPECT_GT(scene.Row("mesh memory"), 0);
  EXPECT_EQ(scene.Row("mesh uploads"), 1);
  EXPECT_EQ(scene.Notes(), "");

  // Only changed data are uploaded again.
  scene.Volume->GetProperty()->SetScalarOpacityUnitDistance(0.3);
  scene.Picture();
  EXPECT_EQ(scene.Row("mesh uploads"), 1);
  EXPECT_EQ(scene.Row("scalar uploads"), 1);
  EXPECT_EQ(scene.Row("transfer function uploads"), 2);
}

TEST(HavsMapper, BuffersOfTwoAndSix)
{
  HavsScene scene;
  EXPECT_EQ(scene.Havs->GetBufferSize(), 6);
  scene.Havs->SetBufferSize(1);
  EXPECT_EQ(scene.Havs->GetBufferSize(), 2);
  // Cells become slabs at an angle to the view, so that centroids are a poor guide to depths.
  vtkPoints* points = GridOf(scene)->GetPoints();
  for (vtkIdType p = 0; p < points->GetNumberOfPoints(); ++p)
  {
    double x[3];
    points->GetPoint(p, x);
    points->SetPoint(p, x[0], x[1], 0.1 * x[2] + 0.8 * x[0]);
  }
  points->Modified();
  GridOf(scene)->Modified();
  scene.Picture();
  const double two = scene.Row("late rays");
  EXPECT_GT(two, 0);
  EXPECT_EQ(scene.Notes(),
    std::to_string(static_cast<int>(two)) + " of " + std::to_string(static_cast<int>(scene.Row("rays"))) +
      " rays met faces in an order that a k-buffer of 2 entries cannot sort; their pixels may be "
      "wrong.\n");
  scene.Havs->SetBufferSize(6);
  scene.Picture();
  EXPECT_LT(scene.Row("late rays"), two);
}

TEST(HavsMapper, WhatItCannotShowIsSaidInOneNote)
{
  HavsScene scene;
  const std::vector<float> plain = scene.Picture();
  vtkVolumeProperty* property = scene.Volume->GetProperty();
  property->ShadeOn();
  vtkNew<vtkPiecewiseFunction> gradients;
  gradients->AddPoint(0, 0);
  gradients->AddPoint(1, 1);
  property->SetGradientOpacity(gradients);
  scene.Settings->GetIsovalues()->SetValue(0, 0.5);
  scene.Settings->SetNumberOfSlices(1);
  scene.Settings->UseCropBoxOn();
  scene.Havs->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  scene.Havs->SetLeftOut("the threshold");
  vtkNew<vtkPlane> plane;
  plane->SetNormal(1, 0, 0);
  scene.Havs->AddClippingPlane(plane);
  Messages said(scene.Havs);
  EXPECT_LT(LargestDifference(scene.Picture(), plain), 0.5f / 255);
  const std::string notes = scene.Notes();
  for (const char* name : { "light", "gradient opacity", "the blend mode", "isosurfaces", "slices",
         "clipping", "cropping", "the threshold" })
  {
    EXPECT_NE(notes.find(name), std::string::npos) << name << " in: " << notes;
  }
  EXPECT_EQ(std::count(notes.begin(), notes.end(), '\n'), 1) << notes;
  EXPECT_TRUE(said.Said.empty()) << said.Said.front();
}

TEST(HavsMapper, EachThingThatItLeavesOutIsNamedWhereItIsAskedFor)
{
  const auto gradients = [](HavsScene& scene) {
    vtkNew<vtkPiecewiseFunction> opacity;
    opacity->AddPoint(0, 0);
    opacity->AddPoint(1, 1);
    scene.Volume->GetProperty()->SetGradientOpacity(opacity);
  };
  const auto categories = [](HavsScene& scene) {
    scene.Volume->GetProperty()->GetRGBTransferFunction()->IndexedLookupOn();
  };
  const auto cells = [](HavsScene& scene) {
    scene.Havs->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
    scene.Havs->SelectScalarArray("c");
  };
  const auto missing = [](HavsScene& scene) {
    GridOf(scene)->GetPointData()->GetScalars()->SetComponent(7, 0, std::nan(""));
    GridOf(scene)->GetPointData()->GetScalars()->Modified();
  };
  const auto pairs = [](HavsScene& scene) {
    vtkNew<vtkDoubleArray> values;
    values->SetName("pair");
    values->SetNumberOfComponents(2);
    for (vtkIdType p = 0; p < GridOf(scene)->GetNumberOfPoints(); ++p)
    {
      values->InsertNextTuple2(0.01 * static_cast<double>(p), 0.5);
    }
    GridOf(scene)->GetPointData()->SetScalars(values);
  };
  struct Case
  {
    const char* what;
    const char* leftOut; // a part of the note; empty: no note
    std::function<void(HavsScene&)> ask;
  };
  const Case all[] = {
    { "nothing", "", [](HavsScene&) {} },
    { "light", "light", [](HavsScene& s) { s.Volume->GetProperty()->ShadeOn(); } },
    { "a table", "the 2-D transfer function",
      [&](HavsScene& s) {
        gradients(s);
        s.Volume->GetProperty()->SetTransferFunctionMode(vtkVolumeProperty::TF_2D);
      } },
    { "gradients", "gradient opacity", gradients },
    { "gradients that are off", "",
      [&](HavsScene& s) {
        gradients(s);
        s.Volume->GetProperty()->DisableGradientOpacityOn();
      } },
    { "maximum", "the blend mode",
      [](HavsScene& s) { s.Havs->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND); } },
    { "colors", "colors as they are",
      [&](HavsScene& s) {
        pairs(s);
        s.Volume->GetProperty()->IndependentComponentsOff();
      } },
    { "pairs of values", "", pairs },
    { "categories", "borders of categories", categories },
    { "categories of cells", "",
      [&](HavsScene& s) {
        categories(s);
        cells(s);
      } },
    { "isosurfaces", "isosurfaces", [](HavsScene& s) { s.Settings->GetIsovalues()->SetValue(0, 0.5); } },
    { "slices", "slices", [](HavsScene& s) { s.Settings->SetNumberOfSlices(1); } },
    { "planes", "clipping", [](HavsScene& s) { s.Havs->AddClippingPlane(vtkNew<vtkPlane>()); } },
    { "a box", "cropping", [](HavsScene& s) { s.Settings->UseCropBoxOn(); } },
    { "missing values", "", missing },
    { "missing values in color", "colors of NaN",
      [&](HavsScene& s) {
        missing(s);
        s.Settings->DrawNaNOn();
      } },
    { "no missing values in color", "", [](HavsScene& s) { s.Settings->DrawNaNOn(); } },
    { "what the display says", "the threshold", [](HavsScene& s) { s.Havs->SetLeftOut("the threshold"); } },
    { "the display says nothing", "", [](HavsScene& s) { s.Havs->SetLeftOut(""); } },
    { "two", "light, isosurfaces",
      [](HavsScene& s) {
        s.Settings->GetIsovalues()->SetValue(0, 0.5);
        s.Volume->GetProperty()->ShadeOn();
      } },
  };
  for (const Case& one : all)
  {
    HavsScene scene;
    one.ask(scene);
    scene.Picture();
    const std::string notes = scene.Notes();
    const auto begin = notes.find("HAVS leaves out");
    EXPECT_EQ(begin == std::string::npos ? "" : notes.substr(begin, notes.find('\n', begin) - begin),
      one.leftOut[0] == '\0' ? ""
                             : "HAVS leaves out: " + std::string(one.leftOut) +
          ". The mapper InKRay Ray Caster draws all of these.")
      << one.what;
  }
}

TEST(HavsMapper, OneValueEverywhereIsSaid)
{
  const std::string note =
    "The array 'f' is 0.25 everywhere: the whole volume has one color and one opacity.\n";
  const auto constant = [](HavsScene& scene) {
    auto* const values = vtkDoubleArray::SafeDownCast(GridOf(scene)->GetPointData()->GetScalars());
    values->FillValue(0.25);
    values->Modified();
    return values;
  };
  HavsScene scene;
  constant(scene);
  scene.Picture();
  EXPECT_EQ(scene.Notes(), note);
  scene.Settings->SetInputIsPart(true);
  scene.Picture();
  EXPECT_EQ(scene.Notes(), "") << "other pieces may have other values";
  HavsScene missing;
  constant(missing)->SetValue(7, std::nan(""));
  missing.Picture();
  EXPECT_EQ(missing.Notes().find("everywhere"), std::string::npos) << missing.Notes();
}

TEST(HavsMapper, BadInput)
{
  HavsScene scene;
  Messages said(scene.Havs);
  const auto expect = [&](const char* words) {
    scene.Picture();
    ASSERT_EQ(said.Said.size(), 1u) << words;
    EXPECT_NE(said.Said[0].find(words), std::string::npos) << said.Said[0];
    EXPECT_STREQ(scene.Havs->GetReport()->GetText("drawn by"), "nothing");
    said.Said.clear();
  };
  const vtkSmartPointer<vtkUnstructuredGrid> cube = GridOf(scene);
  scene.Havs->SetScalarMode(VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
  scene.Havs->SelectScalarArray("none");
  expect("no array 'none'");
  scene.Havs->SelectScalarArray("f");
  scene.Havs->SetInputData(vtkSmartPointer<vtkUnstructuredGrid>::New());
  scene.Picture();
  EXPECT_NE(scene.Notes().find("no cells"), std::string::npos);

  vtkNew<vtkUnstructuredGrid> flat;
  flat->SetPoints(cube->GetPoints());
  flat->GetPointData()->ShallowCopy(cube->GetPointData());
  const vtkIdType ids[3] = { 0, 1, 7 };
  flat->InsertNextCell(VTK_TRIANGLE, 3, ids);
  scene.Havs->SetInputData(flat);
  expect("three-dimensional");

  vtkNew<vtkUnstructuredGrid> missing;
  missing->ShallowCopy(cube);
  vtkNew<vtkDoubleArray> values;
  values->SetName("f");
  values->SetNumberOfTuples(cube->GetNumberOfPoints());
  values->Fill(std::numeric_limits<double>::quiet_NaN());
  missing->GetPointData()->SetScalars(values);
  scene.Havs->SetInputData(missing);
  expect("finite number");

  scene.Havs->SetInputData(cube);
  EXPECT_LT(LargestDifference(scene.Picture(), scene.RayCast()), 1.5f / 255) << "the session lives";
  EXPECT_TRUE(said.Said.empty());
}

TEST(HavsMapper, AFrameGivenUpIsDrawnAnew)
{
  HavsScene scene;
  const std::vector<float> whole = scene.Picture();
  {
    const AbortedFrames aborted(scene.Renderer);
    scene.Picture();
  }
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
  scene.Havs->ReleaseCaster();
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0) << "after the mesh was given back";
  EXPECT_EQ(scene.Row("mesh uploads"), 2);
  scene.Havs->ReleaseGraphicsResources(scene.Window);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0) << "after all was given back";
}

TEST(HavsMapper, LevelsOfDetailFollowTheTime)
{
  HavsDetail detail;
  EXPECT_EQ(detail.Choose(false, 0), 1) << "no target";
  EXPECT_EQ(detail.Choose(false, 50), 1) << "nothing is known";
  // A frame takes 20 ms, and 200 ms more if all faces are drawn.
  const auto frame = [&detail](double target) {
    const float drawn = detail.Choose(false, target);
    detail.Measure(drawn, 20 + 200 * drawn, target);
    return drawn;
  };
  for (int i = 0; i < 30; ++i)
  {
    frame(60);
  }
  EXPECT_NEAR(20 + 200 * frame(60), 60, 6) << "it comes to the target,";
  const float settled = frame(60);
  EXPECT_EQ(frame(60), settled) << "and stays there";
  EXPECT_EQ(detail.Choose(true, 60), 1) << "stills have all";
  for (int i = 0; i < 30; ++i)
  {
    frame(5);
  }
  EXPECT_FLOAT_EQ(frame(5), static_cast<float>(HavsDetail::Least)) << "what cannot be had";
  for (int i = 0; i < 30; ++i)
  {
    frame(500);
  }
  EXPECT_EQ(frame(500), 1) << "time for all";
}

} // namespace
