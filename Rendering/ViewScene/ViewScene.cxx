// SPDX-License-Identifier: BSD-3-Clause
#include "ViewScene.h"

#include "BlockOrder.h"
#include "RayCastMapper.h"
#include "RayCastProp.h"
#include "RayCastRendererObject.h"
#include "RayCastSession.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkRendererCollection.h"
#include "vtkVolume.h"
#include "vtkVolumeCollection.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
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

RayCastMapper::Merging MergingOf(vtkVolume* volume)
{
  auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
  return mapper ? mapper->GetMerging() : RayCastMapper::Merging::Never;
}

BlockOrder::Box BoxOf(vtkVolume* volume)
{
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  BlockOrder::Box box = { none, none, none, none, none, none };
  const double* const bounds = volume->GetBounds();
  if (bounds && bounds[0] <= bounds[1])
  {
    std::copy_n(bounds, 6, box.begin());
  }
  return box;
}

/// How far the centre of a box is from the eye; along the view where rays are parallel.
double DistanceOf(const BlockOrder::Box& box, vtkCamera* camera)
{
  double eye[3], direction[3];
  camera->GetPosition(eye);
  camera->GetDirectionOfProjection(direction);
  double distance = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double away = 0.5 * (box[2 * axis] + box[2 * axis + 1]) - eye[axis];
    distance += away * (camera->GetParallelProjection() ? direction[axis] : away);
  }
  return std::isfinite(distance) ? distance : 0;
}

/// Whether two boxes have more than faces in common.
bool Overlap(const BlockOrder::Box& a, const BlockOrder::Box& b)
{
  bool both = true;
  for (std::size_t axis = 0; both && axis < 6; axis += 2)
  {
    both = std::min(a[axis + 1], b[axis + 1]) > std::max(a[axis], b[axis]);
  }
  return both;
}

} // namespace

struct ViewScene::Unit
{
  std::vector<vtkVolume*> Volumes;
  BlockOrder::Box Box;                      ///< in the world
  RayCastMapper::Merging Merging;           ///< what the first to take part can do best
  BlockOrder::Box Whole;                    ///< of all blocks of the data set
  const FilmGroups::Group* Films = nullptr; ///< whose picture this is

  void Take(const Unit& other)
  {
    this->Volumes.insert(this->Volumes.end(), other.Volumes.begin(), other.Volumes.end());
    for (std::size_t axis = 0; axis < 6; axis += 2)
    {
      this->Box[axis] = std::min(this->Box[axis], other.Box[axis]);
      this->Box[axis + 1] = std::max(this->Box[axis + 1], other.Box[axis + 1]);
    }
    this->Whole = this->Box;
    this->Merging = std::max(this->Merging, other.Merging);
  }
  /// Whether both may be in one picture, which one of them casts. Blocks of one display whose boxes overlap
  /// by what they share with one another are in their order.
  bool GoesWith(const Unit& other) const
  {
    using Merging = RayCastMapper::Merging;
    const bool hasMesh = std::max(this->Merging, other.Merging) == Merging::CastsOthers;
    return this->Volumes.size() + other.Volumes.size() <=
      static_cast<std::size_t>(inkray::TetRayCaster::maxOthers) + (hasMesh ? 1 : 0) &&
      std::min(this->Merging, other.Merging) != Merging::Never && (hasMesh || !this->IsOneDisplay(other)) &&
      Overlap(this->Box, other.Box);
  }
  /// Whether all volumes of both are blocks of one display, which share its property.
  bool IsOneDisplay(const Unit& other) const
  {
    const auto isOfFirst = [this](vtkVolume* volume) {
      return volume->GetProperty() == this->Volumes.front()->GetProperty();
    };
    return std::all_of(this->Volumes.begin(), this->Volumes.end(), isOfFirst) &&
      std::all_of(other.Volumes.begin(), other.Volumes.end(), isOfFirst);
  }
};

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
  this->CannotMerge = false;
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

