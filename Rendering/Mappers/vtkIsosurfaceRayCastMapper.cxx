// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastMapper.h"

#include "Geometry/RegularGrid/GridPieces.h"
#include "ImageVolume.h"
#include "IsosurfacePixels.h"
#include "IsosurfaceSet.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"
#include "RayCastSession.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "ViewScene.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkObjectFactory.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkRayCastReport.h"
#include "vtkRectilinearGrid.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <vector>

using inkray::filters::ImageVolumeKey;

namespace
{

/// Surfaces of a pixel that are kept apart where something else lies between them.
constexpr int MostLayers = 8;

ImageVolumeKey KeyOf(vtkDataSet* image, const RayCastArray& array)
{
  return inkray::filters::imageVolumeKey(image, array.Array, array.Association, array.Component);
}

std::string Interval(const double range[2])
{
  std::ostringstream text;
  text << "[" << range[0] << ", " << range[1] << "]";
  return text.str();
}

} // namespace

vtkStandardNewMacro(vtkIsosurfaceRayCastMapper);

/// One call of Render.
struct vtkIsosurfaceRayCastMapper::Frame
  : RayCastFrame
  , IsosurfaceGrid
{
  explicit Frame(vtkIsosurfaceRayCastMapper& mapper)
    : Mapper(mapper)
  {
  }

  bool Find() override { return this->Mapper.CheckInput(*this); }
  void Draw() override;
  void Fail() override;

  vtkIsosurfaceRayCastMapper& Mapper;
  RayCastCuts Cuts;
};

/// Data that last from frame to frame.
struct vtkIsosurfaceRayCastMapper::Internals
{
  explicit Internals(RayCastSession& session)
    : Session(session)
  {
  }

  RayCastSession& Session;
  IsosurfacePixels Pixels;

  std::unique_ptr<inkray::IsosurfaceRayCaster> Caster;
  RayCastHeld<ImageVolumeKey> Volume; // the keys of Caster's data, like the next three
  RayCastHeld<ImageVolumeKey> ColorArray;
  BlockStyle Style;
  RayCastHeld<IsosurfaceSet> Surfaces;
  RayCastHeld<RayCastKey> ColorTable;
  ImageVolumeKey FailedVolume; // the volume for which a CUDA device failed

  /// The things that decide whether an image is drawn in pieces.
  struct PiecesKey
  {
    ImageVolumeKey Volume;
    int Memory = -1;
    inkray::DeviceKind Device = inkray::DeviceKind::Auto;
    bool operator==(const PiecesKey& o) const
    {
      return this->Volume == o.Volume && this->Memory == o.Memory && this->Device == o.Device;
    }
  };
  PiecesKey Pieces;
  bool IsPieced = false;          // Caster is one of pieces
  std::size_t PiecesLimit = 0;    // bytes that it may take
  inkray::GridPiecesReport Parts; // of the last frame

  // Plain arrays of the host are read where they are by the CPU, so they are kept.
  inkray::filters::ImageVolume VolumeValues;
  inkray::filters::ImageVolume ColorValues;
  std::array<vtkSmartPointer<vtkDataArray>, 4> ArraysInUse; // values, point flags, cell flags, colours
  std::array<double, 16> IndexToMesh{};
  std::vector<int> Places; // of the surfaces in the list of isovalues

  IsosurfacePixels::Finding Found;
  int FoundPlace = -1; // in the list of isovalues
  double FoundIsovalue = std::numeric_limits<double>::quiet_NaN();

  inkray::VolumeReport VolumeReport;
  inkray::IsosurfaceStatistics Statistics;
  bool StatisticsAreDue = false;     // Caster still has the counters of the last frame
  inkray::IsosurfaceTimings Timings; // these of the last frame as well
  inkray::CompactionMethod Compaction = inkray::CompactionMethod::InKCompactLookBack;
  double BrickMilliseconds = 0;
  double UploadMilliseconds = 0;
  inkray::IsosurfaceMemory Memory;

  void ForgetFrame()
  {
    this->Statistics = {};
    this->StatisticsAreDue = false;
    this->Timings = {};
    this->BrickMilliseconds = this->UploadMilliseconds = 0;
    this->Pixels.Forget();
  }

