// SPDX-License-Identifier: BSD-3-Clause
// The report of the last frame: what drew it, its figures and remarks, and nothing from earlier frames.
#include "IsosurfaceScene.h"
#include "Scene.h"
#include "vtkHardwareSelector.h"
#include "vtkPointData.h"
#include "vtkSelection.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

bool contains(const std::string& text, const char* part)
{
  return text.find(part) != std::string::npos;
}

void select(vtkRenderer* renderer)
{
  vtkNew<vtkHardwareSelector> selector;
  selector->SetRenderer(renderer);
  selector->SetArea(10, 10, 20, 20);
  auto selection = vtkSmartPointer<vtkSelection>::Take(selector->Select());
}

TEST(Report, NumbersAreNoLongerThanTheyAreWorth)
{
  vtkNew<vtkRayCastReport> report;
  report->AddRow("a", 68.85000000000001, "ms");
  report->AddRow("b", 0.0123456, "ms");
  report->AddRow("c", 1234.5678, "MiB");
  report->AddRow("d", 1.0 / 3, "data");
  report->AddCount("e", 40900000123);
  const char* const texts[] = { "68.85", "0.012", "1234.6", "0.333333", "40900000123" };
  ASSERT_EQ(report->GetNumberOfRows(), 5);
  for (int row = 0; row < 5; ++row)
  {
    EXPECT_STREQ(report->GetText(row), texts[row]);
  }
  EXPECT_EQ(report->GetValue("a"), 68.85000000000001);
}

TEST(Report, ExtremesOfSeveralMappersAreThoseOfAll)
{
  vtkNew<vtkRayCastReport> one, other, both;
  const double numbers[] = { -2.0, 5.0, 0.25 };
  for (vtkRayCastReport* report : { one.Get(), other.Get() })
  {
    const double sign = report == one ? 1.0 : -1.0;
    report->AddRow("smallest value", sign * numbers[0], "data");
    report->AddRow("largest value", sign * numbers[1], "data");
    report->AddRow("largest gradient", report == one ? 2 * numbers[2] : numbers[2], "data/length");
    report->AddRow("x", sign, "world");
  }
  for (vtkRayCastReport* report : { other.Get(), one.Get(), other.Get() })
  {
    both->AddReport(report);
  }
  EXPECT_EQ(both->GetValue("smallest value"), -2.0);
  EXPECT_STREQ(both->GetText("smallest value"), "-2");
  EXPECT_EQ(both->GetValue("largest value"), 5.0);
  EXPECT_STREQ(both->GetText("largest value"), "5");
  EXPECT_EQ(both->GetValue("largest gradient"), 0.5);
  EXPECT_EQ(both->GetValue("x"), -1.0) << "a place is that of one mapper";
}

TEST(Report, ReportsOfSeveralMappersAddUp)
{
  vtkNew<vtkRayCastReport> one, other, both;
  one->AddDrawnBy(nullptr);
  one->AddRow("fallback reason", "");
  one->AddRemark("note", "empty");
  other->AddDrawnBy("a mapper");
  other->AddRow("fallback reason", "no device");
  other->AddRow("frame", 2, "ms");
  other->AddRow("share of the view", 25, "%");
  other->AddRow("image width", 64, "pixels");
  other->AddRemark("note", "empty");
  other->AddRemark("note", "constant");
  for (vtkRayCastReport* report : { one.Get(), other.Get(), other.Get() })
  {
    both->AddReport(report);
  }
  EXPECT_STREQ(both->GetText("drawn by"), "a mapper");
  EXPECT_STREQ(both->GetText("fallback reason"), "no device");
  EXPECT_EQ(both->GetValue("frame"), 4);
  EXPECT_STREQ(both->GetText("frame"), "4.000");
  EXPECT_EQ(both->GetValue("share of the view"), 50);
  EXPECT_EQ(both->GetValue("image width"), 64);
  EXPECT_EQ(RemarksOf(both, "note"), "empty\nconstant\n");
  for (int i = 0; i < 100; ++i)
  {
    both->AddRemark("problem", std::to_string(i).c_str());
  }
  EXPECT_EQ(RemarksOf(both, "problem"), "0\n1\n2\n3\n4\n5\n") << "a hundred blocks do not fill the panel";
}

