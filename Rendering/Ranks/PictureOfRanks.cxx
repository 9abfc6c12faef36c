// SPDX-License-Identifier: BSD-3-Clause
#include "PictureOfRanks.h"

#include "CasterWithPolygons.h"
#include "Core/Errors.h"
#include "PictureCaster.h"
#include "RayCastBridge.h"
#include "RayCastOpaqueDepth.h"
#include "RayCastSession.h"
#include "ViewScene.h"
#include "vtkRenderer.h"

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace
{
constexpr auto OverAll = RayCastFrameTarget::Use::Blend;

/// The caster of a rank. Without a caster, the rank's picture is empty.
class CasterOrNone
{
public:
  explicit CasterOrNone(PictureCaster* caster)
    : Caster(caster)
  {
  }
  void render(const inkray::Camera& camera, const inkray::PictureOptions& options)
  {
    if (this->Caster)
    {
      this->Caster->render(camera, options);
    }
    else
    {
      this->Empty.assign(4 * static_cast<std::size_t>(camera.width) * camera.height, 0.0f);
    }
  }
  const float* GetImage() const { return this->Caster ? this->Caster->image() : this->Empty.data(); }

private:
  PictureCaster* Caster;
  std::vector<float> Empty;
};
} // namespace

PictureOfRanks::PictureOfRanks(RayCastSession& session, RankExchange& films, vtkRayCastSettings* settings)
  : Session(session)
  , Films(films)
  , Settings(settings)
{
}

const RankExchange::Agreement* PictureOfRanks::Agree(RankExchange::Offer offer)
{
  const inkray::Camera wanted = this->Session.ChooseImage(this->Settings);
  offer.HasData = offer.HasData ||
    (this->Films.IsComposite() && !ViewScene::Of(this->Session.GetRenderer())->GetShared().Surfaces.empty());
  offer.HasOpaque = RayCastOpaqueDepth::IsThere(this->Session.GetRenderer());
  offer.Size[0] = wanted.width;
  offer.Size[1] = wanted.height;
  const RankExchange::Agreement& agreed = this->Films.Agree(offer, true);
  if (!agreed.IsAny)
  {
    return nullptr;
  }
  this->Camera = this->Session.ChooseImage(agreed.Size[0], agreed.Size[1]);
  return &agreed;
}

void PictureOfRanks::Draw(const PicturePart& own, bool hasSurfaces)
{
  const bool showsSurfaces = this->Films.HaveSurfaces() && this->Films.Shows();
  const auto use = showsSurfaces ? RayCastFrameTarget::Use::Write : RayCastFrameTarget::Use::Blend;
  const float* const windows = this->Films.ShareWindows(this->Session.GetOpaqueDepth(this->Camera, use));
  inkray::PictureOptions options;
  static_cast<inkray::WorkObserver&>(options) = this->Session.Observe("Casting rays", 1);
  const std::unique_ptr<inkray::RaySource> source = own.MakeSource ? own.MakeSource(this->Camera) : nullptr;
  const double start = RayCastSession::Now();

  // Cast surfaces first: nothing behind opaque surfaces is visible, on any rank.
  const std::size_t number =
    static_cast<std::size_t>(this->Camera.width) * static_cast<std::size_t>(this->Camera.height);
  std::vector<float> colors, depths;
  if (hasSurfaces)
  {
    options.opaqueDepth = windows;
    const inkray::DrawnImage drawn = source->surfaces()->cast(options, false);
    colors.assign(drawn.image, drawn.image + 4 * number);
    depths.assign(drawn.depth, drawn.depth + number);
  }

  const float* const ends = this->Films.ShareDepths(hasSurfaces ? depths.data() : nullptr);
  colors = this->Films.ShareSurfaces(hasSurfaces ? colors.data() : nullptr);
  options.opaqueDepth = ends;
  const float* const films = source ? source->castFilms(options, false) : nullptr;
  const std::vector<float>& shared = this->Films.ShareFilms(films);
  const float* const developed = source ? source->developOnHost(shared.data()) : nullptr;
  const double milliseconds = RayCastSession::Now() - start;
  const std::vector<float>& shown = this->Films.ShareColors(developed);
  if (showsSurfaces)
  {
    RankExchange::Blend(colors, shown);
  }
  this->Session.Present(this->Settings,
    { showsSurfaces ? colors.data() : shown.data(), showsSurfaces ? ends : nullptr }, this->Camera, use,
    milliseconds);
}

