// SPDX-License-Identifier: BSD-3-Clause
// The coarseness of interactive frames, computed from invented times.
#include "RayCastPace.h"
#include "vtkNew.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace
{

constexpr double Still = std::numeric_limits<double>::infinity();
constexpr double Interactive = 200; // the time that ParaView allows a frame, in milliseconds

/// Frames in a window of 1000 pixels. At full resolution, the rays take `full`, everything else `rest`
/// milliseconds. Draw returns the coarseness of the frame.
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
  // A frame has 33 ms. After the rest, 30 ms for rays allow a ninth of 270 ms, or a quarter of 120 ms.
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
  // Rays get at least a quarter of the rest: beside 400 ms, another 100 ms hardly matter.
  Frames frames;
  frames.Draw(Still, 380, 400);
  EXPECT_EQ(frames.Draw(Interactive, 380, 400), 2);
}

TEST(RayCastPace, EdgesHaveTheTimeThatCoarseRaysLeave)
{
  Frames frames;
  EXPECT_EQ(frames.Draw(Still, 200, 3), 1);
  EXPECT_EQ(frames.Pace->GetShareOfRays(), 1);
  EXPECT_EQ(frames.Draw(Interactive, 200, 3), 3);
  EXPECT_DOUBLE_EQ(frames.Pace->GetShareOfRays(), 30.0 / 200);
  EXPECT_EQ(frames.Draw(Interactive, 20, 3), 3);
  EXPECT_EQ(frames.Draw(Interactive, 20, 3), 1);
  EXPECT_EQ(frames.Pace->GetShareOfRays(), 1);
}

TEST(RayCastPace, FramesWithEdgesAreNoLonger)
{
  // A picture of 1000 pixels, with 20 edge pixels per unit of coarseness. A ray takes 0.119 ms.
  vtkNew<RayCastPace> pace;
  double now = 0, longest = 0;
  const auto draw = [&](double allowed) {
    pace->Start(now, allowed);
    const double coarseness = pace->GetCoarseness();
    const double coarse = 1000 / (coarseness * coarseness), wanted = coarseness > 1 ? 20 * coarseness : 0;
    const double edges = std::min(wanted, 1000 * pace->GetShareOfRays() - coarse);
    pace->AddCast(0.119 * (coarse + std::max(0.0, edges)), coarse + std::max(0.0, edges), 1000, wanted);
    now += 0.119 * (coarse + std::max(0.0, edges)) + 3;
    longest =
      allowed < RayCastPace::ShortestStill ? std::max(longest, 0.119 * (coarse + edges) + 3) : longest;
    pace->End(now, false);
    now += 1000;
    return std::make_pair(coarseness, edges / std::max(wanted, 1.0));
  };
  draw(Still);
  EXPECT_EQ(draw(Interactive).first, 2) << "nothing is known of edges";
  for (int frame = 0; frame < 5; ++frame)
  {
    const auto [coarseness, share] = draw(Interactive);
    EXPECT_EQ(coarseness, 3) << "room for edges";
    EXPECT_DOUBLE_EQ(share, 1) << "all of them";
  }
  EXPECT_LE(longest, 33);
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
