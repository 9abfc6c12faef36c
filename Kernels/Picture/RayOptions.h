// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"

#include <cstddef>

namespace inkray
{

/// Window depths in [0, 1] of opaque geometry, at which rays stop: width x height floats, lower row first.
/// Null: there is no opaque geometry.
struct OpaqueDepth
{
  OpaqueDepth(const float* ofPixels = nullptr, bool isThere = false)
    : depths(ofPixels)
    , isOnDevice(isThere)
  {
  }
  operator const float*() const { return depths; }

  const float* depths;
  bool isOnDevice; ///< depths are complete in device memory, and are read there until the picture is drawn
};

/// Options of a frame for every renderer, and its observer.
struct RayOptions : WorkObserver
{
  OpaqueDepth opaqueDepth;
  /// Device memory that a merged picture uses in addition to its sources. A source with a memory limit counts
  /// it as its own.
  std::size_t pictureBytes = 0;
};

} // namespace inkray