  /// The counters of the last frame. Counting takes a part of a frame's time, so it waits until somebody
  /// wants to know, or until Caster has other things to do.
  const inkray::IsosurfaceStatistics& TakeStatistics()
  {
    if (this->StatisticsAreDue && this->Caster)
    {
      try
      {
        this->Statistics = this->Caster->statistics();
      }
      catch (const inkray::Error&)
      {
        this->Statistics = {}; // the next frame reports the error
      }
    }
    this->StatisticsAreDue = false;
    return this->Statistics;
  }

  void Release()
  {
    this->Caster.reset();
    this->Pieces = PiecesKey();
    this->IsPieced = false;
    this->ReleaseVolume();
    this->Surfaces.Forget();
    this->ColorTable.Forget();
  }

  void ReleaseVolume()
  {
    this->Volume.Forget();
    this->ColorArray.Forget();
    this->Pixels.Forget();
    this->VolumeValues.clear();
    this->ColorValues.clear();
    this->ArraysInUse = {};
  }
};

vtkIsosurfaceRayCastMapper::vtkIsosurfaceRayCastMapper()
  : Superclass("isosurface ray cast", "isosurface")
  , Internal(std::make_unique<Internals>(this->GetSession()))
{
}

vtkIsosurfaceRayCastMapper::~vtkIsosurfaceRayCastMapper() = default;

void vtkIsosurfaceRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    this->Internal->TakeStatistics(); // of the frame, before the ids are drawn
  }
  else
  {
    this->ForgetFrame();
  }
  Frame frame(*this);
  this->DrawFrame(renderer, volume, frame);
}

void vtkIsosurfaceRayCastMapper::Frame::Draw()
{
  this->Mapper.PrepareCaster(*this);
  this->Mapper.ChoosePieces(*this);
  if (!this->Mapper.UpdateVolume(*this) || !this->Mapper.UpdateIsosurfaces(*this))
  {
    return;
  }
  this->Mapper.UpdateColorArray(*this);
  // A few numbers, which travel with the launch.
  Internals& internal = *this->Mapper.Internal;
  vtkVolumeProperty* const property = internal.Session.GetVolume()->GetProperty();
  internal.Caster->setLights(internal.Session.MakeLights(property->GetShade(0) != 0));
  internal.Caster->setMaterial(RayCastBridge::MakeMaterial(property, property->GetShade(0) != 0));
  this->Mapper.Cast(*this);
}

void vtkIsosurfaceRayCastMapper::Frame::Fail()
{
  Internals& internal = *this->Mapper.Internal;
  internal.FailedVolume = this->Image ? KeyOf(this->Image, this->Scalars) : ImageVolumeKey();
  internal.Release();
}

bool vtkIsosurfaceRayCastMapper::CheckInput(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkDataSet* input = this->GetInput();
  frame.Image =
    vtkImageData::SafeDownCast(input) || vtkRectilinearGrid::SafeDownCast(input) ? input : nullptr;
  if (!frame.Image)
  {
    session.Report(true,
      input ? std::string("The input is a ") + input->GetClassName() +
          ", neither a vtkImageData nor a vtkRectilinearGrid; resample it to an image."
            : std::string("There is no input; connect a vtkImageData or vtkRectilinearGrid."));
    return false;
  }
  if (frame.Image->GetNumberOfPoints() == 0)
  {
    if (!this->GetSettings()->GetInputIsPiece())
    {
      session.Note(inkray::filters::imageVolumeProblem(frame.Image, nullptr, vtkDataObject::POINT));
    }
    return false;
  }
  if (!session.SelectScalars(frame.Image, "image", this->GetSettings(), frame.Scalars))
  {
    return false;
  }
  const std::string problem =
    inkray::filters::imageVolumeProblem(frame.Image, frame.Scalars.Array, frame.Scalars.Association);
  if (!problem.empty())
  {
    session.Report(true, problem);
    return false;
  }
  if (!frame.Cuts.Select(session, this->ClippingPlanes, this->GetSettings()))
  {
    return false;
  }
  if (this->GetSettings()->GetColorMode() == vtkIsosurfaceRayCastSettings::COLOR_BY_ARRAY)
  {
    session.SelectSurfaceColors(frame.Image, "image", this->GetSettings(), frame.Colors);
  }
  return true;
}

