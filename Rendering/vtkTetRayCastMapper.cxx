// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "Execution/Errors.h"
#include "RayCastBridge.h"
#include "RayCastFrameTarget.h"
#include "Tetrahedra/TetRayCaster.h"
#include "vtkCommand.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTetMeshTopology.h"
#include "vtkTimerLog.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <new>
#include <set>
#include <sstream>
#include <string>
#include <thread>

namespace
{
double Milliseconds()
{
  return 1e3 * vtkTimerLog::GetUniversalTime();
}

// Sample distances change in these steps, so that an image of a new size is not made every frame.
constexpr std::array<double, 8> SampleDistanceSteps = { 1, 1.5, 2, 3, 4, 6, 8, 12 };
}

/// What one call of Render works with.
struct vtkTetRayCastMapper::Frame
{
  vtkRenderer* Renderer = nullptr;
  vtkVolume* Volume = nullptr;
  vtkUnstructuredGrid* Grid = nullptr;
  vtkDataArray* Scalars = nullptr;
  int Association = vtkDataObject::POINT;
  int Component = 0; // -1: Euclidean norm
  int Viewport[2] = { 0, 0 };
};

/// What lasts from frame to frame.
struct vtkTetRayCastMapper::Internals
{
  std::unique_ptr<inkray::TetRayCaster> Caster;
  int CasterDevice = -1;              // the Device that Caster was made for
  vtkMTimeType CudaFailedForMesh = 0; // CUDA is tried again for another mesh or when Device is set to something else
  std::string DeviceName;
  std::string FallbackReason;

  vtkNew<vtkTetMeshTopology> Topology;
  RayCastFrameTarget Target;

  // What Caster holds, by modification time.
  vtkMTimeType MeshTime = 0;
  vtkWeakPointer<vtkDataArray> Scalars;
  vtkMTimeType ScalarTime = 0;
  int Association = -1;
  int Component = 0;
  bool Drawable = false;
  vtkWeakPointer<vtkVolumeProperty> Property;
  vtkMTimeType PropertyTime = 0;

  // What has been said about this input.
  vtkMTimeType SaidFor = 0;
  std::set<std::string> Said;

  inkray::TetMeshReport Report;
  inkray::TetRayCastStatistics Statistics;
  double Timings[6] = { 0, 0, 0, 0, 0, 0 };
  double Memory[3] = { 0, 0, 0 };
  int ImageSize[2] = { 0, 0 };
  double MillisecondsPerPixel = 0; // of the last frame
  vtkIdType MeshUploads = 0;
  vtkIdType ScalarUploads = 0;
  vtkIdType TransferFunctionUploads = 0;

  void ReleaseDevice()
  {
    this->Caster.reset();
    this->MeshTime = this->ScalarTime = this->PropertyTime = 0;
    this->Scalars = nullptr;
    this->Property = nullptr;
  }

  /// Window pixels per image pixel for a frame that may take `seconds`.
  double SampleDistance(double wanted, double maximum, bool adjust, double seconds, const int viewport[2]) const
  {
    const double pixels = viewport[0] / wanted * (viewport[1] / wanted);
    if (!adjust || seconds >= 1 || this->MillisecondsPerPixel * pixels <= 1e3 * seconds)
    {
      return wanted;
    }
    const double factor = std::sqrt(this->MillisecondsPerPixel * pixels / (1e3 * std::max(seconds, 1e-3)));
    const auto step = std::lower_bound(SampleDistanceSteps.begin(), SampleDistanceSteps.end(), factor);
    return std::min(std::max(maximum, wanted), wanted * (step == SampleDistanceSteps.end() ? SampleDistanceSteps.back() : *step));
  }
};

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
        if (!internal.Caster || internal.Caster->device() != inkray::DeviceKind::CUDA)
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

