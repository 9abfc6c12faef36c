// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeFrame.h"

#include "CopyOptions.h"
#include "Core/Errors.h"
#include "HeldRanges.h"
#include "PictureCaster.h"
#include "PictureOfRanks.h"
#include "PiecesChoice.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "ShownRange.h"
#include "ViewScene.h"
#include "VolumeLookCaster.h"
#include "VolumeParts.h"
#include "vtkImageData.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
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

void VolumeFrame::FindHeldRanges()
{
  if (this->Blocks) // MeshBlockStyles has moved the values into an interval for each style
  {
    return;
  }
  vtkVolumeProperty* const property = this->Common.Session.GetVolume()->GetProperty();
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

bool VolumeFrame::SelectVolume(int mode, vtkDataSet* data)
{
  RayCastSession& session = this->Common.Session;
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
  if (this->Film.hasRange && !(this->AverageRange[0] <= this->AverageRange[1]))
  {
    session.Report(true, "The range of values to average is empty; give its lower end first.");
    return false;
  }
  return this->SelectOpacity(session, data, this->Common.OpacityChoice);
}

bool VolumeFrame::SelectLook(int mode, vtkPlaneCollection* planes, vtkDataSet* data)
{
  RayCastSession& session = this->Common.Session;
  this->DrawsVolume = this->Settings->GetDrawVolume() != 0;
  this->SurfaceColorFunction = this->Settings->GetColorFunction();
  if ((this->DrawsVolume && !this->SelectVolume(mode, data)) ||
    !this->SelectThreshold(session, data, this->Common.ThresholdChoice, this->ThresholdRange) ||
    !this->Cuts.Select(session, planes, this->Settings))
  {
    return false;
  }
  this->SelectSurfaces(session, data, this->Settings);
  this->SelectSlices(session, this->Settings);
  if (this->DrawsVolume)
  {
    this->SelectGradients(session);
    this->SelectNaN(session, this->Settings);
  }
  return true;
}

void VolumeFrame::FindRanges()
{
  if (this->HasData)
  {
    this->FindHeldRanges();
  }
  if (RayCastSession::IsSelecting(this->Common.Session.GetRenderer()))
  {
    this->Common.GetLook().KeepRanges(*this);
  }
  else if (this->Films)
  {
    this->Held = inkray::rangeBetween(this->Films->Range[0], this->Films->Range[1]);
    this->HeldOpacity = inkray::rangeBetween(this->Films->OpacityRange[0], this->Films->OpacityRange[1]);
  }
}

bool VolumeFrame::Find()
{
  const bool isTogether = this->Common.Exchange.IsOn() || (this->Common.Ranks && this->IsAsked);
  this->HasData = (!isTogether || this->Input) && this->FindData();
  this->FindRanges();
  this->IsFound = true;
  return this->HasData || this->Common.Exchange.IsOn();
}

bool VolumeFrame::HasNoData() const
{
  return this->Common.Ranks && this->IsFound && !this->HasData;
}

bool VolumeFrame::Offer(FilmOffer& offer)
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
  offer.AverageRange = this->AverageRange;
  if (this->Film.isOrdered())
  {
    vtkVolumeProperty* const property = this->Common.Session.GetVolume()->GetProperty();
    RayCastKey key(property);
    key.Component = static_cast<int>(1e6 * this->BlendedOpacity);
    this->Common.FilmFunctionKey.Update(key, [&] {
      RayCastBridge::FunctionUse use;
      use.PerLength = false;
      use.Opacity = this->BlendedOpacity;
      std::string problem; // not needed: a problem is reported where the function is used
      this->Common.FilmFunction = RayCastBridge::MakeTransferFunction(property, problem, use);
    });
    offer.Function = this->Common.FilmFunction;
  }
  return true;
}

bool VolumeFrame::Give(PicturePart& part)
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

