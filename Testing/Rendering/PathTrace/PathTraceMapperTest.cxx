// SPDX-License-Identifier: BSD-3-Clause
// vtkIsosurfacePathTraceMapper: samples add up to the wanted number over any frames; light, surfaces and
// depths are right.
#include "PathTraceScene.h"
#include "vtkCamera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

TEST(PathTraceMapper, AnEvenSkyGivesAFlatSurfaceItsColor)
{
  PathTraceScene scene(height);
  scene.Paths->SetSolidColor(0.8, 0.4, 0.2);
  ExpectColor(scene.Pixel(16, 16), 0.8, 0.4, 0.2, 2 * OneLevel, "solid color");
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "isosurface path trace");
  EXPECT_EQ(scene.Remarks("problem"), "");
  scene.Paths->SetSkyStrength(0.5);
  ExpectColor(scene.Pixel(16, 16), 0.4, 0.2, 0.1, 2 * OneLevel, "half the light");
  scene.Paths->SetColorModeToIsovalue();
  ExpectColor(scene.Pixel(16, 16), 0, 0.5, 0, 2 * OneLevel, "by isovalue");
  scene.Paths->SetSkyColor(1, 0.5, 1);
  ExpectColor(scene.Pixel(16, 16), 0, 0.25, 0, 2 * OneLevel, "in another light");
}

TEST(PathTraceMapper, LightsGiveWhatPhongHas)
{
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetSolidColor(0.8, 0.4, 0.2);
  ExpectColor(scene.Pixel(16, 16), 0.8, 0.4, 0.2, 2 * OneLevel, "a light that faces the surface");
  AddSun(scene.Renderer, 10, 0, 10);
  const double cosine = std::sqrt(0.5);
  ExpectColor(scene.Pixel(16, 16), 0.8 * cosine, 0.4 * cosine, 0.2 * cosine, 2 * OneLevel, "at 45 degrees");
  scene.Paths->SetLightStrength(0.5);
  ExpectColor(scene.Pixel(16, 16), 0.4 * cosine, 0.2 * cosine, 0.1 * cosine, 2 * OneLevel, "half as strong");
}

TEST(PathTraceMapper, AStillHasAllSamplesAndIsTracedOnce)
{
  PathTraceScene scene(gyroid);
  const auto whole = scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("new samples"), 8);
  EXPECT_FALSE(scene.Tracer->IsUnfinished());
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("new samples"), 0) << "nothing has changed";

  scene.Paths->SetSamplesPerPixel(12);
  scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 12);
  EXPECT_EQ(scene.Told("new samples"), 4) << "those that are there count";
  scene.Paths->SetSamplesPerPixel(8);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0) << "fewer than there are: from the start";
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("scene uploads"), 1);
}

TEST(PathTraceMapper, FramesThatRefineEndWithTheSamePicture)
{
  PathTraceScene scene(gyroid);
  const auto whole = scene.Picture();
  scene.Paths->SetBounces(3);
  scene.Picture();
  scene.Paths->SetBounces(4);
  scene.Tracer->RefineOn();
  const auto first = scene.Interact();
  EXPECT_EQ(scene.Told("samples"), 1);
  EXPECT_TRUE(scene.Tracer->IsUnfinished());
  EXPECT_GT(LargestDifference(first, whole), 0.01f);
  std::vector<float> last;
  double samples = 1;
  for (int frame = 0; frame < 8 && scene.Tracer->IsUnfinished(); ++frame)
  {
    last = scene.Picture();
    EXPECT_GT(scene.Told("samples"), samples);
    samples = scene.Told("samples");
  }
  EXPECT_EQ(samples, 8);
  EXPECT_FALSE(scene.Tracer->IsUnfinished());
  EXPECT_EQ(LargestDifference(last, whole), 0);
}

TEST(PathTraceMapper, AFrameThatGivesWayKeepsTheSamples)
{
  PathTraceScene scene(gyroid);
  const auto whole = scene.Picture();
  scene.Paths->SetBounces(3);
  scene.Picture();
  scene.Paths->SetBounces(4);
  scene.Tracer->RefineOn();
  scene.Interact();
  ASSERT_EQ(scene.Told("samples"), 1);
  for (int again = 0; again < 2; ++again)
  {
    const AbortedFrames aborted(scene.Renderer);
    scene.Window->SetDesiredUpdateRate(0.01);
    scene.Window->Render();
    EXPECT_EQ(scene.Told("samples"), 1);
    EXPECT_EQ(scene.Told("new samples"), 0);
    EXPECT_TRUE(scene.Tracer->IsUnfinished()) << "to go on later";
    EXPECT_EQ(scene.Remarks("note"), "");
  }
  std::vector<float> last;
  for (int frame = 0; frame < 8 && scene.Tracer->IsUnfinished(); ++frame)
  {
    last = scene.Picture();
  }
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(LargestDifference(last, whole), 0);

  // A picture without samples starts anew after an abort.
  scene.Paths->SetBounces(5);
  {
    const AbortedFrames aborted(scene.Renderer);
    scene.Window->Render();
    EXPECT_EQ(scene.Told("samples"), 0);
  }
  scene.Paths->SetBounces(4);
  for (int frame = 0; frame < 9 && (frame == 0 || scene.Tracer->IsUnfinished()); ++frame)
  {
    last = scene.Picture();
  }
  EXPECT_EQ(LargestDifference(last, whole), 0);
}

