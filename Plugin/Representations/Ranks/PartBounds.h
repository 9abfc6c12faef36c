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
  /// have not changed since the last call are kept.
  void Get(const std::vector<vtkSmartPointer<vtkDataSet>>& images, double bounds[6]);

private:
  struct Piece
  {
    vtkSmartPointer<vtkDataSet> Image;
    vtkMTimeType Time = 0;
    double Bounds[6];
  };
  std::vector<Piece> Pieces;
};
