// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Device/Device.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"

#include <cstddef>
#include <string>

namespace inkray
{

/// The backend of one or several ray casters, and the memory that a frame needs while it is cast.
template <class Backend>
struct FrameWorkspace
{
  FrameWorkspace(const DeviceInfo& device, std::size_t memoryLimit)
    : backend(device.id, memoryLimit)
    , deviceId(device.id)
    , deviceName(device.name)
  {
  }

  Backend backend;
  DeviceId deviceId;
  std::string deviceName;
  Buffer<ProjectedVertex, Backend> projected;
  PixelIntersectionLists<Backend> lists;
  Buffer<Float4, Backend> image;
  Buffer<RayCounters, Backend> counters;

  void release()
  {
    projected.release();
    lists = PixelIntersectionLists<Backend>();
    image.release();
  }
};

} // namespace inkray
