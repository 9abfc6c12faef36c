// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastMapper.h"

#include "IsosurfaceBridge.h"
#include "RayCastBridge.h"
#include "RayCastImage.h"
#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkObjectFactory.h"
#include "vtkRenderer.h"
#include "vtkTrivialProducer.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <new>
#include <string>

vtkStandardNewMacro(vtkIsosurfaceRayCastMapper);

vtkIsosurfaceRayCastMapper::vtkIsosurfaceRayCastMapper()
  : Internal(std::make_unique<Internals>())
{
}

vtkIsosurfaceRayCastMapper::~vtkIsosurfaceRayCastMapper() = default;

void vtkIsosurfaceRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  const double start = RayCastMilliseconds();
  Internals& internal = *this->Internal;
  try
  {
    Frame frame;
    if (this->CheckInput(renderer, volume, frame))
    {
      const auto draw = [this, &frame] {
        this->PrepareDevice(frame);
        if (this->UpdateVolume(frame) && this->UpdateIsosurfaces(frame))
        {
          this->UpdateColorArray(frame);
          this->UpdateLighting(frame);
          this->Cast(frame);
        }
      };
      const auto release = [&internal, &frame] {
        internal.FailedKey =
          inkray::filters::imageVolumeKey(frame.Image, frame.Scalars, frame.Association, frame.Component);
        internal.ReleaseDevice();
      };
      internal.Device.Draw(
        draw, release, [this](bool error, const std::string& message) { this->Report(error, message); });
    }
  }
  catch (const std::bad_alloc&)
  {
    internal.ReleaseDevice();
    this->Report(true, "There is not enough memory to draw this volume; use a smaller part of it.");
  }
  catch (const std::exception& error)
  {
    internal.ReleaseDevice();
    this->Report(true, std::string("The isosurface is not drawn: ") + error.what());
  }
  internal.Timings[5] = RayCastMilliseconds() - start;
  this->TimeToDraw = 1e-3 * internal.Timings[5];
}

void vtkIsosurfaceRayCastMapper::PrepareDevice(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const bool failed = internal.FailedKey ==
    inkray::filters::imageVolumeKey(frame.Image, frame.Scalars, frame.Association, frame.Component);
  if (internal.Device.Choose(this->GetSettings()->GetDevice(), internal.Caster != nullptr, failed,
        [this](bool error, const std::string& message) { this->Report(error, message); }))
  {
    internal.ReleaseDevice();
    internal.Caster = inkray::IsosurfaceRayCaster::create(internal.Device.GetKind());
    internal.Device.Name = internal.Caster->deviceName();
    internal.MillisecondsPerPixel = 0;
  }
}

void vtkIsosurfaceRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  inkray::IsosurfaceFrameOptions options;
  options.pipeline = this->GetSettings()->GetPipeline() == vtkIsosurfaceRayCastSettings::MULTI_KERNEL
    ? inkray::IsosurfacePipeline::MultiKernel
    : this->GetSettings()->GetPipeline() == vtkIsosurfaceRayCastSettings::SINGLE_KERNEL
    ? inkray::IsosurfacePipeline::SingleKernel
    : this->GetSettings()->GetPipeline() == vtkIsosurfaceRayCastSettings::KD_JUMP
    ? inkray::IsosurfacePipeline::KdJump
    : inkray::IsosurfacePipeline::Auto;
  options.compaction = static_cast<inkray::CompactionMethod>(this->GetSettings()->GetCompactionMethod());
  options.earlyTermination = this->GetSettings()->GetEarlyTermination();
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

  int width = 0, height = 0;
  RayCastImageSize(
    this->GetSettings(), frame.Volume, frame.Viewport, internal.MillisecondsPerPixel, width, height);
  const inkray::Camera camera = RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, width, height);

  // Opaque surfaces are hidden by the depth test. Translucent ones have to know where to stop.
  const double start = RayCastMilliseconds();
  options.opaqueDepth = internal.Translucent ? internal.Target.ReadDepth(width, height) : nullptr;
  const double readDepth = RayCastMilliseconds() - start;
  options.abortCheck = RayCastAbortCheck(frame.Renderer);
  this->UpdateProgress(0.7);
  inkray::IsosurfaceRayCaster& caster = *internal.Caster;
  internal.Target.SetProjection(camera.eyeToClip);
  const auto use =
    internal.Translucent ? RayCastFrameTarget::DepthUse::Write : RayCastFrameTarget::DepthUse::Test;
  const auto fromDevice = [&] {
    return internal.Target.PresentWithDepthFromDevice(
      caster.deviceImage(), caster.deviceDepth(), width, height, use);
  };
  const auto fromHost = [&] {
    internal.Target.PresentWithDepth(caster.image(), caster.depth(), width, height, use);
  };
  inkray::IsosurfaceTimings timings;
  const auto milliseconds =
    RayCastAndPresent(caster, camera, options, timings, internal.Target, true, fromDevice, fromHost);
  internal.MillisecondsPerPixel = milliseconds[0] / (static_cast<double>(width) * height);
  this->UpdateProgress(1.0);

  internal.Timings[2] = timings.rebuild;
  internal.Timings[3] = timings.cast;
  internal.Timings[4] = timings.present + readDepth + milliseconds[1];
  internal.StatisticsAreDue = true;
  const inkray::IsosurfaceMemory memory = internal.Caster->memory();
  internal.Memory[0] = memory.volume / 1048576.0;
  internal.Memory[1] = memory.bricks / 1048576.0;
  internal.Memory[2] = memory.frame / 1048576.0;
  internal.ImageSize[0] = width;
  internal.ImageSize[1] = height;
}

void vtkIsosurfaceRayCastMapper::Update()
{
  // Data that was handed over is what it is. VTK asks several times a frame, for bounds, and going through
  // the pipeline for that takes as long as casting.
  if (this->GetNumberOfInputConnections(0) != 1 ||
    !vtkTrivialProducer::SafeDownCast(this->GetInputAlgorithm()))
  {
    this->Superclass::Update();
  }
}

void vtkIsosurfaceRayCastMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Target.ReleaseGraphicsResources(window);
  this->Internal->ReleaseDevice();
  this->Superclass::ReleaseGraphicsResources(window);
}
