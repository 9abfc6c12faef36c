// SPDX-License-Identifier: BSD-3-Clause
#include "ViewScene.h"

#include "PictureUnit.h"
#include "RayCastMapper.h"
#include "RayCastProp.h"
#include "RayCastRendererObject.h"
#include "RayCastSession.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkCamera.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkRendererCollection.h"
#include "vtkVolume.h"
#include "vtkVolumeCollection.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace
{

RayCastRendererObject<ViewScene>& Objects()
{
  static RayCastRendererObject<ViewScene> objects("RAY_CAST_VIEW_SCENE");
  return objects;
}

RayCastProp* AsProp(vtkVolume* volume)
{
  return dynamic_cast<RayCastProp*>(volume);
}

/// Whether ranks draw everything together that is ray cast in the view, except surfaces of images.
bool AreRanksTogether(vtkVolume* volume)
{
  return AsProp(volume)->AreAllDrawnTogether();
}

} // namespace

ViewScene* ViewScene::Of(vtkRenderer* renderer)
{
  ViewScene* scene = Objects().Find(renderer);
  if (!scene)
  {
    scene = Objects().Make(renderer);
    scene->Renderer = renderer;
    renderer->AddObserver(vtkCommand::StartEvent, scene);
  }
  return scene;
}

void ViewScene::Execute(vtkObject*, unsigned long, void*)
{
  this->Done.clear();
  this->Merged.clear();
  this->Polygons.Begin();
  this->PolygonsAreDrawn = this->CannotMerge = false;
  if (!this->IsPictureUsed)
  {
    this->ForgetPicture();
  }
  this->IsPictureUsed = false;
}

inkray::RayPicture& ViewScene::GetPicture(const inkray::DeviceId& device)
{
  if (!this->Picture || this->PictureDevice.kind != device.kind ||
    this->PictureDevice.ordinal != device.ordinal)
  {
    this->Picture.reset();
    this->Picture = inkray::RayPicture::create(device);
    this->PictureDevice = device;
  }
  this->IsPictureUsed = true;
  return *this->Picture;
}

std::vector<vtkVolume*> ViewScene::GetPictures(int pass) const
{
  std::vector<vtkVolume*> pictures;
  vtkVolumeCollection* const volumes = this->Renderer->GetVolumes();
  vtkCollectionSimpleIterator place;
  volumes->InitTraversal(place);
  while (vtkVolume* volume = volumes->GetNextVolume(place))
  {
    // The renderer's cullers give no render time to volumes that are out of sight.
    RayCastProp* const prop = AsProp(volume);
    if (prop && volume->GetVisibility() && volume->GetRenderTimeMultiplier() > 0 &&
      prop->GetPicturePass(this->Renderer) == pass)
    {
      pictures.push_back(volume);
    }
  }
  return pictures;
}

/// The groups of volumes whose films are combined.
std::vector<FilmGroup> ViewScene::GatherFilms(const std::vector<vtkVolume*>& pictures) const
{
  std::vector<std::pair<vtkVolume*, RayCastMapper*>> asked;
  for (vtkVolume* volume : pictures)
  {
    RayCastMapper* const mapper = AsProp(volume)->GetMapperWithData();
    if (mapper && mapper->KeepsFilms())
    {
      asked.emplace_back(volume, mapper);
    }
  }
  FilmGroups films;
  for (const auto& each : asked)
  {
    FilmOffer offer;
    if (asked.size() > 1 && each.second->Offer(this->Renderer, each.first, offer))
    {
      films.Add(each.first, offer);
    }
  }
  return films.Make();
}

int ViewScene::Draw(vtkVolume* volume, int pass)
{
  const auto done = this->Done.find(volume);
  if (done != this->Done.end())
  {
    const int drawn = done->second;
    this->Done.erase(done);
    return drawn;
  }
  this->Done.clear();
  const std::vector<vtkVolume*> pictures = this->GetPictures(pass);
  const bool isListed = std::find(pictures.begin(), pictures.end(), volume) != pictures.end();
  if (isListed && this->DrawWithSurfaces(pictures))
  {
    return this->Draw(volume, pass);
  }
  if (pictures.size() < 2 || !isListed)
  {
    return AsProp(volume)->DrawPicture(this->Renderer);
  }
  // Volumes that ranks draw together come last: all ranks have them, with the same bounds.
  std::vector<vtkVolume*> own = pictures;
  const auto together = std::stable_partition(
    own.begin(), own.end(), [](vtkVolume* picture) { return !AsProp(picture)->IsDrawnTogether(); });
  const std::vector<FilmGroup> films = this->GatherFilms({ own.begin(), together });
  vtkCamera* const camera = this->Renderer->GetActiveCamera();
  std::vector<Unit> units =
    PictureUnit::BackToFront({ own.begin(), together }, films, camera, !this->CannotMerge);
  const std::vector<Unit> last =
    PictureUnit::BackToFront({ together, own.end() }, {}, camera, !this->CannotMerge);
  units.insert(units.end(), last.begin(), last.end());
  const bool isInOrder = std::equal(units.begin(), units.end(), pictures.begin(), pictures.end(),
    [](const Unit& unit, vtkVolume* picture) { return unit.Volumes == std::vector<vtkVolume*>{ picture }; });
  if (isInOrder)
  {
    return AsProp(volume)->DrawPicture(this->Renderer);
  }
  for (const Unit& unit : units)
  {
    this->DrawUnit(unit);
  }
  return this->Draw(volume, pass);
}

