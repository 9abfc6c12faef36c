// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"

#include <cstddef>

namespace inkray
{

/// Window depths in [0, 1] of opaque geometry, width x height floats, lower row first; rays stop there. Null:
/// nothing is in the way.
struct OpaqueDepth
{
  OpaqueDepth(const float* ofPixels = nullptr, bool isThere = false)
    : depths(ofPixels)
    , isOnDevice(isThere)
  {
  }
  operator const float*() const { return depths; }

  const float* depths;
  bool isOnDevice; ///< in the memory of the device and finished; read there until the picture is drawn
};

/// What is asked of a frame whatever draws it; and the observer that waits for it.
struct RayOptions : WorkObserver
{
  OpaqueDepth opaqueDepth;
  /// Memory of the device that a picture of several has beside that of its sources. A source that is drawn
  /// with a limit to its memory counts it as its own.
  std::size_t pictureBytes = 0;
};

} // namespace inkray
