// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "View/SurfaceLayers.h"

#include <cstdint>
#include <memory>

namespace inkray
{

/// Surfaces that somebody else has drawn, such as polygons that OpenGL has peeled, in the memory of a device,
/// where rays meet them (TetRayCaster::renderMerged).
class DrawnLayers
{
public:
  /// Throws Error where the device is not there.
  static std::unique_ptr<DrawnLayers> create(DeviceKind kind);
  static std::unique_ptr<DrawnLayers> create(const DeviceId& device);

  virtual ~DrawnLayers() = default;

  /// Copy `most` layers of `numPixels` pixels each, from front to back: colours multiplied by opacity, and
  /// depths along the viewing direction in world units, infinite where a pixel has no more. Throws
  /// OutOfMemory. The result is valid until the next call.
  virtual SurfaceLayers set(const Float4* colours, const float* depths, int most, std::int64_t numPixels,
    const WindowDepth& window) = 0;
};

} // namespace inkray
