// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <vector>

class vtkDataArray;
class vtkDataObject;
class vtkDataSet;
class vtkPartitionedDataSet;
class vtkUnstructuredGrid;
struct ArrayChoice;

/// The grids of a data set that have isosurfaces: its images, and all its meshes merged into one grid
/// (IsosurfaceMesh::Merge).
struct IsosurfaceGrids
{
  using List = std::vector<vtkSmartPointer<vtkDataSet>>;

  List Images;
  vtkSmartPointer<vtkUnstructuredGrid> Grid; ///< null: the data have no mesh

  /// Take the images of a data set, which may be null, as copies that share the values; Grid becomes null.
  /// Appends the meshes to `meshes`. Returns the number of blocks that are neither image nor mesh.
  int TakeImages(vtkDataObject* input, std::vector<vtkDataSet*>& meshes);

  ///@{
  /// Pack the images into one object, which a view may keep, and unpack them again (null: no images). An
  /// empty grid represents the mesh, because the view distributes cells of meshes itself.
  vtkSmartPointer<vtkPartitionedDataSet> Pack() const;
  void Unpack(vtkPartitionedDataSet* packed);
  ///@}

  /// The images, and the grid if there is one.
  List GetAll() const;

  /// The array in the first of the grids that have it with the most components. Null: no grid has it.
  vtkDataArray* Find(const ArrayChoice& choice) const;
};
