// SPDX-License-Identifier: BSD-3-Clause
// What Auto costs against the faster of its two pipelines, with times made up.
#include "Renderers/Isosurface/PipelineChooser.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include <gtest/gtest.h>

using namespace inkray;

namespace
{

constexpr double setupMilliseconds = 4.0; ///< of the first frame of the multi-kernel pipeline
constexpr double ratios[] = { 0.25, 0.4, 0.5, 0.7, 0.9, 0.97, 1.0, 1.03, 1.1, 1.3, 1.4, 1.7, 2.0, 3.0, 4.0 };

/// Milliseconds of a frame of each pipeline.
struct Times
{
  double single, multi;
};

/// Frames one after the other, with their times known to the chooser at once, or only when it waits for them.
class Frames
{
public:
  explicit Frames(bool synchronous = true)
    : synchronous_(synchronous)
  {
  }

  /// Draw one frame. The first of the multi-kernel pipeline makes its buffers.
  void frame(const Times& times)
  {
    const IsosurfacePipeline used = chooser_.choose();
    const bool multi = used == IsosurfacePipeline::MultiKernel, prepared = multi && ++multiFrames_ == 1;
    const double took = (multi ? times.multi : times.single) + (prepared ? setupMilliseconds : 0.0);
    ++frames;
    total += took;
    better += std::min(times.single, times.multi);
    // A first trial that is won is repeated before it counts.
    if (multi && multiFrames_ <= 10 && times.multi < times.single)
      waited = total - better;
    drewMulti = multi;
    insisted = chooser_.mustKnow();
    if (insisted || (synchronous_ && chooser_.wantsToKnow()))
      chooser_.record(used, took, prepared);
  }
  /// Frames of the better pipeline among `count` more.
  int drawBetter(const Times& times, int count)
  {
    int betterFrames = 0;
    for (int k = 0; k < count; ++k)
    {
      this->frame(times);
      betterFrames += drewMulti == (times.multi < times.single);
    }
    return betterFrames;
  }
  bool looked() const { return multiFrames_ > 0; }
  PipelineChooser& chooser() { return chooser_; }

