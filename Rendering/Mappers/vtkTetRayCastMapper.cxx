// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "ArrayMemory.h"
#include "Core/Errors.h"
#include "FilmExchange.h"
#include "MeshBlockStyles.h"
#include "MeshSurfaces.h"
#include "MeshVolumeCaster.h"
#include "MeshVolumeGradients.h"
#include "MeshVolumeInput.h"
#include "MeshVolumePicks.h"
#include "RayCastBridge.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"
#include "RayCastOpaqueDepth.h"
#include "RayCastSession.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "ViewScene.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <vector>

namespace
{
std::vector<vtkIdType> ToVector(vtkIdTypeArray* array)
{
  const vtkIdType* const first = array->GetPointer(0);
  return { first, first + array->GetNumberOfTuples() };
}

/// Append tuples to an array. Throws std::bad_alloc, and leaves the array unchanged then.
void Append(const std::vector<MeshVolumePicks::Tuple>& tuples, vtkIdTypeArray* array)
{
  const vtkIdType* const first = array->GetPointer(0);
  const std::vector<vtkIdType> before(first, first + array->GetNumberOfValues());
  array->SetNumberOfComponents(3);
  const std::size_t count = before.size() / 3 + tuples.size();
  vtkIdType* const all = inkray::filters::allocateTuples(array, static_cast<vtkIdType>(count));
  vtkIdType* next = std::copy(before.begin(), before.end(), all);
  for (const MeshVolumePicks::Tuple& tuple : tuples)
  {
    next = std::copy(tuple.begin(), tuple.end(), next);
  }
}
/// A caster that casts the meshes of other mappers in its picture, too, or its own in pieces or on several
/// devices: none of these has sparse rays.
struct MergedCaster
{
  inkray::TetRayCaster& Caster;
  std::vector<ViewScene::Part> Others;
  const RayCastSession& Session;
  vtkRenderer* Renderer;

  inkray::DeviceKind device() const { return this->Caster.device(); }
  inkray::TetRayCastTimings timings() const { return this->Caster.timings(); }
  void render(const inkray::Camera& camera, const inkray::FrameOptions& options)
  {
    this->Cast(camera, options, false);
  }
  void renderOnDevice(const inkray::Camera& camera, const inkray::FrameOptions& options)
  {
    this->Cast(camera, options, true);
  }

  /// Whether all casters are on one device.
  bool IsOnOneDevice() const
  {
    return std::all_of(this->Others.begin(), this->Others.end(), [this](const ViewScene::Part& other) {
      return other.Session->GetDevice() == this->Session.GetDevice() &&
        std::string(other.Session->GetDeviceName()) == this->Session.GetDeviceName();
    });
  }

  /// Whether the picture has depths of the others.
  bool HaveSurfaces() const
  {
    return std::any_of(this->Others.begin(), this->Others.end(),
      [](const ViewScene::Part& other) { return other.HasSurfaces; });
  }

private:
  void Cast(const inkray::Camera& camera, const inkray::FrameOptions& options, bool onDevice)
  {
    std::vector<inkray::TetRayCaster::Other> others;
    std::vector<inkray::SurfaceLayers> layers;
    inkray::FrameOptions all = options;
    for (const ViewScene::Part& other : this->Others)
    {
      const inkray::Camera own =
        RayCastBridge::MakeCamera(this->Renderer, other.Volume, camera.width, camera.height);
      if (!other.Caster)
      {
        layers.push_back(other.CastSurfaces(own, options));
        continue;
      }
      others.push_back({ other.Caster, own, other.Options });
      all.earlyTermination = std::min(all.earlyTermination, other.Options.earlyTermination);
    }
    if (!this->Others.empty())
    {
      this->Caster.renderMerged(camera, all, others, onDevice, layers);
    }
    else
    {
      onDevice ? this->Caster.renderOnDevice(camera, all) : this->Caster.render(camera, all);
    }
  }
};
} // namespace

vtkStandardNewMacro(vtkTetRayCastMapper);