/// The units of a picture from back to front.
std::vector<ViewScene::Unit> ViewScene::MakeUnits(
  const std::vector<vtkVolume*>& pictures, const std::vector<FilmGroups::Group>& films) const
{
  // The farthest centre of a data set first, whatever the order of adding. Volumes of one place, and the
  // blocks of one data set, keep the order in which the renderer has them.
  vtkCamera* const camera = this->Renderer->GetActiveCamera();
  const auto sort = [camera](std::vector<Unit>& units) {
    std::stable_sort(units.begin(), units.end(), [camera](const Unit& a, const Unit& b) {
      const double toA = DistanceOf(a.Whole, camera), toB = DistanceOf(b.Whole, camera);
      return toA != toB ? toA > toB : a.Whole < b.Whole;
    });
  };
  std::vector<Unit> units;
  for (vtkVolume* volume : pictures)
  {
    const BlockOrder::Box box = BoxOf(volume);
    units.push_back({ { volume }, box, MergingOf(volume), box });
  }
  for (Unit& unit : units)
  {
    // The blocks of a display share its property.
    const auto whole = [](const Unit& of) { return of.Volumes.front()->GetProperty(); };
    for (const Unit& other : units)
    {
      for (std::size_t axis = 0; axis < 6 && whole(other) == whole(unit); axis += 2)
      {
        unit.Whole[axis] = std::min(unit.Whole[axis], other.Box[axis]);
        unit.Whole[axis + 1] = std::max(unit.Whole[axis + 1], other.Box[axis + 1]);
      }
    }
  }
  sort(units);

  // Volumes whose films are combined, wherever they lie.
  for (const FilmGroups::Group& group : films)
  {
    const auto isIn = [&group](const Unit& unit) {
      return std::count(group.Volumes.begin(), group.Volumes.end(), unit.Volumes.front()) > 0;
    };
    const auto first = std::find_if(units.begin(), units.end(), isIn);
    std::for_each(first + 1, units.end(), [&](const Unit& unit) {
      if (isIn(unit))
      {
        first->Take(unit);
      }
    });
    units.erase(std::remove_if(first + 1, units.end(), isIn), units.end());
    first->Films = &group;
  }

  // Units that overlap become one, together with those that their common box overlaps, which may be between.
  for (std::size_t i = 0; i < units.size() && !this->CannotMerge; ++i)
  {
    for (std::size_t j = 0; j < units.size();)
    {
      if (i != j && units[i].GoesWith(units[j]))
      {
        const std::size_t first = std::min(i, j), second = std::max(i, j);
        units[first].Take(units[second]);
        units.erase(units.begin() + static_cast<std::ptrdiff_t>(second));
        i = first;
        j = 0; // its box has grown
      }
      else
      {
        ++j;
      }
    }
  }

  // Where boxes still overlap, they come in the order in which they are given.
  sort(units);
  std::vector<BlockOrder::Box> boxes(units.size());
  std::transform(units.begin(), units.end(), boxes.begin(), [](const Unit& unit) { return unit.Box; });
  vtkNew<vtkMatrix4x4> world;
  std::vector<Unit> order;
  for (const std::size_t i : BlockOrder::BackToFront(boxes, camera, world))
  {
    order.push_back(units[i]);
  }
  return order;
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
  if (isListed && this->AreAnyPolygons(pictures) && this->DrawWithPolygons(pictures))
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
  std::vector<Unit> units = this->MakeUnits({ own.begin(), together }, films);
  const std::vector<Unit> last = this->MakeUnits({ together, own.end() }, {});
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

bool ViewScene::AreAnyPolygons(const std::vector<vtkVolume*>& pictures) const
{
  const std::size_t ofRanks = CountOfRanks(pictures);
  if (ofRanks < 2)
  {
    return this->Polygons.AreThere() && (ofRanks == 0 || pictures.size() == 1);
  }
  // Ranks wait for one another at the same places only where all have the same pictures.
  RayCastProp* const one = AsProp(*std::find_if(
    pictures.begin(), pictures.end(), [](vtkVolume* picture) { return AsProp(picture)->IsDrawnTogether(); }));
  return one->AreAllDrawnTogether() && !this->CannotMerge && !one->AgreeOn(!this->Polygons.AreThere());
}

bool ViewScene::DrawWithPolygons(const std::vector<vtkVolume*>& pictures)
{
  // Polygons may be in front of one volume and behind another, so that all have to be in one picture; on
  // several ranks, in one of all of them, some of which may have no polygons.
  const bool areOfRanks = CountOfRanks(pictures) > 1;
  const Unit all = { pictures, {}, RayCastMapper::Merging::CastsOthers, {} };
  const bool canStop = std::all_of(pictures.begin(), pictures.end(), [](vtkVolume* volume) {
    auto* const mapper = dynamic_cast<RayCastMapper*>(volume->GetMapper());
    return mapper && mapper->StopsAtDepths();
  });
  bool canBeOne = canStop && pictures.size() <= static_cast<std::size_t>(inkray::TetRayCaster::maxOthers) + 1;
  if (canBeOne && pictures.size() > 1)
  {
    canBeOne = std::all_of(pictures.begin(), pictures.end(),
      [](vtkVolume* volume) { return MergingOf(volume) != RayCastMapper::Merging::Never; });
    if (canBeOne)
    {
      this->Collect(all);
      const bool isAny = std::any_of(
        this->Given.begin(), this->Given.end(), [](const auto& part) { return part.second.Caster; });
      const bool areFew = this->Given.size() <= static_cast<std::size_t>(inkray::TetRayCaster::maxOthers);
      canBeOne =
        this->Given.size() == pictures.size() && (areOfRanks ? this->AreGivenOnOneDevice() : isAny || areFew);
    }
  }
  if (areOfRanks)
  {
    canBeOne = AsProp(pictures.front())->AgreeOn(canBeOne && CountOfRanks(pictures) == pictures.size());
  }
  this->PolygonsAreDue = canBeOne && this->Polygons.AreThere() && this->Polygons.Peel(this->Renderer);
  if (!canBeOne || (!areOfRanks && !this->PolygonsAreDue))
  {
    this->Given.clear();
    this->Done.clear();
    return false;
  }
  const bool isDone = this->DrawCollected(all);
  if (this->PolygonsAreDue && !this->PolygonsAreDrawn)
  {
    this->Polygons.PutBack(this->Renderer);
  }
  this->PolygonsAreDue = false;
  if (!isDone)
  {
    this->Done.clear();
  }
  return isDone;
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
  // The surfaces of some are of whole rays, while others cut these to pieces: such ones draw for themselves.
  const bool hasLayers = !this->FilmsOfUnit &&
    std::any_of(this->Given.begin(), this->Given.end(),
      [](const auto& part) { return static_cast<bool>(part.second.CastSurfaces); });
  for (auto part = this->Given.begin(); hasLayers && part != this->Given.end();)
  {
    const bool isCut = part->second.Caster && !part->second.Caster->takesLayers();
    part = isCut ? this->Given.erase(part) : std::next(part);
  }
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
    const RayCastSession* const session = given.second.Caster ? given.second.Session : nullptr;
    first = first ? first : session;
    return !session || session->IsOnDeviceOf(*first);
  });
}

