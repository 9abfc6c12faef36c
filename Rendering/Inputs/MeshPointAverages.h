// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "RayCastHeld.h"
#include "vtkSmartPointer.h"

#include <vector>

class RayCastSession;
class vtkDataSet;
class vtkTetrahedralizer;
class vtkUnstructuredGrid;

/// Cell values averaged at the points of a mesh. They are kept as long as the array and the mesh are the
/// same.
class MeshPointAverages
{
public:
  /// Where `array` is a cell array, replace it by its averages: those that `grid` has brought, where it is
  /// given and has some. False, with a problem: they cannot be averaged.
  bool Replace(
    RayCastArray& array, vtkTetrahedralizer* tetrahedra, RayCastSession& session, vtkDataSet* grid = nullptr);

  ///@{
  /// Averages that a grid brings, because it is a piece of a whole: for each point the sum of the values of
  /// the three-dimensional cells around, and their number; empty where the array is none of the cells. From
  /// the sums of all pieces, an array of the points, which is returned; and that array of a grid, or null.
  static INKRAYRENDERING_EXPORT std::vector<double> Sum(
    vtkUnstructuredGrid* grid, const RayCastArray& values);
  static INKRAYRENDERING_EXPORT vtkDataArray* Add(
    vtkUnstructuredGrid* grid, const RayCastArray& values, const std::vector<double>& sums);
  static vtkDataArray* FindIn(vtkDataSet* grid, const RayCastArray& values);
  ///@}
  /// Note that isosurfaces are of such averages of `array`, and whether the volume around them is, too.
  static void Note(const RayCastArray& array, bool alsoVolume, RayCastSession& session);

private:
  struct Key
  {
    RayCastKey Array;
    vtkMTimeType Mesh = 0;
    bool operator==(const Key& other) const { return this->Array == other.Array && this->Mesh == other.Mesh; }
  };
  RayCastHeld<Key> Averaged; // whose values at the points are in Averages
  vtkSmartPointer<vtkDataArray> Averages;
};
