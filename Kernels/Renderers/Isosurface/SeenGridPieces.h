// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// The walls along each axis that cut a grid into pieces, in the grid's coordinates and ascending; the first
/// and the last one bound the grid.
struct GridWalls
{
  std::vector<double> along[3];

  std::size_t count(int axis) const { return along[axis].size() - 1; } ///< of pieces
};

/// A piece in a picture (x fastest), and the rectangle of pixels in which it lies: its lower left pixel and
/// its size.
struct SeenGridPiece
{
  std::size_t piece;
  int x, y, width, height;
};

/// The pieces for which isWanted that may be in the picture of a camera, from front to back: no ray comes
/// from one to another that is before it in the list. `gridToMesh` maps the grid's coordinates to those that
/// Camera::meshToEye takes (row-major, affine, not singular).
std::vector<SeenGridPiece> seenGridPieces(const GridWalls& walls, const double gridToMesh[16],
  const Camera& camera, const std::vector<bool>& isWanted);

} // namespace inkray
