// SPDX-License-Identifier: BSD-3-Clause
#include "vtkHavsMapper.h"

#include "CopyOptions.h"
#include "Core/Errors.h"
#include "DrawnValues.h"
#include "HavsDetail.h"
#include "HeldRanges.h"
#include "MeshVolumeInput.h"
#include "RayCastBridge.h"
#include "RayCastFrame.h"
#include "RayCastPace.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Havs/HavsRules.h"
#include "ShownRange.h"
#include "vtkColorTransferFunction.h"
#include "vtkIsovalueList.h"
#include "vtkObjectFactory.h"
#include "vtkPlaneCollection.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <cmath>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkHavsMapper);

/// The data of one call of Render.
struct vtkHavsMapper::Frame : RayCastFrame
{
  explicit Frame(vtkHavsMapper& mapper)
    : Mapper(mapper)
  {
  }

  bool Find() override;
  void Draw() override;
  void Fail() override;

  vtkHavsMapper& Mapper;
  vtkUnstructuredGrid* Grid = nullptr;
  RayCastArray Scalars;
};

/// Data that last from frame to frame.
struct vtkHavsMapper::Internals
{
  explicit Internals(RayCastSession& session)
    : Session(session)
  {
  }

  RayCastSession& Session;
  MeshVolumeInput Input{ Session };
  HavsDetail Detail;

  std::unique_ptr<inkray::Havs> Caster;
  vtkMTimeType FailedMesh = 0;    // the mesh for which a CUDA device failed
  RayCastHeld<vtkMTimeType> Mesh; // the keys of Caster's data, like the next two
  RayCastHeld<RayCastKey> Scalars;
  inkray::FiniteRange Held; // the range that Scalars are relative to
  RayCastHeld<RayCastKey> Function;
  inkray::TetMeshReport MeshReport;
  std::string FunctionProblem;

  float DrawnDetail = 1; // of the last frame, like all the following members
  inkray::HavsTimings Timings;
  inkray::HavsMemory Memory;
  double AdjacencyMilliseconds = 0, UploadMilliseconds = 0;
  bool IsCounted = false;
  inkray::HavsStatistics Statistics;

  void ForgetFrame()
  {
    this->DrawnDetail = 1;
    this->Timings = {};
    this->Input.ForgetTimes();
    this->AdjacencyMilliseconds = this->UploadMilliseconds = 0;
    this->IsCounted = false;
    this->Statistics = {};
  }

  /// Counts on request only, because counting takes a part of a frame's time.
  const inkray::HavsStatistics& Count()
  {
    try
    {
      if (!this->IsCounted && this->Caster && this->Session.HasDrawn())
      {
        this->Statistics = this->Caster->statistics();
        this->IsCounted = true;
      }
    }
    catch (const inkray::Error&)
    {
      // The next frame reports the error.
    }
    return this->Statistics;
  }

  void Release()
  {
    this->Caster.reset();
    this->Mesh.Forget();
    this->Scalars.Forget();
    this->Function.Forget();
  }
};

vtkHavsMapper::vtkHavsMapper()
  : Superclass("HAVS", "volume")
  , Internal(std::make_unique<Internals>(this->GetSession()))
{
}

vtkHavsMapper::~vtkHavsMapper()
{
  this->SetLeftOut(nullptr);
}

void vtkHavsMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (!RayCastSession::IsSelecting(renderer)) // a selection needs ids, not colors
  {
    this->ForgetFrame();
    Frame frame(*this);
    this->DrawFrame(renderer, volume, frame);
  }
}

bool vtkHavsMapper::Frame::Find()
{
  return this->Mapper.CheckInput(*this) &&
    this->Mapper.Internal->Input.Update(this->Grid, this->Mapper.GetSettings()->GetInputIsPart() != 0);
}

void vtkHavsMapper::Frame::Draw()
{
  Internals& internal = *this->Mapper.Internal;
  internal.Session.PrepareCaster(internal.Caster, this->Mapper.GetSettings()->GetDevice(),
    internal.FailedMesh == internal.Input.GetMeshMTime(), [&internal] { internal.Release(); });
  if (this->Mapper.UpdateValues(*this))
  {
    this->Mapper.UpdateFunction();
    this->Mapper.NoteLeftOut(*this);
    this->Mapper.Cast();
  }
}

void vtkHavsMapper::Frame::Fail()
{
  Internals& internal = *this->Mapper.Internal;
  internal.FailedMesh = internal.Input.GetMeshMTime();
  internal.Release();
}