void VolumeFrame::WithMemory(const std::function<void()>& step)
{
  std::exception_ptr failure;
  try
  {
    step();
    return;
  }
  catch (const inkray::OutOfMemory& error)
  {
    VolumeLookCaster& caster = this->Common.GetLook();
    if (!caster.Get() || !caster.GetChoice().DrawOtherwise(error.what()))
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

void VolumeFrame::DrawOnce()
{
  if (this->Common.Exchange.IsOn())
  {
    this->CastTogether();
  }
  else if (this->Update())
  {
    RayCastSession::IsSelecting(this->Common.Session.GetRenderer()) ? this->DrawIds() : this->CastPicture();
  }
}

void VolumeFrame::DrawIds()
{
  RayCastSession& session = this->Common.Session;
  try
  {
    // The selection cannot be aborted: a click would then find nothing.
    this->Common.Selection.Draw(session, this->Data, this->Settings, this->MakeOptions());
  }
  catch (const inkray::OutOfMemory& error)
  {
    if (!this->Common.GetLook().IsInPieces())
    {
      throw;
    }
    // The picture itself has enough memory, so it stays as it is.
    this->Common.Selection.Forget();
    session.Report(false,
      "There is not enough memory to find the cells of the " + this->Common.GetLook().GetChoice().GetNoun() +
        ", which is drawn in pieces; allow for more GPU Memory, or make the view smaller: " + error.what(),
      "pieces");
  }
}

inkray::FrameOptions VolumeFrame::MakeOptions() const
{
  vtkTetRayCastSettings* const settings = this->Settings; // INKRAY_COPY_OPTION names it
  inkray::FrameOptions options;
  INKRAY_FIELDS_FrameOptions(INKRAY_COPY_OPTION);
  options.blend = this->Film.mode;
  if (this->Film.hasRange)
  {
    std::copy_n(this->AverageRange.begin(), 2, options.averageRange);
  }
  options.shade = this->IsInLight;
  std::copy(this->NaN.begin(), this->NaN.end(), options.missing);
  options.clippingPlanes = this->Cuts.Planes;
  options.cropBox = this->Cuts.Box;
  options.slices = this->Slices;
  return options;
}

inkray::FrameOptions VolumeFrame::PrepareCast() const
{
  inkray::FrameOptions options = this->MakeOptions();
  if (this->Common.GetLook().IsInPieces() && !this->Common.Session.IsStill() &&
    this->Settings->GetAutoAdjustSampleDistances())
  {
    options.piecesWithin = this->Settings->GetPiecesWithin();
  }
  return options;
}

bool VolumeFrame::UpdateStyle()
{
  RayCastSession& session = this->Common.Session;
  VolumeLookCaster& caster = this->Common.GetLook();
  if (caster.IsInPieces())
  {
    caster.GetChoice().NotePieces(caster.Get()->piecesReport().pieces);
  }
  this->Common.Surfaces.Update(session, this->Settings, *this, caster);
  this->Common.Gradients.Update(session, *this, caster);
  if ((this->DrawsVolume && (!this->Transfer2D || this->Opacity.Array)) || !this->Slices.empty())
  {
    caster.UpdateFunctions(*this);
  }
  caster.GiveLight(session.MakeLights(this->IsInLight || !this->Surfaces.Surfaces.empty()),
    RayCastBridge::MakeMaterial(session.GetVolume()->GetProperty(), true));
  return this->DrawsVolume || this->HasSurfaces();
}

PicturePart VolumeFrame::MakePart(const inkray::FrameOptions& options) const
{
  RayCastSession& session = this->Common.Session;
  inkray::VolumeRayCaster& caster = *this->Common.GetLook().Get();
  PicturePart part;
  part.MakeSource = [&caster, options](
                      const inkray::Camera& camera) { return caster.source(camera, options); };
  part.HasSurfaces = this->HasSurfaces();
  part.Volume = session.GetVolume();
  part.Session = &session;
  return part;
}

void VolumeFrame::CastPicture()
{
  const inkray::FrameOptions options = this->PrepareCast();
  RayCastSession& session = this->Common.Session;
  inkray::VolumeRayCaster& caster = *this->Common.GetLook().Get();
  PictureCaster shared(*ViewScene::Of(session.GetRenderer()), this->MakePart(options));
  if (!shared.CanCast())
  {
    return;
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
  // Of data in pieces, no frame has fewer rays than pixels. A coarser picture needs as many pieces, so the
  // pace measures the rays only.
  const bool isInPieces = this->Common.GetLook().IsInPieces();
  const bool hasSparseRays = !isInPieces && caster.deviceWork().empty();
  if (isAlone && hasSparseRays)
  {
    this->Common.Timings =
      session.Cast(caster, options, this->Settings, !isOpaque, use, [&caster](bool onDevice) {
        return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                        : RayCastPicture{ caster.image(), caster.depth() };
      });
    this->NoteCast();
    return;
  }
  std::function<double(double)> toPace;
  if (isInPieces)
  {
    toPace = [&shared](double) {
      const inkray::PictureTimings all = shared.timings();
      return all.camera + all.lists + all.cast;
    };
  }
  static_cast<inkray::PictureTimings&>(this->Common.Timings) = session.Cast(
    shared, inkray::PictureOptions(), this->Settings, !isOpaque, use,
    [&shared](bool onDevice) { return shared.GetPicture(onDevice); }, toPace);
  this->NoteCast();
  static_cast<inkray::PictureStatistics&>(this->Common.Statistics) = shared.GetStatistics();
}

void VolumeFrame::NoteCast()
{
  this->Common.NoteCast(this->GradientOpacity || this->Transfer2D);
}

void VolumeFrame::CastTogether()
{
  RayCastSession& session = this->Common.Session;
  RankExchange& exchange = this->Common.Exchange;
  PictureOfRanks picture(session, exchange, this->Settings);
  const bool isComposite = exchange.IsComposite();
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
  if (!agreed || exchange.HasFailed())
  {
    return;
  }
  this->Held = inkray::rangeBetween(agreed->Range[0], agreed->Range[1]);
  const bool castsRays = this->HasData && this->Update();
  const bool hasSurfaces = castsRays && offer.HasSurfaces;
  PicturePart own; // draws nothing unless this rank casts rays
  own.Volume = session.GetVolume();
  own.Session = &session;
  if (castsRays)
  {
    own = this->MakePart(this->MakeOptions());
  }
  if (isComposite)
  {
    std::unique_ptr<PictureCaster> rays;
    if (castsRays)
    {
      rays = std::make_unique<PictureCaster>(*ViewScene::Of(session.GetRenderer()), own);
    }
    if (rays && !rays->CanCast())
    {
      exchange.Fail(); // a device has failed since the other mappers provided their casters
      return;
    }
    try
    {
      picture.DrawComposite(rays.get());
    }
    catch (const std::exception&)
    {
      exchange.Fail(); // a second attempt would be on another device than the others
      throw;
    }
  }
  else
  {
    picture.Draw(own, hasSurfaces);
  }
  if (castsRays)
  {
    this->Common.Timings = this->Common.GetLook().Get()->timings();
    this->NoteCast();
  }
}

void VolumeFrame::DrawOthers()
{
  try
  {
    PictureOfRanks(this->Common.Session, this->Common.Exchange, this->Settings).DrawOthers();
  }
  catch (const std::exception&)
  {
    // Run has reported this rank's problem already.
  }
}
