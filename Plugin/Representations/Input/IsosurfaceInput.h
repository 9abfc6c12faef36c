// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "IsosurfacePieces.h"

#include <vector>

class DisplayMessages;
class IsosurfaceArrays;
class IsosurfaceMesh;
class vtkDataObject;
struct MeshThreshold;

/// Takes what isosurfaces are drawn of out of a data set, and tells what is left out.
class IsosurfaceInput
{
public:
  /// Into these pieces, of which `mesh` makes the grid. Keeps references to both.
  IsosurfaceInput(IsosurfacePieces& pieces, IsosurfaceMesh& mesh);

  /// Take the images and the meshes of a data set, or of null. Blocks without the array to colour by get one
  /// of NaN. All ranks call this.
  void Take(vtkDataObject* input, const IsosurfaceArrays& arrays, const MeshThreshold& threshold,
    DisplayMessages& messages);

  /// Whether the data set is a composite one.
  bool HasBlocks() const { return this->IsComposite; }

  /// Leave out pieces without the array that has the isosurfaces.
  void LeaveOutWithout(
    const ArrayChoice& contoured, const MeshThreshold& threshold, DisplayMessages& messages);

private:
  void TellOthers(vtkDataObject* input, int others, DisplayMessages& messages) const;
  void FillColors(vtkDataObject* input, const IsosurfaceArrays& arrays, DisplayMessages& messages);
  void MergeMeshes(vtkDataObject* input, const IsosurfaceArrays& arrays, const MeshThreshold& threshold,
    DisplayMessages& messages);
  IsosurfacePieces::List GetBlocks() const; ///< images and meshes

  IsosurfacePieces& Pieces;
  IsosurfaceMesh& Mesh;
  std::vector<vtkDataSet*> Meshes; // of the data set that is being taken
  bool IsComposite = false;
};
