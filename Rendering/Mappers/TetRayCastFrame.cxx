// SPDX-License-Identifier: BSD-3-Clause
#include "TetRayCastFrame.h"

#include "CopyOptions.h"
#include "Core/Errors.h"
#include "HeldRanges.h"
#include "PictureCaster.h"
#include "PictureOfRanks.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "ShownRange.h"
#include "TetRayCastParts.h"
#include "ViewScene.h"
#include "vtkImageData.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace
{
/// The blend modes with their numbers, for messages; consecutive numbers are shown as a range.
std::string NamesOfBlends()
{
  std::string names;
  const std::size_t count = std::size(inkray::allFilms);
  const auto numberOf = [](std::size_t i) { return static_cast<int>(inkray::allFilms[i].mode); };
  for (std::size_t i = 0; i < count; ++i)
  {
    const bool begins = i == 0 || numberOf(i) != numberOf(i - 1) + 1;
    if (begins || i + 1 == count || numberOf(i + 1) != numberOf(i) + 1)
    {
      names += std::string(i == 0 ? ""
                   : begins       ? " or "
                                  : " to ") +
        inkray::allFilms[i].entry + " (" + std::to_string(numberOf(i)) + ")";
    }
  }
  return names;
}
} // namespace

bool TetRayCastFrame::Find()
{
  RayCastSession& session = this->Parts.Session;
  const bool isTogether = this->Parts.Films.IsOn() || (this->Parts.Ranks && this->IsAsked);
  this->HasData = (!isTogether || this->Mapper.GetInput()) && this->CheckInput() &&
    this->Parts.Input.Update(this->Grid, this->IsPart) &&
    this->Parts.Surfaces.Average(
      session, this->Parts.Input.GetTetrahedra(), this->IsPart ? this->Grid : nullptr, *this);
  if (this->HasData)
  {
    this->FindHeldRanges();
  }
  if (RayCastSession::IsSelecting(session.GetRenderer()))
  {
    this->Parts.Caster.KeepRanges(*this);
  }
  else if (this->Films)
  {
    this->Held = inkray::rangeBetween(this->Films->Range[0], this->Films->Range[1]);
    this->HeldOpacity = inkray::rangeBetween(this->Films->OpacityRange[0], this->Films->OpacityRange[1]);
  }
  this->IsFound = true;
  return this->HasData || this->Parts.Films.IsOn();
}

bool TetRayCastFrame::CheckInput()
{
  RayCastSession& session = this->Parts.Session;
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  this->IsPart = settings->GetInputIsPart() != 0;
  this->Grid = this->Parts.Input.Select(this->Mapper.GetInput(), this->IsPart);
  if (!this->Grid)
  {
    return false;
  }
  if (!session.SelectScalars(this->Grid, "grid", settings, this->Scalars))
  {
    return false;
  }
  this->DrawsVolume = settings->GetDrawVolume() != 0;
  this->Mapper.GetThresholdRange(this->ThresholdRange);
  this->BlendedOpacity = this->Mapper.GetBlendedOpacity();
  this->SurfaceColorFunction = settings->GetColorFunction();
  if ((this->DrawsVolume && !this->SelectVolume()) ||
    !this->SelectThreshold(session, this->Grid, this->Parts.ThresholdChoice, this->ThresholdRange) ||
    !this->Cuts.Select(session, this->Mapper.GetClippingPlanes(), settings))
  {
    return false;
  }
  this->SelectSurfaces(session, this->Grid, settings);
  this->SelectSlices(session, settings);
  if (this->DrawsVolume)
  {
    this->SelectGradients(session);
    this->SelectNaN(session, settings);
  }
  this->Parts.Blocks.Apply(session, this->Grid, this->Parts.Selection.IdArrays.CompositeIndices, *this);
  return true;
}

void TetRayCastFrame::FindHeldRanges()
{
  if (this->Blocks) // MeshBlockStyles has moved the values into an interval for each style
  {
    return;
  }
  vtkVolumeProperty* const property = this->Parts.Session.GetVolume()->GetProperty();
  const auto unlessOwn = [](const RayCastArray& array, const inkray::FiniteRange& held) {
    return HeldRanges::IsOwn(array, held) ? inkray::FiniteRange() : held;
  };
  if (!this->AreColors)
  {
    inkray::FiniteRange shown;
    if (this->DrawsVolume || !this->Slices.empty())
    {
      RayCastBridge::FunctionUse use;
      use.Opacities = this->DrawsVolume && !this->Opacity.Array;
      shown = RayCastBridge::FindShownRange(property, use);
    }
    if (this->Transfer2D)
    {
      double bounds[6]; // values, then magnitudes
      this->Transfer2D->GetBounds(bounds);
      shown.join(inkray::rangeBetween(bounds[0], bounds[1]));
    }
    this->Held = unlessOwn(this->Scalars, HeldRanges::Find(this->Scalars, shown, this->Surfaces.Surfaces));
  }
  if (this->Opacity.Array)
  {
    RayCastBridge::FunctionUse use;
    use.Colors = false;
    this->HeldOpacity =
      unlessOwn(this->Opacity, HeldRanges::Find(this->Opacity, RayCastBridge::FindShownRange(property, use)));
  }
}

