// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastVolumeMapperOf.h"

#include "PicturePart.h"
#include "RayCastMapperOfImpl.h"
#include "ViewScene.h"
#include "VolumeFrame.h"
#include "VolumeParts.h"
#include "vtkDataSet.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGridBase.h"
#include "vtkUnstructuredGridVolumeMapper.h"
#include "vtkVolumeMapper.h"

template <class Base>
RayCastVolumeMapperOf<Base>::RayCastVolumeMapperOf()
  : RayCastMapperOf<Base, vtkTetRayCastSettings>("InKRay Ray Caster", "volume")
{
}

template <class Base>
RayCastVolumeMapperOf<Base>::~RayCastVolumeMapperOf() = default;

template <class Base>
void RayCastVolumeMapperOf<Base>::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  const bool isSelecting = RayCastSession::IsSelecting(renderer);
  VolumeParts& parts = this->GetParts();
  if (isSelecting)
  {
    parts.CountRays(); // counts the rays of the last frame before others are cast for the ids in its picture
  }
  else
  {
    this->ForgetFrame();
  }
  ViewScene* const scene = ViewScene::Of(renderer);
  const std::unique_ptr<VolumeFrame> frame = this->MakeFrame(scene->GetShared().Films, false);
  const inkray::FilmTraits* const film = this->GetFilm();
  // All ranks decide alike, since their settings are equal.
  const bool isTogether =
    parts.Ranks && !isSelecting && film && (this->GetSettings()->GetDrawVolume() || film->isComposite);
  parts.Exchange.Begin(isTogether ? parts.Ranks : nullptr, film ? *film : inkray::allFilms[0], renderer,
    scene->GetShared().IsOfSeveral);
  this->DrawFrame(renderer, volume, *frame);
  frame->DrawOthers();
  parts.Exchange.End();
  if (parts.Exchange.HasFailed())
  {
    scene->FailToMerge();
    this->GetSession().Note(
      "A rank failed to draw these volumes in one picture, so each volume is drawn separately.");
  }
}

template <class Base>
void RayCastVolumeMapperOf<Base>::SetRanks(RayCastRanks* ranks)
{
  this->GetParts().Ranks = ranks;
}

template <class Base>
bool RayCastVolumeMapperOf<Base>::Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer)
{
  this->ForgetFrame();
  bool isOffered = false;
  const std::unique_ptr<VolumeFrame> frame = this->MakeFrame(nullptr, true);
  this->DrawFrame(renderer, volume, *frame, [&] { isOffered = frame->Offer(offer); });
  return isOffered;
}

template <class Base>
bool RayCastVolumeMapperOf<Base>::Give(
  vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part)
{
  this->ForgetFrame();
  bool isGiven = false;
  const std::unique_ptr<VolumeFrame> frame = this->MakeFrame(films, true);
  this->DrawFrame(renderer, volume, *frame, [&] { isGiven = frame->Give(part); });
  const bool isEmpty = frame->HasNoData();
  if (isEmpty)
  {
    part.Volume = volume;
    part.Session = &this->GetSession();
  }
  return isGiven || isEmpty;
}

template <class Base>
void RayCastVolumeMapperOf<Base>::SelectOpacityArray(int association, const char* name, int component)
{
  if (this->GetParts().OpacityChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

template <class Base>
void RayCastVolumeMapperOf<Base>::SelectThresholdArray(int association, const char* name, int component)
{
  if (this->GetParts().ThresholdChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

template <class Base>
void RayCastVolumeMapperOf<Base>::SetIdArrayNames(
  const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
{
  this->GetParts().Selection.IdArrays = { pointIds, cellIds, compositeIndices, processIds };
}

template <class Base>
double RayCastVolumeMapperOf<Base>::FindCells(
  vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind)
{
  return this->GetParts().Selection.FindCells(
    this->GetInput(), pixels, cells, behind, static_cast<float>(this->GetSettings()->GetPickOpacity()), this);
}

template <class Base>
void RayCastVolumeMapperOf<Base>::FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends)
{
  this->GetParts().Selection.FindEnds(this->GetInput(), pixels, ends);
}

template <class Base>
void RayCastVolumeMapperOf<Base>::FindLayers(
  vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers)
{
  this->GetParts().Selection.FindLayers(
    this->GetInput(), pixels, ends, layers, static_cast<float>(this->GetSettings()->GetPickOpacity()));
}

template <class Base>
bool RayCastVolumeMapperOf<Base>::StopsAtDepths()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND;
}

template <class Base>
const inkray::FilmTraits* RayCastVolumeMapperOf<Base>::GetFilm()
{
  return inkray::findFilm(this->BlendMode);
}

template <class Base>
bool RayCastVolumeMapperOf<Base>::KeepsFilms()
{
  const inkray::FilmTraits* const film = this->GetFilm();
  return film && !film->isComposite && this->GetSettings()->GetDrawVolume();
}

template class RayCastVolumeMapperOf<vtkUnstructuredGridVolumeMapper>;
template class RayCastVolumeMapperOf<vtkVolumeMapper>;
