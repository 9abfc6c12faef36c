// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastSession.h"

#include "RayCastAntialiasing.h"
#include "RayCastFrame.h"
#include "Shading/Light.h"
#include "ViewScene.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkCellData.h"
#include "vtkCommand.h"
#include "vtkDataSet.h"
#include "vtkPointData.h"
#include "vtkRayCastReport.h"
#include "vtkRayCastSettings.h"
#include "vtkRayCastSurfaceSettings.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

RayCastSession::RayCastSession(vtkAbstractVolumeMapper* mapper, const char* name, const char* noun)
  : Mapper(mapper)
  , Name(name)
  , Noun(noun)
  , Progress(mapper)
{
}

RayCastSession::~RayCastSession()
{
  this->Follow(nullptr);
}

void RayCastSession::Follow(vtkRenderer* renderer)
{
  if (this->LastRenderer)
  {
    this->LastRenderer->RemoveObserver(this->Observer);
  }
  this->LastRenderer = renderer;
  this->Observer =
    renderer ? renderer->AddObserver(vtkCommand::StartEvent, this, &RayCastSession::BeginFrame) : 0;
}

// The renderer announces each frame, including frames without the mapper's volume, if it is hidden or out of
// sight.
void RayCastSession::BeginFrame()
{
  if (!IsSelecting(this->LastRenderer))
  {
    this->Drawn = false;
    this->ImageSize[0] = this->ImageSize[1] = 0;
    this->EdgeRays = 0;
    this->PresentMilliseconds = this->FrameMilliseconds = 0;
    this->Messages.Begin();
  }
}

void RayCastSession::Report(bool error, const std::string& message, const std::string& kind)
{
  this->Messages.Report(this->Mapper, error, message, kind);
}

std::vector<inkray::SurfaceLight> RayCastSession::MakeLights(bool isLit)
{
  std::vector<inkray::SurfaceLight> lights = RayCastBridge::MakeLights(this->Renderer);
  if (isLit && static_cast<int>(lights.size()) > inkray::maxLights)
  {
    this->Note(
      "The view has more than " + std::to_string(inkray::maxLights) + " lights; the others are left out.");
  }
  return lights;
}

bool RayCastSession::IsSelecting(vtkRenderer* renderer)
{
  return renderer->GetSelector() != nullptr;
}

void RayCastSession::Run(
  vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame, const std::function<void()>& step)
{
  this->Progress.Begin(renderer);
  this->Renderer = renderer;
  this->Volume = volume;
  if (renderer != this->LastRenderer)
  {
    this->Follow(renderer);
    this->BeginFrame();
  }
  try
  {
    if (this->Start() && frame.Find())
    {
      this->DrawOrFallBack(
        frame, step ? step : [&frame] { frame.Draw(); });
    }
  }
  catch (const inkray::Aborted&)
  {
    // The next frame starts again from the beginning.
    this->Progress.GiveUp(); // an aborted frame is not reported as done
    this->Note("The frame was aborted before it was done. The next one is drawn from the start.");
  }
  catch (const std::bad_alloc&)
  {
    frame.Fail();
    this->Report(true, "There is not enough memory to draw this volume; use a smaller part of it.");
  }
  catch (const std::exception& error)
  {
    frame.Fail();
    this->Report(true, "The " + this->Noun + " is not drawn: " + error.what());
  }
  this->Progress.End();
  if (!IsSelecting(renderer))
  {
    this->FrameMilliseconds = this->Progress.GetMilliseconds();
    if (!step) // with a step, the frame continues elsewhere
    {
      this->Messages.End();
    }
  }
}

bool RayCastSession::Start()
{
  if (!this->Target.SetRenderer(this->Renderer))
  {
    this->Report(true, "This mapper needs an OpenGL render window.");
    return false;
  }
  this->Target.GetSize(this->Viewport);
  if (this->Viewport[0] <= 0 || this->Viewport[1] <= 0)
  {
    this->Note("The window has no pixels, so the " + this->Noun + " is not drawn.");
    return false;
  }
  return true;
}

void RayCastSession::DrawOrFallBack(RayCastFrame& frame, const std::function<void()>& draw)
{
  try
  {
    draw();
    return;
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (const inkray::InvalidInput&)
  {
    throw; // the CPU would fail, too
  }
  catch (const inkray::Error& error)
  {
    if (this->Device.GetKind() != inkray::DeviceKind::CUDA)
    {
      throw;
    }
    frame.Fail();
    this->Fail(error);
  }
  draw();
}

void RayCastSession::SetRankDevice(int ordinal)
{
  RayCastDevice::SetRankDevice(ordinal);
}

void RayCastSession::Fail(const inkray::Error& error)
{
  this->Device.Fail(error);
  this->WarnOfFallback();
}

void RayCastSession::WarnOfFallback()
{
  if (!this->Device.GetFallbackWarning().empty())
  {
    this->Messages.Say(this->Mapper, false, this->Device.GetFallbackWarning(), "fallback");
  }
}

void RayCastSession::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Target.ReleaseGraphicsResources(window);
  RayCastAntialiasing::Release(window);
  ViewScene::Release(window);
}

