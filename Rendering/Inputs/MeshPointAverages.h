// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "RayCastHeld.h"
#include "vtkSmartPointer.h"

#include <utility>
#include <vector>

class RayCastSession;
class vtkDataSet;
class vtkTetrahedralizer;
class vtkUnstructuredGrid;

/// Averages of cell values at the points of a mesh. They are kept as long as array and mesh are unchanged.
class MeshPointAverages
{
public:
  /// If `array` is a cell array, replace it by its averages; averages stored in `grid`, if any, are
  /// preferred. Returns false, and reports why, if the values cannot be averaged.
  bool Replace(
    RayCastArray& array, vtkTetrahedralizer* tetrahedra, RayCastSession& session, vtkDataSet* grid = nullptr);

  ///@{
  /// Averages stored in a grid that is a part of a whole. Sum returns two numbers for each point: the sum of
  /// the values of the three-dimensional cells around it, and their count; empty unless `values` is a cell
  /// array. Add makes a point array from the sums over all parts, stores it in the grid and returns it.
  /// FindIn returns the stored array, or null.
  static INKRAYRENDERING_EXPORT std::vector<double> Sum(
    vtkUnstructuredGrid* grid, const RayCastArray& values);
  static INKRAYRENDERING_EXPORT vtkDataArray* Add(
    vtkUnstructuredGrid* grid, const RayCastArray& values, const std::vector<double>& sums);
  static vtkDataArray* FindIn(vtkDataSet* grid, const RayCastArray& values);
  ///@}
  /// Note that isosurfaces show such averages of `array`, and whether the volume around them does, too.
  static void Note(const RayCastArray& array, bool alsoVolume, RayCastSession& session);

private:
  RayCastHeld<std::pair<RayCastKey, vtkMTimeType>> Averaged; // the array and the mesh of Averages
  vtkSmartPointer<vtkDataArray> Averages;
};
