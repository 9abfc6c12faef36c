// SPDX-License-Identifier: BSD-3-Clause
// Frames while a user drags an isovalue or turns the camera, and the still picture that follows. The test
// sets the clock.
#include "IsosurfaceScene.h"
#include "TestClock.h"
#include "vtkCamera.h"
#include "vtkRayCastVolume.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

constexpr double StillRate = 0.002; // both rates are ParaView's, in frames per second
constexpr double InteractiveRate = 5;
constexpr int Size = 192;

double bumps(double x, double y, double z)
{
  return z + 0.3 * std::sin(5 * x) * std::cos(4 * y);
}

/// Isosurfaces in the render pass in which ParaView draws them.
struct DraggedScene : IsosurfaceScene
{
  explicit DraggedScene(double isovalue)
    : IsosurfaceScene(bumps, Size, 0, 17)
  {
    this->Show({ isovalue });
    this->Perspective(2.5, 1.5, 3);
    this->Volume->GetProperty()->ShadeOn();
    this->Renderer->RemoveVolume(this->Volume);
    this->Prop->SetMapper(this->Mapper);
    this->Prop->SetProperty(this->Volume->GetProperty());
    this->Renderer->AddVolume(this->Prop);
  }

  std::vector<float> At(double rate)
  {
    this->Window->SetDesiredUpdateRate(rate);
    return this->Picture();
  }

  vtkNew<vtkRayCastVolume> Prop;
};

TEST(Interaction, DraggedIsovalueIsCoarserWhereItHasToBe)
{
  TestClock clock(0);
  DraggedScene scene(0);
  scene.At(StillRate);
  scene.At(StillRate);
  EXPECT_EQ(scene.Reported("image width"), Size);
  scene.Show({ 0.1 });
  scene.At(InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size) << "frames take no time";

  clock.SetStep(10);
  scene.At(StillRate);
  EXPECT_EQ(scene.Reported("image width"), Size);
  scene.Show({ 0.2 });
  const auto coarse = scene.At(InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size / 8) << "as coarse as the settings allow";
  scene.Save("dragged_coarse");

  DraggedScene fresh(0.2);
  const auto whole = fresh.At(StillRate);
  EXPECT_GT(LargestDifference(coarse, whole), 0.1f);
  EXPECT_LE(LargestDifference(scene.At(StillRate), whole), 0.0f) << "the still that follows is a fresh one";
  EXPECT_EQ(scene.Reported("image width"), Size);
}

TEST(Interaction, SettingsBoundTheCoarseness)
{
  TestClock clock(10);
  DraggedScene scene(0);
  scene.At(StillRate);
  scene.At(StillRate);
  scene.Settings->SetMaximumImageSampleDistance(3);
  scene.At(InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size / 3);
  scene.Settings->AutoAdjustSampleDistancesOff();
  scene.At(InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size);
}

TEST(Interaction, TurnedVolumeIsCoarserWhereItHasToBe)
{
  TestClock clock(0);
  Scene scene(Size), fresh(Size);
  const auto at = [](Scene& of, double rate) {
    of.Window->SetDesiredUpdateRate(rate);
    return of.Picture();
  };
  for (Scene* of : { &scene, &fresh })
  {
    of->Renderer->GetActiveCamera()->Azimuth(20);
  }
  at(scene, StillRate);
  at(scene, StillRate);
  at(scene, InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size);
  clock.SetStep(10);
  at(scene, StillRate);
  const auto coarse = at(scene, InteractiveRate);
  EXPECT_EQ(scene.Reported("image width"), Size / 8);
  const auto whole = at(fresh, StillRate);
  EXPECT_GT(LargestDifference(coarse, whole), 0.02f);
  EXPECT_LE(LargestDifference(at(scene, StillRate), whole), 0.0f);
}

/// Draws interactive frames until edges get rays of their own. The clock goes on by one step each
/// time it is read. (One of the drawing threads reads it, so the number of steps per frame varies.)
template <class Shown, class Draw>
void ExpectEdgeRays(Shown& scene, const Draw& at)
{
  TestClock clock(0);
  at(StillRate);
  const auto whole = at(StillRate);
  EXPECT_EQ(scene.Reported("edge rays"), 0);
  double edgeRays = 0;
  for (double step = 0.0001; step < 0.02 && edgeRays == 0; step *= 1.5)
  {
    clock.SetStep(step);
    at(StillRate);
    for (int frame = 0; frame < 5 && edgeRays == 0; ++frame)
    {
      at(InteractiveRate);
      edgeRays = scene.Reported("edge rays");
    }
  }
  EXPECT_GT(edgeRays, 0);
  EXPECT_LT(scene.Reported("image width"), Size) << "with fewer rays elsewhere";
  EXPECT_LE(LargestDifference(at(StillRate), whole), 0.0f) << "the still is as it was";
  EXPECT_EQ(scene.Reported("edge rays"), 0);
}

TEST(Interaction, EdgesOfTurnedSurfacesHaveRaysOfTheirOwn)
{
  DraggedScene scene(0);
  ExpectEdgeRays(scene, [&](double rate) { return scene.At(rate); });
}

TEST(Interaction, EdgesOfTurnedVolumesHaveRaysOfTheirOwn)
{
  Scene scene(Size);
  scene.Uniform(3, 0.9, 0.7, 0.4);
  scene.Renderer->GetActiveCamera()->Azimuth(20);
  scene.Renderer->GetActiveCamera()->SetParallelScale(0.8); // the edges of the volume are visible
  ExpectEdgeRays(scene, [&](double rate) {
    scene.Window->SetDesiredUpdateRate(rate);
    return scene.Picture();
  });
}

TEST(Interaction, EdgesAreSmoothInStillsOnly)
{
  // FXAA is off while frames are too slow, which leaves more time for rays.
  TestClock clock(10);
  const auto draw = [](bool smooth, bool interactive) {
    DraggedScene scene(0);
    scene.Settings->SetMaximumImageSampleDistance(1); // so that the pictures differ in their edges only
    scene.Renderer->SetUseFXAA(smooth);
    const double a[3] = { -1.3, -1, 0.9 }, b[3] = { 1.1, -0.8, 0.9 }, c[3] = { -1, 0.2, 0.7 };
    scene.Renderer->AddActor(MakeQuad(a, b, c, 1, 1, 1));
    scene.At(StillRate);
    scene.At(StillRate);
    const auto picture = scene.At(interactive ? InteractiveRate : StillRate);
    EXPECT_EQ(scene.Renderer->GetUseFXAA(), smooth) << "the renderer is as it was";
    return picture;
  };
  const auto jagged = draw(false, false), smooth = draw(true, false);
  EXPECT_GT(LargestDifference(smooth, jagged), 0.1f);
  EXPECT_LE(LargestDifference(draw(true, true), jagged), 0.0f);
}

} // namespace
