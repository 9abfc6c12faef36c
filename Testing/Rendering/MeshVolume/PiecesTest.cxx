// SPDX-License-Identifier: BSD-3-Clause
// Meshes that need more than GPU Memory are drawn in pieces, and give the picture of the whole mesh.
#include "Scene.h"
#include "Selection.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkIdTypeArray.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace
{

/// A cube of 48,000 tetrahedra, which needs 6 MiB during its setup, seen at an angle.
struct LargeCube : Scene
{
  explicit LargeCube(int size = 64)
    : Scene(size)
  {
    this->Mapper->SetInputData(MakeCube(20));
    this->Settings->SetDeviceToCPU();
    this->Settings->SetAutoAdjustSampleDistances(false);
    this->Renderer->GetActiveCamera()->SetParallelProjection(false);
    this->Renderer->GetActiveCamera()->SetPosition(2.3, 1.9, 2.6);
    this->Renderer->ResetCameraClippingRange();
    vtkNew<vtkColorTransferFunction> color;
    color->AddRGBPoint(0, 1, 0.2, 0);
    color->AddRGBPoint(1, 0, 0.5, 1);
    vtkNew<vtkPiecewiseFunction> opacity;
    opacity->AddPoint(0, 0.9);
    opacity->AddPoint(0.6, 0.1);
    opacity->AddPoint(1, 0.8);
    this->Volume->GetProperty()->SetColor(color);
    this->Volume->GetProperty()->SetScalarOpacity(opacity);
  }

  /// Compares the picture of the whole with that of the pieces.
  void ExpectSame(const char* what)
  {
    this->Settings->SetGPUMemory(0);
    const std::vector<float> whole = this->Picture();
    EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "note").find(" pieces"), std::string::npos) << what;
    EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "problem"), "") << what;
    this->Settings->SetGPUMemory(4);
    const std::vector<float> pieces = this->Picture();
    EXPECT_NE(RemarksOf(this->Mapper->GetReport(), "note").find(" pieces"), std::string::npos) << what;
    EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "problem"), "") << what;
    EXPECT_GT(this->Reported("pieces"), 3) << what;
    EXPECT_LT(LargestDifference(whole, pieces), OneLevel) << what;
    const auto drawn = std::count_if(whole.begin(), whole.end(), [](float v) { return v > 0.1f; });
    EXPECT_GT(drawn, 1000) << what;
  }
};

TEST(Pieces, HaveThePictureOfTheWhole)
{
  LargeCube cube;
  cube.ExpectSame("volume");
  EXPECT_GT(cube.Reported("pieces"), cube.Reported("resident pieces"));
  EXPECT_GE(cube.Reported("resident pieces"), 1);
  EXPECT_GT(cube.Reported("sent for the frame"), 0);
  EXPECT_LE(cube.Reported("mesh memory") + cube.Reported("frame memory"), 4.5) << "and the window's depths";
  EXPECT_EQ(cube.Reported("tetrahedra"), 48000);
  const double uploads = cube.Reported("mesh uploads");
  cube.Renderer->GetActiveCamera()->Azimuth(30);
  cube.Picture();
  EXPECT_EQ(cube.Reported("mesh uploads"), uploads) << "pieces are made once";

  cube.Renderer->GetActiveCamera()->SetParallelProjection(true);
  cube.ExpectSame("parallel");
  cube.Volume->GetProperty()->SetShade(true);
  cube.ExpectSame("in the light");
  vtkNew<vtkPlane> plane;
  plane->SetOrigin(0.5, 0.5, 0.5);
  plane->SetNormal(-0.3, 0.5, 0.1);
  cube.Mapper->AddClippingPlane(plane);
  cube.Settings->GetIsovalues()->SetNumberOfContours(1);
  cube.Settings->GetIsovalues()->SetValue(0, 0.37);
  cube.ExpectSame("with a surface and a plane");
  cube.ExpectSame("as a whole again, which has to have the surface, too");
}

TEST(Pieces, HaveThePictureOfTheWholeInBlendModes)
{
  LargeCube cube;
  const std::pair<int, const char*> modes[] = { { vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND, "maximum" },
    { vtkVolumeMapper::MINIMUM_INTENSITY_BLEND, "minimum" },
    { vtkVolumeMapper::AVERAGE_INTENSITY_BLEND, "average" }, { vtkVolumeMapper::ADDITIVE_BLEND, "sum" } };
  for (const auto& [mode, name] : modes)
  {
    cube.Mapper->SetBlendMode(mode);
    cube.ExpectSame(name);
  }
  cube.Settings->GetIsovalues()->SetNumberOfContours(1);
  cube.Settings->GetIsovalues()->SetValue(0, 0.37);
  cube.ExpectSame("a sum with a surface");
}

// A moving picture draws no more pieces than its time allows. The still after it has all pieces.
TEST(Pieces, AreLeftOutOfMovingPicturesThatCannotWait)
{
  LargeCube cube;
  cube.Settings->SetGPUMemory(4);
  const std::vector<float> still = cube.Picture();
  EXPECT_EQ(cube.Reported("pieces left out"), 0);
  cube.Window->SetDesiredUpdateRate(30);
  EXPECT_EQ(LargestDifference(still, cube.Picture()), 0) << "all are wanted, whatever they take";

  cube.Settings->SetAutoAdjustSampleDistances(true);
  cube.Settings->SetMaximumImageSampleDistance(1);
  cube.Settings->SetPiecesWithin(0);
  const std::vector<float> moving = cube.Picture();
  const double leftOut = cube.Reported("pieces left out");
  EXPECT_GT(leftOut, 0);
  EXPECT_LT(leftOut, cube.Reported("pieces"));
  EXPECT_EQ(cube.Reported("sent for the frame"), 0);
  EXPECT_NE(RemarksOf(cube.Mapper->GetReport(), "note").find("are left out of this moving picture"),
    std::string::npos);
  const auto drawn = std::count_if(moving.begin(), moving.end(), [](float v) { return v > 0.1f; });
  EXPECT_GT(drawn, 100);

  cube.Window->SetDesiredUpdateRate(0.0001);
  EXPECT_EQ(LargestDifference(still, cube.Picture()), 0);
  EXPECT_EQ(cube.Reported("pieces left out"), 0);
  EXPECT_EQ(RemarksOf(cube.Mapper->GetReport(), "note").find("left out"), std::string::npos);
}

