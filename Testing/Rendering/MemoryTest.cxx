// SPDX-License-Identifier: BSD-3-Clause
// If memory runs out anywhere in a mapper, its report has one problem, and the next frame is right.
#include "FailingNew.h"
#include "GridVolume/GridScene.h"
#include "Selection.h"
#include "vtkDataObject.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace
{

/// Arrays of this cube's cells exceed `large`; everything that OpenGL and VTK allocate by operator new in a
/// frame is smaller.
constexpr int cellsAlong = 32;
constexpr std::size_t large = 150'000;

TEST(Memory, RunsOutInAFrame)
{
  Scene scene;
  // Hexahedra are cut into tetrahedra, and a threshold needs the least and the greatest value of each.
  scene.Mapper->SelectThresholdArray(vtkDataObject::POINT, "f", 0);
  scene.Mapper->SetThresholdRange(0.2, 0.7);
  const auto grid = MakeCube(cellsAlong), other = MakeCube(2);
  scene.Mapper->SetInputData(grid);
  const std::vector<float> expected = scene.Picture();
  EXPECT_GT(scene.Pixel(expected, 32, 32)[0], 0.3f);

  std::set<std::string> problems;
  int released = 0;
  for (int n = 0;; ++n)
  {
    scene.Mapper->SetInputData(other);
    scene.Window->Render();
    scene.Mapper->SetInputData(grid); // everything is made anew
    const double before = scene.Reported("mesh uploads");
    double uploads = 0;
    {
      Messages said(scene.Mapper);
      const FailingNew failing(large, n);
      scene.Window->Render();
      if (!failing.HasFailed())
      {
        EXPECT_GE(n, 5);
        break;
      }
      uploads = scene.Reported("mesh uploads") - before;
      ASSERT_EQ(said.Said.size(), 1u) << "allocation " << n;
    }
    problems.insert(RemarksOf(scene.Mapper->GetReport(), "problem"));
    // A mesh that was made, but failed to draw, is released: its size may be the reason.
    ASSERT_EQ(LargestDifference(scene.Picture(), expected), 0) << "allocation " << n;
    ASSERT_EQ(scene.Reported("mesh uploads") - before, uploads + 1) << "allocation " << n;
    ASSERT_EQ(RemarksOf(scene.Mapper->GetReport(), "problem"), "") << "allocation " << n;
    released += uploads > 0 ? 1 : 0;
  }
  EXPECT_EQ(problems,
    (std::set<std::string>{ "Out of memory while cutting 32768 cells into tetrahedra; nothing is drawn.\n",
      "There is not enough memory to draw this volume; use a smaller part of it.\n" }));
  EXPECT_GE(released, 2);
}

TEST(Memory, RunsOutInAFrameOfAnImage)
{
  const auto makeImage = [](int n) {
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(n, n, n);
    image->SetSpacing(1.0 / (n - 1), 1.0 / (n - 1), 1.0 / (n - 1));
    AddValues(image, "f", [](const double* p) { return 60 * p[0]; });
    AddCellValues(image, "o", [](const double* p) { return 60 * p[1]; }); // is averaged at the points
    return image;
  };
  GridScene scene;
  scene.Grids->SelectOpacityArray(vtkDataObject::CELL, "o", 0);
  const auto image = makeImage(45), other = makeImage(5);
  const std::vector<float> expected = scene.Draw(image);
  EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 0.3f);
  for (int n = 0;; ++n)
  {
    scene.Draw(other);
    scene.Grids->SetInputDataObject(image); // everything is made anew
    {
      Messages said(scene.Grids);
      const FailingNew failing(large, n);
      scene.Window->Render();
      if (!failing.HasFailed())
      {
        EXPECT_GE(n, 1);
        break;
      }
      ASSERT_EQ(said.Said.size(), 1u) << "allocation " << n;
    }
    EXPECT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"),
      "There is not enough memory to draw this volume; use a smaller part of it.\n");
    ASSERT_EQ(LargestDifference(scene.Draw(image), expected), 0) << "allocation " << n;
    ASSERT_EQ(RemarksOf(scene.Grids->GetReport(), "problem"), "") << "allocation " << n;
  }
}

TEST(Memory, RunsOutWhereCellsInPixelsAreFound)
{
  Scene scene;
  scene.Mapper->SetInputData(MakeCube(8));
  scene.Settings->SetSelectsPixels(1);
  scene.Picture();
  const auto selected = SelectIds(scene.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 0, 0, 63, 63 });
  vtkNew<vtkIdTypeArray> pixels, expected;
  for (const vtkIdType pixel : selected.at(scene.Volume))
  {
    pixels->InsertNextValue(pixel);
  }
  ASSERT_EQ(pixels->GetNumberOfTuples(), 64 * 64);
  scene.Mapper->FindCells(pixels, expected);
  ASSERT_EQ(expected->GetNumberOfTuples(), 512);

  constexpr std::size_t least = 2000; // bytes
  for (int n = 0;; ++n)
  {
    vtkNew<vtkIdTypeArray> found;
    found->SetNumberOfComponents(3);
    found->InsertNextTuple3(5, 6, 7);
    Messages said(scene.Mapper);
    const FailingNew failing(least, n);
    scene.Mapper->FindCells(pixels, found);
    ASSERT_EQ(found->GetTuple3(0)[1], 6) << "allocation " << n;
    if (!failing.HasFailed())
    {
      EXPECT_EQ(found->GetNumberOfTuples(), 1 + expected->GetNumberOfTuples());
      EXPECT_GE(n, 4);
      break;
    }
    ASSERT_EQ(found->GetNumberOfTuples(), 1) << "allocation " << n;
    ASSERT_EQ(said.Said.size(), 1u) << "allocation " << n;
    EXPECT_NE(said.Said[0].find(
                "There is not enough memory to find the cells that 4096 pixels show; select fewer pixels."),
      std::string::npos)
      << said.Said[0];
  }

  for (int n = 0;; ++n)
  {
    vtkNew<vtkFloatArray> ends, layers;
    const FailingNew failing(least, n);
    scene.Mapper->FindEnds(pixels, ends);
    const vtkIdType number = pixels->GetNumberOfTuples();
    ASSERT_TRUE(ends->GetNumberOfTuples() == 0 || ends->GetNumberOfTuples() == number) << "allocation " << n;
    if (ends->GetNumberOfTuples() == number)
    {
      scene.Mapper->FindLayers(pixels, ends, layers);
    }
    if (!failing.HasFailed())
    {
      EXPECT_EQ(layers->GetNumberOfTuples(), number);
      EXPECT_GE(n, 4);
      break;
    }
    ASSERT_EQ(layers->GetNumberOfTuples(), 0) << "allocation " << n;
  }
}

} // namespace
