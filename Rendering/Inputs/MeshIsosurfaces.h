// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfaceSet.h"
#include "MeshPointAverages.h"
#include "RayCastHeld.h"

class RayCastSession;
class vtkTetRayCastSettings;
class VolumeLookCaster;
class vtkTetrahedralizer;
struct MeshVolumeArrays;

/// The isosurfaces of a mapper of volumes: keeps their data from frame to frame, and sends changes to the
/// caster.
class MeshIsosurfaces
{
public:
  /// If surfaces are drawn from cell values, let the frame draw averages at the points of the mesh, and note
  /// that. Returns false, and reports why, if the values cannot be averaged.
  bool Average(
    RayCastSession& session, vtkTetrahedralizer* tetrahedralizer, vtkDataSet* grid, MeshVolumeArrays& drawn);

  /// Send the frame's isosurfaces to the caster if they have changed. The session gets a note if the settings
  /// have no isovalue, or none that gives a surface.
  void Update(RayCastSession& session, vtkTetRayCastSettings* settings, const MeshVolumeArrays& drawn,
    VolumeLookCaster& caster);

  vtkIdType GetNumberOfUpdates() const { return this->Surfaces.GetNumberOfUpdates(); }

private:
  MeshPointAverages Averages;
  RayCastHeld<IsosurfaceSet> Surfaces;
};