/// One call of Render.
struct vtkTetRayCastMapper::Frame
  : RayCastFrame
  , MeshVolumeFrame
{
  explicit Frame(vtkTetRayCastMapper& mapper)
    : Mapper(mapper)
  {
  }

  bool Find() override;
  void Draw() override;
  void Fail() override;
  void DrawOnce();
  /// The caster, with all that the frame shows. False: it does not have it.
  bool Update();

  vtkTetRayCastMapper& Mapper;
  bool HasData = false; ///< where this is drawn together with other ranks
  RayCastCuts Cuts;
};

/// Data that last from frame to frame.
struct vtkTetRayCastMapper::Internals
{
  explicit Internals(RayCastSession& session)
    : Session(session)
  {
  }

  RayCastSession& Session;
  MeshVolumeInput Input{ Session };
  MeshArrayChoice OpacityChoice;
  MeshArrayChoice ThresholdChoice;
  MeshSurfaces Surfaces;
  MeshVolumeGradients Gradients;
  MeshIdArrays IdArrays;
  MeshBlockStyles Blocks;
  MeshVolumePicks Picks;
  vtkMTimeType PickedMesh = 0; // mesh and grid of the picks
  vtkWeakPointer<vtkUnstructuredGrid> PickedGrid;

  RayCastRanks* Ranks = nullptr;
  FilmExchange Films;

  MeshVolumeCaster Caster{ Session, Input };
  inkray::TetRayCastStatistics Statistics; // of the last frame, as all that follows
  inkray::TetRayCastTimings Timings;
  vtkIdType Rays = -1; // not counted yet
  inkray::TetRayCastMemory Memory;
  double LargestGradient = 0;

  void ForgetFrame()
  {
    this->Statistics = {};
    this->Timings = {};
    this->Input.ForgetTimes();
    this->Caster.ForgetTimes();
    this->LargestGradient = 0;
    this->Rays = -1;
  }

  /// Counted when somebody wants to know, because it takes a part of a frame's time.
  vtkIdType CountRays()
  {
    try
    {
      if (this->Rays < 0)
      {
        this->Rays = this->Caster.Get() && this->Session.HasDrawn() ? this->Caster.Get()->numRays() : 0;
      }
      return this->Rays;
    }
    catch (const inkray::Error&)
    {
      return 0; // the next frame reports the error
    }
  }

  /// Whether the picks belong to this input, and the caster still has its mesh.
  bool HasPicksOf(vtkUnstructuredGridBase* input) const
  {
    return this->PickedGrid && this->PickedGrid.Get() == input && this->Caster.HasMesh(this->PickedMesh);
  }
  MeshVolumePicks::Source GetPickSource(vtkDataSet* grid, double pickOpacity)
  {
    return { this->Caster.Get(), grid, this->Input.GetTetrahedra()->GetTupleOfTet(),
      static_cast<float>(pickOpacity) };
  }

  void Release()
  {
    this->Caster.Release();
    this->Surfaces.ForgetSurfaces();
    this->Gradients.Forget();
  }
};

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Superclass("InKRay Ray Caster", "volume")
  , Internal(std::make_unique<Internals>(this->GetSession()))
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

void vtkTetRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    this->Internal->CountRays(); // of the frame, before others are cast for the ids
  }
  else
  {
    this->ForgetFrame();
  }
  Frame frame(*this);
  // The settings are the same on all ranks.
  const bool isTogether = this->Internal->Ranks && !RayCastSession::IsSelecting(renderer) &&
    this->GetSettings()->GetDrawVolume() && this->BlendMode > vtkVolumeMapper::COMPOSITE_BLEND &&
    this->BlendMode <= vtkVolumeMapper::ADDITIVE_BLEND;
  FilmExchange& films = this->Internal->Films;
  films.Begin(isTogether ? this->Internal->Ranks : nullptr, static_cast<inkray::BlendMode>(this->BlendMode));
  this->DrawFrame(renderer, volume, frame);
  films.End();
}

void vtkTetRayCastMapper::SetRanks(RayCastRanks* ranks)
{
  this->Internal->Ranks = ranks;
}

