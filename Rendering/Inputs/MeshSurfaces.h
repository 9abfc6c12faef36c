// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfaceSet.h"
#include "MeshPointAverages.h"
#include "RayCastHeld.h"

class RayCastSession;
class vtkTetRayCastSettings;
class vtkTetrahedralizer;
struct MeshVolumeArrays;
namespace inkray
{
class TetRayCaster;
}

/// What a mapper of meshes holds for isosurfaces from frame to frame, and what its caster has of them.
class MeshSurfaces
{
public:
  /// Where surfaces are drawn of values of cells, have the frame draw their averages at the points of the
  /// mesh and note that. False, with a problem reported: they cannot be averaged.
  bool Average(RayCastSession& session, vtkTetrahedralizer* tetrahedralizer, MeshVolumeArrays& drawn);

  /// Send the surfaces that the frame draws of the caster's scalars, where they have changed, and note where
  /// there is nothing to be seen of those that the settings list.
  void Update(RayCastSession& session, vtkTetRayCastSettings* settings, const MeshVolumeArrays& drawn,
    inkray::TetRayCaster& caster);

  /// The caster has none.
  void ForgetSurfaces() { this->Surfaces.Forget(); }
  vtkIdType GetNumberOfUpdates() const { return this->Surfaces.GetNumberOfUpdates(); }

private:
  MeshPointAverages Averages;
  RayCastHeld<IsosurfaceSet> Surfaces;
};
