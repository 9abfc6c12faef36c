// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfacePathTraceMapper.h"

#include "DrawnBounds.h"
#include "PathTraceContent.h"
#include "PathTraceFrame.h"
#include "PathTraceGeometry.h"
#include "PathTraceLight.h"
#include "PathTracePreview.h"
#include "RayCastFrame.h"
#include "RayCastMapperOfImpl.h"
#include "RayCastSession.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkBoundingBox.h"
#include "vtkDataSet.h"
#include "vtkInformation.h"
#include "vtkObjectFactory.h"
#include "vtkPathTraceSettings.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkVolume.h"

#include <algorithm>
#include <vector>

template class RayCastMapperOf<vtkVolumeMapper, vtkPathTraceSettings>;

vtkStandardNewMacro(vtkIsosurfacePathTraceMapper);

namespace
{
/// The longest time, in milliseconds, that a mouse event waits for a frame while frames refine a still.
constexpr double RefiningAsks = 50;
} // namespace

/// The data of one call of Render.
struct vtkIsosurfacePathTraceMapper::Frame : RayCastFrame
{
  explicit Frame(vtkIsosurfacePathTraceMapper& mapper)
    : Mapper(mapper)
    , Settings(mapper.GetSettings())
  {
  }

  bool Find() override;
  void Draw() override;
  void Fail() override;

  vtkIsosurfacePathTraceMapper& Mapper;
  vtkPathTraceSettings* const Settings;
  PathTraceContent Content;
};

/// Data that last from frame to frame.
struct vtkIsosurfacePathTraceMapper::Internals
{
  explicit Internals(RayCastSession& session)
    : Session(session)
    , Geometry(Session)
  {
    this->Session.DrawInWorld();
  }

  void ForgetFrame()
  {
    this->Geometry.ForgetTimes();
    this->Frame.ForgetFigures();
    this->Preview.ForgetFrame();
  }

  void Release()
  {
    this->Tracer.reset();
    this->Geometry.Forget();
    this->Light.Forget();
    this->Frame.Forget();
  }

  std::vector<vtkSmartPointer<vtkDataSet>> More; // data sets in addition to the input
  RayCastSession& Session;
  std::vector<DrawnBounds> BoundsOfEach;

  std::unique_ptr<inkray::PathTracer> Tracer;
  PathTraceGeometry Geometry; // this and the next member keep the keys of the tracer's data
  PathTraceLight Light;
  PathTraceFrame Frame;
  PathTracePreview Preview;
};

vtkIsosurfacePathTraceMapper::vtkIsosurfacePathTraceMapper()
  : Superclass("isosurface path trace", "isosurface")
  , Internal(std::make_unique<Internals>(this->GetSession()))
{
}

vtkIsosurfacePathTraceMapper::~vtkIsosurfacePathTraceMapper() = default;

void vtkIsosurfacePathTraceMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    return;
  }
  this->ForgetFrame();
  this->GetSession().AskFrom(this->Refine ? RefiningAsks : RayCastSession::LongFrame);
  Frame frame(*this);
  this->DrawFrame(renderer, volume, frame);
}

bool vtkIsosurfacePathTraceMapper::Frame::Find()
{
  Internals& internal = *this->Mapper.Internal;
  return this->Content.Find(this->Mapper.GetDataSets(), this->Settings, internal.Session) &&
    internal.Geometry.PrepareMeshes(this->Content, this->Settings->GetInputIsPart() != 0);
}

void vtkIsosurfacePathTraceMapper::Frame::Draw()
{
  Internals& internal = *this->Mapper.Internal;
  if (this->Mapper.Refine && internal.Preview.Draw(internal.Session, this->Settings, this->Content))
  {
    return;
  }
  internal.Preview.End();
  internal.Session.PrepareCaster(internal.Tracer, this->Settings->GetDevice(),
    internal.Geometry.HasFailed(this->Content), [&internal] { internal.Release(); });
  inkray::PathTracer& tracer = *internal.Tracer;
  internal.Geometry.UpdateData(this->Content, tracer);
  if (!internal.Geometry.UpdateIsosurfaces(this->Content, this->Settings, tracer))
  {
    return;
  }
  internal.Geometry.UpdateMedia(this->Content, tracer);
  if (!internal.Geometry.IsEmpty())
  {
    const bool hasMedium = internal.Geometry.HasMedium();
    internal.Light.Update(internal.Session, this->Settings, hasMedium, tracer);
    internal.Frame.Cast(internal.Session, this->Settings, tracer, this->Mapper.Refine != 0,
      !this->Content.Shown.empty(), hasMedium);
  }
}

void vtkIsosurfacePathTraceMapper::Frame::Fail()
{
  Internals& internal = *this->Mapper.Internal;
  internal.Geometry.Fail(this->Content);
  internal.Release();
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
  return internal.Session.HasDrawn() && (samples > 0 || internal.Preview.IsDrawn())
    ? static_cast<int>(std::max<std::int64_t>(0, this->GetSettings()->GetSamplesPerPixel() - samples))
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
  const std::vector<vtkDataSet*> all = this->GetDataSets();
  std::vector<DrawnBounds>& each = this->Internal->BoundsOfEach;
  each.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    if (all[i]->GetNumberOfPoints() > 0)
    {
      box.AddBounds(each[i].Of(all[i]));
    }
  }
  box.GetBounds(this->Bounds);
  return this->Bounds;
}

void vtkIsosurfacePathTraceMapper::Update()
{
  if (this->GetNumberOfInputConnections(0) > 0) // without an input, all data sets come from AddDataSet
  {
    this->Superclass::Update();
  }
}

bool vtkIsosurfacePathTraceMapper::IsPictureOpaque()
{
  return this->GetSettings()->DrawsOpaqueSurfacesAlone();
}

void vtkIsosurfacePathTraceMapper::ForgetFrame()
{
  this->Internal->ForgetFrame();
}

void vtkIsosurfacePathTraceMapper::ReleaseCaster()
{
  this->Internal->Release();
  this->Internal->Preview.Reset();
}

void vtkIsosurfacePathTraceMapper::AddRows(vtkRayCastReport* report)
{
  Internals& internal = *this->Internal;
  const PathTraceGeometry& geometry = internal.Geometry;
  const PathTraceFrame& frame = internal.Frame;
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
}

void vtkIsosurfacePathTraceMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Refine: " << this->Refine << "\n";
}
