// SPDX-License-Identifier: BSD-3-Clause
#include "MeshPointAverages.h"

#include "RayCastSession.h"
#include "vtkTetrahedralizer.h"

bool MeshPointAverages::Replace(RayCastArray& array, vtkTetrahedralizer* tetrahedra, RayCastSession& session)
{
  if (!array.Array || array.Association != vtkDataObject::CELL)
  {
    this->Averaged.Forget();
    this->Averages = nullptr;
    return true;
  }
  this->Averaged.Update({ RayCastKey(array), tetrahedra->GetMeshMTime() },
    [&] { this->Averages = tetrahedra->AverageAtPoints(array.Array, array.Component); });
  if (!this->Averages)
  {
    this->Averaged.Forget();
    session.Report(true, tetrahedra->GetMessage());
    return false;
  }
  array = { this->Averages, vtkDataObject::POINT, 0 };
  return true;
}

void MeshPointAverages::Note(const RayCastArray& array, bool alsoVolume, RayCastSession& session)
{
  session.Note("Isosurfaces need values at the points: those of the cells' array " + array.GetQuotedName() +
    " are averaged there" + (alsoVolume ? ", also for the volume around the surfaces." : "."));
}