void ViewScene::DrawOne(vtkVolume* volume, const SharedPicture& shared)
{
  this->Shared = shared;
  this->Done[volume] = AsProp(volume)->DrawPicture(this->Renderer);
  this->Shared = {};
}

std::size_t ViewScene::CountOfRanks(const std::vector<vtkVolume*>& pictures)
{
  return static_cast<std::size_t>(std::count_if(
    pictures.begin(), pictures.end(), [](vtkVolume* picture) { return AsProp(picture)->IsDrawnTogether(); }));
}

bool ViewScene::AreAnySurfaces(const std::vector<vtkVolume*>& pictures, SharedPicture& shared)
{
  const auto one = std::find_if(pictures.begin(), pictures.end(), AreRanksTogether);
  if (one == pictures.end())
  {
    return this->Polygons.AreThere() && (pictures.size() == 1 || CountOfRanks(pictures) == 0);
  }
  // Ranks wait for one another at the same places only if all have the same pictures. Pictures of images
  // exist only on this rank.
  const bool hasSurfaces = CountOfRanks(pictures) < pictures.size();
  if (this->CannotMerge || AsProp(*one)->AgreeOn(!hasSurfaces && !this->Polygons.AreThere()))
  {
    return false;
  }
  shared.IsOfSeveral = !AsProp(*one)->AgreeOn(!hasSurfaces);
  return true;
}

bool ViewScene::DrawWithSurfaces(const std::vector<vtkVolume*>& pictures)
{
  SharedPicture shared;
  if (!this->AreAnySurfaces(pictures, shared))
  {
    return false;
  }
  // Polygons may be in front of one volume and behind another, so that all volumes have to be in one picture.
  // On several ranks, all ranks have to draw one picture together, even ranks without polygons.
  const bool areOfRanks = std::any_of(pictures.begin(), pictures.end(), AreRanksTogether);
  std::vector<vtkVolume*> volumes = pictures, surfaces;
  if (areOfRanks)
  {
    const auto rest = std::stable_partition(
      volumes.begin(), volumes.end(), [](vtkVolume* volume) { return AsProp(volume)->IsDrawnTogether(); });
    surfaces.assign(rest, volumes.end());
    volumes.erase(rest, volumes.end());
  }
  const Unit all = { volumes, {}, RayCastMapper::Merging::CastsOthers, {} };
  bool canBeOne = volumes.size() <= static_cast<std::size_t>(inkray::RayPicture::mostSources) &&
    std::all_of(volumes.begin(), volumes.end(), [](vtkVolume* volume) {
      auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
      return mapper && mapper->StopsAtDepths();
    });
  for (const auto& part : this->Collect({ surfaces, {}, RayCastMapper::Merging::WithOthers, {} }))
  {
    shared.Surfaces.push_back(part.second);
    canBeOne = canBeOne && part.second.MakeSource && part.second.MakeSource({})->hasLayersAlone();
  }
  Parts parts;
  if (canBeOne && volumes.size() > 1)
  {
    canBeOne = std::all_of(volumes.begin(), volumes.end(),
      [](vtkVolume* volume) { return PictureUnit::MergingOf(volume) != RayCastMapper::Merging::Never; });
    if (canBeOne)
    {
      parts = this->Collect(all);
      canBeOne = parts.size() == volumes.size() && (!areOfRanks || AreOnOneDevice(parts));
    }
  }
  if (areOfRanks)
  {
    canBeOne = AsProp(volumes.front())->AgreeOn(canBeOne);
    this->CannotMerge = !canBeOne && shared.IsOfSeveral;
  }
  if (canBeOne && this->Polygons.AreThere() && this->Polygons.Peel(this->Renderer))
  {
    shared.Polygons = &this->Polygons;
  }
  if (!canBeOne || (!areOfRanks && !shared.Polygons))
  {
    return false;
  }
  const bool isDone = this->DrawTogether(all, parts, shared);
  if (shared.Polygons && !this->PolygonsAreDrawn)
  {
    this->Polygons.PutBack(this->Renderer);
  }
  if (!isDone)
  {
    this->Done.clear();
    return false;
  }
  if (!surfaces.empty())
  {
    this->Merged.emplace_back(pictures.begin(), pictures.end());
    std::for_each(surfaces.begin(), surfaces.end(), [this](vtkVolume* volume) { this->Done[volume] = 1; });
  }
  return true;
}

void ViewScene::CountSurfaces(const RayCastSession& session) const
{
  for (const PicturePart& part : this->Shared.Surfaces)
  {
    part.Session->CountAsDrawn(session);
  }
}

