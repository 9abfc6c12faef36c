// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Device/Device.h"
#include "RayCastFrameTarget.h"
#include "View/Camera.h"
#include "vtkRayCastSettings.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTimerLog.h"
#include "vtkVolume.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>

/// The time in milliseconds.
inline double RayCastMilliseconds()
{
  return 1e3 * vtkTimerLog::GetUniversalTime();
}

// Sample distances change in these steps, so that an image of a new size is not made every frame.
constexpr std::array<double, 8> RayCastSampleDistanceSteps = { 1, 1.5, 2, 3, 4, 6, 8, 12 };

/// Window pixels per image pixel for a frame that may take `seconds`, when the last one took
/// `millisecondsPerPixel`. Frames with a second to spare are not coarsened.
inline double RayCastSampleDistance(double wanted, double maximum, bool adjust, double seconds,
  const int viewport[2], double millisecondsPerPixel)
{
  const double pixels = viewport[0] / wanted * (viewport[1] / wanted);
  if (!adjust || seconds >= 1 || millisecondsPerPixel * pixels <= 1e3 * seconds)
  {
    return wanted;
  }
  const double factor = std::sqrt(millisecondsPerPixel * pixels / (1e3 * std::max(seconds, 1e-3)));
  const auto step =
    std::lower_bound(RayCastSampleDistanceSteps.begin(), RayCastSampleDistanceSteps.end(), factor);
  return std::min(std::max(maximum, wanted),
    wanted * (step == RayCastSampleDistanceSteps.end() ? RayCastSampleDistanceSteps.back() : *step));
}

/// Pixels of the image for a frame of `volume`, by the settings of its mapper.
inline void RayCastImageSize(vtkRayCastSettings* settings, vtkVolume* volume, const int viewport[2],
  double millisecondsPerPixel, int& width, int& height)
{
  const double distance = RayCastSampleDistance(settings->GetImageSampleDistance(),
    settings->GetMaximumImageSampleDistance(), settings->GetAutoAdjustSampleDistances() != 0,
    volume->GetAllocatedRenderTime(), viewport, millisecondsPerPixel);
  width = std::max(1, static_cast<int>(std::lround(viewport[0] / distance)));
  height = std::max(1, static_cast<int>(std::lround(viewport[1] / distance)));
}

/// Tells a ray caster whether the window wants the frame abandoned. Windows may be asked about events from
/// their own thread only.
inline std::function<bool()> RayCastAbortCheck(vtkRenderer* renderer)
{
  const auto aborted = std::make_shared<std::atomic<bool>>(false);
  return [aborted, window = renderer->GetRenderWindow(), thread = std::this_thread::get_id()] {
    if (std::this_thread::get_id() == thread && window->CheckAbortStatus())
    {
      *aborted = true;
    }
    return aborted->load();
  };
}

/// Cast an image, wait for it, and show it: from the device, where the window and `fromDevice` manage it,
/// otherwise by way of host memory with `fromHost`. Gives the milliseconds of casting and of showing, and the
/// ray caster's own timings.
template <class Caster, class Options, class Timings, class FromDevice, class FromHost>
std::array<double, 2> RayCastAndPresent(Caster& caster, const inkray::Camera& camera, const Options& options,
  Timings& timings, RayCastFrameTarget& target, bool withDepth, const FromDevice& fromDevice,
  const FromHost& fromHost)
{
  const double start = RayCastMilliseconds();
  // Where OpenGL draws on the device that casts, the image need not leave it.
  const bool stays = caster.device() == inkray::DeviceKind::CUDA &&
    target.PrepareFromDevice(camera.width, camera.height, withDepth);
  try
  {
    stays ? caster.renderOnDevice(camera, options) : caster.render(camera, options);
    timings = caster.timings(); // they are known when the device has finished
  }
  catch (...)
  {
    target.LeaveDevice();
    throw;
  }
  const double cast = RayCastMilliseconds();
  if (!stays || !fromDevice())
  {
    if (stays)
    {
      caster.render(camera, options); // the image was left on the device; from now on it is not
    }
    fromHost();
  }
  return { cast - start, RayCastMilliseconds() - cast };
}
