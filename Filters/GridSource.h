// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkDataArray.h"
#include "vtkObject.h"
#include "vtkSmartPointer.h"

#include <array>

class vtkUnstructuredGrid;

namespace inkray::filters
{

/// The arrays of an unstructured grid that determine its tets. They are kept, to find out later whether
/// another grid, such as the next time step, has the same mesh and need not be subdivided again.
class GridSource
{
public:
  enum Part
  {
    Points,
    Offsets,
    Connectivity,
    Types,
    Faces, ///< faces of polyhedra; these four are as in PolyhedronArrays
    FaceOffsets,
    FaceLocations,
    FaceLocationOffsets,
    CellGhosts,
    PointGhosts,
    Degrees, ///< orders of higher-order cells
    NumberOfParts
  };

  GridSource() = default;
  /// Take the current arrays of `grid`. Arrays that it does not have are null; all are null if grid is null.
  explicit GridSource(vtkUnstructuredGrid* grid);

  vtkDataArray* array(Part part) const { return this->arrays[part].array; }
  vtkIdType numPoints() const { return this->pointCount; }
  vtkIdType numCells() const { return this->cellCount; }

  /// Whether `later` has the mesh that this source had when it was made: the same unmodified arrays, or other
  /// arrays with the same values. With `looks` false, arrays that are not one block of host memory count as
  /// changed: comparing them would copy arrays on a device to the host.
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
  /// vtkPoints and the vtkCellArrays of cells, faces and faces of cells. Programs may call Modified() on them
  /// without modifying their arrays.
  std::array<TimedContainer, 4> containers;
  vtkIdType pointCount = 0;
  vtkIdType cellCount = 0;
};

} // namespace inkray::filters