bool vtkTetRayCastMapper::Frame::Find()
{
  Internals& internal = *this->Mapper.Internal;
  const bool isTogether = internal.Films.IsOn();
  this->HasData = (!isTogether || this->Mapper.GetInput()) && this->Mapper.CheckInput(*this) &&
    internal.Input.Update(this->Grid, this->IsPiece) &&
    internal.Surfaces.Average(
      internal.Session, internal.Input.GetTetrahedra(), this->IsPiece ? this->Grid : nullptr, *this);
  return this->HasData || isTogether;
}

void vtkTetRayCastMapper::Frame::Draw()
{
  Internals& internal = *this->Mapper.Internal;
  std::exception_ptr failure;
  try
  {
    this->DrawOnce();
    return;
  }
  catch (const inkray::OutOfMemory& error)
  {
    if (!internal.Caster.DrawOtherwise(*this, error.what()))
    {
      throw;
    }
    failure = std::current_exception();
  }
  try
  {
    this->DrawOnce();
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (const inkray::Error&)
  {
    std::rethrow_exception(failure); // which says more
  }
}

void vtkTetRayCastMapper::Frame::DrawOnce()
{
  if (this->Mapper.Internal->Films.IsOn())
  {
    this->Mapper.CastTogether(*this);
  }
  else if (this->Update() &&
    (this->DrawsVolume || !this->MeshVolumeFrame::Surfaces.Surfaces.empty() || !this->Slices.empty()))
  {
    this->Mapper.Cast(*this);
  }
}

bool vtkTetRayCastMapper::Frame::Update()
{
  Internals& internal = *this->Mapper.Internal;
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  internal.Caster.Prepare(*this, settings, [&internal] { internal.Release(); });
  internal.Caster.UpdateMesh(this->IsPiece);
  this->IsInLight = this->DrawsVolume && this->IsLit(internal.Session);
  if (!internal.Caster.UpdateValues(*this))
  {
    return false;
  }
  internal.Surfaces.Update(internal.Session, settings, *this, *internal.Caster.Get());
  internal.Gradients.Update(internal.Session, *this, *internal.Caster.Get());
  if ((this->DrawsVolume && (!this->Transfer2D || this->Opacity.Array)) || !this->Slices.empty())
  {
    internal.Caster.UpdateFunctions(*this);
  }
  return true;
}

void vtkTetRayCastMapper::Frame::Fail()
{
  Internals& internal = *this->Mapper.Internal;
  internal.Caster.Fail();
  internal.Release();
}

bool vtkTetRayCastMapper::CheckInput(Frame& frame)
{
  RayCastSession& session = this->Internal->Session;
  vtkTetRayCastSettings* settings = this->GetSettings();
  frame.IsPiece = settings->GetInputIsPiece() != 0;
  frame.Grid = this->Internal->Input.Select(this->GetInput(), frame.IsPiece);
  if (!frame.Grid)
  {
    return false;
  }
  if (!session.SelectScalars(frame.Grid, "grid", settings, frame.Scalars))
  {
    return false;
  }
  frame.DrawsVolume = settings->GetDrawVolume() != 0;
  std::copy_n(this->ThresholdRange, 2, frame.ThresholdRange);
  frame.BlendedOpacity = this->BlendedOpacity;
  frame.SurfaceColorFunction = settings->GetColorFunction();
  if ((frame.DrawsVolume && !this->SelectVolume(frame)) ||
    !frame.SelectThreshold(session, frame.Grid, this->Internal->ThresholdChoice, this->ThresholdRange) ||
    !frame.Cuts.Select(session, this->ClippingPlanes, settings))
  {
    return false;
  }
  frame.SelectSurfaces(session, frame.Grid, settings);
  frame.SelectSlices(session, settings);
  if (frame.DrawsVolume)
  {
    frame.SelectGradients(session);
    frame.SelectNaN(session, settings);
  }
  this->Internal->Blocks.Apply(session, frame.Grid, this->Internal->IdArrays.CompositeIndices, frame);
  return true;
}

bool vtkTetRayCastMapper::SelectVolume(Frame& frame)
{
  RayCastSession& session = this->Internal->Session;
  if (this->BlendMode >= vtkVolumeMapper::COMPOSITE_BLEND &&
    this->BlendMode <= vtkVolumeMapper::ADDITIVE_BLEND)
  {
    frame.Blend = static_cast<inkray::BlendMode>(this->BlendMode);
  }
  else
  {
    session.Report(false,
      "Blend mode " + std::to_string(this->BlendMode) +
        " is none from Composite (0) to Additive (4); the volume is composited.");
  }
  if (frame.Blend == inkray::BlendMode::Average &&
    !(this->AverageIPScalarRange[0] <= this->AverageIPScalarRange[1]))
  {
    session.Report(true, "The range of values to average is empty; give its lower end first.");
    return false;
  }
  const Internals& internal = *this->Internal;
  return frame.SelectOpacity(session, frame.Grid, internal.OpacityChoice);
}

inkray::FrameOptions vtkTetRayCastMapper::MakeOptions(const Frame& frame)
{
  inkray::FrameOptions options;
  options.faceTest = this->GetSettings()->GetFaceTest() == vtkTetRayCastSettings::ON_DEMAND_VDFI
    ? inkray::FaceTest::OnDemandVDFI
    : inkray::FaceTest::EdgeFunction;
  options.earlyTermination = this->GetSettings()->GetEarlyTermination();
  options.blend = frame.Blend;
  std::copy_n(this->AverageIPScalarRange, 2, options.averageRange);
  options.drawVolume = frame.DrawsVolume;
  options.shade = frame.IsInLight;
  options.gradients = this->GetSettings()->GetGradients() == vtkTetRayCastSettings::SMOOTH
    ? inkray::Gradients::Smooth
    : inkray::Gradients::PerCell;
  std::copy(frame.NaN.begin(), frame.NaN.end(), options.missing);
  options.clippingPlanes = frame.Cuts.Planes;
  options.cropBox = frame.Cuts.Box;
  options.slices = frame.Slices;
  options.sliceOpacity = static_cast<float>(this->GetSettings()->GetSliceOpacity());
  return options;
}

void vtkTetRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  inkray::TetRayCaster& caster = *internal.Caster.Get();
  inkray::FrameOptions options = this->MakeOptions(frame);
  vtkRenderer* const renderer = internal.Session.GetRenderer();
  if (RayCastSession::IsSelecting(renderer) && internal.Caster.IsInPieces())
  {
    internal.PickedGrid = nullptr;
    internal.Session.Report(false,
      "Cells of a mesh that is drawn in pieces cannot be selected in the view; allow for more GPU Memory, or "
      "choose the CPU.",
      "pieces");
    return;
  }
  if (RayCastSession::IsSelecting(renderer))
  {
    // Such a pass draws ids, not colours. Nobody aborts it: a click would find nothing.
    internal.Picks.Draw(renderer, internal.Session.GetVolume(), internal.Session.GetViewport(),
      internal.Session.GetTarget(), internal.GetPickSource(frame.Grid, this->GetSettings()->GetPickOpacity()),
      options, internal.IdArrays, this->GetSettings()->GetSelectsPixels() != 0);
    internal.PickedMesh = internal.Input.GetMeshMTime();
    internal.PickedGrid = frame.Grid;
    return;
  }
  caster.setLights(internal.Session.MakeLights(frame.IsInLight || !frame.Surfaces.Surfaces.empty()));
  caster.setMaterial(RayCastBridge::MakeMaterial(internal.Session.GetVolume()->GetProperty(), true));

  ViewScene* const scene = ViewScene::Of(renderer);
  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  if (scene->IsCollecting())
  {
    if (caster.canMerge(options))
    {
      scene->Give(
        { &caster, options, nullptr, hasSurfaces, internal.Session.GetVolume(), &internal.Session });
    }
    return;
  }
  MergedCaster merged = { caster, scene->GetOthers(internal.Session), internal.Session, renderer };
  if (!merged.IsOnOneDevice())
  {
    return; // each volume is drawn for itself
  }

  // Opaque surfaces alone are hidden by the depth test. In all else rays have to know where to stop.
  const bool isOpaque = merged.Others.empty() && !frame.DrawsVolume && !frame.Surfaces.IsTranslucent() &&
    (frame.Slices.empty() || options.sliceOpacity == 1.0f);
  const auto use = isOpaque                ? RayCastFrameTarget::Use::Test
    : hasSurfaces || merged.HaveSurfaces() ? RayCastFrameTarget::Use::Write
                                           : RayCastFrameTarget::Use::Blend;
  const auto picture = [&caster](bool onDevice) {
    return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                    : RayCastPicture{ caster.image(), caster.depth() };
  };
  std::function<double(double)> toPace;
  if (internal.Caster.IsInPieces())
  {
    if (!internal.Session.IsStill() && this->GetSettings()->GetAutoAdjustSampleDistances())
    {
      options.piecesWithin = this->GetSettings()->GetPiecesWithin();
    }
    // A coarser picture takes as many pieces: only the rays count for its pace.
    toPace = [&caster](double) {
      const inkray::TetRayCastTimings own = caster.timings();
      return own.camera + own.lists + own.cast;
    };
  }
  internal.Timings = merged.Others.empty() && internal.Caster.HasSparseRays()
    ? internal.Session.Cast(caster, options, this->GetSettings(), !isOpaque, use, picture)
    : internal.Session.Cast(merged, options, this->GetSettings(), !isOpaque, use, picture, toPace);
  internal.Caster.NoteCast();
  internal.Statistics = caster.statistics();
  internal.Memory = caster.memory();
  internal.LargestGradient = frame.GradientOpacity || frame.Transfer2D ? caster.largestGradient() : 0;
}