// Clicks and boxes select the cells of the whole mesh, with cuts and in every blend mode.
TEST(Pieces, HaveTheCellsOfTheWhole)
{
  LargeCube cube;
  const auto click = [&cube](int association, int x, int y) {
    return SelectIds(cube.Renderer, association, { x, y, x, y });
  };
  const auto expectSame = [&](const char* what) {
    std::vector<std::map<vtkProp*, std::set<vtkIdType>>> clicked[2];
    std::set<vtkIdType> seen[2];
    std::vector<float> picture;
    for (const bool isInPieces : { false, true })
    {
      cube.Settings->SetGPUMemory(isInPieces ? 4 : 0);
      cube.Settings->SetSelectsPixels(0);
      picture = cube.Picture();
      EXPECT_EQ(cube.Reported("pieces") > 3, isInPieces) << what;
      Messages messages(cube.Mapper);
      for (const auto& [x, y] : { std::pair(30, 30), { 41, 22 }, { 20, 37 }, { 33, 50 }, { 1, 1 } })
      {
        clicked[isInPieces].push_back(click(vtkDataObject::FIELD_ASSOCIATION_CELLS, x, y));
        clicked[isInPieces].push_back(click(vtkDataObject::FIELD_ASSOCIATION_POINTS, x, y));
      }
      cube.Settings->SetSelectsPixels(1);
      vtkNew<vtkIdTypeArray> pixels, cells;
      for (const auto& [prop, ids] :
        SelectIds(cube.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 25, 25, 40, 36 }))
      {
        for (const vtkIdType pixel : ids)
        {
          pixels->InsertNextValue(pixel);
        }
      }
      EXPECT_GT(pixels->GetNumberOfTuples(), 16 * 12 - 30) << what;
      cube.Mapper->FindCells(pixels, cells);
      for (vtkIdType i = 0; i < cells->GetNumberOfTuples(); ++i)
      {
        seen[isInPieces].insert(cells->GetTypedComponent(i, 2));
      }
      EXPECT_TRUE(messages.Said.empty()) << what << ": " << messages.Said[0];
      EXPECT_EQ(LargestDifference(picture, cube.Picture()), 0) << what;
    }
    EXPECT_EQ(clicked[0].front().size(), 1u) << what;
    // No piece has the whole of a cell that is cut between two pieces, so the nearest point may be another
    // one of the cell's.
    int others = 0;
    for (std::size_t i = 0; i < clicked[0].size(); ++i)
    {
      const bool isOther = clicked[0][i] != clicked[1][i];
      EXPECT_TRUE(!isOther || i % 2 == 1) << what << ", cell " << i / 2;
      others += isOther ? 1 : 0;
    }
    EXPECT_LE(others, 1) << what;
    EXPECT_GT(seen[0].size(), 20u) << what;
    EXPECT_EQ(seen[0], seen[1]) << what;
  };
  expectSame("composited");
  cube.Mapper->SetBlendMode(vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  expectSame("maximum");
  cube.Mapper->SetBlendMode(vtkVolumeMapper::ADDITIVE_BLEND);
  expectSame("sum");
  cube.Mapper->SetBlendMode(vtkVolumeMapper::COMPOSITE_BLEND);
  cube.Settings->GetIsovalues()->SetNumberOfContours(1);
  cube.Settings->GetIsovalues()->SetValue(0, 0.37);
  vtkNew<vtkPlane> plane;
  plane->SetOrigin(0.5, 0.5, 0.5);
  plane->SetNormal(-0.3, 0.5, 0.1);
  cube.Mapper->AddClippingPlane(plane);
  expectSame("with a surface and a plane");
}

// Memory suffices for the picture but not for a selection. A message says so, and the picture stays in
// pieces.
TEST(Pieces, SayWhenThereIsNoMemoryForPicks)
{
  LargeCube cube(180);
  cube.Settings->SetGPUMemory(4);
  const std::vector<float> picture = cube.Picture();
  EXPECT_GT(cube.Reported("pieces"), 3);
  Messages messages(cube.Mapper);
  EXPECT_TRUE(SelectIds(cube.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 90, 90, 90, 90 }).empty());
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("not enough memory to find the cells"), std::string::npos)
    << messages.Said[0];
  EXPECT_EQ(LargestDifference(picture, cube.Picture()), 0);
  EXPECT_GT(cube.Reported("pieces"), 3);
}

TEST(Pieces, ThatDoNotFitAreDrawnAsAWholeWithAWarning)
{
  LargeCube cube;
  const std::vector<float> whole = cube.Picture();
  cube.Settings->SetGPUMemory(1);
  Messages messages(cube.Mapper);
  EXPECT_EQ(LargestDifference(whole, cube.Picture()), 0);
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("more memory than GPU Memory allows"), std::string::npos)
    << messages.Said[0];
  cube.Picture();
  EXPECT_EQ(messages.Said.size(), 1u) << "said once";
}

} // namespace