bool vtkTetRayCastMapper::CheckInput(vtkRenderer* renderer, vtkVolume* volume, Frame& frame)
{
  Internals& internal = *this->Internal;
  frame.Renderer = renderer;
  frame.Volume = volume;
  vtkUnstructuredGridBase* input = this->GetInput();
  frame.Grid = vtkUnstructuredGrid::SafeDownCast(input);
  const vtkMTimeType inputTime = input ? input->GetMTime() : 0;
  if (internal.SaidFor != inputTime)
  {
    internal.SaidFor = inputTime;
    internal.Said.clear();
  }
  internal.Statistics = {};

  // A hardware selection pass writes ids, not colours.
  if (renderer->GetSelector())
  {
    return false;
  }
  if (!internal.Target.SetRenderer(renderer))
  {
    this->Say(true, "This mapper needs an OpenGL render window.");
    return false;
  }
  internal.Target.GetSize(frame.Viewport);
  if (frame.Viewport[0] <= 0 || frame.Viewport[1] <= 0)
  {
    this->Say(false, "The window has no pixels, so the volume is not drawn.");
    return false;
  }

  if (!frame.Grid)
  {
    this->Say(true, input ? "The input is not a vtkUnstructuredGrid; convert it, for example with vtkAppendFilter."
                          : "There is no input; connect a vtkUnstructuredGrid.");
    return false;
  }
  if (frame.Grid->GetNumberOfCells() == 0)
  {
    if (!this->PartOfAWhole)
    {
      this->Say(false, "The grid is empty (no cells), so there is nothing to draw.");
    }
    return false;
  }
  return this->SelectScalars(frame);
}

bool vtkTetRayCastMapper::SelectScalars(Frame& frame)
{
  int cellFlag = 0;
  frame.Scalars = vtkAbstractMapper::GetScalars(
    frame.Grid, this->ScalarMode, this->ArrayAccessMode, this->ArrayId, this->ArrayName, cellFlag);
  const bool byName = (this->ScalarMode == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA ||
                        this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA) &&
    this->ArrayAccessMode == VTK_GET_ARRAY_BY_NAME && this->ArrayName && this->ArrayName[0];
  if (!frame.Scalars)
  {
    this->Say(true, byName
        ? std::string("There is no array '") + this->ArrayName + "' on the " +
          (this->ScalarMode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA ? "cells" : "points") + " of the grid; choose another one."
        : std::string("The grid has no scalars to draw; choose an array of its points or cells."));
    return false;
  }
  if (cellFlag == 2)
  {
    this->Say(true, "Field data cannot be drawn; choose an array of the points or cells.");
    return false;
  }
  frame.Association = cellFlag == 1 ? vtkDataObject::CELL : vtkDataObject::POINT;

  const int components = frame.Scalars->GetNumberOfComponents();
  if (components > 1)
  {
    frame.Component = this->VectorMode == MAGNITUDE ? -1 : std::min(this->VectorComponent, components - 1);
    if (!frame.Volume->GetProperty()->GetIndependentComponents())
    {
      frame.Component = 0;
      this->Say(false, "Components that hold colour and opacity together are not supported; the first one is drawn through the transfer functions.");
    }
    else if (this->VectorMode == COMPONENT && this->VectorComponent >= components)
    {
      this->Say(false, "The array has only " + std::to_string(components) + " components; the last one is drawn.");
    }
  }
  if (this->BlendMode != COMPOSITE_BLEND)
  {
    this->Say(false, "Maximum intensity is not supported; the volume is composited.");
  }
  return true;
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
      : this->Device == DEVICE_CPU                                 ? inkray::DeviceKind::CPU
                                                                   : inkray::DeviceKind::Auto;
    kind = inkray::resolveDevice(wanted, &internal.FallbackReason);
    if (this->Device == DEVICE_CUDA && kind != inkray::DeviceKind::CUDA)
    {
      this->Say(false, "CUDA was asked for, but the CPU draws: " + internal.FallbackReason);
    }
  }
  internal.Caster = inkray::TetRayCaster::create(kind);
  internal.CasterDevice = this->Device;
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
  const bool same = internal.ScalarTime != 0 && internal.Scalars.GetPointer() == frame.Scalars &&
    internal.ScalarTime == frame.Scalars->GetMTime() && internal.Association == frame.Association &&
    internal.Component == frame.Component;
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
    this->Say(false, std::to_string(bad) + " of " + std::to_string(scalars.count) + " values of the array '" + name +
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
  const double distance = internal.SampleDistance(this->ImageSampleDistance, this->MaximumImageSampleDistance,
    this->AutoAdjustSampleDistances != 0, frame.Volume->GetAllocatedRenderTime(), frame.Viewport);
  const int width = std::max(1, static_cast<int>(std::lround(frame.Viewport[0] / distance)));
  const int height = std::max(1, static_cast<int>(std::lround(frame.Viewport[1] / distance)));
  const inkray::Camera camera = RayCastBridge::MakeCamera(frame.Renderer, frame.Volume, width, height);

  double start = Milliseconds();
  inkray::FrameOptions options;
  options.faceTest = this->FaceTest == ON_DEMAND_VDFI ? inkray::FaceTest::OnDemandVDFI : inkray::FaceTest::EdgeFunction;
  options.listBuilder =
    this->ListBuilder == SORT_BY_PIXEL ? inkray::ListBuilder::SortByPixel : inkray::ListBuilder::CountScanFill;
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
  internal.Caster->render(camera, options);
  internal.MillisecondsPerPixel = (Milliseconds() - start) / (static_cast<double>(width) * height);

  start = Milliseconds();
  internal.Target.Present(internal.Caster->image(), width, height);
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

void vtkTetRayCastMapper::Say(bool error, const std::string& message)
{
  if (!this->Internal->Said.insert(message).second)
  {
    return;
  }
  if (error)
  {
    vtkErrorMacro(<< message);
  }
  else
  {
    vtkWarningMacro(<< message);
  }
}

void vtkTetRayCastMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Target.ReleaseGraphicsResources(window);
  this->Internal->ReleaseDevice();
  this->Superclass::ReleaseGraphicsResources(window);
}

