// SPDX-License-Identifier: BSD-3-Clause
#include "TetRayCastFrame.h"

#include "RayCastSession.h"
#include "TetRayCastParts.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"

TetRayCastFrame::TetRayCastFrame(
  vtkTetRayCastMapper& mapper, TetRayCastParts& parts, const FilmGroup* films, bool isAsked)
  : VolumeFrame(parts, mapper.GetSettings(), mapper.GetInput(), films, isAsked)
  , Mapper(mapper)
  , Parts(parts)
{
}

bool TetRayCastFrame::FindData()
{
  TetRayCastParts& parts = this->Parts;
  this->IsPart = this->Settings->GetInputIsPart() != 0;
  this->Grid = parts.Input.Select(this->Mapper.GetInput(), this->IsPart);
  if (!this->Grid || !parts.Session.SelectScalars(this->Grid, "grid", this->Settings, this->Scalars) ||
    !this->SelectLook(this->Mapper, this->Grid))
  {
    return false;
  }
  parts.Blocks.Apply(parts.Session, this->Grid, parts.Selection.IdArrays.CompositeIndices, *this);
  return parts.Input.Update(this->Grid, this->IsPart) &&
    parts.Surfaces.Average(
      parts.Session, parts.Input.GetTetrahedra(), this->IsPart ? this->Grid : nullptr, *this);
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
