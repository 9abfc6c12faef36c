// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastMapper.h"

#include "Execution/Errors.h"
#include "IsosurfaceBridge.h"
#include "RayCastBridge.h"
#include "SampleDistance.h"
#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkObjectFactory.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTimerLog.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <string>
#include <thread>

namespace
{

double Milliseconds()
{
  return 1e3 * vtkTimerLog::GetUniversalTime();
}

} // namespace

vtkStandardNewMacro(vtkIsosurfaceRayCastMapper);

vtkIsosurfaceRayCastMapper::vtkIsosurfaceRayCastMapper()
  : Internal(std::make_unique<Internals>())
{
  this->Internal->Values->SetNumberOfContours(0);
}

vtkIsosurfaceRayCastMapper::~vtkIsosurfaceRayCastMapper()
{
  this->SetColorArrayName(nullptr);
}

void vtkIsosurfaceRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  const double start = Milliseconds();
  Internals& internal = *this->Internal;
  try
  {
    Frame frame;
    bool again = this->CheckInput(renderer, volume, frame);
    while (again) // a second time only after a CUDA device has failed
    {
      again = false;
      try
      {
        this->PrepareDevice(frame);
        if (this->UpdateVolume(frame) && this->UpdateIsosurfaces(frame))
        {
          this->UpdateColorArray(frame);
          this->UpdateLighting(frame);
          this->Cast(frame);
        }
      }
      catch (const inkray::Aborted&)
      {
        // The window has something better to do; the next frame is whole again.
      }
      catch (const inkray::InvalidInput&)
      {
        throw; // no better on the CPU
      }
      catch (const inkray::Error& error)
      {
        if (internal.Kind != inkray::DeviceKind::CUDA)
        {
          throw;
        }
        this->FallBackToCPU(frame, error.what());
        again = true;
      }
    }
  }
  catch (const std::bad_alloc&)
  {
    internal.ReleaseDevice();
    this->Say(true, "There is not enough memory to draw this volume; use a smaller part of it.");
  }
  catch (const std::exception& error)
  {
    internal.ReleaseDevice();
    this->Say(true, std::string("The isosurface is not drawn: ") + error.what());
  }
  internal.Timings[9] = Milliseconds() - start;
  this->TimeToDraw = 1e-3 * internal.Timings[9];
}

void vtkIsosurfaceRayCastMapper::PrepareDevice(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const bool otherVolume =
    internal.CudaFailed && internal.FailedKey != inkray::filters::imageVolumeKey(frame.Image, frame.Scalars, frame.Association, frame.Component);
  if (internal.CudaFailed && (otherVolume || internal.CasterDevice != this->Device))
  {
    internal.CudaFailed = false;
    internal.ReleaseDevice();
  }
  if (internal.Caster && internal.CasterDevice == this->Device)
  {
    return;
  }

  internal.ReleaseDevice();
  inkray::DeviceKind kind = inkray::DeviceKind::CPU;
  if (!internal.CudaFailed)
  {
    internal.FallbackReason.clear();
    const inkray::DeviceKind wanted = this->Device == DEVICE_CUDA ? inkray::DeviceKind::CUDA
      : this->Device == DEVICE_CPU                                ? inkray::DeviceKind::CPU
                                                                  : inkray::DeviceKind::Auto;
    kind = inkray::resolveDevice(wanted, &internal.FallbackReason);
    if (this->Device == DEVICE_CUDA && kind != inkray::DeviceKind::CUDA)
    {
      this->Say(false, "CUDA was asked for, but the CPU draws: " + internal.FallbackReason);
    }
  }
  internal.Kind = kind;
  internal.CasterDevice = this->Device;
  internal.Caster = inkray::IsosurfaceRayCaster::create(kind);
  internal.DeviceName = internal.Caster->deviceName();
  internal.MillisecondsPerPixel = 0;
}

void vtkIsosurfaceRayCastMapper::FallBackToCPU(const Frame& frame, const char* reason)
{
  Internals& internal = *this->Internal;
  internal.ReleaseDevice();
  internal.FallbackReason = reason;
  internal.CudaFailed = true;
  internal.FailedKey = inkray::filters::imageVolumeKey(frame.Image, frame.Scalars, frame.Association, frame.Component);
  this->Say(false, std::string("The CPU draws, because the CUDA device failed: ") + reason);
}

void vtkIsosurfaceRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  inkray::IsosurfaceFrameOptions options;
  options.pipeline = this->Pipeline == MULTI_KERNEL ? inkray::IsosurfacePipeline::MultiKernel
    : this->Pipeline == SINGLE_KERNEL               ? inkray::IsosurfacePipeline::SingleKernel
    : this->Pipeline == KD_JUMP                     ? inkray::IsosurfacePipeline::KdJump
                                                    : inkray::IsosurfacePipeline::Auto;
  options.compaction = static_cast<inkray::CompactionMethod>(this->CompactionMethod);
  options.earlyTermination = this->EarlyTermination;
  options.alwaysRebuild = this->AlwaysRebuild != 0;
  options.clippingPlanes = IsosurfaceBridge::MakeClippingPlanes(this->ClippingPlanes, frame.Volume);
  IsosurfaceBridge::SetCropping(this, frame.Image, options);
  internal.Options = options;
  internal.Options.wantHits = true;
  this->KeepFrame(frame);

  // A hardware selection pass writes ids, not colours.
  if (frame.Renderer->GetSelector())
  {
    this->DrawSelection(frame);
    return;
  }

  const double distance = RayCastSampleDistance(this->ImageSampleDistance, this->MaximumImageSampleDistance, this->AutoAdjustSampleDistances != 0,
    frame.Volume->GetAllocatedRenderTime(), frame.Viewport, internal.MillisecondsPerPixel);
  const int width = std::max(1, static_cast<int>(std::lround(frame.Viewport[0] / distance)));
  const int height = std::max(1, static_cast<int>(std::lround(frame.Viewport[1] / distance)));
  const inkray::Camera camera = RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, width, height);

  // Opaque surfaces are hidden by the depth test. Translucent ones have to know where to stop.
  double start = Milliseconds();
  options.opaqueDepth = internal.Translucent ? internal.Target.ReadDepth(width, height) : nullptr;
  double present = Milliseconds() - start;

  // Windows may be asked about events from their own thread only.
  std::atomic<bool> aborted{ false };
  vtkRenderWindow* window = frame.Renderer->GetRenderWindow();
  options.abortCheck = [&aborted, window, thread = std::this_thread::get_id()] {
    if (std::this_thread::get_id() == thread && window->CheckAbortStatus())
    {
      aborted = true;
    }
    return aborted.load();
  };

  start = Milliseconds();
  this->UpdateProgress(0.7);
  // Where OpenGL draws on the device that casts, the image need not leave it.
  const bool onDevice = internal.Caster->device() == inkray::DeviceKind::CUDA && internal.Target.MayPresentFromDevice();
  onDevice ? internal.Caster->renderOnDevice(camera, options) : internal.Caster->render(camera, options);
  internal.MillisecondsPerPixel = (Milliseconds() - start) / (static_cast<double>(width) * height);

  start = Milliseconds();
  internal.Target.SetProjection(camera.eyeToClip);
  const auto use = internal.Translucent ? RayCastFrameTarget::DepthUse::Write : RayCastFrameTarget::DepthUse::Test;
  if (!onDevice || !internal.Target.PresentWithDepthFromDevice(internal.Caster->deviceImage(), internal.Caster->deviceDepth(), width, height, use))
  {
    if (onDevice)
    {
      internal.Caster->render(camera, options); // the image was left on the device; from now on it is not
    }
    internal.Target.PresentWithDepth(internal.Caster->image(), internal.Caster->depth(), width, height, use);
  }
  present += Milliseconds() - start;
  this->UpdateProgress(1.0);

  const inkray::IsosurfaceTimings timings = internal.Caster->timings();
  const double frameTimings[7] = { timings.rebuild, timings.generate, timings.traverse, timings.intersect, timings.shade, timings.cast,
    timings.present + present };
  std::copy_n(frameTimings, 7, internal.Timings + 2);
  internal.Statistics = internal.Caster->statistics();
  const inkray::IsosurfaceMemory memory = internal.Caster->memory();
  internal.Memory[0] = memory.volume / 1048576.0;
  internal.Memory[1] = memory.bricks / 1048576.0;
  internal.Memory[2] = memory.frame / 1048576.0;
  internal.ImageSize[0] = width;
  internal.ImageSize[1] = height;
}

void vtkIsosurfaceRayCastMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Target.ReleaseGraphicsResources(window);
  this->Internal->ReleaseDevice();
  this->Superclass::ReleaseGraphicsResources(window);
}