bool TetRayCastFrame::SelectVolume()
{
  RayCastSession& session = this->Parts.Session;
  const int mode = this->Mapper.GetBlendMode();
  if (const inkray::FilmTraits* const film = inkray::findFilm(mode))
  {
    this->Film = *film;
  }
  else
  {
    session.Report(false,
      "There is no blend mode " + std::to_string(mode) + "; choose one from " + NamesOfBlends() +
        ". The volume is composited.");
  }
  const double* const averaged = this->Mapper.GetAverageIPScalarRange();
  if (this->Film.hasRange && !(averaged[0] <= averaged[1]))
  {
    session.Report(true, "The range of values to average is empty; give its lower end first.");
    return false;
  }
  return this->SelectOpacity(session, this->Grid, this->Parts.OpacityChoice);
}

bool TetRayCastFrame::Offer(FilmOffer& offer)
{
  if (!this->HasData || this->IsPart || this->Film.isComposite)
  {
    return false;
  }
  offer.Film = this->Film;
  offer.AreColors = this->AreColors;
  offer.Scalars = FilmOffer::Values(this->Scalars);
  offer.Opacity = FilmOffer::Values(this->Opacity);
  const auto hold = [](const inkray::FiniteRange& held, std::array<double, 2>& range) {
    if (held.low <= held.high)
    {
      range = { held.low, held.high };
    }
  };
  hold(this->Held, offer.Scalars.Range);
  hold(this->HeldOpacity, offer.Opacity.Range);
  std::copy_n(this->Mapper.GetAverageIPScalarRange(), 2, offer.AverageRange.begin());
  if (this->Film.isOrdered())
  {
    vtkVolumeProperty* const property = this->Parts.Session.GetVolume()->GetProperty();
    RayCastKey key(property);
    key.Component = static_cast<int>(1e6 * this->BlendedOpacity);
    this->Parts.FilmFunctionKey.Update(key, [&] {
      RayCastBridge::FunctionUse use;
      use.PerLength = false;
      use.Opacity = this->BlendedOpacity;
      std::string problem; // not needed: a problem is reported where the function is used
      this->Parts.FilmFunction = RayCastBridge::MakeTransferFunction(property, problem, use);
    });
    offer.Function = this->Parts.FilmFunction;
  }
  return true;
}

bool TetRayCastFrame::Give(PicturePart& part)
{
  bool isGiven = false;
  this->WithMemory([&] {
    if (this->Update())
    {
      part = this->MakePart(this->PrepareCast());
      isGiven = this->Films || part.MakeSource({})->canBeWalked();
    }
  });
  return isGiven;
}

void TetRayCastFrame::Draw()
{
  this->WithMemory([this] { this->DrawOnce(); });
}

