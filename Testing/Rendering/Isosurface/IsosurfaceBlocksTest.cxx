// SPDX-License-Identifier: BSD-3-Clause
// Images that need more than GPU Memory are drawn in pieces, and give the picture of the whole image.
#include "IsosurfaceScene.h"
#include "Selection.h"
#include "vtkCamera.h"
#include "vtkPlane.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace
{

/// A sphere with waves in an image of 129 points per axis, which takes 10 MiB.
struct LargeImage : IsosurfaceScene
{
  LargeImage()
    : IsosurfaceScene(
        [](double x, double y, double z) {
          return 0.7 - std::sqrt(x * x + y * y + z * z) + 0.1 * std::sin(9 * x) * std::cos(7 * y);
        },
        64, 0, 129)
  {
    this->Show({ 0, 0.3 });
    this->Perspective(2.3, 1.9, 2.6);
    this->Settings->SetAutoAdjustSampleDistances(false);
    this->Volume->GetProperty()->ShadeOn();
  }

  /// Expects the same picture as a whole and in pieces, to the last bit.
  void ExpectSame(const char* what)
  {
    this->Settings->SetGPUMemory(0);
    const std::vector<float> whole = this->Picture();
    EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "note").find(" pieces"), std::string::npos) << what;
    this->Settings->SetGPUMemory(4);
    const std::vector<float> pieces = this->Picture();
    EXPECT_NE(
      RemarksOf(this->Mapper->GetReport(), "note").find(" pieces, because as a whole"), std::string::npos)
      << what;
    EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "problem"), "") << what;
    EXPECT_GT(this->Reported("pieces"), 20) << what;
    EXPECT_EQ(LargestDifference(whole, pieces), 0) << what;
    const auto drawn = std::count_if(whole.begin(), whole.end(), [](float v) { return v > 0.1f; });
    EXPECT_GT(drawn, 500) << what;
  }
};

TEST(IsosurfaceBlocks, HaveThePictureOfTheWhole)
{
  LargeImage image;
  image.ExpectSame("opaque");
  EXPECT_LT(image.Reported("touched pieces"), image.Reported("pieces"));
  EXPECT_GE(image.Reported("touched pieces"), image.Reported("pieces cast"));
  EXPECT_GE(image.Reported("resident pieces"), 1);
  EXPECT_LE(
    image.Reported("volume memory") + image.Reported("brick memory") + image.Reported("frame memory"), 4.5)
    << "and the window's depths";
  const double uploads = image.Reported("volume uploads");
  image.Renderer->GetActiveCamera()->Azimuth(30);
  image.Picture();
  EXPECT_EQ(image.Reported("volume uploads"), uploads);

  image.Settings->SetOpacity(0.5);
  image.ExpectSame("translucent");
  EXPECT_GT(image.Reported("sent for the frame"), 0);
  vtkNew<vtkPlane> plane;
  plane->SetNormal(-0.3, 0.5, 0.1);
  image.Mapper->AddClippingPlane(plane);
  image.ExpectSame("with a plane");
  image.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  image.Settings->SetColorModeToArray();
  image.ExpectSame("colored by another array");
}

TEST(IsosurfaceBlocks, AreSelectedAndProbed)
{
  LargeImage image;
  image.Picture();
  const auto whole = SelectIds(image.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 32, 32, 34, 34 });
  ASSERT_TRUE(image.Mapper->ProbePixel(32, 32));
  const double value = image.Mapper->GetProbedValue();
  image.Settings->SetGPUMemory(4);
  image.Picture();
  ASSERT_GT(image.Reported("pieces"), 20);
  EXPECT_EQ(SelectIds(image.Renderer, vtkDataObject::FIELD_ASSOCIATION_CELLS, { 32, 32, 34, 34 }), whole);
  EXPECT_FALSE(whole.empty());
  ASSERT_TRUE(image.Mapper->ProbePixel(32, 32));
  EXPECT_EQ(image.Mapper->GetProbedValue(), value);
}

} // namespace