void vtkIsosurfaceRayCastMapper::PrepareCaster(const Frame& frame)
{
  Internals& internal = *this->Internal;
  internal.Session.PrepareCaster(internal.Caster, this->GetSettings()->GetDevice(),
    internal.FailedVolume == KeyOf(frame.Image, frame.Scalars), [&internal] { internal.Release(); });
}

/// A caster of pieces where the image as a whole would take more memory than it may.
void vtkIsosurfaceRayCastMapper::ChoosePieces(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const Internals::PiecesKey key = { KeyOf(frame.Image, frame.Scalars), this->GetSettings()->GetGPUMemory(),
    internal.Caster->device() };
  if (key == internal.Pieces)
  {
    return;
  }
  constexpr double share = 0.9, mebibyte = 1 << 20;
  // The memory of an image that was drawn before becomes free.
  const inkray::IsosurfaceMemory own = internal.Caster->memory();
  const std::size_t free = internal.Session.GetFreeBytes();
  const std::size_t limit = key.Memory > 0 ? static_cast<std::size_t>(mebibyte * key.Memory)
    : free > 0
    ? static_cast<std::size_t>(share * static_cast<double>(free + own.volume + own.bricks + own.frame))
    : inkray::MemoryBudget::noLimit;
  const RayCastArray& scalars = frame.Scalars;
  inkray::filters::ImageVolume values;
  const std::size_t whole = limit == inkray::MemoryBudget::noLimit
    ? 0
    : inkray::estimateVolumeBytes(
        values.makeVolume(frame.Image, scalars.Array, scalars.Association, scalars.Component));
  const bool wantsPieces = whole > limit;
  if (wantsPieces != internal.IsPieced || (wantsPieces && limit != internal.PiecesLimit))
  {
    internal.Release();
    internal.Caster = wantsPieces ? internal.Session.MakePieced<inkray::IsosurfaceRayCaster>(limit)
                                  : internal.Session.MakeCaster<inkray::IsosurfaceRayCaster>();
  }
  internal.IsPieced = wantsPieces;
  internal.PiecesLimit = limit;
  internal.Pieces = key;
}

bool vtkIsosurfaceRayCastMapper::UpdateVolume(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const RayCastArray& scalars = frame.Scalars;
  internal.Volume.Update(KeyOf(frame.Image, scalars), [&] {
    internal.ReleaseVolume();
    const inkray::VolumeInput volume =
      internal.VolumeValues.makeVolume(frame.Image, scalars.Array, scalars.Association, scalars.Component);
    internal.VolumeReport =
      internal.Caster->setVolume(volume, internal.Session.Observe("Finding ranges of bricks", 0.4));
    if (internal.Session.GetDevice() == inkray::DeviceKind::CUDA && !internal.IsPieced)
    {
      internal.VolumeValues.clear();
    }
    else
    {
      internal.ArraysInUse = { scalars.Array, frame.Image->GetPointGhostArray(),
        frame.Image->GetCellGhostArray(), nullptr };
    }
    std::copy_n(volume.indexToMesh, 16, internal.IndexToMesh.begin());
    const inkray::IsosurfaceTimings timings = internal.Caster->timings();
    internal.BrickMilliseconds = timings.bricks;
    internal.UploadMilliseconds = timings.upload;
  });

  if (internal.IsPieced)
  {
    internal.Session.Note("The image is drawn in " + std::to_string(internal.Caster->piecesReport().pieces) +
      " pieces, because as a whole it would take more than the " +
      std::to_string(internal.PiecesLimit >> 20) + " MiB that it may have of the GPU's memory.");
  }

  // A value that is no number draws nothing; saying so is better than a picture with unexplained holes.
  const inkray::VolumeReport& report = internal.VolumeReport;
  const vtkIdType count = scalars.Array->GetNumberOfTuples();
  const std::string name = scalars.GetQuotedName();
  if (!(report.range[0] <= report.range[1]))
  {
    if (report.numNonFinite == count)
    {
      internal.Session.Report(
        true, "No value of the array " + name + " is a finite number, so it has no isosurface.");
    }
    else if (!this->GetSettings()->GetInputIsPiece())
    {
      internal.Session.Note("No cell of the image is visible with eight finite values of the array " + name +
        ", so there is no isosurface.");
    }
    return false;
  }
  if (report.numNonFinite > 0)
  {
    internal.Session.Note(std::to_string(report.numNonFinite) + " of " + std::to_string(count) +
      " values of the array " + name +
      " are not finite numbers (NaN or infinite); the cells that use them are left out.");
  }
  return true;
}

