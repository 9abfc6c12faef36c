// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfacePathTraceMapper.h"

#include "PathTraceContent.h"
#include "PathTraceFrame.h"
#include "PathTraceGeometry.h"
#include "PathTraceLight.h"
#include "RayCastSession.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkBoundingBox.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPathTraceSettings.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkTrivialProducer.h"
#include "vtkVolume.h"

#include <algorithm>
#include <vector>

vtkStandardNewMacro(vtkIsosurfacePathTraceMapper);

namespace
{
/// Longest time, in milliseconds, that a frame lets a user's mouse event wait while frames follow one
/// another.
constexpr double RefiningAsks = 50;
} // namespace

/// Data that last from frame to frame.
struct vtkIsosurfacePathTraceMapper::Internals
{
  explicit Internals(vtkIsosurfacePathTraceMapper* mapper)
    : Session(mapper, "isosurface path trace", "isosurface")
    , Geometry(Session)
  {
    this->Session.DrawInWorld();
  }

  void ForgetFrame()
  {
    this->Geometry.ForgetTimes();
    this->Frame.ForgetFigures();
  }

  void Release()
  {
    this->Tracer.reset();
    this->Geometry.Forget();
    this->Light.Forget();
    this->Frame.Forget();
  }

  vtkSmartPointer<vtkPathTraceSettings> Settings = vtkSmartPointer<vtkPathTraceSettings>::New();
  std::vector<vtkSmartPointer<vtkDataSet>> More; // in addition to the input
  vtkNew<vtkRayCastReport> Report;
  RayCastSession Session;

  std::unique_ptr<inkray::PathTracer> Tracer;
  PathTraceGeometry Geometry; // this and the next keep the keys of its data
  PathTraceLight Light;
  PathTraceFrame Frame;
};

vtkIsosurfacePathTraceMapper::vtkIsosurfacePathTraceMapper()
  : Internal(std::make_unique<Internals>(this))
{
}

vtkIsosurfacePathTraceMapper::~vtkIsosurfacePathTraceMapper() = default;

void vtkIsosurfacePathTraceMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    return;
  }
  Internals& internal = *this->Internal;
  vtkPathTraceSettings* const settings = internal.Settings;
  PathTraceContent content;
  const auto check = [&] {
    return content.Find(this->GetDataSets(), settings, internal.Session) &&
      internal.Geometry.PrepareMeshes(content, settings->GetInputIsPiece() != 0);
  };
  const auto draw = [&] {
    internal.Session.PrepareCaster(internal.Tracer, settings->GetDevice(),
      internal.Geometry.HasFailed(content), [&internal] { internal.Release(); });
    inkray::PathTracer& tracer = *internal.Tracer;
    internal.Geometry.UpdateData(content, tracer);
    if (!internal.Geometry.UpdateIsosurfaces(content, settings, tracer))
    {
      return;
    }
    internal.Geometry.UpdateMedia(content, tracer);
    if (!internal.Geometry.IsEmpty())
    {
      internal.Light.Update(internal.Session, settings, internal.Geometry.HasMedium(), tracer);
      internal.Frame.Cast(internal.Session, settings, tracer, this->Refine != 0, !content.Shown.empty(),
        internal.Geometry.HasMedium());
    }
  };
  const auto release = [&] {
    internal.Geometry.Fail(content);
    internal.Release();
  };
  internal.ForgetFrame();
  internal.Session.AskFrom(this->Refine ? RefiningAsks : RayCastSession::LongFrame);
  internal.Session.Run(renderer, volume, check, draw, release);
  this->TimeToDraw = internal.Session.GetSeconds();
}

std::vector<vtkDataSet*> vtkIsosurfacePathTraceMapper::GetDataSets()
{
  std::vector<vtkDataSet*> all;
  if (vtkDataSet* const input = vtkDataSet::SafeDownCast(this->GetInputDataObject(0, 0)))
  {
    all.push_back(input);
  }
  all.insert(all.end(), this->Internal->More.begin(), this->Internal->More.end());
  return all;
}

bool vtkIsosurfacePathTraceMapper::IsUnfinished()
{
  return this->GetNumberOfMissingSamples() > 0;
}

int vtkIsosurfacePathTraceMapper::GetNumberOfMissingSamples()
{
  Internals& internal = *this->Internal;
  const std::int64_t samples = internal.Frame.GetNumberOfSamples();
  return internal.Session.HasDrawn() && samples > 0
    ? static_cast<int>(std::max<std::int64_t>(0, internal.Settings->GetSamplesPerPixel() - samples))
    : 0;
}

