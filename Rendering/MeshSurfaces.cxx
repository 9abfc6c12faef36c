// SPDX-License-Identifier: BSD-3-Clause
#include "MeshSurfaces.h"

#include "MeshVolumeArrays.h"
#include "RayCastSession.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkIsovalueList.h"
#include "vtkTetRayCastSettings.h"
#include "vtkTetrahedralizer.h"

#include <sstream>

bool MeshSurfaces::Average(
  RayCastSession& session, vtkTetrahedralizer* tetrahedralizer, MeshVolumeArrays& drawn)
{
  RayCastArray& scalars = drawn.Scalars;
  if (drawn.Surfaces.Surfaces.empty() || scalars.Association != vtkDataObject::CELL)
  {
    this->AveragedCells.Forget();
    this->Averages = nullptr;
    return true;
  }
  this->AveragedCells.Update(RayCastKey(scalars),
    [&] { this->Averages = tetrahedralizer->AverageAtPoints(scalars.Array, scalars.Component); });
  if (!this->Averages)
  {
    this->AveragedCells.Forget();
    session.Report(true, tetrahedralizer->GetMessage());
    return false;
  }
  session.Note("Isosurfaces need values at the points: those of the cells' array " + scalars.GetQuotedName() +
    " are averaged there" + (drawn.DrawsVolume ? ", also for the volume around the surfaces." : "."));
  scalars.Array = this->Averages;
  scalars.Association = vtkDataObject::POINT;
  scalars.Component = 0;
  return true;
}

void MeshSurfaces::Update(RayCastSession& session, vtkTetRayCastSettings* settings,
  const MeshVolumeArrays& drawn, inkray::TetRayCaster& caster)
{
  double range[2];
  caster.scalarRange(range);
  std::ostringstream interval;
  interval << "[" << range[0] << ", " << range[1] << "]";
  const bool isPiece = settings->GetInputIsPiece() != 0;
  const std::string name = drawn.Scalars.GetQuotedName();
  if (settings->GetIsovalues()->GetNumberOfContours() == 0)
  {
    if (!drawn.DrawsVolume && drawn.Slices.empty())
    {
      session.Note("There is no isovalue; set one or more" +
        (isPiece ? "." : ", within " + interval.str() + " for the array " + name + "."));
    }
  }
  else if (!drawn.Surfaces.Surfaces.empty() && !drawn.Surfaces.IsAnyWithin(range) && !isPiece)
  {
    session.Note("There is no isosurface: the values of the array " + name + " are within " + interval.str() +
      ", and no isovalue is.");
  }
  this->Surfaces.Update(drawn.Surfaces, [&] { caster.setIsosurfaces(drawn.Surfaces.Surfaces); });
}
