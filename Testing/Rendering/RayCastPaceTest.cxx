// SPDX-License-Identifier: BSD-3-Clause
// How coarse interactive frames become, with times that are made up.
#include "RayCastPace.h"
#include "vtkNew.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"

#include <gtest/gtest.h>

#include <limits>

namespace
{

constexpr double Still = std::numeric_limits<double>::infinity();
constexpr double Interactive = 200; // what ParaView allows a frame, in milliseconds

/// Frames of a window of 1000 pixels, whose rays would take `full` and all else `rest`; the coarseness that
/// the last one had.
struct Frames
{
  vtkNew<RayCastPace> Pace;
  double Now = 0;

  double Draw(double allowed, double full, double rest, bool aborted = false)
  {
    this->Pace->Start(this->Now, allowed);
    const double coarseness = this->Pace->GetCoarseness();
    const double share = 1 / (coarseness * coarseness);
    this->Pace->AddCast(full * share, 1000 * share, 1000);
    this->Now += full * share + rest;
    this->Pace->End(this->Now, aborted);
    this->Now += 1000;
    return coarseness;
  }
};

TEST(RayCastPace, StillsAreFull)
{
  Frames frames;
  EXPECT_EQ(frames.Draw(Still, 1e6, 1e6), 1);
  EXPECT_EQ(frames.Draw(Still, 1e6, 1e6), 1);
  EXPECT_GT(frames.Draw(Interactive, 1e6, 1e6), 1);
  EXPECT_EQ(frames.Draw(RayCastPace::ShortestStill, 1e6, 1e6), 1);
}

TEST(RayCastPace, TheFirstFrameIsFull)
{
  Frames frames;
  EXPECT_EQ(frames.Draw(Interactive, 300, 3), 1) << "nothing has been measured";
}

TEST(RayCastPace, KnowsTheRaysOfAFrameThatItHasNotSeenBegin)
{
  Frames frames;
  frames.Pace->AddCast(270, 1000, 1000);
  frames.Pace->End(1e9, false);
  EXPECT_EQ(frames.Draw(Interactive, 270, 3), 3);
}

TEST(RayCastPace, RaysGetTheTimeThatIsLeft)
{
  // 33 ms less the rest; 30 ms for rays need a ninth of 270, and a quarter of 120.
  Frames frames;
  frames.Draw(Still, 270, 3);
  EXPECT_EQ(frames.Draw(Interactive, 270, 3), 3);
  Frames faster;
  faster.Draw(Still, 119, 3);
  EXPECT_EQ(faster.Draw(Interactive, 119, 3), 2);
  Frames fast;
  fast.Draw(Still, 29, 3);
  EXPECT_EQ(fast.Draw(Interactive, 29, 3), 1);
  Frames slowWindow;
  slowWindow.Draw(Still, 119, 20);
  EXPECT_EQ(slowWindow.Draw(Interactive, 119, 20), 4) << "13 ms for rays need a tenth";
  Frames slowest;
  slowest.Draw(Still, 1e6, 3);
  EXPECT_EQ(slowest.Draw(Interactive, 1e6, 3), 12);
}

TEST(RayCastPace, RaysHaveAShareHoweverLongTheRestTakes)
{
  // A quarter of the rest: with 400 ms of it, another 100 make no difference.
  Frames frames;
  frames.Draw(Still, 380, 400);
  EXPECT_EQ(frames.Draw(Interactive, 380, 400), 2);
}

TEST(RayCastPace, AWindowMayAskForShorterFrames)
{
  Frames frames;
  frames.Draw(Still, 270, 0);
  EXPECT_EQ(frames.Draw(Interactive, 270, 0), 3);
  EXPECT_EQ(frames.Draw(10, 270, 0), 6);
}

TEST(RayCastPace, FollowsWhatRaysTake)
{
  Frames frames;
  frames.Draw(Still, 270, 3);
  frames.Draw(Interactive, 1500, 3);
  EXPECT_EQ(frames.Draw(Interactive, 1500, 3), 8);
  EXPECT_EQ(frames.Draw(Interactive, 100, 3), 8);
  EXPECT_EQ(frames.Draw(Interactive, 100, 3), 3) << "2 would leave too little to spare to stay there";
  EXPECT_EQ(frames.Draw(Interactive, 80, 3), 3);
  EXPECT_EQ(frames.Draw(Interactive, 80, 3), 2);
  EXPECT_EQ(frames.Draw(Interactive, 100, 3), 2) << "but who is there stays";
}

TEST(RayCastPace, OneFrameThatWasHeldUpDoesNotCount)
{
  Frames frames;
  frames.Draw(Still, 100, 3);
  frames.Draw(Interactive, 100, 3);
  frames.Draw(Interactive, 100, 500);
  EXPECT_EQ(frames.Draw(Interactive, 100, 3), 2);
  for (int frame = 0; frame < 4; ++frame)
  {
    frames.Draw(Interactive, 100, 24);
  }
  EXPECT_EQ(frames.Draw(Interactive, 100, 24), 4);
}

TEST(RayCastPace, AbortedFramesDoNotCount)
{
  Frames frames;
  frames.Draw(Still, 270, 3);
  frames.Draw(Interactive, 1, 0, true);
  EXPECT_EQ(frames.Draw(Interactive, 270, 3), 3);
}

TEST(RayCastPace, IsHurriedFromACoarseFrameToTheNextStill)
{
  Frames frames;
  frames.Draw(Still, 270, 3);
  EXPECT_FALSE(frames.Pace->IsHurried());
  frames.Draw(Interactive, 270, 3);
  EXPECT_TRUE(frames.Pace->IsHurried());
  frames.Draw(Interactive, 1, 3);
  EXPECT_EQ(frames.Draw(Interactive, 1, 3), 1);
  EXPECT_TRUE(frames.Pace->IsHurried());
  frames.Draw(Still, 1, 3);
  EXPECT_FALSE(frames.Pace->IsHurried());
  frames.Draw(Interactive, 1, 3);
  EXPECT_FALSE(frames.Pace->IsHurried());
}

TEST(RayCastPace, SeveralVolumesAreCastAlike)
{
  vtkNew<RayCastPace> pace;
  for (int frame = 0; frame < 2; ++frame)
  {
    pace->Start(0, frame == 0 ? Still : Interactive);
    for (int volume = 0; volume < 3; ++volume)
    {
      pace->AddCast(90, 1000, 1000);
    }
    EXPECT_EQ(pace->GetCoarseness(), frame == 0 ? 1 : 3);
    pace->End(273, false);
  }
}

TEST(RayCastPace, ARendererKeepsIts)
{
  vtkNew<vtkRenderer> one, other;
  vtkNew<vtkRenderWindow> window;
  window->AddRenderer(one);
  window->AddRenderer(other);
  RayCastPace* pace = RayCastPace::Of(one);
  EXPECT_EQ(RayCastPace::Of(one), pace);
  EXPECT_NE(RayCastPace::Of(other), pace);
  EXPECT_EQ(RayCastPace::Of(one), pace);
}

} // namespace
