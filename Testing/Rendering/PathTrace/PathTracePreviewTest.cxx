// SPDX-License-Identifier: BSD-3-Clause
// vtkIsosurfacePathTraceMapper: if stills refine, the first picture of images is ray cast. The final picture
// is the same as without this preview.
#include "PathTraceScene.h"
#include "vtkDataObject.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace
{

const char* const Note = "The CPU ray casts this first picture; path traced pictures follow.\n";

/// The picture of vtkIsosurfaceRayCastMapper on the CPU with the path tracer's isosurfaces.
std::vector<float> RayCast(PathTraceScene& scene)
{
  scene.Settings->CopySurfaces(scene.Paths);
  scene.Settings->SetDeviceToCPU();
  scene.Settings->SetSmoothNormals(scene.Paths->GetSmoothNormals());
  scene.Volume->GetProperty()->ShadeOn();
  scene.Volume->SetMapper(scene.Mapper);
  auto picture = scene.Picture();
  scene.Volume->SetMapper(scene.Tracer);
  return picture;
}

/// Refines until the picture has all samples, and returns the last picture.
std::vector<float> Finish(PathTraceScene& scene)
{
  std::vector<float> last;
  for (int frame = 0; frame < 9 && scene.Tracer->IsUnfinished(); ++frame)
  {
    last = scene.Picture();
  }
  EXPECT_EQ(scene.Told("samples"), 8);
  return last;
}

TEST(PathTracePreview, IsTheRayCastSurfaceAndEndsInTheSamePicture)
{
  PathTraceScene scene(gyroid);
  scene.Perspective(1, 2, 4);
  const auto whole = scene.Picture();
  EXPECT_EQ(scene.Remarks("note"), "") << "all samples at once";
  const auto rayCast = RayCast(scene);
  ASSERT_GT(LargestDifference(rayCast, whole), 0.1f);

  PathTraceScene refining(gyroid);
  refining.Perspective(1, 2, 4);
  refining.Tracer->RefineOn();
  EXPECT_EQ(LargestDifference(refining.Picture(), rayCast), 0);
  EXPECT_EQ(refining.Told("samples"), 0);
  EXPECT_EQ(refining.Told("scene uploads"), 0) << "the tracer has nothing yet";
  EXPECT_EQ(refining.Remarks("note"), Note);
  EXPECT_EQ(refining.Tracer->GetNumberOfMissingSamples(), 8);
  EXPECT_EQ(LargestDifference(Finish(refining), whole), 0);
  EXPECT_EQ(refining.Told("scene uploads"), 1);
  EXPECT_EQ(refining.Remarks("note"), "");

  // A changed picture has no preview, unless the device was released before.
  refining.Paths->GetIsovalues()->SetValue(0, 0.3);
  refining.Picture();
  EXPECT_GT(refining.Told("samples"), 0);
  refining.Tracer->ReleaseCaster();
  refining.Paths->GetIsovalues()->SetValue(0, 0);
  EXPECT_EQ(LargestDifference(refining.Interact(), rayCast), 0);
}

TEST(PathTracePreview, HasTheDepthsOfTheRayCastSurface)
{
  PathTraceScene scene(ball);
  scene.Tracer->RefineOn();
  scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 0);
  const auto depths = scene.Depths();
  RayCast(scene);
  EXPECT_EQ(LargestDifference(scene.Depths(), depths), 0);
  EXPECT_NEAR(depths[32 * 16 + 16], scene.WindowDepth(0, 0, 0.6), 5e-3);
}

TEST(PathTracePreview, ShowsColorsOfAnArrayInAPlacedVolume)
{
  PathTraceScene scene(ball);
  scene.Volume->SetScale(0.5);
  scene.Volume->SetPosition(0.4, 0.1, 0);
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  scene.Tracer->RefineOn();
  const auto first = scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 0);
  EXPECT_GT(LargestDifference(first, std::vector<float>(first.size())), 0.5f);
  EXPECT_LT(LargestDifference(RayCast(scene), first), 2 * OneLevel) << "matrices are rounded differently";
}

