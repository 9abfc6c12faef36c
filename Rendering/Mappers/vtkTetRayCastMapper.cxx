// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "PicturePart.h"
#include "RayCastSession.h"
#include "TetRayCastFrame.h"
#include "TetRayCastParts.h"
#include "ViewScene.h"
#include "vtkObjectFactory.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGridBase.h"
#include "vtkVolumeMapper.h"

#include <string>

vtkStandardNewMacro(vtkTetRayCastMapper);

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Superclass("InKRay Ray Caster", "volume")
  , Parts(std::make_unique<TetRayCastParts>(this->GetSession()))
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

void vtkTetRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    this->Parts->CountRays(); // counts the frame's rays before others are cast for the ids
  }
  else
  {
    this->ForgetFrame();
  }
  ViewScene* const scene = ViewScene::Of(renderer);
  TetRayCastFrame frame(*this, *this->Parts, scene->GetShared().Films, false);
  const inkray::FilmTraits* const film = inkray::findFilm(this->BlendMode);
  // All ranks decide alike, since their settings are equal.
  const bool isTogether = this->Parts->Ranks && !RayCastSession::IsSelecting(renderer) && film &&
    (this->GetSettings()->GetDrawVolume() || film->isComposite);
  RankExchange& films = this->Parts->Films;
  films.Begin(isTogether ? this->Parts->Ranks : nullptr, film ? *film : inkray::allFilms[0], renderer,
    scene->GetShared().IsOfSeveral);
  this->DrawFrame(renderer, volume, frame);
  frame.DrawOthers();
  films.End();
  if (films.HasFailed())
  {
    scene->FailToMerge();
    this->GetSession().Note(
      "A rank failed to draw these volumes in one picture, so each volume is drawn separately.");
  }
}

bool vtkTetRayCastMapper::Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer)
{
  this->ForgetFrame();
  bool isOffered = false;
  TetRayCastFrame frame(*this, *this->Parts, nullptr, true);
  this->DrawFrame(renderer, volume, frame, [&] { isOffered = frame.Offer(offer); });
  return isOffered;
}

bool vtkTetRayCastMapper::Give(
  vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part)
{
  this->ForgetFrame();
  bool isGiven = false;
  TetRayCastFrame frame(*this, *this->Parts, films, true);
  this->DrawFrame(renderer, volume, frame, [&] { isGiven = frame.Give(part); });
  const bool isEmpty = this->Parts->Ranks && frame.HasNoData();
  if (isEmpty)
  {
    part.Volume = volume;
    part.Session = &this->GetSession();
  }
  return isGiven || isEmpty;
}

void vtkTetRayCastMapper::SetRanks(RayCastRanks* ranks)
{
  this->Parts->Ranks = ranks;
}

void vtkTetRayCastMapper::SelectOpacityArray(int association, const char* name, int component)
{
  if (this->Parts->OpacityChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SelectThresholdArray(int association, const char* name, int component)
{
  if (this->Parts->ThresholdChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SetIdArrayNames(
  const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
{
  this->Parts->Selection.IdArrays = { pointIds, cellIds, compositeIndices, processIds };
}

double vtkTetRayCastMapper::FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind)
{
  return this->Parts->Selection.FindCells(
    this->GetInput(), pixels, cells, behind, static_cast<float>(this->GetSettings()->GetPickOpacity()), this);
}

void vtkTetRayCastMapper::FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends)
{
  this->Parts->Selection.FindEnds(this->GetInput(), pixels, ends);
}

void vtkTetRayCastMapper::FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers)
{
  this->Parts->Selection.FindLayers(
    this->GetInput(), pixels, ends, layers, static_cast<float>(this->GetSettings()->GetPickOpacity()));
}

RayCastMapper::Merging vtkTetRayCastMapper::GetMerging()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND ? Merging::CastsOthers : Merging::Never;
}

bool vtkTetRayCastMapper::KeepsFilms()
{
  const inkray::FilmTraits* const film = inkray::findFilm(this->BlendMode);
  return film && !film->isComposite && this->GetSettings()->GetDrawVolume();
}

bool vtkTetRayCastMapper::StopsAtDepths()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND;
}

bool vtkTetRayCastMapper::IsPictureOpaque()
{
  return this->GetSettings()->DrawsOpaqueSurfacesAlone() && !this->Parts->Blocks.IsAnyTranslucent();
}

void vtkTetRayCastMapper::SetBlockStyles(const std::map<unsigned int, BlockStyle>& styles)
{
  if (this->Parts->Blocks.Set(styles))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::ForgetFrame()
{
  this->Parts->ForgetFrame();
}

bool vtkTetRayCastMapper::AddToHistogram(
  const CellHistogramInput& input, const double bounds[6], CellHistogram& histogram)
{
  return this->Parts->Caster.AddTo(histogram, input, bounds);
}

void vtkTetRayCastMapper::ReleaseCaster()
{
  this->Parts->Release();
}

void vtkTetRayCastMapper::AddRows(vtkRayCastReport* report)
{
  this->Parts->AddRows(report);
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "OpacityArray: " << this->Parts->OpacityChoice.Name << "\n";
  os << indent << "ThresholdArray: " << this->Parts->ThresholdChoice.Name << "\n";
  os << indent << "ThresholdRange: " << this->ThresholdRange[0] << ", " << this->ThresholdRange[1] << "\n";
  os << indent << "AverageIPScalarRange: " << this->AverageIPScalarRange[0] << ", "
     << this->AverageIPScalarRange[1] << "\n";
  os << indent << "BlendedOpacity: " << this->BlendedOpacity << "\n";
  os << indent << "PieceBox:";
  for (const double side : this->PieceBox)
  {
    os << " " << side;
  }
  os << "\n";
}