double* vtkTetRayCastMapper::GetTimings()
{
  return this->Internal->Timings;
}

double* vtkTetRayCastMapper::GetMemoryUsed()
{
  return this->Internal->Memory;
}

int* vtkTetRayCastMapper::GetImageSize()
{
  return this->Internal->ImageSize;
}

const char* vtkTetRayCastMapper::GetDeviceName()
{
  return this->Internal->DeviceName.c_str();
}

const char* vtkTetRayCastMapper::GetFallbackReason()
{
  return this->Internal->FallbackReason.c_str();
}

vtkIdType vtkTetRayCastMapper::GetNumberOfTets()
{
  return this->Internal->Report.numTets;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfBoundaryFaces()
{
  return this->Internal->Report.numBoundaryFaces;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfListEntries()
{
  return this->Internal->Statistics.listEntries;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfFailedRays()
{
  return this->Internal->Statistics.failedRays;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfMeshUploads()
{
  return this->Internal->MeshUploads;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfScalarUploads()
{
  return this->Internal->ScalarUploads;
}

vtkIdType vtkTetRayCastMapper::GetNumberOfTransferFunctionUploads()
{
  return this->Internal->TransferFunctionUploads;
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Device: " << this->Device << " (" << this->Internal->DeviceName << ")\n";
  os << indent << "FallbackReason: " << this->Internal->FallbackReason << "\n";
  os << indent << "ImageSampleDistance: " << this->ImageSampleDistance << "\n";
  os << indent << "AutoAdjustSampleDistances: " << this->AutoAdjustSampleDistances << "\n";
  os << indent << "MaximumImageSampleDistance: " << this->MaximumImageSampleDistance << "\n";
  os << indent << "EarlyTermination: " << this->EarlyTermination << "\n";
  os << indent << "VectorMode: " << this->VectorMode << "\n";
  os << indent << "VectorComponent: " << this->VectorComponent << "\n";
  os << indent << "FaceTest: " << this->FaceTest << "\n";
  os << indent << "ListBuilder: " << this->ListBuilder << "\n";
  os << indent << "PartOfAWhole: " << this->PartOfAWhole << "\n";
}