ViewScene::Parts ViewScene::Collect(const Unit& unit) const
{
  Parts parts;
  for (vtkVolume* volume : unit.Volumes)
  {
    RayCastMapper* const mapper = AsProp(volume)->GetMapperWithData();
    PicturePart part;
    // A mapper of two volumes gives a part only for the first, because its caster has one camera at a time.
    if (mapper && mapper->Give(this->Renderer, volume, unit.Films, part) &&
      std::none_of(parts.begin(), parts.end(),
        [&part](const auto& other) { return other.second.Session == part.Session; }))
    {
      parts[volume] = part;
    }
  }
  return parts;
}

void ViewScene::DrawUnit(const Unit& unit)
{
  Parts parts;
  if (unit.Volumes.size() > 1)
  {
    parts = this->Collect(unit);
    RayCastProp* const one = AsProp(unit.Volumes.front());
    if (one->IsDrawnTogether() && !one->AgreeOn(parts.size() == unit.Volumes.size() && AreOnOneDevice(parts)))
    {
      parts.clear();
    }
  }
  SharedPicture nothing;
  if (!this->DrawTogether(unit, parts, nothing))
  {
    std::for_each(
      unit.Volumes.begin(), unit.Volumes.end(), [this](vtkVolume* volume) { this->DrawOne(volume); });
  }
}

bool ViewScene::AreOnOneDevice(const Parts& parts)
{
  const RayCastSession* first = nullptr;
  return std::all_of(parts.begin(), parts.end(), [&first](const auto& part) {
    const RayCastSession* const session = part.second.MakeSource ? part.second.Session : nullptr;
    first = first ? first : session;
    return !session || session->IsOnDeviceOf(*first);
  });
}

bool ViewScene::DrawTogether(const Unit& unit, const Parts& parts, SharedPicture& shared)
{
  // One volume casts the rays of all volumes that gave their parts. It is the first of them that has data on
  // this rank. Volumes that gave nothing draw pictures of their own.
  std::vector<vtkVolume*> volumes = unit.Volumes;
  const auto first = std::find_if(
    volumes.begin(), volumes.end(), [&parts](vtkVolume* volume) { return parts.count(volume) > 0; });
  const auto casting = std::find_if(first, volumes.end(), [&parts](vtkVolume* volume) {
    const auto part = parts.find(volume);
    return part != parts.end() && part->second.MakeSource;
  });
  const bool isTogether = AsProp(volumes.front())->IsDrawnTogether();
  if (casting != volumes.end())
  {
    std::rotate(first, casting, casting + 1);
  }
  bool areShared = parts.size() > 1; // until one volume has drawn them
  std::set<vtkVolume*> drawn;
  const bool couldMerge = !this->CannotMerge;
  for (vtkVolume* volume : volumes)
  {
    if (drawn.count(volume) > 0)
    {
      continue;
    }
    const bool draws = areShared && parts.count(volume) > 0;
    SharedPicture picture = shared;
    if (draws)
    {
      picture.IsOfSeveral = true;
      picture.Films = unit.Films;
      for (const auto& part : parts)
      {
        if (part.first != volume && part.second.MakeSource)
        {
          picture.Others.push_back(part.second);
        }
      }
    }
    this->DrawOne(volume, picture);
    if (isTogether && couldMerge && this->CannotMerge)
    {
      return false;
    }
    if (!draws)
    {
      continue;
    }
    const RayCastSession& session = *parts.at(volume).Session;
    if (session.HasDrawn())
    {
      areShared = false;
      for (const auto& part : parts)
      {
        part.second.Session->CountAsDrawn(session);
        drawn.insert(part.first);
      }
      this->Merged.push_back(drawn);
    }
    else if (isTogether)
    {
      // No rank has data, or other ranks have drawn theirs and no longer wait.
      areShared = false;
      drawn.insert(volumes.begin(), volumes.end());
    }
    else if (!this->Renderer->GetRenderWindow()->GetAbortRender())
    {
      // The common picture failed: draw each volume separately.
      areShared = false;
      if (shared.Polygons)
      {
        shared.Polygons = nullptr;
        this->Polygons.PutBack(this->Renderer);
      }
      this->DrawOne(volume, shared);
    }
  }
  std::for_each(drawn.begin(), drawn.end(), [this](vtkVolume* volume) { this->Done.emplace(volume, 1); });
  return true;
}

void ViewScene::Release(vtkWindow* window)
{
  auto* const renderWindow = vtkRenderWindow::SafeDownCast(window);
  if (!renderWindow)
  {
    return;
  }
  vtkRendererCollection* const renderers = renderWindow->GetRenderers();
  vtkCollectionSimpleIterator each;
  renderers->InitTraversal(each);
  while (vtkRenderer* renderer = renderers->GetNextRenderer(each))
  {
    if (ViewScene* const scene = Objects().Find(renderer))
    {
      scene->Polygons.ReleaseGraphicsResources(window);
      scene->ForgetPicture();
    }
  }
}

bool ViewScene::AreMerged(vtkVolume* a, vtkVolume* b) const
{
  return std::any_of(this->Merged.begin(), this->Merged.end(),
    [a, b](const std::set<vtkVolume*>& all) { return all.count(a) > 0 && all.count(b) > 0; });
}