TEST(PathTracePreview, ShowsAllDataSets)
{
  PathTraceScene scene(ball);
  // A ball a fifth as large around (0.7, 0.7, 0.5).
  vtkSmartPointer<vtkImageData> beside = MakeImage(9, ball);
  beside->SetSpacing(0.05, 0.05, 0.05);
  beside->SetOrigin(0.4, 0.65, 0.05);
  scene.Tracer->AddDataSet(beside);
  scene.Tracer->RefineOn();
  scene.Picture();
  const auto first = scene.Depths();
  EXPECT_EQ(scene.Told("samples"), 0);
  EXPECT_NEAR(first[32 * 27 + 27], scene.WindowDepth(0.7, 0.7, 0.62), 5e-3);
  RayCast(scene);
  auto nearest = scene.Depths();
  scene.Mapper->SetInputData(beside);
  RayCast(scene);
  const auto depths = scene.Depths();
  std::transform(nearest.begin(), nearest.end(), depths.begin(), nearest.begin(),
    [](float one, float other) { return std::min(one, other); });
  EXPECT_EQ(LargestDifference(first, nearest), 0);
}

TEST(PathTracePreview, IsLeftOutWhereItWouldShowSomethingElse)
{
  const auto samplesOfTheFirst = [](const std::function<void(PathTraceScene&)>& change) {
    PathTraceScene scene(gyroid, 16);
    scene.Tracer->RefineOn();
    change(scene);
    scene.Picture();
    EXPECT_NE(scene.Remarks("note"), Note);
    return scene.Told("samples");
  };
  EXPECT_GT(samplesOfTheFirst([](PathTraceScene& scene) { scene.Paths->SetOpacity(0.5); }), 0)
    << "translucent";
  EXPECT_GT(samplesOfTheFirst([](PathTraceScene& scene) {
    scene.Paths->SetColorModeToIsovalue();
    scene.Paths->IncludeVolumeOn();
  }),
    0)
    << "a volume";
  EXPECT_GT(samplesOfTheFirst([](PathTraceScene& scene) {
    scene.Window->SetStereoTypeToAnaglyph();
    scene.Window->StereoRenderOn();
  }),
    0)
    << "stereo";

  PathTraceScene none(height);
  none.Tracer->RefineOn();
  none.Paths->GetIsovalues()->SetValue(0, 7);
  none.Picture();
  EXPECT_NE(none.Remarks("note"), Note) << "nothing is there";
  EXPECT_FALSE(none.Tracer->IsUnfinished());
}

TEST(PathTracePreview, IsLeftOutForLargeImagesUnlessTheCpuIsChosen)
{
  vtkNew<vtkImageData> large;
  large->SetDimensions(407, 407, 407);
  large->SetSpacing(0.005, 0.005, 0.005);
  large->SetOrigin(-1, -1, -1);
  large->AllocateScalars(VTK_UNSIGNED_CHAR, 1);
  auto* const values = static_cast<unsigned char*>(large->GetScalarPointer());
  for (std::size_t i = 0; i < 407; ++i) // planes z = const
  {
    std::fill_n(values + i * 407 * 407, 407 * 407, static_cast<unsigned char>(i / 2));
  }
  for (const bool isCpu : { true, false })
  {
    PathTraceScene scene(height, 16);
    scene.Tracer->SetInputData(large);
    scene.Paths->GetIsovalues()->SetValue(0, 100.5);
    scene.Paths->SetDevice(isCpu ? vtkPathTraceSettings::DEVICE_CPU : vtkPathTraceSettings::DEVICE_AUTO);
    scene.Tracer->RefineOn();
    scene.Picture();
    EXPECT_EQ(scene.Told("samples") == 0, isCpu);
    EXPECT_EQ(scene.Remarks("note"), isCpu ? Note : "");
    EXPECT_TRUE(scene.Tracer->IsUnfinished());
  }
}

TEST(PathTracePreview, AnAbortedOneIsDrawnAgain)
{
  PathTraceScene scene(gyroid);
  scene.Tracer->RefineOn();
  {
    const AbortedFrames aborted(scene.Renderer);
    scene.Window->Render();
    EXPECT_FALSE(scene.Tracer->IsUnfinished());
  }
  scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 0);
  EXPECT_EQ(scene.Remarks("note"), Note);
  Finish(scene);
}

} // namespace
