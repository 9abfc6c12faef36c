// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Cuts work into parts whose launches are short, so that a device that draws the desktop, too, stays
/// responsive, drivers with a time limit let the work live, and who waits is asked often whether it is to go
/// on. While a part runs the next one is launched; before the one after it is, the host waits for the first
/// and learns from its time how large parts may be.
template <class Backend>
class LaunchPacer
{
public:
  /// Items of a part while nothing is known of their time: paths of 2 to 8 ms on an H200.
  static constexpr std::int64_t firstPart = std::int64_t(1) << 18;
  static constexpr std::int64_t smallestPart = std::int64_t(1) << 14;
  static constexpr int numMarks = 3;

  /// `mark`: numMarks of the backend's from there on are free. `milliseconds`: that a part is to take; 0: any
  /// time. `fixed`: items of each part, whatever time they take; 0: by time. `most`: items that a part may
  /// have, kept by the caller; 0 or less: not known yet. On the host, whose loops can be left at any time,
  /// there is one part where it is not fixed.
  LaunchPacer(Backend& backend, int mark, double milliseconds, std::int64_t fixed, std::int64_t& most)
    : backend_(backend)
    , mark_(mark)
    , milliseconds_(milliseconds)
    , fixed_(fixed)
    , most_(most)
    , isTimed_(Backend::isDevice && fixed <= 0 && milliseconds > 0.0)
  {
    if (most_ <= 0)
      most_ = firstPart;
    if (isTimed_)
      backend_.mark(mark_);
  }

  /// How many of the items that are left the next part has: at least one. Waits for the part before the last.
  std::int64_t next(std::int64_t left)
  {
    if (!isTimed_)
      return fixed_ > 0 ? std::min(fixed_, left) : left;
    if (numParts_ >= 2)
    {
      const int begin = mark_ + (numParts_ - 2) % numMarks, end = mark_ + (numParts_ - 1) % numMarks;
      backend_.wait(end);
      const std::int64_t measured = sizes_[numParts_ % 2];
      const double share = backend_.elapsed(begin, end) / milliseconds_;
      if (share > 1.0)
        most_ = std::min(
          most_, std::max(smallestPart, static_cast<std::int64_t>(static_cast<double>(measured) / share)));
      else if (share < 0.5 && measured == most_) // the rest of a picture says nothing about larger parts
        most_ = std::min(std::int64_t(1) << 32, (share < 0.125 ? 4 : 2) * most_);
    }
    const std::int64_t size = std::min(most_, left);
    sizes_[numParts_ % 2] = size;
    return size;
  }

  /// All launches of the part are on their way.
  void launched()
  {
    if (isTimed_)
      backend_.mark(mark_ + (numParts_ + 1) % numMarks);
    ++numParts_;
  }

private:
  Backend& backend_;
  int mark_;
  double milliseconds_;
  std::int64_t fixed_;
  std::int64_t& most_;
  bool isTimed_;
  int numParts_ = 0;
  std::int64_t sizes_[2] = { 0, 0 };
};

} // namespace inkray
