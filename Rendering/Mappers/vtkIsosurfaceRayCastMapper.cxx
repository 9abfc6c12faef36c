// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastMapper.h"

#include "CopyOptions.h"
#include "IsosurfaceCaster.h"
#include "IsosurfaceGrid.h"
#include "IsosurfacePixels.h"
#include "PictureCaster.h"
#include "PicturePart.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"
#include "RayCastSession.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "ViewScene.h"
#include "vtkDataSet.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkVolume.h"

#include <algorithm>
#include <memory>
#include <string>

vtkStandardNewMacro(vtkIsosurfaceRayCastMapper);

/// The data of one call of Render.
class vtkIsosurfaceRayCastMapper::Frame
  : public RayCastFrame
  , private IsosurfaceGrid
{
public:
  explicit Frame(vtkIsosurfaceRayCastMapper& mapper);
  bool Find() override;
  void Draw() override;
  void Fail() override;
  /// Called in place of Draw: provide this frame's part of a shared picture. Returns false if it cannot be
  /// shared.
  bool Give(PicturePart& part);

private:
  /// Bring the caster up to date, and make the options of the frame. Returns false if there is nothing to
  /// draw.
  bool Update(inkray::IsosurfaceFrameOptions& options);
  inkray::IsosurfaceFrameOptions MakeOptions() const;
  PicturePart MakePart(const inkray::IsosurfaceFrameOptions& options) const;
  void CastWithOthers(const inkray::IsosurfaceFrameOptions& options);
  void NoteCast(const inkray::IsosurfaceFrameOptions& options);

  vtkIsosurfaceRayCastMapper& Mapper;
  Internals& Parts;
  vtkIsosurfaceRayCastSettings* const Settings;
  RayCastCuts Cuts;
};

/// Data that last from frame to frame.
struct vtkIsosurfaceRayCastMapper::Internals
{
  explicit Internals(RayCastSession& session)
    : Session(session)
    , Caster(session)
  {
  }

  RayCastSession& Session;
  IsosurfaceCaster Caster;
  IsosurfacePixels Pixels;
  BlockStyle Style;

  ///@{
  /// Figures of the last frame.
  inkray::IsosurfaceStatistics Statistics;
  bool StatisticsAreDue = false; // the caster still has them
  inkray::IsosurfaceTimings Timings;
  inkray::CompactionMethod Compaction = inkray::CompactionMethod::InKCompactLookBack;
  inkray::IsosurfaceMemory Memory;
  ///@}

  void ForgetFrame()
  {
    this->Statistics = {};
    this->StatisticsAreDue = false;
    this->Timings = {};
    this->Caster.ForgetTimes();
    this->Pixels.Forget();
  }

  /// The counters of the last frame. Counting takes a part of a frame's time, so it waits until the figures
  /// are requested, or until the caster is needed for something else.
  const inkray::IsosurfaceStatistics& TakeStatistics()
  {
    if (this->StatisticsAreDue && this->Caster.Get())
    {
      try
      {
        this->Statistics = this->Caster.Get()->statistics();
      }
      catch (const inkray::Error&)
      {
        this->Statistics = {}; // the next frame reports the error
      }
    }
    this->StatisticsAreDue = false;
    return this->Statistics;
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
    this->Internal->TakeStatistics(); // takes the frame's figures before ids are drawn
  }
  else
  {
    this->ForgetFrame();
  }
  Frame frame(*this);
  this->DrawFrame(renderer, volume, frame);
}

bool vtkIsosurfaceRayCastMapper::Give(
  vtkRenderer* renderer, vtkVolume* volume, const FilmGroup*, PicturePart& part)
{
  this->ForgetFrame();
  bool isGiven = false;
  Frame frame(*this);
  this->DrawFrame(renderer, volume, frame, [&] { isGiven = frame.Give(part); });
  return isGiven;
}

vtkIsosurfaceRayCastMapper::Frame::Frame(vtkIsosurfaceRayCastMapper& mapper)
  : Mapper(mapper)
  , Parts(*mapper.Internal)
  , Settings(mapper.GetSettings())
{
}

bool vtkIsosurfaceRayCastMapper::Frame::Find()
{
  RayCastSession& session = this->Parts.Session;
  return this->SelectImage(session, this->Mapper.GetInput(), this->Settings->GetInputIsPart() != 0) &&
    this->SelectArrays(session, this->Settings, this->Image) &&
    this->Cuts.Select(session, this->Mapper.GetClippingPlanes(), this->Settings);
}

bool vtkIsosurfaceRayCastMapper::Frame::Update(inkray::IsosurfaceFrameOptions& options)
{
  RayCastSession& session = this->Parts.Session;
  this->Parts.Pixels.Forget();
  if (!this->Parts.Caster.Update(this->Settings, *this, this->Parts.Style))
  {
    return false;
  }
  options = this->MakeOptions();
  this->Parts.Pixels.Keep(session.GetRenderer(), session.GetVolume(), session.GetViewport(), *this,
    this->Parts.Caster.GetIndexToMesh().data(), options);
  return true;
}

bool vtkIsosurfaceRayCastMapper::Frame::Give(PicturePart& part)
{
  inkray::IsosurfaceFrameOptions options;
  if (!this->Update(options))
  {
    return false;
  }
  part = this->MakePart(options);
  return true;
}