bool ViewScene::DrawCollected(const Unit& unit)
{
  // One with a mesh casts for all that have given something, in the place of the first of them; where there
  // is none, the first does. The others have pictures of their own.
  std::vector<vtkVolume*> volumes = unit.Volumes;
  const auto first = std::find_if(
    volumes.begin(), volumes.end(), [this](vtkVolume* volume) { return this->Given.count(volume) > 0; });
  const auto casting = std::find_if(first, volumes.end(), [this](vtkVolume* volume) {
    const auto given = this->Given.find(volume);
    return given != this->Given.end() && given->second.Caster;
  });
  const bool isTogether = AsProp(volumes.front())->IsDrawnTogether();
  if (casting != volumes.end())
  {
    std::rotate(first, casting, casting + 1);
  }
  else if (!isTogether && this->Given.size() > static_cast<std::size_t>(inkray::TetRayCaster::maxOthers))
  {
    this->Given.clear();
  }
  std::set<vtkVolume*> drawn;
  for (vtkVolume* volume : volumes)
  {
    if (drawn.count(volume) > 0)
    {
      continue;
    }
    this->Merging = this->Given.count(volume) > 0 && this->Given.size() > 1;
    this->DrawOne(volume);
    if (this->Merging)
    {
      this->Merging = false;
      if (isTogether && this->CannotMerge)
      {
        this->Given.clear();
        return false;
      }
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
    const bool isAny = part.second.Caster || part.second.CastSurfaces;
    if (this->Merging && isAny && part.second.Session != &session)
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
    }
  }
}

bool ViewScene::AreMerged(vtkVolume* a, vtkVolume* b) const
{
  return std::any_of(this->Merged.begin(), this->Merged.end(),
    [a, b](const std::set<vtkVolume*>& all) { return all.count(a) > 0 && all.count(b) > 0; });
}