TEST(PathTraceMapper, StereoHasAllSamplesOfEachEye)
{
  // Stereo does not refine: the pictures of the two eyes replace each other, so refining would never end.
  PathTraceScene scene(height, 16);
  scene.Perspective(1, 2, 4);
  scene.Paths->SetSamplesPerPixel(1024);
  scene.Tracer->RefineOn();
  scene.Picture();
  EXPECT_LT(scene.Told("samples"), 1024) << "one eye refines";
  scene.Window->SetStereoTypeToAnaglyph();
  scene.Window->StereoRenderOn();
  scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 1024);
  EXPECT_EQ(scene.Told("new samples"), 1024);
  EXPECT_FALSE(scene.Tracer->IsUnfinished());
  scene.Interact();
  EXPECT_EQ(scene.Told("samples"), 1) << "who turns the camera has one sample as before";
}

TEST(PathTraceMapper, PlacementIsThatOfTheVolume)
{
  PathTraceScene scene(ball);
  scene.Volume->SetScale(0.5);
  scene.Volume->SetPosition(0.5, 0, 0);
  EXPECT_GT(scene.Pixel(24, 16)[1], 0.5f);
  EXPECT_EQ(scene.Pixel(8, 16)[1], 0.0f);
  EXPECT_EQ(scene.Pixel(24, 26)[1], 0.0f) << "half as large";
}

TEST(PathTraceMapper, DepthIsThatOfTheSurface)
{
  PathTraceScene scene(ball);
  scene.Picture();
  const int middle = 16;
  float depth = 0;
  scene.Window->GetZbufferData(middle, middle, middle, middle, &depth);
  EXPECT_NEAR(depth, scene.WindowDepth(0, 0, 0.6), 5e-3);
  scene.Window->GetZbufferData(1, 1, 1, 1, &depth);
  EXPECT_EQ(depth, 1.0f);

  // Other objects are visible in front of the surface and hidden behind it.
  const double origin[3] = { -1, -1, 0 }, right[3] = { 0, -1, 0 }, up[3] = { -1, 1, 0 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  scene.Renderer->AddActor(quad);
  ExpectColor(scene.Pixel(4, 4), 1, 0, 0, OneLevel, "beside the ball");
  ExpectColor(scene.Pixel(14, 16), 1, 1, 1, 0.1, "behind the ball");
  quad->SetPosition(0, 0, 0.8);
  ExpectColor(scene.Pixel(14, 16), 1, 0, 0, OneLevel, "in front of it");
}

TEST(PathTraceMapper, DepthIsExactWhateverTheSamples)
{
  // The depth is that of the surface at the pixel's center. It is the same in the first frame of a refining
  // view, in its last frame, and in a denoised picture.
  PathTraceScene scene(height);
  scene.Perspective(0.5, 0.4, 4);
  const auto expectExact = [&scene](const char* what) {
    const std::vector<float> depths = scene.Depths();
    double at[3];
    int hits = 0;
    for (int y = 4; y < 28; y += 4)
    {
      for (int x = 4; x < 28; x += 4)
      {
        scene.OnRay(x, y, 0, at);
        if (std::abs(at[0]) < 0.9 && std::abs(at[1]) < 0.9)
        {
          EXPECT_NEAR(depths[32 * y + x], scene.WindowDepth(at[0], at[1], 0), 1e-5) << what;
          ++hits;
        }
      }
    }
    EXPECT_GT(hits, 9);
  };
  scene.Interact();
  expectExact("one sample");
  scene.Picture();
  expectExact("all samples");
  scene.Paths->DenoiseOn();
  scene.Picture();
  expectExact("denoised");
}

TEST(PathTraceMapper, SeveralDataSetsAreOneScene)
{
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  EXPECT_GT(scene.Pixel(16, 16)[0], 0.9f);
  // A roof between the sun and the ground, seen from the side.
  vtkSmartPointer<vtkImageData> roof = MakeImage(9, height);
  roof->SetSpacing(0.05, 0.05, 0.05);
  roof->SetOrigin(-0.3, -0.1, 0.5 - 5 * 0.05 - 4 * 0.05 + 0.2);
  scene.Tracer->AddDataSet(roof);
  AddSun(scene.Renderer, 10, 0, 10);
  const auto picture = scene.Picture();
  int lit = 0, dark = 0;
  for (std::size_t i = 0; i < picture.size(); i += 3)
  {
    lit += picture[i] > 0.5f ? 1 : 0;
    dark += picture[i] < 0.1f ? 1 : 0;
  }
  EXPECT_GT(lit, 600);
  EXPECT_GT(dark, 20) << "the roof's shadow";
  scene.Tracer->RemoveAllDataSets();
  EXPECT_GT(scene.Pixel(16, 16)[0], 0.6f);
}

} // namespace
