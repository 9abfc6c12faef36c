// SPDX-License-Identifier: BSD-3-Clause
#include "TetRayCastFrame.h"

#include "PictureCaster.h"
#include "PictureOfRanks.h"
#include "RayCastSession.h"
#include "TetRayCastParts.h"
#include "ViewScene.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"

#include <exception>
#include <memory>
#include <string>

TetRayCastFrame::TetRayCastFrame(
  vtkTetRayCastMapper& mapper, TetRayCastParts& parts, const FilmGroup* films, bool isAsked)
  : VolumeFrame(parts, mapper.GetSettings(), films)
  , Mapper(mapper)
  , Parts(parts)
  , IsAsked(isAsked)
{
}

bool TetRayCastFrame::Find()
{
  RayCastSession& session = this->Parts.Session;
  const bool isTogether = this->Parts.Films.IsOn() || (this->Parts.Ranks && this->IsAsked);
  this->HasData = (!isTogether || this->Mapper.GetInput()) && this->CheckInput() &&
    this->Parts.Input.Update(this->Grid, this->IsPart) &&
    this->Parts.Surfaces.Average(
      session, this->Parts.Input.GetTetrahedra(), this->IsPart ? this->Grid : nullptr, *this);
  this->FindRanges();
  this->IsFound = true;
  return this->HasData || this->Parts.Films.IsOn();
}

bool TetRayCastFrame::CheckInput()
{
  RayCastSession& session = this->Parts.Session;
  vtkTetRayCastSettings* const settings = this->Settings;
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
  if (!this->SelectLook(this->Mapper, this->Grid))
  {
    return false;
  }
  this->Parts.Blocks.Apply(session, this->Grid, this->Parts.Selection.IdArrays.CompositeIndices, *this);
  return true;
}

bool TetRayCastFrame::HasNoData() const
{
  return this->Parts.Ranks && this->IsFound && !this->HasData;
}

void TetRayCastFrame::DrawOnce()
{
  if (this->Parts.Films.IsOn())
  {
    this->CastTogether();
  }
  else
  {
    this->VolumeFrame::DrawOnce();
  }
}

bool TetRayCastFrame::Update()
{
  TetRayCastParts& parts = this->Parts;
  parts.Caster.Prepare(this->Settings);
  parts.Caster.UpdateMesh(this->IsPart, this->Mapper.GetWholeBounds());
  this->IsInLight = this->DrawsVolume && this->IsLit(parts.Session);
  return parts.Caster.UpdateValues(*this) && this->UpdateStyle();
}

void TetRayCastFrame::Fail()
{
  this->Parts.Caster.Fail();
}

inkray::FrameOptions TetRayCastFrame::MakeOptions() const
{
  inkray::FrameOptions options = VolumeFrame::MakeOptions();
  const double* const sides = this->Mapper.GetPieceBox();
  for (int axis = 0; axis < 3; ++axis)
  {
    options.piece.low[axis] = sides[2 * axis];
    options.piece.high[axis] = sides[2 * axis + 1];
  }
  return options;
}

void TetRayCastFrame::CastTogether()
{
  TetRayCastParts& parts = this->Parts;
  PictureOfRanks picture(parts.Session, parts.Films, this->Settings);
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
  PicturePart own; // remains empty unless this rank casts rays
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
      parts.Films.Fail(); // a device has failed after other mappers had provided their casters
      return;
    }
    try
    {
      picture.DrawComposite(rays.get());
    }
    catch (const std::exception&)
    {
      parts.Films.Fail(); // a second attempt would use another device than the other mappers
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
    PictureOfRanks(this->Parts.Session, this->Parts.Films, this->Settings).DrawOthers();
  }
  catch (const std::exception&)
  {
    // Run has already reported this rank's problem.
  }
}
