// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"

#include <functional>
#include <utility>

namespace inkray
{

/// Callbacks of a caller that waits for long work. Either may be empty. Only the thread that requested the
/// work calls them, between parts of it that take well under a millisecond, so they must be cheap if there is
/// nothing to do.
struct WorkObserver
{
  /// Returning true abandons the work with Aborted.
  std::function<bool()> abortCheck;
  /// Called with the finished share of the work, from 0 to 1; each call has a greater share than the one
  /// before.
  std::function<void(double)> progress;
};

/// The progress of one call's work, which consists of steps, each a share of the whole.
class WorkProgress
{
public:
  WorkProgress() = default;
  explicit WorkProgress(WorkObserver observer)
    : observer_(std::move(observer))
  {
  }

  /// Begin a step that takes the work from the share `begin` to the share `end`. A share that was already
  /// reached is not reported again.
  void step(double begin, double end)
  {
    begin_ = begin;
    end_ = end;
    this->report(0.0);
  }
  double begin() const { return begin_; }
  double end() const { return end_; }
  /// Whether progress within the step is reported to anyone.
  bool counts() const { return observer_.progress && end_ > begin_; }

  /// Report the finished share of the step, from 0 to 1.
  void report(double ofStep)
  {
    const double share = begin_ + (end_ - begin_) * ofStep;
    if (observer_.progress && share > reported_)
    {
      reported_ = share;
      observer_.progress(share);
    }
  }
  /// Whether the observer wants the work to end.
  bool isAborted() const { return observer_.abortCheck && observer_.abortCheck(); }
  /// Throws Aborted if it does.
  void checkAbort() const
  {
    if (this->isAborted())
      throw Aborted("the work was abandoned");
  }

private:
  WorkObserver observer_;
  double begin_ = 0, end_ = 0;
  double reported_ = -1;
};

/// Sets the observer of a backend during this object's life, which is one call: however the call ends, the
/// backend does not use the observer later.
template <class Backend>
class Observed
{
public:
  Observed(Backend& backend, const WorkObserver& observer)
    : backend_(backend)
  {
    backend_.observe(observer);
  }
  ~Observed() { backend_.observe({}); }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

private:
  Backend& backend_;
};

} // namespace inkray