bool RayCastSession::SelectScalars(
  vtkDataSet* input, const char* dataSetName, vtkRayCastSettings* settings, RayCastArray& selected)
{
  const int mode = this->Mapper->GetScalarMode();
  const bool onCells = mode == VTK_SCALAR_MODE_USE_CELL_FIELD_DATA;
  const char* arrayName = this->Mapper->GetArrayName();
  int cellFlag = 0;
  selected.Array = vtkAbstractMapper::GetScalars(
    input, mode, this->Mapper->GetArrayAccessMode(), this->Mapper->GetArrayId(), arrayName, cellFlag);
  if (!selected.Array)
  {
    const bool byName = (mode == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA || onCells) &&
      this->Mapper->GetArrayAccessMode() == VTK_GET_ARRAY_BY_NAME && arrayName && arrayName[0];
    if (!byName)
    {
      this->Report(true,
        std::string("The ") + dataSetName +
          " has no scalars to draw; choose an array of its points or cells.");
      return false;
    }
    vtkFieldData* data = input->GetAttributes(onCells ? vtkDataObject::CELL : vtkDataObject::POINT);
    const std::string name = std::string("'") + arrayName + "'";
    this->Report(true,
      data->GetAbstractArray(arrayName)
        ? "The array " + name + " does not hold numbers, so it cannot be drawn; choose another one."
        : "There is no array " + name + " on the " + (onCells ? "cells" : "points") + " of the " +
          dataSetName + "; choose another one.");
    return false;
  }
  if (cellFlag == 2)
  {
    this->Report(true, "Field data cannot be drawn; choose an array of the points or cells.");
    return false;
  }
  selected.Association = cellFlag == 1 ? vtkDataObject::CELL : vtkDataObject::POINT;
  selected.Component =
    this->SelectComponent(selected.Array, settings->GetVectorMode(), settings->GetVectorComponent(), true);
  return true;
}

void RayCastSession::SelectSurfaceColors(
  vtkDataSet* input, const char* dataSetName, vtkRayCastSurfaceSettings* settings, RayCastArray& selected)
{
  const bool onCells = settings->GetColorArrayAssociation() == vtkDataObject::FIELD_ASSOCIATION_CELLS;
  vtkDataSetAttributes* data = input->GetAttributes(onCells ? vtkDataObject::CELL : vtkDataObject::POINT);
  const std::string name = settings->GetColorArrayName() ? settings->GetColorArrayName() : "";
  vtkDataArray* array = name.empty() ? nullptr : data->GetArray(name.c_str());
  std::string problem;
  if (!array)
  {
    problem = name.empty()                   ? std::string("No array is chosen to color by")
      : data->GetAbstractArray(name.c_str()) ? "The array '" + name + "' to color by does not hold numbers"
                                             : "There is no array '" + name + "' to color by on the " +
        (onCells ? "cells" : "points") + " of the " + dataSetName;
  }
  else if (array->GetNumberOfTuples() != (onCells ? input->GetNumberOfCells() : input->GetNumberOfPoints()))
  {
    problem = "The array '" + name + "' to color by has a wrong number of values";
  }
  if (!array || !problem.empty())
  {
    this->Report(false, problem + "; the surfaces have the colors of their isovalues.");
    return;
  }
  selected.Array = array;
  selected.Association = onCells ? vtkDataObject::CELL : vtkDataObject::POINT;
  const int mode = settings->GetColorVectorMode();
  if (mode == vtkRayCastSurfaceSettings::COLORS)
  {
    const int components = array->GetNumberOfComponents();
    const bool areColors = !vtkUnstructuredGrid::SafeDownCast(input) && (components == 3 || components == 4);
    selected.Component = areColors ? -2 : components == 1 ? 0 : -1;
    return;
  }
  selected.Component = this->SelectComponent(array, mode, settings->GetColorVectorComponent(), false);
}

int RayCastSession::SelectComponent(vtkDataArray* array, int vectorMode, int vectorComponent, bool mayReport)
{
  const int components = array->GetNumberOfComponents();
  if (components == 1)
  {
    return 0;
  }
  if (vectorMode == vtkRayCastSettings::MAGNITUDE)
  {
    return -1;
  }
  if (vectorComponent >= components && mayReport)
  {
    this->Note("The array has only " + std::to_string(components) + " components; the last one is drawn.");
  }
  return std::min(vectorComponent, components - 1);
}

inkray::Camera RayCastSession::ChooseImage(vtkRayCastSettings* settings)
{
  const double wanted = settings->GetImageSampleDistance();
  const double coarsest = std::max<double>(wanted, settings->GetMaximumImageSampleDistance());
  const double distance = settings->GetAutoAdjustSampleDistances()
    ? std::min(coarsest, wanted * RayCastPace::Of(this->Renderer)->GetCoarseness())
    : wanted;
  const auto size = [this, distance](int axis) {
    return std::max(1, static_cast<int>(std::lround(this->Viewport[axis] / distance)));
  };
  return this->ChooseImage(size(0), size(1));
}

