// SPDX-License-Identifier: BSD-3-Clause
// The check with which the ray casters of FailingDevice fail on request.
#pragma once
#include "FailingDevice.h"

#include "Core/Errors.h"
#include "View/Camera.h"

namespace inkray
{

inline void check(const char* where)
{
  if (FailingDevice::Lost || (FailingDevice::Fails == where && FailingDevice::Breaks))
  {
    FailingDevice::Lost = true;
    throw DeviceLost(FailingDevice::Break);
  }
  if (FailingDevice::Fails == where)
    throw OutOfMemory("cudaMalloc: out of GPU memory", FailingDevice::Asked, FailingDevice::Free);
}

inline void checkImage(const Camera& camera)
{
  if (static_cast<long>(camera.width) * camera.height > FailingDevice::Pixels)
    check("render");
}

} // namespace inkray