void vtkTetRayCastMapper::CastTogether(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  FilmExchange& films = internal.Films;
  const inkray::Camera wanted = session.ChooseImage(this->GetSettings());
  FilmExchange::Offer offer;
  offer.HasData = frame.HasData;
  offer.HasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  offer.HasOpaque = RayCastOpaqueDepth::IsThere(session.GetRenderer());
  offer.Size[0] = wanted.width;
  offer.Size[1] = wanted.height;
  if (frame.HasData && !frame.AreColors)
  {
    frame.Scalars.Array->GetFiniteRange(offer.Range, frame.Scalars.Component);
  }
  const FilmExchange::Agreement& agreed = films.Agree(offer, session.GetRenderer());
  if (!agreed.IsAny)
  {
    return;
  }
  const inkray::Camera camera = session.ChooseImage(agreed.Size[0], agreed.Size[1]);
  const std::size_t number = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  std::copy_n(agreed.Range, 2, frame.WholeRange);
  const bool castsRays = frame.HasData && frame.Update();
  const bool hasSurfaces = castsRays && offer.HasSurfaces;
  inkray::TetRayCaster* const caster = internal.Caster.Get();
  const auto use = hasSurfaces ? RayCastFrameTarget::Use::Write : RayCastFrameTarget::Use::Blend;
  const float* const window = session.GetOpaqueDepth(camera, use);
  inkray::FrameOptions options = this->MakeOptions(frame);
  static_cast<inkray::WorkObserver&>(options) = session.Observe("Casting rays", 1);
  const double start = RayCastSession::Now();

  // Surfaces first: behind opaque ones nothing counts, on any rank.
  std::vector<float> colors(4 * number, 0.0f), depths;
  if (hasSurfaces)
  {
    caster->setLights(session.MakeLights(!frame.Surfaces.Surfaces.empty()));
    caster->setMaterial(RayCastBridge::MakeMaterial(session.GetVolume()->GetProperty(), true));
    inkray::FrameOptions alone = options;
    alone.drawVolume = false;
    alone.opaqueDepth = window;
    caster->render(camera, alone);
    colors.assign(caster->image(), caster->image() + 4 * number);
    depths.assign(caster->depth(), caster->depth() + number);
  }

  options.opaqueDepth = films.ShareDepths(window, hasSurfaces ? depths.data() : nullptr);
  options.keepsFilms = true;
  if (castsRays)
  {
    caster->render(camera, options);
    internal.Timings = caster->timings();
    internal.Statistics = caster->statistics();
    internal.Memory = caster->memory();
  }
  const std::vector<float>& shared = films.ShareFilms(castsRays ? caster->image() : nullptr);
  if (castsRays)
  {
    caster->developFilms(shared.data(), camera.width, camera.height, options);
  }
  const double milliseconds = RayCastSession::Now() - start;
  const std::vector<float>& shown = films.ShareColors(castsRays ? caster->image() : nullptr);
  for (std::size_t i = 0; i < number; ++i)
  {
    const float behind = 1.0f - colors[4 * i + 3];
    for (std::size_t c = 4 * i; c < 4 * i + 4; ++c)
    {
      colors[c] += behind * shown[c];
    }
  }
  session.Present(
    this->GetSettings(), { colors.data(), hasSurfaces ? depths.data() : nullptr }, camera, use, milliseconds);
}