bool vtkHavsMapper::CheckInput(Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkTetRayCastSettings* const settings = this->GetSettings();
  frame.Grid = internal.Input.Select(this->GetInput(), settings->GetInputIsPart() != 0);
  return frame.Grid && internal.Session.SelectScalars(frame.Grid, "grid", settings, frame.Scalars);
}

bool vtkHavsMapper::UpdateValues(const Frame& frame)
{
  Internals& internal = *this->Internal;
  internal.Mesh.Update(internal.Input.GetMeshMTime(), [&internal] {
    internal.Scalars.Forget();
    internal.MeshReport = internal.Caster->setMesh(internal.Input.GetTetrahedra()->GetMesh(),
      internal.Session.Observe("Finding faces of tetrahedra", 0.7));
    internal.AdjacencyMilliseconds += internal.Caster->timings().adjacency;
    internal.UploadMilliseconds += internal.Caster->timings().upload;
  });
  const bool isPiece = this->GetSettings()->GetInputIsPart() != 0;
  internal.Input.NoteMesh(internal.MeshReport, isPiece);

  RayCastArray drawn = frame.Scalars;
  const bool areColors = drawn.Array->GetNumberOfComponents() > 1 &&
    !internal.Session.GetVolume()->GetProperty()->GetIndependentComponents();
  if (areColors)
  {
    drawn.Component = 0; // of direct colors take the first component, as blend modes without colors do in
                         // vtkTetRayCastMapper
  }
  const inkray::FiniteRange held =
    HeldRanges::Find(drawn, RayCastBridge::FindShownRange(internal.Session.GetVolume()->GetProperty()));
  if (held.low != internal.Held.low || held.high != internal.Held.high)
  {
    internal.Scalars.Forget();
    internal.Held = held;
  }
  const auto send = [&internal, &held](const inkray::Field& values) {
    internal.Caster->setHeldRange(held.low, held.high);
    internal.Caster->setScalars(values);
    internal.UploadMilliseconds += internal.Caster->timings().upload;
  };
  if (!internal.Input.Send(internal.Scalars, drawn, send))
  {
    return false;
  }
  double range[2];
  internal.Caster->scalarRange(range);
  if (!DrawnValues::Check(
        internal.Session, drawn, range, internal.Caster->numNonFiniteScalars(), "are transparent."))
  {
    return false;
  }
  if (!isPiece && !areColors && internal.Caster->numNonFiniteScalars() == 0)
  {
    DrawnValues::NoteOneValue(internal.Session, drawn, range);
  }
  return true;
}

void vtkHavsMapper::UpdateFunction()
{
  Internals& internal = *this->Internal;
  vtkVolumeProperty* const property = internal.Session.GetVolume()->GetProperty();
  internal.Function.Update(RayCastKey(property), [&] {
    internal.Caster->setTransferFunction(
      RayCastBridge::MakeTransferFunction(property, internal.FunctionProblem));
  });
  if (!internal.FunctionProblem.empty())
  {
    internal.Session.Report(false, internal.FunctionProblem);
  }
}

void vtkHavsMapper::NoteLeftOut(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkTetRayCastSettings* const settings = this->GetSettings();
  vtkVolumeProperty* const property = internal.Session.GetVolume()->GetProperty();
  std::vector<inkray::HavsOmission> omissions;
  const auto add = [&omissions](bool isAskedFor, inkray::HavsOmission omission) {
    if (isAskedFor)
    {
      omissions.push_back(omission);
    }
  };
  using Omission = inkray::HavsOmission;
  const bool is2D = property->GetTransferFunctionMode() == vtkVolumeProperty::TF_2D;
  add(property->GetShade(0) != 0, Omission::Light);
  add(is2D, Omission::Table);
  add(!is2D && property->HasGradientOpacity(0) && !property->GetDisableGradientOpacity(0),
    Omission::GradientOpacity);
  add(this->BlendMode != vtkVolumeMapper::COMPOSITE_BLEND, Omission::Blend);
  add(frame.Scalars.Array->GetNumberOfComponents() > 1 && !property->GetIndependentComponents(),
    Omission::Colors);
  add(frame.Scalars.Association == vtkDataObject::POINT && property->GetColorChannels(0) != 1 &&
      property->GetRGBTransferFunction(0)->GetIndexedLookup(),
    Omission::Categories);
  add(settings->GetIsovalues()->GetNumberOfContours() > 0, Omission::Isosurfaces);
  add(settings->GetNumberOfSlices() > 0, Omission::Slices);
  add(this->ClippingPlanes && this->ClippingPlanes->GetNumberOfItems() > 0, Omission::Clipping);
  add(settings->GetUseCropBox() != 0, Omission::Cropping);
  add(settings->GetDrawNaN() && internal.Caster->numNonFiniteScalars() > 0, Omission::Missing);
  std::string names = inkray::namesOf(omissions);
  if (this->LeftOut && this->LeftOut[0] != '\0')
  {
    names += (names.empty() ? "" : ", ") + std::string(this->LeftOut);
  }
  if (!names.empty())
  {
    internal.Session.Note("HAVS leaves out: " + names + ". The mapper InKRay Ray Caster draws all of these.");
  }
}

