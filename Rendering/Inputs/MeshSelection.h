// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumePicks.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "vtkWeakPointer.h"

class MeshVolumeCaster;
class MeshVolumeInput;
class RayCastSession;
class vtkFloatArray;
class vtkIdTypeArray;
class vtkObject;
class vtkTetRayCastSettings;
class vtkUnstructuredGrid;
class vtkUnstructuredGridBase;

/// The cells of a mapper's mesh in the last hardware selection: their ids for the selector, and afterwards
/// what pixels show, in VTK's arrays, as long as grid and mesh are still the same. See
/// vtkTetRayCastMapper::FindCells, FindEnds and FindLayers.
class MeshSelection
{
public:
  /// The mesh is that of `input` and `caster`.
  MeshSelection(const MeshVolumeInput& input, const MeshVolumeCaster& caster)
    : Input(input)
    , Caster(caster)
  {
  }

  /// Names of the arrays with the ids that a selection gives.
  MeshIdArrays IdArrays;

  /// Draw the ids of the pass that the session's renderer is in, of the mesh of `grid`.
  void Draw(RayCastSession& session, vtkUnstructuredGrid* grid, vtkTetRayCastSettings* settings,
    const inkray::FrameOptions& options);
  /// There is nothing to find in pixels until Draw.
  void Forget();

  /// Whether the last selection is of this grid, and the caster still has its mesh.
  bool IsOf(vtkUnstructuredGridBase* grid) const;

  /// For a grid of which the last selection is. Nothing throws: where memory or device fail, a warning of
  /// `mapper` says what is found instead.
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind, float pickOpacity,
    vtkObject* mapper);
  ///@{
  /// Of a grid that the last selection is not of, there is nothing in the way of light. Nothing throws: where
  /// memory or device fail, arrays are left without tuples.
  void FindEnds(vtkUnstructuredGridBase* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends) const;
  void FindLayers(vtkUnstructuredGridBase* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends,
    vtkFloatArray* layers, float pickOpacity);
  ///@}

private:
  MeshVolumePicks::Source GetSource(vtkUnstructuredGrid* grid, float pickOpacity) const;

  const MeshVolumeInput& Input;
  const MeshVolumeCaster& Caster;
  MeshVolumePicks Picks;
  inkray::FrameOptions Options; // of the picture; nobody waits for rays that are cast later
  vtkMTimeType Mesh = 0;        // of the picks, and so is the grid
  vtkWeakPointer<vtkUnstructuredGrid> Grid;
};
