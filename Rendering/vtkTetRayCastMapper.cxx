// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "RayCastBridge.h"
#include "RayCastImage.h"
#include "vtkCommand.h"
#include "vtkObjectFactory.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapperInternals.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <algorithm>
#include <new>
#include <sstream>
#include <string>

vtkStandardNewMacro(vtkTetRayCastMapper);

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Internal(std::make_unique<Internals>())
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

void vtkTetRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  const double start = RayCastMilliseconds();
  Internals& internal = *this->Internal;
  try
  {
    Frame frame;
    if (this->CheckInput(renderer, volume, frame) && this->UpdateTopology(frame))
    {
      const auto draw = [this, &frame] {
        this->PrepareDevice();
        if (this->UpdateMesh() && this->UpdateScalars(frame))
        {
          this->UpdateTransferFunction(frame);
          this->Cast(frame);
        }
      };
      const auto release = [&internal] {
        internal.FailedMesh = internal.Topology->GetMeshMTime();
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
    this->Report(true, std::string("The volume is not drawn: ") + error.what());
  }
  internal.Timings[5] = RayCastMilliseconds() - start;
  this->TimeToDraw = 1e-3 * internal.Timings[5];
}

bool vtkTetRayCastMapper::UpdateTopology(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const double start = RayCastMilliseconds();
  if (internal.Topology->Update(frame.Grid))
  {
    internal.Timings[0] = RayCastMilliseconds() - start;
  }
  const std::string message = internal.Topology->GetMessage();
  if (internal.Topology->GetNumberOfTets() == 0)
  {
    if (!this->GetSettings()->GetInputIsPiece() || internal.Topology->GetNumberOfGhostCells() == 0)
    {
      this->Report(true, message.empty() ? "The grid has no three-dimensional cells to draw." : message);
    }
    return false;
  }
  if (!message.empty())
  {
    this->Report(false, message);
  }
  return true;
}

void vtkTetRayCastMapper::PrepareDevice()
{
  Internals& internal = *this->Internal;
  const bool failed = internal.FailedMesh == internal.Topology->GetMeshMTime();
  if (internal.Device.Choose(this->GetSettings()->GetDevice(), internal.Caster != nullptr, failed,
        [this](bool error, const std::string& message) { this->Report(error, message); }))
  {
    internal.ReleaseDevice();
    internal.Caster = inkray::TetRayCaster::create(internal.Device.GetKind());
    internal.Device.Name = internal.Caster->deviceName();
    internal.MillisecondsPerPixel = 0;
  }
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
  if (this->GetSettings()->GetInputIsPiece())
  {
    report.zeroVolume = 0; // cutting the whole leaves such cells along the cut
  }
  if (!report.summary().empty())
  {
    this->Report(false, report.summary());
  }
  return true;
}

bool vtkTetRayCastMapper::UpdateScalars(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const bool same = internal.ScalarTime != 0 && internal.Scalars.GetPointer() == frame.Scalars &&
    internal.ScalarTime == frame.Scalars->GetMTime() && internal.Association == frame.Association &&
    internal.Component == frame.Component;
  if (same)
  {
    return internal.Drawable;
  }

  this->UpdateProgress(0.5);
  internal.ScalarTime = 0;
  inkray::Field scalars;
  if (!internal.Topology->GetScalars(frame.Scalars, frame.Association, frame.Component, scalars))
  {
    this->Report(true, internal.Topology->GetMessage());
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
    this->Report(true, "No value of the array '" + name + "' is a finite number, so nothing is drawn.");
  }
  else if (bad > 0)
  {
    this->Report(false,
      std::to_string(bad) + " of " + std::to_string(scalars.numTuples) + " values of the array '" + name +
        "' are not finite numbers (NaN or infinite); the cells that use them are transparent.");
  }
  else if (range[0] == range[1] && !this->GetSettings()->GetInputIsPiece())
  {
    std::ostringstream value;
    value << range[0];
    this->Report(false,
      "The array '" + name + "' is " + value.str() +
        " everywhere: the whole volume has one colour and one opacity.");
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
    this->Report(false, message);
  }
}

void vtkTetRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  int width = 0, height = 0;
  RayCastImageSize(
    this->GetSettings(), frame.Volume, frame.Viewport, internal.MillisecondsPerPixel, width, height);
  const inkray::Camera camera = RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, width, height);

  inkray::FrameOptions options;
  options.faceTest = this->GetSettings()->GetFaceTest() == vtkTetRayCastSettings::ON_DEMAND_VDFI
    ? inkray::FaceTest::OnDemandVDFI
    : inkray::FaceTest::EdgeFunction;
  options.earlyTermination = this->GetSettings()->GetEarlyTermination();
  const double start = RayCastMilliseconds();
  options.opaqueDepth = internal.Target.ReadDepth(width, height);
  const double readDepth = RayCastMilliseconds() - start;
  options.abortCheck = RayCastAbortCheck(frame.Renderer);
  this->UpdateProgress(0.7);
  inkray::TetRayCaster& caster = *internal.Caster;
  const auto fromDevice = [&] {
    return internal.Target.PresentFromDevice(caster.deviceImage(), width, height);
  };
  const auto fromHost = [&] { internal.Target.Present(caster.image(), width, height); };
  inkray::TetRayCastTimings timings;
  const auto milliseconds =
    RayCastAndPresent(caster, camera, options, timings, internal.Target, false, fromDevice, fromHost);
  internal.MillisecondsPerPixel = milliseconds[0] / (static_cast<double>(width) * height);
  this->UpdateProgress(1.0);

  internal.Timings[2] = timings.camera + timings.lists;
  internal.Timings[3] = timings.cast;
  internal.Timings[4] = timings.present + readDepth + milliseconds[1];
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
