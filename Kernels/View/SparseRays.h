// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// A picture from rays for some of its pixels (Akimoto, Mase and Suenaga 1991, Pixel-Selected Ray Tracing):
/// a smaller picture is cast first, then one ray for each pixel that lies among four of its pixels which
/// differ more than a smooth picture's would. All other pixels are interpolated among these four.
struct SparseRays
{
  std::int32_t width = 0, height = 0; ///< of the smaller picture; 0: each pixel has a ray
  /// Rays of single pixels, in addition; where there are more to be cast, the largest differences come first.
  std::int64_t mostSingle = 0;

  bool areUsed() const { return width > 0 && height > 0; }
};

/// How the last picture was made of them.
struct SparseReport
{
  bool isSparse = false;       ///< it was; otherwise each pixel had a ray
  std::int64_t wantedRays = 0; ///< pixels that differ enough for a ray of their own
  std::int64_t singleRays = 0; ///< those that had one
  double milliseconds = 0; ///< for all but the rays: to compare, to interpolate, to prepare for single rays
};

} // namespace inkray
