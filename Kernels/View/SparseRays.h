// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray
{

/// A picture with rays for some of its pixels (Akimoto, Mase and Suenaga 1991, Pixel-Selected Ray Tracing). A
/// smaller picture is cast first. Then each pixel that lies among four of its pixels with larger differences
/// than in a smooth picture gets a ray. All other pixels are interpolated among the four.
struct SparseRays
{
  std::int32_t width = 0, height = 0; ///< size of the smaller picture; 0: each pixel has a ray
  /// The limit for additional rays of single pixels. If more are needed, the largest differences come first.
  std::int64_t mostSingle = 0;

  bool areUsed() const { return width > 0 && height > 0; }
};

/// How the last picture was made with SparseRays.
struct SparseReport
{
  bool isSparse = false;       ///< false: each pixel had a ray
  std::int64_t wantedRays = 0; ///< pixels that differ enough for a separate ray
  std::int64_t singleRays = 0; ///< pixels that got a separate ray
  double milliseconds = 0; ///< time for comparing and interpolating pixels and for preparing rays of single
                           ///< pixels; casting is not in it
};

} // namespace inkray
