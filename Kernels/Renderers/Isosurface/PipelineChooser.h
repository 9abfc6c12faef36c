// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

/// Auto: which of two pipelines is faster, told from the times of their own frames.
///
/// One of them, at first the single kernel, draws; now and then the other draws a frame, and its time is
/// compared with the frames right before and after, so that views and isovalues that change meanwhile do
/// little harm. What counts is the ratio of the two, which a change of view or isovalue leaves much as it is.
/// A trial has to be earned: what trials have cost beyond the faster pipeline's time may be one hundredth of
/// the time drawn so far, and the first trial, in which buffers and launches are made, is taken to cost two
/// frames and 4 ms more. Trials become rarer as long as nothing changes. A trial that the other one wins is
/// repeated at once, and after four it draws; so is a near tie, where a trial costs nothing and one tells
/// little.
///
/// Whoever draws few frames, or fast ones, so never pays for a trial. With M the time of MultiKernel and S
/// that of SingleKernel, M up to 4 S, all frames together take at most 1.03 of the faster one's time at any
/// moment; where M is less than S, only from the first trial on, which comes after 200 frames and 0.4 s.
/// Where the faster one becomes the slower, it is found after `longestInterval` frames, or as many as earn
/// the trial.
class PipelineChooser
{
public:
  static constexpr double budget = 0.01;           ///< share of the time that trials may cost
  static constexpr double setupMilliseconds = 4.0; ///< of the first trial
  static constexpr int longestInterval = 1024;     ///< frames between trials while nothing changes

  /// Forget everything: another volume.
  void reset() { *this = PipelineChooser(); }

  /// The multi-kernel pipeline does not fit into memory: not again for this volume.
  void giveUp()
  {
    this->reset();
    hopeless_ = true;
  }

  /// Who draws the next frame.
  IsosurfacePipeline choose()
  {
    if (step_ == Step::Trying)
      return pipeline(1 - best_);
    ++framesSinceRecord_;
    ++framesSinceTrial_;
    if (step_ == Step::Watching && this->trialIsDue())
      step_ = Step::Before;
    return pipeline(best_);
  }

  /// Whether record() is waited for; if not, it may be left out, and now and then is enough.
  bool mustKnow() const { return step_ != Step::Watching || framesSinceRecord_ >= mustRecordEvery; }
  bool wantsToKnow() const
  {
    return this->mustKnow() || milliseconds_ == 0.0 || framesSinceRecord_ >= recordEvery;
  }

  /// What the frame took that choose() was last asked for. `prepared`: it had to make buffers or launches
  /// first, and tells nothing about the next.
  void record(IsosurfacePipeline used, double milliseconds, bool prepared)
  {
    if (used != pipeline(best_))
    {
      drawn_ += milliseconds;
      spent_ += std::max(0.0, milliseconds - milliseconds_);
      if (prepared || step_ != Step::Trying)
        return;
      tried_ = milliseconds;
      step_ = Step::After;
      return;
    }
    if (prepared || milliseconds <= 0.0)
      return;
    drawn_ += milliseconds * framesSinceRecord_;
    framesSinceRecord_ = 0;
    const double before = milliseconds_;
    milliseconds_ = milliseconds;
    if (step_ == Step::Before)
      step_ = Step::Trying;
    else if (step_ == Step::After)
      this->judge(std::log(std::max(tried_, 1e-9) / std::sqrt(before * milliseconds)));
  }

private:
  /// A trial is a frame between two of the usual ones.
  enum class Step
  {
    Watching,
    Before,
    Trying,
    After
  };

  static constexpr int shortestInterval = 32, clearInterval = 256;
  static constexpr int recordEvery = 8, mustRecordEvery = 256; ///< frames
  static constexpr int fewestSamples = 4, mostSamples = 8;     ///< of a trial that was not lost clearly
  static constexpr double nearTie = 0.3;                       ///< logarithm of the ratio
  static constexpr double surprise = 0.5; ///< the same: so much less than expected is not noise
  static constexpr int memory = 16;       ///< samples that are remembered

  static IsosurfacePipeline pipeline(int p)
  {
    return p == 1 ? IsosurfacePipeline::MultiKernel : IsosurfacePipeline::SingleKernel;
  }

  bool trialIsDue() const
  {
    const int frames = known_ == 0 ? 2 : ratio_ < nearTie ? mostSamples : 1;
    const double expected =
      frames * (std::exp(ratio_) - 1.0) * milliseconds_ + (known_ == 0 ? setupMilliseconds : 0.0);
    return !hopeless_ && milliseconds_ > 0.0 && framesSinceTrial_ >= interval_ &&
      spent_ + expected <= budget * drawn_;
  }

  /// One more comparison: the logarithm of the other one's time over the usual one's.
  void judge(double sample)
  {
    sum_ += sample;
    ++samples_;
    const double mean = sum_ / samples_;
    const bool clear = mean >= nearTie || (mean <= -nearTie && samples_ >= fewestSamples);
    if (!clear && samples_ < mostSamples)
    {
      step_ = Step::Trying;
      return;
    }
    if (samples_ >= fewestSamples && mean < ratio_ - surprise)
      known_ = 0; // what was known is no longer so
    ratio_ = (known_ * ratio_ + sum_) / (known_ + samples_);
    known_ = std::min(known_ + samples_, memory);
    // The other one won, if not by as much as it is known to lose: again soon.
    interval_ = mean < 0.0
      ? shortestInterval
      : std::min(std::max(2 * interval_, mean < nearTie ? shortestInterval : clearInterval), longestInterval);
    if (ratio_ < 0.0)
    {
      best_ = 1 - best_;
      ratio_ = -ratio_;
      milliseconds_ = tried_;
    }
    sum_ = 0.0;
    samples_ = framesSinceTrial_ = 0;
    step_ = Step::Watching;
  }

  bool hopeless_ = false;
  int best_ = 0;
  double milliseconds_ = 0.0; ///< its last frame known
  double ratio_ = 0.7; ///< logarithm of the other one's time over its time; before the first trial a guess
  int known_ = 0;      ///< samples behind it
  double drawn_ = 0.0, spent_ = 0.0;
  int framesSinceRecord_ = 0, framesSinceTrial_ = 0;
  int interval_ = 0;

  Step step_ = Step::Watching;
  double tried_ = 0.0;
  double sum_ = 0.0; ///< of the trial's samples
  int samples_ = 0;
};

} // namespace inkray
