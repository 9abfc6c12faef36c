// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "Execution/Errors.h"
#include "RayCastBridge.h"
#include "vtkCommand.h"
#include "vtkObjectFactory.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapperInternals.h"
#include "vtkTimerLog.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <sstream>
#include <string>
#include <thread>

namespace
{
double Milliseconds()
{
  return 1e3 * vtkTimerLog::GetUniversalTime();
}
} // namespace

vtkStandardNewMacro(vtkTetRayCastMapper);

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Internal(std::make_unique<Internals>())
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

void vtkTetRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  const double start = Milliseconds();
  Internals& internal = *this->Internal;
  try
  {
    Frame frame;
    bool again = this->CheckInput(renderer, volume, frame) && this->UpdateTopology(frame);
    while (again) // a second time only after a CUDA device has failed
    {
      again = false;
      try
      {
        this->PrepareDevice();
        if (this->UpdateMesh() && this->UpdateScalars(frame))
        {
          this->UpdateTransferFunction(frame);
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
        this->FallBackToCPU(error.what());
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
    this->Say(true, std::string("The volume is not drawn: ") + error.what());
  }
  internal.Timings[5] = Milliseconds() - start;
  this->TimeToDraw = 1e-3 * internal.Timings[5];
}

bool vtkTetRayCastMapper::UpdateTopology(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const double start = Milliseconds();
  if (internal.Topology->Update(frame.Grid))
  {
    internal.Timings[0] = Milliseconds() - start;
  }
  const std::string message = internal.Topology->GetMessage();
  if (internal.Topology->GetNumberOfTets() == 0)
  {
    if (!this->PartOfAWhole || internal.Topology->GetNumberOfGhostCells() == 0)
    {
      this->Say(true, message.empty() ? "The grid has no three-dimensional cells to draw." : message);
    }
    return false;
  }
  if (!message.empty())
  {
    this->Say(false, message);
  }
  return true;
}

void vtkTetRayCastMapper::PrepareDevice()
{
  Internals& internal = *this->Internal;
  const vtkMTimeType meshTime = internal.Topology->GetMeshMTime();
  const bool failedBefore = internal.CudaFailedForMesh != 0;
  if (failedBefore && (internal.CudaFailedForMesh != meshTime || internal.CasterDevice != this->Device))
  {
    internal.CudaFailedForMesh = 0;
    internal.ReleaseDevice();
  }
  if (internal.Caster && internal.CasterDevice == this->Device)
  {
    return;
  }

  internal.ReleaseDevice();
  inkray::DeviceKind kind = inkray::DeviceKind::CPU;
  if (internal.CudaFailedForMesh == 0)
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
  internal.Caster = inkray::TetRayCaster::create(kind);
  internal.DeviceName = internal.Caster->deviceName();
  internal.MillisecondsPerPixel = 0;
}

void vtkTetRayCastMapper::FallBackToCPU(const char* reason)
{
  Internals& internal = *this->Internal;
  internal.ReleaseDevice();
  internal.FallbackReason = reason;
  internal.CudaFailedForMesh = internal.Topology->GetMeshMTime();
  this->Say(false, std::string("The CPU draws, because the CUDA device failed: ") + reason);
}

bool vtkTetRayCastMapper::UpdateMesh()
{
  Internals& internal = *this->Internal;
  const vtkMTimeType time = internal.Topology->GetMeshMTime();
  if (internal.MeshTime == time)
  {
    return true;
  }
  this->UpdateProgress(0.1);
  internal.ScalarTime = 0;
  internal.MeshTime = 0;
  internal.Report = internal.Caster->setMesh(internal.Topology->GetMesh());
  internal.MeshTime = time;
  internal.MillisecondsPerPixel = 0;
  ++internal.MeshUploads;
  const inkray::TetRayCastTimings timings = internal.Caster->timings();
  internal.Timings[0] += timings.topology;
  internal.Timings[1] = timings.upload;
  inkray::TetMeshReport report = internal.Report;
  if (this->PartOfAWhole)
  {
    report.zeroVolume = 0; // cutting the whole leaves such cells along the cut
  }
  if (!report.summary().empty())
  {
    this->Say(false, report.summary());
  }
  return true;
}

bool vtkTetRayCastMapper::UpdateScalars(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const bool same = internal.ScalarTime != 0 && internal.Scalars.GetPointer() == frame.Scalars && internal.ScalarTime == frame.Scalars->GetMTime() &&
    internal.Association == frame.Association && internal.Component == frame.Component;
  if (same)
  {
    return internal.Drawable;
  }

  this->UpdateProgress(0.5);
  internal.ScalarTime = 0;
  inkray::ScalarInput scalars;
  if (!internal.Topology->GetScalars(frame.Scalars, frame.Association, frame.Component, scalars))
  {
    this->Say(true, internal.Topology->GetMessage());
    return false;
  }
  internal.Caster->setScalars(scalars);
  ++internal.ScalarUploads;
  internal.Scalars = frame.Scalars;
  internal.ScalarTime = frame.Scalars->GetMTime();
  internal.Association = frame.Association;
  internal.Component = frame.Component;
  internal.Timings[1] = internal.Caster->timings().upload;

  // A value that is no number draws nothing; saying so is better than a picture with unexplained holes.
  double range[2];
  internal.Caster->scalarRange(range);
  internal.Drawable = range[0] <= range[1];
  const std::int64_t bad = internal.Caster->numNonFiniteScalars();
  const std::string name = frame.Scalars->GetName() ? frame.Scalars->GetName() : "(no name)";
  if (!internal.Drawable)
  {
    this->Say(true, "No value of the array '" + name + "' is a finite number, so nothing is drawn.");
  }
  else if (bad > 0)
  {
    this->Say(false,
      std::to_string(bad) + " of " + std::to_string(scalars.count) + " values of the array '" + name +
        "' are not finite numbers (NaN or infinite); the cells that use them are transparent.");
  }
  else if (range[0] == range[1] && !this->PartOfAWhole)
  {
    std::ostringstream value;
    value << range[0];
    this->Say(false, "The array '" + name + "' is " + value.str() + " everywhere: the whole volume has one colour and one opacity.");
  }
  return internal.Drawable;
}

void vtkTetRayCastMapper::UpdateTransferFunction(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkVolumeProperty* property = frame.Volume->GetProperty();
  const vtkMTimeType time = property->GetMTime();
  if (internal.PropertyTime == time && internal.Property.GetPointer() == property)
  {
    return;
  }
  std::string message;
  internal.Caster->setTransferFunction(RayCastBridge::MakeTransferFunction(property, message));
  internal.Property = property;
  internal.PropertyTime = time;
  ++internal.TransferFunctionUploads;
  if (!message.empty())
  {
    this->Say(false, message);
  }
}

void vtkTetRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const double distance = RayCastSampleDistance(this->ImageSampleDistance, this->MaximumImageSampleDistance, this->AutoAdjustSampleDistances != 0,
    frame.Volume->GetAllocatedRenderTime(), frame.Viewport, internal.MillisecondsPerPixel);
  const int width = std::max(1, static_cast<int>(std::lround(frame.Viewport[0] / distance)));
  const int height = std::max(1, static_cast<int>(std::lround(frame.Viewport[1] / distance)));
  const inkray::Camera camera = RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, width, height);

  double start = Milliseconds();
  inkray::FrameOptions options;
  options.faceTest = this->FaceTest == ON_DEMAND_VDFI ? inkray::FaceTest::OnDemandVDFI : inkray::FaceTest::EdgeFunction;
  options.listBuilder = this->ListBuilder == SORT_BY_PIXEL ? inkray::ListBuilder::SortByPixel : inkray::ListBuilder::CountScanFill;
  options.earlyTermination = this->EarlyTermination;
  options.opaqueDepth = internal.Target.ReadDepth(width, height);
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
  if (!onDevice || !internal.Target.PresentFromDevice(internal.Caster->deviceImage(), width, height))
  {
    if (onDevice)
    {
      internal.Caster->render(camera, options); // the image was left on the device; from now on it is not
    }
    internal.Target.Present(internal.Caster->image(), width, height);
  }
  present += Milliseconds() - start;
  this->UpdateProgress(1.0);

  const inkray::TetRayCastTimings timings = internal.Caster->timings();
  internal.Timings[2] = timings.camera + timings.lists;
  internal.Timings[3] = timings.cast;
  internal.Timings[4] = timings.present + present;
  internal.Statistics = internal.Caster->statistics();
  const inkray::TetRayCastMemory memory = internal.Caster->memory();
  internal.Memory[0] = memory.resident / 1048576.0;
  internal.Memory[1] = memory.frame / 1048576.0;
  internal.Memory[2] = memory.setupPeak / 1048576.0;
  internal.ImageSize[0] = width;
  internal.ImageSize[1] = height;
}

void vtkTetRayCastMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Target.ReleaseGraphicsResources(window);
  this->Internal->ReleaseDevice();
  this->Superclass::ReleaseGraphicsResources(window);
}