void vtkHavsMapper::Cast()
{
  Internals& internal = *this->Internal;
  inkray::Havs& caster = *internal.Caster;
  const double target = 1e3 * this->LevelOfDetailTargetTime;
  inkray::HavsOptions options;
  options.bufferSize = this->BufferSize;
  const bool isStill = RayCastPace::Of(internal.Session.GetRenderer())->IsStill();
  options.levelOfDetail = internal.Detail.Choose(isStill, target);
  vtkTetRayCastSettings* const settings = this->GetSettings();
  INKRAY_FIELDS_HavsOptions(INKRAY_COPY_OPTION);
  internal.Timings = internal.Session.Cast(
    caster, options, settings, true, RayCastFrameTarget::Use::Blend, [&caster](bool onDevice) {
      return RayCastPicture{ onDevice ? caster.deviceImage() : caster.image(), nullptr };
    });
  internal.DrawnDetail = options.levelOfDetail;
  const inkray::HavsTimings& took = internal.Timings;
  if (!isStill) // a still has another number of pixels, so its time tells nothing about interactive frames
  {
    internal.Detail.Measure(options.levelOfDetail, took.camera + took.sort + took.tiles + took.cast, target);
  }
  internal.Memory = caster.memory();
}

void vtkHavsMapper::SetBufferSize(int size)
{
  const int taken = size < 4 ? 2 : 6;
  if (this->BufferSize != taken)
  {
    this->BufferSize = taken;
    this->Modified();
  }
}

void vtkHavsMapper::ForgetFrame()
{
  this->Internal->ForgetFrame();
}

void vtkHavsMapper::ReleaseCaster()
{
  this->Internal->Release();
}

void vtkHavsMapper::AddRows(vtkRayCastReport* report)
{
  Internals& internal = *this->Internal;
  const inkray::HavsStatistics& counted = internal.Count();
  const auto count = [](std::int64_t n) { return static_cast<vtkIdType>(n); };
  if (counted.lateRays > 0)
  {
    report->AddRemark("note",
      (std::to_string(counted.lateRays) + " of " + std::to_string(counted.coveredRays) +
        " rays met faces in an order that a k-buffer of " + std::to_string(this->BufferSize) +
        " entries cannot sort; their pixels may be wrong.")
        .c_str());
  }
  report->AddRow("adjacency", internal.Input.GetCutMilliseconds() + internal.AdjacencyMilliseconds, "ms");
  report->AddRow("upload", internal.UploadMilliseconds, "ms");
  report->AddRow("sort", internal.Timings.camera + internal.Timings.sort, "ms");
  report->AddRow("lists", internal.Timings.tiles, "ms");
  report->AddRow("cast", internal.Timings.cast, "ms");
  internal.Session.AddFrameRows(report, internal.Memory.frame);
  report->AddBytes("mesh memory", internal.Memory.resident);
  report->AddBytes("set-up memory", internal.Memory.setupPeak);
  report->AddCount("tetrahedra", count(internal.MeshReport.numTets));
  report->AddCount("faces", count(counted.faces));
  report->AddCount("left out faces",
    static_cast<vtkIdType>(std::llround((1.0 - internal.DrawnDetail) *
      static_cast<double>(counted.faces - (counted.faces > 0 ? internal.MeshReport.numBoundaryFaces : 0)))));
  report->AddCount("list entries", count(counted.tileEntries));
  report->AddCount("rays", count(counted.coveredRays));
  report->AddCount("fragments", count(counted.fragments));
  report->AddCount("unsorted fragments", count(counted.unsortedFragments));
  report->AddCount("late fragments", count(counted.lateFragments));
  report->AddCount("late rays", count(counted.lateRays));
  report->AddCount("mesh uploads", internal.Mesh.GetNumberOfUpdates());
  report->AddCount("scalar uploads", internal.Scalars.GetNumberOfUpdates());
  report->AddCount("transfer function uploads", internal.Function.GetNumberOfUpdates());
}

void vtkHavsMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "BufferSize: " << this->BufferSize << "\n";
  os << indent << "LevelOfDetailTargetTime: " << this->LevelOfDetailTargetTime << "\n";
  os << indent << "LeftOut: " << (this->LeftOut ? this->LeftOut : "") << "\n";
}