TEST(Report, FiguresAreThoseOfTheLastFrame)
{
  Scene scene;
  scene.Picture();
  EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");
  EXPECT_EQ(scene.Reported("rays"), 64 * 64) << "the cube fills the window";
  EXPECT_EQ(scene.Reported("list entries"), 64 * 64);
  EXPECT_GT(scene.Reported("share of the view"), 0);
  EXPECT_LE(scene.Reported("share of the view"), 100);
  EXPECT_GT(scene.Reported("adjacency") + scene.Reported("upload"), 0);

  // The next frame needs no setup.
  scene.Renderer->SetViewport(0, 0, 0.5, 0.5);
  scene.Picture();
  EXPECT_EQ(scene.Reported("rays"), 32 * 32);
  EXPECT_EQ(scene.Reported("image width"), 32);
  EXPECT_EQ(scene.Reported("adjacency"), 0);
  EXPECT_EQ(scene.Reported("upload"), 0);
  scene.Renderer->SetViewport(0, 0, 1, 1);

  // A selection does not count as a frame.
  scene.Picture();
  select(scene.Renderer);
  EXPECT_EQ(scene.Reported("rays"), 64 * 64);
  EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");

  scene.Volume->VisibilityOff();
  scene.Picture();
  EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "nothing") << "hidden";
  scene.Volume->VisibilityOn();
  scene.Picture();
  EXPECT_EQ(scene.Reported("rays"), 64 * 64);

  vtkNew<vtkUnstructuredGrid> empty;
  scene.Mapper->SetInputData(empty);
  Messages messages(scene.Mapper);
  scene.Picture();
  EXPECT_TRUE(messages.Said.empty());
  vtkRayCastReport* const report = scene.Mapper->GetReport();
  EXPECT_STREQ(report->GetText("drawn by"), "nothing");
  EXPECT_TRUE(contains(RemarksOf(report, "note"), "empty"));
  for (const char* row : { "cast", "image width", "rays", "hits", "list entries" })
  {
    EXPECT_FALSE(report->GetValue(row) > 0) << row << " is not that of an earlier frame";
  }
}

TEST(Report, FiguresOfIsosurfacesAreThoseOfTheLastFrame)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.25 });
  scene.Picture();
  EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "isosurface ray cast");
  const double hits = scene.Reported("hits");
  EXPECT_GT(hits, 1000);
  EXPECT_GT(scene.Reported("share of the view"), 0);
  EXPECT_LE(scene.Reported("share of the view"), 100);
  EXPECT_GT(scene.Reported("bricks") + scene.Reported("upload"), 0);
  scene.Picture();
  EXPECT_EQ(scene.Reported("bricks"), 0);
  EXPECT_EQ(scene.Reported("upload"), 0);
  scene.Picture();
  select(scene.Renderer);
  EXPECT_EQ(scene.Reported("hits"), hits);

  vtkNew<vtkImageData> empty;
  scene.Mapper->SetInputData(empty);
  scene.Picture();
  vtkRayCastReport* const report = scene.Mapper->GetReport();
  EXPECT_STREQ(report->GetText("drawn by"), "nothing");
  for (const char* row : { "cast", "image width", "rays", "hits", "list entries" })
  {
    EXPECT_FALSE(report->GetValue(row) > 0) << row << " is not that of an earlier frame";
  }
}

TEST(Report, WhatExplainsThePictureIsNoWarning)
{
  Scene scene;
  auto cube = MakeCube(2);
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(cube->GetPoints());
  grid->GetPointData()->ShallowCopy(cube->GetPointData());
  const vtkIdType right[4] = { 0, 1, 3, 9 }, inverted[4] = { 4, 1, 3, 9 };
  grid->InsertNextCell(VTK_TETRA, 4, right);
  grid->InsertNextCell(VTK_TETRA, 4, inverted);
  scene.Mapper->SetInputData(grid);
  Messages messages(scene.Mapper);
  for (int frame = 0; frame < 2; ++frame)
  {
    scene.Picture();
    const std::string notes = RemarksOf(scene.Mapper->GetReport(), "note");
    EXPECT_TRUE(contains(notes, "1 inverted tetrahedra (drawn as if they were not)")) << notes;
    EXPECT_FALSE(contains(notes, "everywhere"));
  }

  cube->GetPointData()->GetScalars()->FillComponent(0, 0.0); // as it may be at a first time step
  scene.Mapper->SetInputData(cube);
  for (int frame = 0; frame < 2; ++frame)
  {
    scene.Picture();
    EXPECT_TRUE(contains(RemarksOf(scene.Mapper->GetReport(), "note"), "is 0 everywhere"));
  }
  EXPECT_TRUE(messages.Said.empty());
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "");
}

TEST(Report, AProblemIsSaidOnceAsLongAsItLasts)
{
  Scene scene;
  Messages messages(scene.Mapper);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  const auto frames = [&](const char* array, int number) {
    scene.Mapper->SelectScalarArray(array);
    for (int frame = 0; frame < number; ++frame)
    {
      auto step = MakeCube(2); // a new grid at every time step
      scene.Mapper->SetInputData(step);
      scene.Picture();
    }
    return RemarksOf(scene.Mapper->GetReport(), "problem");
  };
  EXPECT_TRUE(contains(frames("nothing", 3), "no array 'nothing'"));
  EXPECT_EQ(messages.Said.size(), 1u);
  EXPECT_EQ(frames("f", 2), "");
  EXPECT_TRUE(contains(frames("nothing", 3), "no array 'nothing'"));
  EXPECT_EQ(messages.Said.size(), 2u);
}

} // namespace
