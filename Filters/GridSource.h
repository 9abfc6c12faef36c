// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkDataArray.h"
#include "vtkObject.h"
#include "vtkSmartPointer.h"

#include <array>

class vtkUnstructuredGrid;

namespace inkray::filters
{

/// The arrays of an unstructured grid that decide its tets. They are held on to, so that it can be told later
/// whether another grid (the next time step) has the same mesh and nothing has to be subdivided again.
class GridSource
{
public:
  enum Part
  {
    Points,
    Offsets,
    Connectivity,
    Types,
    Faces, ///< of polyhedra; these four as PolyhedronArrays has them
    FaceOffsets,
    FaceLocations,
    FaceLocationOffsets,
    CellGhosts,
    PointGhosts,
    Degrees, ///< orders of the higher-order cells
    NumberOfParts
  };

  GridSource() = default;
  /// The current arrays of `grid`; arrays that it does not have (all, when grid is null) are null.
  explicit GridSource(vtkUnstructuredGrid* grid);

  vtkDataArray* array(Part part) const { return this->arrays[part].array; }
  vtkIdType numPoints() const { return this->pointCount; }
  vtkIdType numCells() const { return this->cellCount; }

  /// Whether `later` has the same mesh as this source had when it was made: the same arrays unmodified, or
  /// other arrays with the same bytes. Without `looks`, other arrays that are not one block of host memory
  /// count as changed: an array on a device would have to come to the host.
  bool holdsFor(const GridSource& later, bool looks = true) const;

private:
  struct TimedArray
  {
    vtkSmartPointer<vtkDataArray> array;
    vtkMTimeType time = 0;
  };
  struct TimedContainer
  {
    vtkSmartPointer<vtkObject> object;
    vtkMTimeType time = 0;
  };
  static bool equal(const TimedArray& before, const TimedArray& now, bool looks);

  std::array<TimedArray, NumberOfParts> arrays;
  /// vtkPoints and vtkCellArray of cells, faces and faces of cells: their users may call Modified() on them
  /// alone.
  std::array<TimedContainer, 4> containers;
  vtkIdType pointCount = 0;
  vtkIdType cellCount = 0;
};

} // namespace inkray::filters