double PictureOfRanks::CastComposite(PictureCaster* caster)
{
  inkray::PictureOptions options;
  options.opaqueDepth = this->Films.ShareWindows(this->Session.GetOpaqueDepth(this->Camera, OverAll));
  static_cast<inkray::WorkObserver&>(options) = this->Session.Observe("Casting rays", 1);
  const double start = RayCastSession::Now();
  ViewScene* const scene = ViewScene::Of(this->Session.GetRenderer());
  double milliseconds = 0;
  // VTK removes polygons behind opaque objects of this process only; depths of other ranks do it here.
  const TranslucentPolygons* const polygons = scene->GetShared().Polygons;
  SurfaceFragments own;
  for (int layer = 0; polygons && layer < polygons->GetNumberOfLayers(); ++layer)
  {
    std::vector<inkray::Float4> colors;
    std::vector<float> depths;
    polygons->Sample(layer, this->Camera.width, this->Camera.height, colors, depths);
    own.Add(this->Camera.width, colors, depths, options.opaqueDepth);
  }
  try
  {
    for (const PicturePart& part : scene->GetShared().Surfaces)
    {
      const inkray::Camera camera = RayCastBridge::MakeCamera(
        this->Session.GetRenderer(), part.Volume, this->Camera.width, this->Camera.height);
      own.Add(camera.width, camera.height, part.MakeSource(camera)->layersOnHost(options));
    }
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (const std::exception&)
  {
    this->Films.Fail(); // the surfaces' mapper meets the error again, and reports it
    return 0;
  }
  const SurfaceFragments& fragments = this->Films.ShareFragments(this->Camera, std::move(own));
  const auto share = [&](const float* picture) {
    milliseconds = RayCastSession::Now() - start;
    if (!this->Films.ShareSuccess(true))
    {
      return;
    }
    const std::vector<float>& shown = this->Films.ShareSurfaces(picture);
    if (this->Films.Shows())
    {
      this->Session.GetTarget().Present({ shown.data() }, this->Camera.width, this->Camera.height, OverAll);
    }
  };
  if (fragments.GetNumberOfLayers() > 0)
  {
    CasterOrNone rays(caster);
    const auto pictureOf = [&rays](bool) { return RayCastPicture{ rays.GetImage() }; };
    CasterWithPolygons<CasterOrNone, decltype(pictureOf), SurfaceFragments> with(rays, fragments, pictureOf);
    with.render(this->Camera, options);
    share(with.GetPicture().Rgba);
  }
  else if (caster)
  {
    caster->render(this->Camera, options);
    share(caster->image());
  }
  else
  {
    share(nullptr);
  }
  if (polygons && !this->Films.HasFailed())
  {
    scene->CountPolygons();
  }
  if (!this->Films.HasFailed())
  {
    scene->CountSurfaces(this->Session);
  }
  return milliseconds;
}

void PictureOfRanks::DrawComposite(PictureCaster* caster)
{
  const double milliseconds = this->CastComposite(caster);
  if (!this->Films.HasFailed())
  {
    this->Session.NoteDrawn(this->Settings, milliseconds);
  }
}

void PictureOfRanks::DrawOthers()
{
  this->Films.Fail();
  if (this->Films.IsComposite() && this->Films.IsUnfinished() && this->Agree({}))
  {
    this->CastComposite(nullptr);
  }
}
