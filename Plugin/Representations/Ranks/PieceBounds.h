// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <vector>

class vtkDataSet;

/// The bounds of images that are pieces of a whole, without the layers of cells that a neighbouring piece has
/// as well: the boxes of the ranks of a parallel server must not overlap.
class PieceBounds
{
public:
  /// The bounds of all images together; uninitialized (vtkMath) where there are none. Images that have not
  /// changed since the last call are not looked at again.
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
