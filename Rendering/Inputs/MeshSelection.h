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

/// Draws the ids of a mesh's cells for a hardware selector, and then tells what pixels of that picture show,
/// in VTK's arrays, as long as grid and mesh are unchanged. See vtkTetRayCastMapper::FindCells, FindEnds and
/// FindLayers.
class MeshSelection
{
public:
  /// The mesh is the one that `input` and `caster` have.
  MeshSelection(const MeshVolumeInput& input, const MeshVolumeCaster& caster)
    : Input(input)
    , Caster(caster)
  {
  }

  /// Names of the arrays whose ids a selection returns.
  MeshIdArrays IdArrays;

  /// Draw the ids of the selector's current pass, for the mesh of `grid`.
  void Draw(RayCastSession& session, vtkUnstructuredGrid* grid, vtkTetRayCastSettings* settings,
    const inkray::FrameOptions& options);
  /// Forget the picture: nothing is found until the next Draw.
  void Forget();

  /// Whether the last selection is of this grid, and the caster still has its mesh.
  bool IsOf(vtkUnstructuredGridBase* grid) const;

  /// Find cells in the last selection; IsOf(grid) must be true. Throws nothing: if memory is short or the
  /// device fails, `mapper` gives a warning, which says what is selected instead.
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind, float pickOpacity,
    vtkObject* mapper);
  ///@{
  /// Find data of pixels. If IsOf(grid) is false, the results say that nothing is in the light's way. Throws
  /// nothing: if memory is short or the device fails, arrays have no tuples.
  void FindEnds(vtkUnstructuredGridBase* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends) const;
  void FindLayers(vtkUnstructuredGridBase* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends,
    vtkFloatArray* layers, float pickOpacity);
  ///@}

private:
  MeshVolumePicks::Source GetSource(vtkUnstructuredGrid* grid, float pickOpacity) const;

  const MeshVolumeInput& Input;
  const MeshVolumeCaster& Caster;
  MeshVolumePicks Picks;
  inkray::FrameOptions Options; // of the picture, without progress or abort: later rays are cast at once
  vtkMTimeType Mesh = 0;        // the mesh of the picks; Grid is their grid
  vtkWeakPointer<vtkUnstructuredGrid> Grid;
};