int vtkIsosurfacePathTraceMapper::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  return 1;
}

void vtkIsosurfacePathTraceMapper::SetInputData(vtkDataSet* input)
{
  this->SetInputDataInternal(0, input);
}

void vtkIsosurfacePathTraceMapper::AddDataSet(vtkDataSet* dataSet)
{
  this->Internal->More.emplace_back(dataSet);
  this->Modified();
}

void vtkIsosurfacePathTraceMapper::RemoveAllDataSets()
{
  if (!this->Internal->More.empty())
  {
    this->Internal->More.clear();
    this->Modified();
  }
}

double* vtkIsosurfacePathTraceMapper::GetBounds()
{
  this->Update();
  vtkBoundingBox box;
  for (vtkDataSet* const dataSet : this->GetDataSets())
  {
    if (dataSet->GetNumberOfPoints() > 0)
    {
      box.AddBounds(dataSet->GetBounds());
    }
  }
  box.GetBounds(this->Bounds);
  return this->Bounds;
}

void vtkIsosurfacePathTraceMapper::Update()
{
  // Data that were handed over are up to date; see vtkIsosurfaceRayCastMapper.
  if (this->GetNumberOfInputConnections(0) > 0 &&
    !vtkTrivialProducer::SafeDownCast(this->GetInputAlgorithm()))
  {
    this->Superclass::Update();
  }
}

void vtkIsosurfacePathTraceMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Session.ReleaseGraphicsResources(window);
  this->Internal->Release();
  this->Superclass::ReleaseGraphicsResources(window);
}

void vtkIsosurfacePathTraceMapper::SetSettings(vtkPathTraceSettings* settings)
{
  if (RayCastSession::Replace(this->Internal->Settings, settings))
  {
    this->Modified();
  }
}

vtkPathTraceSettings* vtkIsosurfacePathTraceMapper::GetSettings()
{
  return this->Internal->Settings;
}

bool vtkIsosurfacePathTraceMapper::IsPictureOpaque()
{
  return this->GetSettings()->DrawsOpaqueSurfacesAlone();
}

vtkMTimeType vtkIsosurfacePathTraceMapper::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Internal->Settings->GetMTime());
}

vtkRayCastReport* vtkIsosurfacePathTraceMapper::GetReport()
{
  Internals& internal = *this->Internal;
  if (!internal.Session.HasDrawn())
  {
    internal.ForgetFrame();
  }
  const PathTraceGeometry& geometry = internal.Geometry;
  const PathTraceFrame& frame = internal.Frame;
  vtkRayCastReport* const report = internal.Report;
  report->RemoveAllRows();
  internal.Session.AddDrawnRows(report);
  report->AddCount("samples", frame.GetNumberOfSamples());
  report->AddCount("new samples", frame.GetNumberOfNewSamples());
  report->AddRow("bricks", geometry.GetBrickMilliseconds(), "ms");
  report->AddRow("adjacency", geometry.GetAdjacencyMilliseconds(), "ms");
  report->AddRow("upload", geometry.GetUploadMilliseconds(), "ms");
  report->AddRow("rebuild", frame.GetTimings().rebuild, "ms");
  report->AddRow("trace", frame.GetTimings().trace, "ms");
  internal.Session.AddFrameRows(report, frame.GetMemory().frame);
  report->AddBytes("scene memory", frame.GetMemory().scene);
  report->AddCount("tetrahedra", internal.Session.HasDrawn() ? geometry.GetNumberOfTets() : 0);
  report->AddCount("triangles", internal.Session.HasDrawn() ? geometry.GetNumberOfTriangles() : 0);
  report->AddCount("left out", frame.GetStatistics().leftOut);
  report->AddCount("scene uploads", geometry.GetNumberOfUpdates());
  report->AddCount("sky uploads", internal.Light.GetNumberOfSkyUpdates());
  return report;
}

const char* vtkIsosurfacePathTraceMapper::GetDeviceName()
{
  return this->Internal->Session.GetDeviceName();
}

const char* vtkIsosurfacePathTraceMapper::GetFallbackReason()
{
  return this->Internal->Session.GetFallbackReason();
}

void vtkIsosurfacePathTraceMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Refine: " << this->Refine << "\n";
  RayCastSession::Print(os, indent, this->Internal->Settings, this->GetReport());
}