template <class Step>
void TetRayCastFrame::WithMemory(const Step& step)
{
  std::exception_ptr failure;
  try
  {
    step();
    return;
  }
  catch (const inkray::OutOfMemory& error)
  {
    if (!this->Parts.Choice.DrawOtherwise(error.what()))
    {
      throw;
    }
    failure = std::current_exception();
  }
  try
  {
    step();
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (const inkray::Error&)
  {
    std::rethrow_exception(failure); // the first error says more
  }
}

void TetRayCastFrame::DrawOnce()
{
  if (this->Parts.Films.IsOn())
  {
    this->CastTogether();
  }
  else if (this->Update())
  {
    this->Cast();
  }
}

bool TetRayCastFrame::HasSurfaces() const
{
  return !this->Surfaces.Surfaces.empty() || !this->Slices.empty();
}

bool TetRayCastFrame::Update()
{
  TetRayCastParts& parts = this->Parts;
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  parts.Choice.Prepare(settings, [&parts] { parts.Release(); });
  parts.Caster.UpdateMesh(this->IsPart, this->Mapper.GetWholeBounds());
  this->IsInLight = this->DrawsVolume && this->IsLit(parts.Session);
  if (!parts.Caster.UpdateValues(*this))
  {
    return false;
  }
  parts.Surfaces.Update(parts.Session, settings, *this, parts.Caster);
  parts.Gradients.Update(parts.Session, *this, parts.Caster);
  if ((this->DrawsVolume && (!this->Transfer2D || this->Opacity.Array)) || !this->Slices.empty())
  {
    parts.Caster.UpdateFunctions(*this);
  }
  return this->DrawsVolume || this->HasSurfaces();
}

void TetRayCastFrame::Fail()
{
  this->Parts.Choice.Fail(this->Parts.Input.GetMeshMTime());
  this->Parts.Release();
}

inkray::FrameOptions TetRayCastFrame::MakeOptions() const
{
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  inkray::FrameOptions options;
  INKRAY_FIELDS_FrameOptions(INKRAY_COPY_OPTION);
  options.blend = this->Film.mode;
  if (this->Film.hasRange)
  {
    std::copy_n(this->Mapper.GetAverageIPScalarRange(), 2, options.averageRange);
  }
  options.shade = this->IsInLight;
  std::copy(this->NaN.begin(), this->NaN.end(), options.missing);
  options.clippingPlanes = this->Cuts.Planes;
  options.cropBox = this->Cuts.Box;
  const double* const sides = this->Mapper.GetPieceBox();
  for (int axis = 0; axis < 3; ++axis)
  {
    options.piece.low[axis] = sides[2 * axis];
    options.piece.high[axis] = sides[2 * axis + 1];
  }
  options.slices = this->Slices;
  return options;
}

void TetRayCastFrame::SetLight(bool isLit)
{
  RayCastSession& session = this->Parts.Session;
  this->Parts.Caster.GiveLight(
    session.MakeLights(isLit), RayCastBridge::MakeMaterial(session.GetVolume()->GetProperty(), true));
}

inkray::FrameOptions TetRayCastFrame::PrepareCast()
{
  inkray::FrameOptions options = this->MakeOptions();
  this->SetLight(this->IsInLight || !this->Surfaces.Surfaces.empty());
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  if (this->Parts.Choice.IsInPieces() && !this->Parts.Session.IsStill() &&
    settings->GetAutoAdjustSampleDistances())
  {
    options.piecesWithin = settings->GetPiecesWithin();
  }
  return options;
}

void TetRayCastFrame::Cast()
{
  RayCastSession& session = this->Parts.Session;
  inkray::TetRayCaster& caster = *this->Parts.Caster.Get();
  vtkTetRayCastSettings* const settings = this->Mapper.GetSettings();
  vtkRenderer* const renderer = session.GetRenderer();
  if (RayCastSession::IsSelecting(renderer))
  {
    this->DrawIds(this->MakeOptions());
    return;
  }
  const inkray::FrameOptions options = this->PrepareCast();
  PictureCaster shared(*ViewScene::Of(renderer), this->MakePart(options));
  if (!shared.CanCast())
  {
    return; // each volume is then drawn separately
  }
  const bool isAlone = !shared.IsShared() && !this->Films;
  if (this->Films)
  {
    session.Note("The extreme, mean or sum along each ray is taken over " +
      std::to_string(shared.GetNumberOfParts()) + " volumes of the view.");
  }

  // The depth test hides opaque surfaces if nothing else is drawn. In all other pictures rays have to know
  // where to stop.
  const bool isOpaque = isAlone && !this->DrawsVolume && !this->Surfaces.IsTranslucent() &&
    (this->Slices.empty() || options.sliceOpacity == 1.0f);
  const auto use = isOpaque ? RayCastFrameTarget::Use::Test
    : shared.HaveSurfaces() ? RayCastFrameTarget::Use::Write
                            : RayCastFrameTarget::Use::Blend;
  if (isAlone && this->Parts.Choice.HasSparseRays())
  {
    this->Parts.Timings = session.Cast(caster, options, settings, !isOpaque, use, [&caster](bool onDevice) {
      return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                      : RayCastPicture{ caster.image(), caster.depth() };
    });
    this->NoteCast();
    return;
  }
  std::function<double(double)> toPace;
  if (this->Parts.Choice.IsInPieces())
  {
    // A coarser picture needs as many pieces, so the pace measures the rays only.
    toPace = [&shared](double) {
      const inkray::PictureTimings all = shared.timings();
      return all.camera + all.lists + all.cast;
    };
  }
  static_cast<inkray::PictureTimings&>(this->Parts.Timings) = session.Cast(
    shared, inkray::PictureOptions(), settings, !isOpaque, use,
    [&shared](bool onDevice) { return shared.GetPicture(onDevice); }, toPace);
  this->NoteCast();
  static_cast<inkray::PictureStatistics&>(this->Parts.Statistics) = shared.GetStatistics();
}

PicturePart TetRayCastFrame::MakePart(const inkray::FrameOptions& options) const
{
  RayCastSession& session = this->Parts.Session;
  inkray::TetRayCaster& caster = *this->Parts.Caster.Get();
  PicturePart part;
  part.MakeSource = [&caster, options](
                      const inkray::Camera& camera) { return caster.source(camera, options); };
  part.HasSurfaces = this->HasSurfaces();
  part.Volume = session.GetVolume();
  part.Session = &session;
  return part;
}

void TetRayCastFrame::NoteCast()
{
  this->Parts.Choice.NoteCast();
  this->Parts.NoteCast();
  this->Parts.LargestGradient =
    this->GradientOpacity || this->Transfer2D ? this->Parts.Caster.Get()->largestGradient() : 0;
}

void TetRayCastFrame::DrawIds(const inkray::FrameOptions& options)
{
  // The selection cannot be aborted: a click would then find nothing.
  const auto draw = [&] {
    this->Parts.Selection.Draw(this->Parts.Session, this->Grid, this->Mapper.GetSettings(), options);
  };
  if (!this->Parts.Choice.IsInPieces())
  {
    draw();
    return;
  }
  try
  {
    draw();
  }
  catch (const inkray::OutOfMemory& error)
  {
    // The picture itself has enough memory, so it stays as it is.
    this->Parts.Selection.Forget();
    this->Parts.Session.Report(false,
      std::string("There is not enough memory to find the cells of a mesh in pieces; allow for more GPU "
                  "Memory, or make the view smaller: ") +
        error.what(),
      "pieces");
  }
}

void TetRayCastFrame::CastTogether()
{
  TetRayCastParts& parts = this->Parts;
  PictureOfRanks picture(parts.Session, parts.Films, this->Mapper.GetSettings());
  const bool isComposite = parts.Films.IsComposite();
  RankExchange::Offer offer;
  offer.HasData = this->HasData;
  offer.HasSurfaces = this->HasSurfaces();
  if (this->HasData && !this->AreColors)
  {
    this->Scalars.Array->GetFiniteRange(offer.Range, this->Scalars.Component);
    if (this->Held.low <= this->Held.high)
    {
      offer.Range[0] = this->Held.low;
      offer.Range[1] = this->Held.high;
    }
  }
  const RankExchange::Agreement* const agreed = picture.Agree(offer);
  if (!agreed || parts.Films.HasFailed())
  {
    return;
  }
  this->Held = inkray::rangeBetween(agreed->Range[0], agreed->Range[1]);
  const bool castsRays = this->HasData && this->Update();
  const bool hasSurfaces = castsRays && offer.HasSurfaces;
  if (hasSurfaces || (castsRays && isComposite))
  {
    this->SetLight(this->IsInLight || !this->Surfaces.Surfaces.empty());
  }
  PicturePart own; // draws nothing unless this rank casts rays
  own.Volume = parts.Session.GetVolume();
  own.Session = &parts.Session;
  if (castsRays)
  {
    own = this->MakePart(this->MakeOptions());
  }
  if (isComposite)
  {
    std::unique_ptr<PictureCaster> rays;
    if (castsRays)
    {
      rays = std::make_unique<PictureCaster>(*ViewScene::Of(parts.Session.GetRenderer()), own);
    }
    if (rays && !rays->CanCast())
    {
      parts.Films.Fail(); // a device has failed since the other mappers provided their casters
      return;
    }
    try
    {
      picture.DrawComposite(rays.get());
    }
    catch (const std::exception&)
    {
      parts.Films.Fail(); // a second attempt would be on another device than the others
      throw;
    }
  }
  else
  {
    picture.Draw(own, hasSurfaces);
  }
  if (castsRays)
  {
    parts.Timings = parts.Caster.Get()->timings();
    this->NoteCast();
  }
}

void TetRayCastFrame::DrawOthers()
{
  try
  {
    PictureOfRanks(this->Parts.Session, this->Parts.Films, this->Mapper.GetSettings()).DrawOthers();
  }
  catch (const std::exception&)
  {
    // Run has reported this rank's problem already.
  }
}
