// SPDX-License-Identifier: BSD-3-Clause
// Meshes that take more than GPU Memory: drawn in pieces, in the pictures of the whole.
#include "Scene.h"
#include "Selection.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace
{

/// A cube of 48 k tetrahedra, which take 6 MiB while they are set up, seen aslant.
struct LargeCube : Scene
{
  LargeCube()
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

  /// The picture as a whole and in pieces.
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

// A moving picture takes no longer for pieces than it may, and the still after it has all of them.
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
  EXPECT_NE(RemarksOf(cube.Mapper->GetReport(), "note").find("are left out of the moving picture"),
    std::string::npos);
  const auto drawn = std::count_if(moving.begin(), moving.end(), [](float v) { return v > 0.1f; });
  EXPECT_GT(drawn, 100);

  cube.Window->SetDesiredUpdateRate(0.0001);
  EXPECT_EQ(LargestDifference(still, cube.Picture()), 0);
  EXPECT_EQ(cube.Reported("pieces left out"), 0);
  EXPECT_EQ(RemarksOf(cube.Mapper->GetReport(), "note").find("left out"), std::string::npos);
}

TEST(Pieces, SayThatTheirCellsCannotBeSelected)
{
  LargeCube cube;
  cube.Settings->SetGPUMemory(4);
  const std::vector<float> picture = cube.Picture();
  Messages messages(cube.Mapper);
  EXPECT_TRUE(SelectIds(cube.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 30, 30, 30, 30 }).empty());
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("cannot be selected"), std::string::npos) << messages.Said[0];
  EXPECT_EQ(LargestDifference(picture, cube.Picture()), 0);
  cube.Settings->SetGPUMemory(0);
  cube.Picture();
  EXPECT_EQ(SelectIds(cube.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 30, 30, 30, 30 }).size(), 1u);
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