bool vtkIsosurfaceRayCastMapper::UpdateIsosurfaces(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkIsosurfaceRayCastSettings* settings = this->GetSettings();
  vtkIsovalueList* isovalues = settings->GetIsovalues();
  const double* range = internal.VolumeReport.range;
  const IsosurfaceSet set(settings, internal.Session.GetVolume()->GetProperty(), internal.Style);

  const std::string name = frame.Scalars.GetQuotedName();
  if (isovalues->GetNumberOfContours() == 0)
  {
    internal.Session.Note("There is no isovalue; set one or more" +
      (settings->GetInputIsPiece() ? "." : ", within " + Interval(range) + " for the array " + name + "."));
  }
  else if (set.NotANumber)
  {
    internal.Session.Report(true, "An isovalue is not a finite number (NaN or infinite); it is left out.",
      "isovalue that is no number");
  }
  if (!set.IsAnyWithin(range) && !settings->GetInputIsPiece() && isovalues->GetNumberOfContours() > 0 &&
    !(set.NotANumber && set.Surfaces.empty()))
  {
    internal.Session.Note("There is no isosurface: the values of the array " + name + " are within " +
      Interval(range) + ", and no isovalue is.");
  }

  internal.Places = set.Places;
  internal.Surfaces.Update(set, [&] { internal.Caster->setIsosurfaces(set.Surfaces); });
  return !set.Surfaces.empty();
}

void vtkIsosurfaceRayCastMapper::UpdateColorArray(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const RayCastArray& colors = frame.Colors;
  if (!colors.Array)
  {
    if (internal.ColorArray)
    {
      internal.Caster->setColorValues(inkray::Field());
      internal.ColorArray.Forget();
      internal.ColorValues.clear();
      internal.ArraysInUse[3] = nullptr;
    }
    return;
  }

  internal.ColorArray.Update(KeyOf(frame.Image, colors), [&] {
    const double start = RayCastSession::Now();
    const inkray::Field values = internal.ColorValues.makeValues(
      frame.Image, colors.Array, colors.Association, colors.Component, frame.Scalars.Association);
    internal.Caster->setColorValues(values);
    if (internal.Session.GetDevice() == inkray::DeviceKind::CUDA && !internal.IsPieced)
    {
      internal.ColorValues.clear();
    }
    else
    {
      internal.ArraysInUse[3] = colors.Array;
    }
    internal.UploadMilliseconds += RayCastSession::Now() - start;
  });

  vtkVolumeProperty* property = internal.Session.GetVolume()->GetProperty();
  vtkScalarsToColors* own = this->GetSettings()->GetColorFunction();
  internal.ColorTable.Update(RayCastKey(RayCastBridge::FindSurfaceFunction(own, property)),
    [&] { internal.Caster->setColorTable(RayCastBridge::MakeSurfaceTable(own, property)); });
}

void vtkIsosurfaceRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  inkray::IsosurfaceRayCaster& caster = *internal.Caster;
  const inkray::IsosurfacePipeline pipelines[4] = { inkray::IsosurfacePipeline::Auto,
    inkray::IsosurfacePipeline::MultiKernel, inkray::IsosurfacePipeline::SingleKernel,
    inkray::IsosurfacePipeline::KdJump };
  inkray::IsosurfaceFrameOptions options;
  options.pipeline = pipelines[this->GetSettings()->GetPipeline()];
  options.compaction = static_cast<inkray::CompactionMethod>(this->GetSettings()->GetCompactionMethod());
  options.smoothNormals = this->GetSettings()->GetSmoothNormals() != 0;
  options.earlyTermination = this->GetSettings()->GetEarlyTermination();
  options.clippingPlanes = frame.Cuts.Planes;
  options.cropBox = frame.Cuts.Box;
  RayCastBridge::SetCropping(this, frame.Image, options);
  internal.Pixels.Keep(session.GetRenderer(), session.GetVolume(), session.GetViewport(), frame,
    internal.IndexToMesh.data(), options);

  // A hardware selection pass writes ids, not colours.
  if (RayCastSession::IsSelecting(session.GetRenderer()))
  {
    internal.Pixels.DrawSelection(caster, session.GetRenderer(), session.GetTarget(), this->CompositeIndex);
    return;
  }

  // A mesh that shares the picture has rays of its own, which meet the surfaces in their depth.
  ViewScene* const scene = ViewScene::Of(session.GetRenderer());
  if (scene->IsCollecting())
  {
    const auto castSurfaces = [&caster, options](
                                const inkray::Camera& camera, const inkray::FrameOptions& whole) {
      inkray::IsosurfaceFrameOptions own = options;
      static_cast<inkray::WorkObserver&>(own).abortCheck = whole.abortCheck;
      own.opaqueDepth = whole.opaqueDepth;
      own.opaqueDepthOnDevice = whole.opaqueDepthOnDevice;
      own.layers = MostLayers;
      caster.renderOnDevice(camera, own);
      return caster.layers();
    };
    ViewScene::Part part;
    part.CastSurfaces = castSurfaces;
    part.HasSurfaces = true;
    part.Volume = session.GetVolume();
    part.Session = &session;
    scene->Give(part);
    return;
  }

  // Opaque surfaces are hidden by the depth test. Translucent ones have to know where to stop.
  const bool translucent = internal.Surfaces.Get().IsTranslucent();
  internal.Timings = session.Cast(caster, options, this->GetSettings(), translucent,
    translucent ? RayCastFrameTarget::Use::Write : RayCastFrameTarget::Use::Test, [&caster](bool onDevice) {
      return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                      : RayCastPicture{ caster.image(), caster.depth() };
    });
  internal.StatisticsAreDue = true;
  internal.Compaction = options.compaction;
  internal.Memory = caster.memory();
  internal.Parts = caster.piecesReport();
}

bool vtkIsosurfaceRayCastMapper::ProbePixel(int x, int y)
{
  Internals& internal = *this->Internal;
  if (!internal.Caster || !internal.Pixels.Has(x, y))
  {
    return false;
  }
  internal.TakeStatistics(); // of the frame, not of this pixel
  const auto giveUp = [&internal](const std::string& reason) {
    internal.FailedVolume = internal.Volume ? internal.Volume.Get() : ImageVolumeKey();
    internal.Release();
    if (!reason.empty())
    {
      internal.Session.Report(true, "The pixel cannot be probed: " + reason);
    }
  };
  try
  {
    if (!internal.Pixels.Probe(*internal.Caster, x, y, internal.Found))
    {
      return false;
    }
  }
  catch (const inkray::Error& error)
  {
    const bool onCuda = internal.Session.GetDevice() == inkray::DeviceKind::CUDA;
    giveUp(onCuda ? std::string() : error.what());
    if (onCuda)
    {
      internal.Session.Fail(error); // from the next frame on
    }
    return false;
  }
  catch (const std::exception& error)
  {
    giveUp(error.what());
    return false;
  }

  // The surface belongs to the nearest isovalue.
  const std::vector<inkray::Isosurface>& surfaces = internal.Surfaces.Get().Surfaces;
  const auto nearest = std::min_element(surfaces.begin(), surfaces.end(),
    [value = internal.Found.Value](const inkray::Isosurface& a, const inkray::Isosurface& b) {
      return std::abs(a.value - value) < std::abs(b.value - value);
    });
  internal.FoundIsovalue = nearest->value;
  internal.FoundPlace = internal.Places[nearest - surfaces.begin()];
  return true;
}

