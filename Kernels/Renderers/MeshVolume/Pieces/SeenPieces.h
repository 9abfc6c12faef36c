// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/Partition.h"
#include "View/Camera.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// A piece in a picture, and the rectangle of pixels in which it lies: its lower left pixel and its size.
struct SeenPiece
{
  std::size_t piece;
  int x, y, width, height;
  double layer = 0; ///< how many pieces lie before it, as the mean over its pixels
};

/// The pieces that may be in the picture of a camera, from front to back. One of them where none is, which
/// finds what is wrong with a frame.
std::vector<SeenPiece> seenPieces(const MeshPartition& partition, const Camera& camera);

} // namespace inkray