  std::int64_t frames = 0;
  double total = 0;
  double better = 0; ///< had each frame been drawn by the better one
  double waited = 0; ///< lost until the first trial was won
  bool drewMulti = false, insisted = false;

private:
  PipelineChooser chooser_;
  std::int64_t multiFrames_ = 0;
  bool synchronous_;
};

/// Before the first trial nothing can be known: 200 frames and 0.4 s.
double longestWait(const Times& t)
{
  const double frames =
    2.0 / PipelineChooser::budget + setupMilliseconds / PipelineChooser::budget / t.single + 20;
  return t.multi < t.single ? (t.single - t.multi) * frames + setupMilliseconds : 0.0;
}

TEST(PipelineChooser, NeverSlowerThanTheBetterByMoreThanThreePercent)
{
  for (const double ms : { 0.1, 1.0, 40.0 })
    for (const double ratio : ratios)
    {
      const Times times = { ms, ratio * ms };
      Frames run;
      for (int n = 1; n <= 20000; ++n)
      {
        run.frame(times);
        if (n >= 36 && run.total > 1.03 * run.better + (run.looked() ? run.waited : longestWait(times)))
        {
          ADD_FAILURE() << "frames of " << ms << " ms, ratio " << ratio << ": " << run.total / run.better
                        << " of the better after " << n;
          break;
        }
      }
      EXPECT_LE(run.waited, longestWait(times)) << ms << " ms, ratio " << ratio;
    }
}

TEST(PipelineChooser, FindsTheFasterOne)
{
  for (const double ms : { 0.1, 1.0, 40.0 })
    for (const double ratio : ratios)
    {
      const Times times = { ms, ratio * ms };
      Frames run;
      run.drawBetter(times, 12000);
      EXPECT_TRUE(run.looked()) << ms << " ms, ratio " << ratio;
      if (ratio != 1.0)
      {
        EXPECT_GE(run.drawBetter(times, 4000), 3840) << ms << " ms, ratio " << ratio;
      }
    }
}

TEST(PipelineChooser, FewFramesNeverPay)
{
  for (const double ms : { 0.1, 1.0, 40.0 })
  {
    Frames run;
    for (int n = 0; n < 200; ++n)
    {
      run.frame({ ms, 3 * ms });
      ASSERT_FALSE(run.drewMulti) << ms << " ms, frame " << n;
    }
  }
}

TEST(PipelineChooser, OneLookLastsThroughIsovaluesAndViews)
{
  // Views one after the other differ by a factor of up to 2, isovalues by up to 8, and who wins does not.
  for (const double ratio : { 0.25, 0.5, 0.8, 1.25, 2.0, 4.0 })
    for (int seed = 1; seed <= 20; ++seed)
    {
      std::mt19937 random(static_cast<unsigned>(seed));
      std::uniform_real_distribution<double> view(1.0, 2.0), isovalue(std::log(0.3), std::log(2.4)),
        noise(0.97, 1.03);
      Frames run;
      double single = 1.0;
      std::int64_t tried = 0;
      for (int n = 0; n < 20000; ++n)
      {
        if (n % 108 == 0)
          single = std::exp(isovalue(random));
        const double s = single * view(random);
        run.frame({ s * noise(random), s * ratio * noise(random) });
        tried += run.drewMulti;
      }
      ASSERT_TRUE(run.looked());
      EXPECT_LE(run.total, 1.03 * run.better + run.waited) << "ratio " << ratio << ", seed " << seed;
      if (ratio > 1.3)
      {
        EXPECT_LT(tried, 60) << "ratio " << ratio << ", seed " << seed;
      }
    }
}

TEST(PipelineChooser, FollowsWhenTheFasterOneBecomesTheSlower)
{
  for (const double ratio : { 0.25, 0.5, 0.8, 1.25, 2.0, 4.0 })
  {
    Times times = { 2.0, 2.0 * ratio };
    Frames run;
    run.drawBetter(times, 8000);
    for (int flip = 0; flip < 4; ++flip)
    {
      std::swap(times.single, times.multi);
      // Until the next trial, which the faster one earns; then four comparisons.
      const double apart = std::max(ratio, 1 / ratio) - 1;
      const int bound =
        PipelineChooser::longestInterval + static_cast<int>(2 * apart / PipelineChooser::budget) + 40;
      run.drawBetter(times, bound);
      EXPECT_GE(run.drawBetter(times, 1000), 950) << "ratio " << ratio << ", flip " << flip;
      run.drawBetter(times, 5000);
    }
  }
}

TEST(PipelineChooser, ManyKernelsThatWinWithManySurfacesAreFound)
{
  // Light frames in which one kernel wins, then heavy ones in which many kernels do.
  Frames run;
  run.drawBetter({ 0.2, 0.8 }, 5000);
  run.drawBetter({ 30.0, 15.0 }, 1200);
  EXPECT_GE(run.drawBetter({ 30.0, 15.0 }, 200), 195);
}

TEST(PipelineChooser, SeldomWaits)
{
  // A caller that never waits by itself: times are known only where the chooser insists.
  Frames run(false);
  int insisted = 0;
  for (int n = 0; n < 20000; ++n)
  {
    run.frame({ 1.0, 3.0 });
    insisted += run.insisted;
  }
  EXPECT_TRUE(run.looked());
  EXPECT_LE(run.total, 1.03 * run.better);
  EXPECT_LT(insisted, 250);
  Frames other(false);
  other.drawBetter({ 3.0, 1.0 }, 3000);
  EXPECT_TRUE(other.drewMulti);
}

TEST(PipelineChooser, ForgetsAnotherVolume)
{
  Frames run;
  run.drawBetter({ 1.0, 0.5 }, 3000);
  ASSERT_TRUE(run.drewMulti);
  run.chooser().reset();
  EXPECT_EQ(run.chooser().choose(), IsosurfacePipeline::SingleKernel);
}

TEST(PipelineChooser, DoesNotTryAgainWhatDoesNotFit)
{
  Frames run;
  run.drawBetter({ 1.0, 0.5 }, 3000);
  run.chooser().giveUp();
  EXPECT_EQ(run.drawBetter({ 1.0, 0.5 }, 5000), 0);
  run.chooser().reset();
  run.drawBetter({ 1.0, 0.5 }, 3000);
  EXPECT_TRUE(run.drewMulti) << "another volume";
}

} // namespace
