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
#include <string>

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

/// Whether all that is ray cast is drawn together with other ranks, but for surfaces of images.
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
  this->PolygonsAreDue = this->PolygonsAreDrawn = false;
  this->CannotMerge = this->RanksHaveSurfaces = false;
  this->Surfaces.clear();
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
    // Cullers of the renderer leave no time to what is out of sight.
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
std::vector<FilmGroups::Group> ViewScene::GatherFilms(const std::vector<vtkVolume*>& pictures)
{
  std::vector<vtkVolume*> asked;
  std::copy_if(pictures.begin(), pictures.end(), std::back_inserter(asked), [](vtkVolume* volume) {
    auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
    return mapper && mapper->KeepsFilms();
  });
  this->Films.Clear();
  if (asked.size() < 2)
  {
    return {};
  }
  this->Gathering = true;
  for (vtkVolume* volume : asked)
  {
    this->Current = volume;
    AsProp(volume)->DrawPicture(this->Renderer);
  }
  this->Current = nullptr;
  this->Gathering = false;
  return this->Films.Make();
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
  if (isListed && this->AreAnySurfaces(pictures) && this->DrawWithSurfaces(pictures))
  {
    return this->Draw(volume, pass);
  }
  if (pictures.size() < 2 || !isListed)
  {
    return AsProp(volume)->DrawPicture(this->Renderer);
  }
  // All ranks have these with the same bounds.
  std::vector<vtkVolume*> own = pictures;
  const auto together = std::stable_partition(
    own.begin(), own.end(), [](vtkVolume* picture) { return !AsProp(picture)->IsDrawnTogether(); });
  const std::vector<FilmGroups::Group> films = this->GatherFilms({ own.begin(), together });
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

void ViewScene::DrawOne(vtkVolume* volume)
{
  this->Current = volume;
  const int drawn = AsProp(volume)->DrawPicture(this->Renderer);
  this->Current = nullptr;
  this->Done[volume] = std::max(drawn, this->Done[volume]);
}

std::size_t ViewScene::CountOfRanks(const std::vector<vtkVolume*>& pictures)
{
  return static_cast<std::size_t>(std::count_if(
    pictures.begin(), pictures.end(), [](vtkVolume* picture) { return AsProp(picture)->IsDrawnTogether(); }));
}

bool ViewScene::AreAnySurfaces(const std::vector<vtkVolume*>& pictures)
{
  const auto one = std::find_if(pictures.begin(), pictures.end(), AreRanksTogether);
  if (one == pictures.end())
  {
    return this->Polygons.AreThere() && (pictures.size() == 1 || CountOfRanks(pictures) == 0);
  }
  // Ranks wait for one another at the same places only where all have the same pictures. Those of images are
  // here alone.
  const bool hasSurfaces = CountOfRanks(pictures) < pictures.size();
  if (this->CannotMerge || AsProp(*one)->AgreeOn(!hasSurfaces && !this->Polygons.AreThere()))
  {
    return false;
  }
  this->RanksHaveSurfaces = !AsProp(*one)->AgreeOn(!hasSurfaces);
  return true;
}

bool ViewScene::CollectSurfaces(const std::vector<vtkVolume*>& pictures)
{
  this->Collect({ pictures, {}, RayCastMapper::Merging::WithOthers, {} });
  for (const auto& part : this->Given)
  {
    this->Surfaces.push_back(part.second);
  }
  this->Given.clear();
  return std::all_of(this->Surfaces.begin(), this->Surfaces.end(),
    [](const Part& part) { return part.MakeSource && part.MakeSource({})->hasLayersAlone(); });
}

bool ViewScene::DrawWithSurfaces(const std::vector<vtkVolume*>& pictures)
{
  // Polygons may be in front of one volume and behind another, so that all have to be in one picture; on
  // several ranks, in one of all of them, some of which may have no polygons.
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
  const bool canStop = std::all_of(volumes.begin(), volumes.end(), [](vtkVolume* volume) {
    auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
    return mapper && mapper->StopsAtDepths();
  });
  bool canBeOne = canStop && volumes.size() <= static_cast<std::size_t>(inkray::RayPicture::mostSources);
  canBeOne = this->CollectSurfaces(surfaces) && canBeOne;
  if (canBeOne && volumes.size() > 1)
  {
    canBeOne = std::all_of(volumes.begin(), volumes.end(),
      [](vtkVolume* volume) { return PictureUnit::MergingOf(volume) != RayCastMapper::Merging::Never; });
    if (canBeOne)
    {
      this->Collect(all);
      canBeOne = this->Given.size() == volumes.size() && (!areOfRanks || this->AreGivenOnOneDevice());
    }
  }
  if (areOfRanks)
  {
    canBeOne = AsProp(volumes.front())->AgreeOn(canBeOne);
    this->CannotMerge = !canBeOne && this->RanksHaveSurfaces;
  }
  this->PolygonsAreDue = canBeOne && this->Polygons.AreThere() && this->Polygons.Peel(this->Renderer);
  bool isDone = false;
  if (canBeOne && (areOfRanks || this->PolygonsAreDue))
  {
    isDone = this->DrawCollected(all);
    if (this->PolygonsAreDue && !this->PolygonsAreDrawn)
    {
      this->Polygons.PutBack(this->Renderer);
    }
  }
  if (isDone && !surfaces.empty())
  {
    this->Merged.emplace_back(pictures.begin(), pictures.end());
  }
  this->PolygonsAreDue = this->RanksHaveSurfaces = false;
  this->Surfaces.clear();
  this->Given.clear();
  if (!isDone)
  {
    this->Done.clear();
  }
  return isDone;
}

void ViewScene::CountSurfaces(const RayCastSession& session) const
{
  for (const Part& part : this->Surfaces)
  {
    part.Session->CountAsDrawn(session);
  }
}

void ViewScene::Collect(const Unit& unit)
{
  this->Given.clear();
  this->Collecting = true;
  for (vtkVolume* volume : unit.Volumes)
  {
    this->DrawOne(volume);
  }
  this->Collecting = false;
}

void ViewScene::DrawUnit(const Unit& unit)
{
  this->Given.clear();
  this->FilmsOfUnit = unit.Films;
  if (unit.Volumes.size() > 1)
  {
    this->Collect(unit);
    RayCastProp* const one = AsProp(unit.Volumes.front());
    if (one->IsDrawnTogether() && !this->Renderer->GetSelector() &&
      !one->AgreeOn(this->Given.size() == unit.Volumes.size() && this->AreGivenOnOneDevice()))
    {
      this->Given.clear();
    }
  }
  if (!this->DrawCollected(unit))
  {
    std::for_each(
      unit.Volumes.begin(), unit.Volumes.end(), [this](vtkVolume* volume) { this->DrawOne(volume); });
  }
  this->FilmsOfUnit = nullptr;
}

bool ViewScene::AreGivenOnOneDevice() const
{
  const RayCastSession* first = nullptr;
  return std::all_of(this->Given.begin(), this->Given.end(), [&first](const auto& given) {
    const RayCastSession* const session = given.second.MakeSource ? given.second.Session : nullptr;
    first = first ? first : session;
    return !session || session->IsOnDeviceOf(*first);
  });
}

bool ViewScene::DrawCollected(const Unit& unit)
{
  // One volume casts the rays of all volumes that gave their parts. It is the first of them that has data on
  // this rank. Volumes that gave nothing draw pictures of their own.
  std::vector<vtkVolume*> volumes = unit.Volumes;
  const auto first = std::find_if(
    volumes.begin(), volumes.end(), [this](vtkVolume* volume) { return this->Given.count(volume) > 0; });
  const auto casting = std::find_if(first, volumes.end(), [this](vtkVolume* volume) {
    const auto given = this->Given.find(volume);
    return given != this->Given.end() && given->second.MakeSource;
  });
  const bool isTogether = AsProp(volumes.front())->IsDrawnTogether();
  if (casting != volumes.end())
  {
    std::rotate(first, casting, casting + 1);
  }
  std::set<vtkVolume*> drawn;
  const bool couldMerge = !this->CannotMerge;
  for (vtkVolume* volume : volumes)
  {
    if (drawn.count(volume) > 0)
    {
      continue;
    }
    this->Merging = this->Given.count(volume) > 0 && this->Given.size() > 1;
    this->DrawOne(volume);
    if (isTogether && couldMerge && this->CannotMerge)
    {
      this->Merging = false;
      this->Given.clear();
      return false;
    }
    if (this->Merging)
    {
      this->Merging = false;
      const RayCastSession& session = *this->Given.at(volume).Session;
      if (session.HasDrawn())
      {
        for (const auto& part : this->Given)
        {
          part.second.Session->CountAsDrawn(session);
          drawn.insert(part.first);
        }
        this->Merged.push_back(drawn);
        this->Given.clear();
      }
      else if (isTogether)
      {
        // No rank has data, or others have shown theirs, and wait no more.
        drawn.insert(volumes.begin(), volumes.end());
        this->Given.clear();
      }
      else if (!this->Renderer->GetRenderWindow()->GetAbortRender())
      {
        this->Given.clear(); // it failed: each for itself
        if (this->PolygonsAreDue)
        {
          this->PolygonsAreDue = false;
          this->Polygons.PutBack(this->Renderer);
        }
        this->DrawOne(volume);
      }
    }
  }
  this->Given.clear();
  return true;
}

void ViewScene::Give(const Part& part)
{
  // A mapper of two volumes gives the first: its caster has one camera at a time.
  const bool isTwice = std::any_of(this->Given.begin(), this->Given.end(),
    [&](const auto& other) { return other.first != this->Current && other.second.Session == part.Session; });
  if (this->Current && !isTwice)
  {
    this->Given[this->Current] = part;
  }
}

std::vector<ViewScene::Part> ViewScene::GetOthers(const RayCastSession& session) const
{
  std::vector<Part> others;
  for (const auto& part : this->Given)
  {
    if (this->Merging && part.second.MakeSource && part.second.Session != &session)
    {
      others.push_back(part.second);
    }
  }
  return others;
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
