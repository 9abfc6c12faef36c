// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumePicks.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "vtkWeakPointer.h"

class RayCastSession;
struct VolumeParts;
class vtkDataSet;
class vtkFloatArray;
class vtkIdTypeArray;
class vtkObject;
class vtkTetRayCastSettings;

/// Draws the ids of the cells of a mesh or an image for a hardware selector. Afterwards tells, in VTK's
/// arrays, what pixels of that picture show, as long as the data and the caster's cells are unchanged. See
/// vtkTetRayCastMapper::FindCells, FindEnds and FindLayers.
class MeshSelection
{
public:
  /// `parts` has the caster whose cells are selected.
  explicit MeshSelection(VolumeParts& parts)
    : Parts(parts)
  {
  }

  /// Names of the arrays from which a selection takes ids.
  MeshIdArrays IdArrays;

  /// Draw the ids of the selector's current pass, for the cells of `grid`.
  void Draw(RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings,
    const inkray::FrameOptions& options);
  /// Forget the picture. No cell is found until the next Draw.
  void Forget();

  /// Find cells in the last selection, if it is of this grid. Throws nothing: if memory is short or the
  /// device fails, `mapper` gives a warning, which says what was selected instead.
  double FindCells(vtkDataSet* grid, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind,
    float pickOpacity, vtkObject* mapper);
  ///@{
  /// Find data of pixels. If the last selection is of another grid, the results say that nothing blocks the
  /// light. Throws nothing: if memory is short or the device fails, arrays have no tuples.
  void FindEnds(vtkDataSet* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends) const;
  void FindLayers(
    vtkDataSet* grid, vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers, float pickOpacity);
  ///@}

private:
  /// Whether the last selection is of this grid, and the caster still has its cells.
  bool IsOf(vtkDataSet* grid) const;
  MeshVolumePicks::Source GetSource(vtkDataSet* grid, float pickOpacity) const;

  VolumeParts& Parts;
  MeshVolumePicks Picks;
  inkray::FrameOptions Options; // of the picture, without progress or abort: later rays are cast at once
  vtkMTimeType Cells = 0;       // the caster's cells of the picks; Grid is their grid
  vtkWeakPointer<vtkDataSet> Grid;
};