void vtkIsosurfaceRayCastMapper::Frame::Draw()
{
  RayCastSession& session = this->Parts.Session;
  inkray::IsosurfaceFrameOptions options;
  if (!this->Update(options))
  {
    return;
  }
  inkray::IsosurfaceRayCaster& caster = *this->Parts.Caster.Get();
  vtkRenderer* const renderer = session.GetRenderer();

  // A hardware selection pass draws ids, not colors.
  if (RayCastSession::IsSelecting(renderer))
  {
    this->Parts.Pixels.DrawSelection(caster, renderer, session.GetTarget(), this->Mapper.CompositeIndex);
    return;
  }
  if (!ViewScene::Of(renderer)->GetShared().Others.empty())
  {
    this->CastWithOthers(options);
    return;
  }

  // The depth test hides opaque surfaces. Rays to translucent surfaces need the depths where they stop.
  const bool translucent = this->Parts.Caster.IsTranslucent();
  this->Parts.Timings = session.Cast(caster, options, this->Settings, translucent,
    translucent ? RayCastFrameTarget::Use::Write : RayCastFrameTarget::Use::Test, [&caster](bool onDevice) {
      return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                      : RayCastPicture{ caster.image(), caster.depth() };
    });
  this->NoteCast(options);
}

void vtkIsosurfaceRayCastMapper::Frame::NoteCast(const inkray::IsosurfaceFrameOptions& options)
{
  this->Parts.StatisticsAreDue = true;
  this->Parts.Compaction = options.compaction;
  this->Parts.Memory = this->Parts.Caster.Get()->memory();
  this->Parts.Caster.NoteCast();
}

void vtkIsosurfaceRayCastMapper::Frame::CastWithOthers(const inkray::IsosurfaceFrameOptions& options)
{
  RayCastSession& session = this->Parts.Session;
  PictureCaster caster(*ViewScene::Of(session.GetRenderer()), this->MakePart(options));
  if (!caster.CanCast())
  {
    return; // each volume is then drawn separately
  }
  const double cast =
    session
      .Cast(caster, inkray::PictureOptions(), this->Settings, true, RayCastFrameTarget::Use::Write,
        [&caster](bool onDevice) { return caster.GetPicture(onDevice); })
      .cast;
  this->Parts.Timings = this->Parts.Caster.Get()->timings();
  this->Parts.Timings.cast = cast;
  this->NoteCast(options);
}

void vtkIsosurfaceRayCastMapper::Frame::Fail()
{
  this->Parts.Caster.Fail(this->GetKey());
  this->Parts.Pixels.Forget();
}

inkray::IsosurfaceFrameOptions vtkIsosurfaceRayCastMapper::Frame::MakeOptions() const
{
  vtkIsosurfaceRayCastSettings* const settings = this->Settings;
  inkray::IsosurfaceFrameOptions options;
  INKRAY_FIELDS_IsosurfaceFrameOptions(INKRAY_COPY_OPTION);
  options.clippingPlanes = this->Cuts.Planes;
  options.cropBox = this->Cuts.Box;
  RayCastBridge::SetCropping(&this->Mapper, this->Image, options);
  return options;
}

PicturePart vtkIsosurfaceRayCastMapper::Frame::MakePart(const inkray::IsosurfaceFrameOptions& options) const
{
  inkray::IsosurfaceRayCaster& caster = *this->Parts.Caster.Get();
  PicturePart part;
  part.MakeSource = [&caster, options](
                      const inkray::Camera& camera) { return caster.source(camera, options); };
  part.HasSurfaces = true;
  part.Volume = this->Parts.Session.GetVolume();
  part.Session = &this->Parts.Session;
  return part;
}

bool vtkIsosurfaceRayCastMapper::ProbePixel(int x, int y)
{
  Internals& internal = *this->Internal;
  if (!internal.Caster.Get() || !internal.Pixels.Has(x, y))
  {
    return false;
  }
  internal.TakeStatistics(); // takes the frame's figures before this pixel replaces them
  IsosurfacePixels::Finding found;
  try
  {
    if (!internal.Pixels.Probe(*internal.Caster.Get(), x, y, found))
    {
      return false;
    }
  }
  catch (const std::exception& error)
  {
    internal.Caster.Fail();
    const auto* const ofDevice = dynamic_cast<const inkray::Error*>(&error);
    if (ofDevice && internal.Session.GetDevice() == inkray::DeviceKind::CUDA)
    {
      internal.Session.Fail(*ofDevice); // takes effect in the next frame
    }
    else
    {
      internal.Session.Report(true, std::string("The pixel cannot be probed: ") + error.what());
    }
    return false;
  }
  std::copy_n(found.Position, 3, this->ProbedPosition);
  this->ProbedValue = found.Value;
  this->ProbedColorValue = found.ColorValue;
  // The surface belongs to the nearest isovalue.
  this->ProbedIsosurface = internal.Caster.FindSurface(found.Value, this->ProbedIsovalue);
  return true;
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
  this->Internal->Caster.Release();
  this->Internal->Pixels.Forget();
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
  internal.Caster.AddTimes(report);
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
  report->AddCount("active leaves", statistics.activeLeaves);
  internal.Caster.AddRows(report);
}
