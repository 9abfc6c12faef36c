// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Cuts work into parts with short launches: a device that also draws the desktop stays responsive, drivers
/// with a time limit do not end the work, and an observer can abort it soon. While a part runs, the next one
/// is launched. Before the third is launched, the host waits for the first and learns from its time how large
/// parts may be.
template <class Backend>
class LaunchPacer
{
public:
  /// Items of the first part, before any time is measured. On an H200, this many paths take 2 to 8 ms.
  static constexpr std::int64_t firstPart = std::int64_t(1) << 18;
  static constexpr std::int64_t smallestPart = std::int64_t(1) << 14;
  static constexpr int numMarks = 3;

  /// `mark`: the first of numMarks free marks of the backend. `milliseconds`: time that a part may take; 0:
  /// any time. `fixed`: items of each part, whatever time they take; 0: by time. `most`: items that a part
  /// may have, which the caller keeps for the next pacer; 0 or less: not known yet. On the host, where loops
  /// can be aborted at any time, all work is one part unless `fixed` is set.
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

  /// Return the number of items in the next part, at least one, if `left` items are left. Waits for the part
  /// before the last.
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
      else if (share < 0.5 && measured == most_) // a smaller last part says nothing about larger ones
        most_ = std::min(std::int64_t(1) << 32, (share < 0.125 ? 4 : 2) * most_);
    }
    const std::int64_t size = std::min(most_, left);
    sizes_[numParts_ % 2] = size;
    return size;
  }

  /// Call this after the last launch of a part.
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
