// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfaceGrids.h"

#include <vector>

class DisplayMessages;
class IsosurfaceArrays;
class IsosurfaceMesh;
class vtkDataObject;
struct MeshThreshold;

/// Extracts the images and meshes of a data set whose isosurfaces are drawn, and reports left out blocks.
class IsosurfaceInput
{
public:
  /// Extract into `pieces`; `mesh` makes the grid in it. Keeps references to both.
  IsosurfaceInput(IsosurfaceGrids& pieces, IsosurfaceMesh& mesh);

  /// Extract the images and meshes of a data set, which may be null. A block without the array to color by
  /// gets an array of NaN. All ranks call this together.
  void Take(vtkDataObject* input, const IsosurfaceArrays& arrays, const MeshThreshold& threshold,
    DisplayMessages& messages);

  /// Whether the data set is composite.
  bool HasBlocks() const { return this->IsComposite; }

  /// Leave out images and meshes that lack the isosurface array, and note how many.
  void LeaveOutWithout(
    const ArrayChoice& contoured, const MeshThreshold& threshold, DisplayMessages& messages);

private:
  void TellOthers(vtkDataObject* input, int others, DisplayMessages& messages) const;
  void FillColors(vtkDataObject* input, const IsosurfaceArrays& arrays, DisplayMessages& messages);
  void MergeMeshes(vtkDataObject* input, const IsosurfaceArrays& arrays, const MeshThreshold& threshold,
    DisplayMessages& messages);
  IsosurfaceGrids::List GetBlocks() const; ///< images and meshes

  IsosurfaceGrids& Pieces;
  IsosurfaceMesh& Mesh;
  std::vector<vtkDataSet*> Meshes; // of the data set that Take is reading
  bool IsComposite = false;
};
