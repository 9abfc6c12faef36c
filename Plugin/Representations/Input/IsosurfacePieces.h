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

/// The grids of a data set, which may be made of blocks, that have isosurfaces: its images, and all of
/// its meshes as one grid (IsosurfaceMesh::Merge).
struct IsosurfacePieces
{
  using List = std::vector<vtkSmartPointer<vtkDataSet>>;

  List Images;
  vtkSmartPointer<vtkUnstructuredGrid> Grid; ///< null: there is none

  /// Take the images of a data set, or of null, as copies that share the values, and no grid. `meshes` gets
  /// its meshes; returned is how many of its parts are neither.
  int TakeImages(vtkDataObject* input, std::vector<vtkDataSet*>& meshes);

  ///@{
  /// Pack the images as one object, which a view may keep, and take them out of it again; none out of null.
  /// An empty grid stands for the grid, because the view hands out the cells of meshes by itself.
  vtkSmartPointer<vtkPartitionedDataSet> Pack() const;
  void Unpack(vtkPartitionedDataSet* packed);
  ///@}

  /// The images, and the grid if there is one.
  List GetAll() const;

  /// The array of numbers in the first of the grids that have it with most components; null: none has it.
  vtkDataArray* Find(const ArrayChoice& choice) const;
};
