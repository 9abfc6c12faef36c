// SPDX-License-Identifier: BSD-3-Clause
#include "MeshIsosurfaces.h"

#include "MeshBlockStyles.h"
#include "MeshVolumeArrays.h"
#include "RayCastSession.h"
#include "VolumeLookCaster.h"
#include "vtkIsovalueList.h"
#include "vtkTetRayCastSettings.h"

bool MeshIsosurfaces::Average(
  RayCastSession& session, vtkTetrahedralizer* tetrahedralizer, vtkDataSet* grid, MeshVolumeArrays& drawn)
{
  // Direct colors stay in the cells: the volume would not show the cells' colors otherwise.
  RayCastArray surfaces = drawn.Surfaces.Surfaces.empty() || drawn.AreColors ? RayCastArray() : drawn.Scalars;
  if (!this->Averages.Replace(surfaces, tetrahedralizer, session, grid))
  {
    return false;
  }
  if (surfaces.Array && surfaces.Array != drawn.Scalars.Array)
  {
    MeshPointAverages::Note(drawn.Scalars, drawn.DrawsVolume, session);
    drawn.Scalars = surfaces;
  }
  return true;
}

void MeshIsosurfaces::Update(RayCastSession& session, vtkTetRayCastSettings* settings,
  const MeshVolumeArrays& drawn, VolumeLookCaster& caster)
{
  double range[2];
  if (drawn.Blocks)
  {
    drawn.Blocks->GetRange(false, range);
  }
  else if (drawn.AreColors)
  {
    drawn.Scalars.Array->GetFiniteRange(range, 0);
  }
  else
  {
    const inkray::FiniteRange found = caster.Get()->valueRange();
    range[0] = found.low;
    range[1] = found.high;
  }
  if (settings->GetIsovalues()->GetNumberOfContours() > 0 || (!drawn.DrawsVolume && drawn.Slices.empty()))
  {
    drawn.Surfaces.NoteNone(session, range, settings->GetInputIsPart() != 0, &drawn.Scalars);
  }
  caster.Give(
    caster.GetStyle().isosurfaces, this->Surfaces, drawn.Surfaces, [&] { return drawn.Surfaces.Surfaces; });
}