double vtkIsosurfaceRayCastMapper::GetProbedIsovalue()
{
  return this->Internal->FoundIsovalue;
}

int vtkIsosurfaceRayCastMapper::GetProbedIsosurface()
{
  return this->Internal->FoundPlace;
}

double* vtkIsosurfaceRayCastMapper::GetProbedPosition()
{
  return this->Internal->Found.Position;
}

double vtkIsosurfaceRayCastMapper::GetProbedValue()
{
  return this->Internal->Found.Value;
}

double vtkIsosurfaceRayCastMapper::GetProbedColorValue()
{
  return this->Internal->Found.ColorValue;
}

bool vtkIsosurfaceRayCastMapper::IsPictureOpaque()
{
  return this->GetSettings()->IsOpaque() &&
    (this->Internal->Style.Opacity >= 1 || this->Internal->Style.Opacity <= 0);
}

void vtkIsosurfaceRayCastMapper::SetBlockStyle(const BlockStyle& style)
{
  if (!(style == this->Internal->Style))
  {
    this->Internal->Style = style;
    this->Modified();
  }
}

void vtkIsosurfaceRayCastMapper::ForgetFrame()
{
  this->Internal->ForgetFrame();
}

void vtkIsosurfaceRayCastMapper::ReleaseCaster()
{
  this->Internal->Release();
}

void vtkIsosurfaceRayCastMapper::AddRows(vtkRayCastReport* report)
{
  Internals& internal = *this->Internal;
  const inkray::IsosurfaceStatistics& statistics = internal.TakeStatistics();
  report->AddRow("pipeline",
    statistics.pipeline == inkray::IsosurfacePipeline::MultiKernel ? "multi-kernel"
      : statistics.pipeline == inkray::IsosurfacePipeline::KdJump  ? "Kd-Jump"
                                                                   : "single kernel");
  report->AddRow("compaction",
    statistics.pipeline == inkray::IsosurfacePipeline::MultiKernel
      ? inkray::compactionMethodName(internal.Compaction)
      : "none");
  report->AddRow("bricks", internal.BrickMilliseconds, "ms");
  report->AddRow("upload", internal.UploadMilliseconds, "ms");
  report->AddRow("rebuild", internal.Timings.rebuild, "ms");
  report->AddRow("cast", internal.Timings.cast, "ms");
  internal.Session.AddFrameRows(report, internal.Memory.frame);
  report->AddBytes("volume memory", internal.Memory.volume);
  report->AddBytes("brick memory", internal.Memory.bricks);
  report->AddCount("rays", statistics.rays);
  report->AddCount("hits", statistics.hits);
  report->AddCount("rounds", statistics.rounds);
  report->AddCount("queue items", statistics.queueItems);
  report->AddCount("kept items", statistics.keptItems);
  const std::int64_t* leaves = internal.VolumeReport.leaves;
  report->AddCount("leaves", leaves[0] * leaves[1] * leaves[2]);
  report->AddCount("active leaves", statistics.activeLeaves);
  if (internal.IsPieced)
  {
    report->AddCount("pieces", internal.Parts.pieces);
    report->AddCount("touched pieces", internal.Parts.touched);
    report->AddCount("resident pieces", internal.Parts.resident);
    report->AddCount("pieces cast", internal.Parts.cast);
    report->AddBytes("sent for the frame", internal.Parts.bytesSent);
  }
  report->AddCount("volume uploads", internal.Volume.GetNumberOfUpdates());
  report->AddCount("color array uploads", internal.ColorArray.GetNumberOfUpdates());
  report->AddCount("isosurface uploads", internal.Surfaces.GetNumberOfUpdates());
  report->AddCount("color table uploads", internal.ColorTable.GetNumberOfUpdates());
  report->AddRow("smallest value", internal.VolumeReport.range[0], "data");
  report->AddRow("largest value", internal.VolumeReport.range[1], "data");
}

void vtkIsosurfaceRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
