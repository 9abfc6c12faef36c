// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfaceSet.h"
#include "MeshPointAverages.h"
#include "RayCastHeld.h"

class RayCastSession;
class vtkTetRayCastSettings;
class MeshVolumeCaster;
class vtkTetrahedralizer;
struct MeshVolumeArrays;

/// The isosurfaces of a mapper of meshes: keeps their data from frame to frame, and sends its caster the
/// changes.
class MeshIsosurfaces
{
public:
  /// Where surfaces are drawn from cell values, have the frame draw their averages at the points of the mesh
  /// and note that. False, with a problem reported: they cannot be averaged.
  bool Average(
    RayCastSession& session, vtkTetrahedralizer* tetrahedralizer, vtkDataSet* grid, MeshVolumeArrays& drawn);

  /// Send the surfaces that the frame draws of the caster's scalars, where they have changed, and note which
  /// surfaces of the settings show nothing.
  void Update(RayCastSession& session, vtkTetRayCastSettings* settings, const MeshVolumeArrays& drawn,
    MeshVolumeCaster& caster);

  vtkIdType GetNumberOfUpdates() const { return this->Surfaces.GetNumberOfUpdates(); }

private:
  MeshPointAverages Averages;
  RayCastHeld<IsosurfaceSet> Surfaces;
};