inkray::Camera RayCastSession::ChooseImage(int width, int height)
{
  this->ImageSize[0] = width;
  this->ImageSize[1] = height;
  return RayCastBridge::MakeCamera(this->Renderer, this->InWorld ? nullptr : this->Volume, width, height);
}

const float* RayCastSession::GetOpaqueDepth(const inkray::Camera& camera, RayCastFrameTarget::Use use)
{
  inkray::RayOptions options;
  this->Target.Prepare(camera.width, camera.height, use, true, false, options);
  this->Target.SetProjection(camera.eyeToClip);
  return options.opaqueDepth;
}

void RayCastSession::Present(vtkRayCastSettings* settings, const RayCastPicture& picture,
  const inkray::Camera& camera, RayCastFrameTarget::Use use, double milliseconds)
{
  const double start = Now();
  this->Target.Present(picture, camera.width, camera.height, use);
  this->PresentMilliseconds = Now() - start;
  this->NoteDrawn(settings, milliseconds);
}

void RayCastSession::NoteDrawn(vtkRayCastSettings* settings, double milliseconds)
{
  this->TellPace(settings, milliseconds);
  this->Drawn = true;
}

bool RayCastSession::IsStill() const
{
  return RayCastPace::IsStill(this->Renderer->GetRenderWindow());
}

inkray::SparseRays RayCastSession::ChooseSparse(vtkRayCastSettings* settings, inkray::Camera& camera) const
{
  inkray::SparseRays rays;
  const double wanted = settings->GetImageSampleDistance();
  int full[2];
  for (int axis = 0; axis < 2; ++axis)
  {
    full[axis] = std::max(1, static_cast<int>(std::lround(this->Viewport[axis] / wanted)));
  }
  const double all = static_cast<double>(full[0]) * full[1];
  const double most = RayCastPace::Of(this->Renderer)->GetShareOfRays() * all -
    static_cast<double>(camera.width) * camera.height;
  rays.mostSingle = static_cast<std::int64_t>(std::max(0.0, most));
  if (camera.width < full[0] && camera.height < full[1] && rays.mostSingle > 0)
  {
    rays.width = std::exchange(camera.width, full[0]);
    rays.height = std::exchange(camera.height, full[1]);
  }
  return rays;
}

void RayCastSession::TellPace(
  vtkRayCastSettings* settings, double milliseconds, const inkray::SparseReport& sparse)
{
  this->EdgeRays = sparse.singleRays;
  if (settings->GetAutoAdjustSampleDistances())
  {
    const double wanted = settings->GetImageSampleDistance();
    // Only the rays of a sparse picture count as rays; its other work counts as the rest.
    RayCastPace::Of(this->Renderer)
      ->AddCast(std::max(0.0, milliseconds - sparse.milliseconds),
        static_cast<double>(this->ImageSize[0]) * this->ImageSize[1] + static_cast<double>(sparse.singleRays),
        this->Viewport[0] / wanted * (this->Viewport[1] / wanted),
        sparse.isSparse ? static_cast<double>(sparse.wantedRays) : -1);
  }
}

const TranslucentPolygons* RayCastSession::GetPolygons() const
{
  return ViewScene::Of(this->Renderer)->GetShared().Polygons;
}

void RayCastSession::CountPolygons()
{
  ViewScene::Of(this->Renderer)->CountPolygons();
}

void RayCastSession::CountAsDrawn(const RayCastSession& other)
{
  if (this != &other)
  {
    this->Drawn = true;
    std::copy_n(other.ImageSize, 2, this->ImageSize);
    this->Note("This volume was drawn in the same picture as another volume, whose report has the times.");
  }
}

void RayCastSession::AddDrawnRows(vtkRayCastReport* report) const
{
  report->AddDrawnBy(this->Drawn ? this->Name.c_str() : nullptr);
  report->AddRow("device", this->GetDeviceName());
  report->AddRow("fallback reason", this->GetFallbackReason());
  this->Messages.AddRows(report);
}

void RayCastSession::AddFrameRows(vtkRayCastReport* report, std::size_t frameBytes) const
{
  report->AddRow("present", this->PresentMilliseconds, "ms");
  report->AddRow("frame", this->FrameMilliseconds, "ms");
  const double all = this->LastRenderer ? 1e3 * this->LastRenderer->GetLastRenderTimeInSeconds() : 0.0;
  report->AddRow(
    "share of the view", all > 0 ? std::min(100.0, 100.0 * this->FrameMilliseconds / all) : 0.0, "%");
  report->AddRow("image width", this->ImageSize[0], "pixels");
  report->AddRow("image height", this->ImageSize[1], "pixels");
  report->AddCount("edge rays", this->EdgeRays);
  report->AddBytes("frame memory", frameBytes + this->Target.GetDeviceBytes());
}