void vtkTetRayCastMapper::SelectOpacityArray(int association, const char* name, int component)
{
  if (this->Internal->OpacityChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SelectThresholdArray(int association, const char* name, int component)
{
  if (this->Internal->ThresholdChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SetIdArrayNames(
  const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
{
  const auto text = [](const char* name) { return std::string(name ? name : ""); };
  this->Internal->IdArrays = { text(pointIds), text(cellIds), text(compositeIndices), text(processIds) };
}

double vtkTetRayCastMapper::FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* ends)
{
  Internals& internal = *this->Internal;
  if (!internal.HasPicksOf(this->GetInput()))
  {
    return 1;
  }
  internal.CountRays(); // of the frame, before others are cast
  const MeshVolumePicks::Source source =
    internal.GetPickSource(internal.PickedGrid, this->GetSettings()->GetPickOpacity());
  const float* const end =
    ends && ends->GetNumberOfTuples() == pixels->GetNumberOfTuples() ? ends->GetPointer(0) : nullptr;
  try
  {
    const std::vector<vtkIdType> asked = ToVector(pixels);
    std::vector<MeshVolumePicks::Tuple> found;
    double depth = 1;
    try
    {
      depth = internal.Picks.FindCells(source, asked, end, found);
    }
    catch (const inkray::Error& error)
    {
      vtkWarningMacro("The cells that the pixels show together cannot be found: "
        << error.what() << " What a click on each of them would select is selected.");
      found.clear();
      for (std::size_t i = 0; i < asked.size(); ++i)
      {
        internal.Picks.FindCells(source, { asked[i] }, end ? end + i : nullptr, found);
      }
    }
    Append(found, cells);
    return depth;
  }
  catch (const std::bad_alloc&)
  {
    vtkWarningMacro("There is not enough memory to find the cells that " << pixels->GetNumberOfTuples()
                                                                         << " pixels show; select fewer.");
    return 1;
  }
}

void vtkTetRayCastMapper::FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends)
{
  Internals& internal = *this->Internal;
  ends->SetNumberOfTuples(0);
  try
  {
    float* const values = inkray::filters::allocateTuples(ends, pixels->GetNumberOfTuples());
    std::fill_n(values, pixels->GetNumberOfTuples(), 1.0f);
    if (!internal.HasPicksOf(this->GetInput()))
    {
      return;
    }
    internal.CountRays();
    const std::vector<float> found = internal.Picks.FindEnds(
      internal.GetPickSource(internal.PickedGrid, this->GetSettings()->GetPickOpacity()), ToVector(pixels));
    std::copy(found.begin(), found.end(), values);
    ends->Modified();
  }
  catch (const inkray::Error&)
  {
    // FindCells reports the error.
  }
  catch (const std::bad_alloc&)
  {
    // FindCells says this, too: it needs more.
  }
}

RayCastMapper::Merging vtkTetRayCastMapper::GetMerging()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND ? Merging::CastsOthers : Merging::Never;
}

bool vtkTetRayCastMapper::StopsAtDepths()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND;
}

bool vtkTetRayCastMapper::IsPictureOpaque()
{
  return this->GetSettings()->DrawsOpaqueSurfacesAlone() && !this->Internal->Blocks.IsAnyTranslucent();
}

void vtkTetRayCastMapper::SetBlockStyles(const std::map<unsigned int, BlockStyle>& styles)
{
  if (this->Internal->Blocks.Set(styles))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::ForgetFrame()
{
  this->Internal->ForgetFrame();
}

bool vtkTetRayCastMapper::AddToHistogram(
  const CellHistogramInput& input, const double bounds[6], CellHistogram& histogram)
{
  return this->Internal->Caster.AddTo(histogram, input, bounds);
}

void vtkTetRayCastMapper::ReleaseCaster()
{
  this->Internal->Release();
}

void vtkTetRayCastMapper::AddRows(vtkRayCastReport* report)
{
  Internals& internal = *this->Internal;
  report->AddRow(
    "adjacency", internal.Input.GetCutMilliseconds() + internal.Caster.GetAdjacencyMilliseconds(), "ms");
  report->AddRow("upload", internal.Caster.GetUploadMilliseconds(), "ms");
  report->AddRow("lists", internal.Timings.camera + internal.Timings.lists, "ms");
  report->AddRow("cast", internal.Timings.cast, "ms");
  internal.Session.AddFrameRows(report, internal.Memory.frame);
  report->AddBytes("mesh memory", internal.Memory.resident);
  report->AddBytes("set-up memory", internal.Memory.setupPeak);
  report->AddCount("tetrahedra", internal.Caster.GetMeshReport().numTets);
  report->AddCount("boundary faces", internal.Caster.GetMeshReport().numBoundaryFaces);
  report->AddCount("rays", internal.CountRays());
  if (internal.LargestGradient > 0)
  {
    report->AddRow("largest gradient", internal.LargestGradient, "data/length");
  }
  report->AddCount("list entries", internal.Statistics.listEntries);
  report->AddCount("failed rays", internal.Statistics.failedRays);
  report->AddCount("recast rays", internal.Statistics.recastRays);
  if (internal.Caster.IsInPieces() && internal.Session.HasDrawn())
  {
    const inkray::PiecesReport pieces = internal.Caster.GetPieces()->piecesReport();
    report->AddCount("pieces", pieces.pieces);
    report->AddCount("resident pieces", pieces.resident);
    report->AddCount("pieces left out", pieces.leftOut);
    report->AddBytes("sent for the frame", pieces.bytesSent);
  }
  if (const std::string shares = internal.Caster.GetShares(); !shares.empty())
  {
    report->AddRow("rows by GPU", shares.c_str());
  }
  report->AddCount("mesh uploads", internal.Caster.GetMeshUpdates());
  report->AddCount("scalar uploads", internal.Caster.GetScalarUpdates());
  report->AddCount("transfer function uploads", internal.Caster.GetTransferFunctionUpdates());
  report->AddCount("color array uploads", internal.Caster.GetSurfaceColorUpdates());
  report->AddCount("color table uploads", internal.Caster.GetSurfaceColorTableUpdates());
  report->AddCount("isosurface uploads", internal.Surfaces.GetNumberOfUpdates());
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "OpacityArray: " << this->Internal->OpacityChoice.Name << "\n";
  os << indent << "ThresholdArray: " << this->Internal->ThresholdChoice.Name << "\n";
  os << indent << "ThresholdRange: " << this->ThresholdRange[0] << ", " << this->ThresholdRange[1] << "\n";
  os << indent << "AverageIPScalarRange: " << this->AverageIPScalarRange[0] << ", "
     << this->AverageIPScalarRange[1] << "\n";
  os << indent << "BlendedOpacity: " << this->BlendedOpacity << "\n";
}
