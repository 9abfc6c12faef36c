// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <vector>

class vtkDataSet;

/// The bounds of images that are parts of a whole, without ghost cells, which a neighboring part also has.
/// The boxes of ranks must not overlap.
class PartBounds
{
public:
  /// The bounds of all images together; uninitialized (vtkMath) if there are none. The bounds of images that
  /// have not changed since the last call are kept. `ofCells`: values of cells are drawn, between their
  /// centers; where a part has a layer of a neighbor's cells, it begins at the center of its first own cell,
  /// or ends at the center of the neighbor's first. `axes`: the columns of this matrix are the directions of
  /// the bounds; null: x, y and z.
  void Get(const std::vector<vtkSmartPointer<vtkDataSet>>& images, double bounds[6], bool ofCells = false,
    const double* axes = nullptr);

private:
  struct Piece
  {
    vtkSmartPointer<vtkDataSet> Image;
    vtkMTimeType Time = 0;
    bool OfCells = false;
    std::vector<double> Axes;
    double Bounds[6];
  };
  std::vector<Piece> Pieces;
};
