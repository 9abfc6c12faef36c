// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetHistogram.h"
#include "View/Clipping.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray
{

/// Which values of a mesh to count, and how.
struct MeshHistogramInput
{
  HistogramBins values;       ///< in units of the data
  HistogramBins gradients;    ///< of magnitudes of the gradient in each tet, in units of the data per unit of
                              ///< length; steeper gradients are in the last bin. One bin counts all
  bool obeysThreshold = true; ///< count only tets that the mesh's threshold shows; false: all
  CropBox box;                ///< tets count if their centroid is inside, or outside
  double bounds[6] = { 0, 0, 0, 0, 0, 0 }; ///< bounds of the shadows: least and greatest x, y and z
};

/// The volume of a mesh by value, and by magnitude of the gradient. It is exact in each tet, where values are
/// linear or constant, and gradients constant.
struct MeshHistogram
{
  /// The volumes of the counted tets, in units of length to the power of 3. There is one row for each bin of
  /// gradients, and each row has the bins of values.
  std::vector<double> volumes;

  /// For each axis, 1 for the squares of a grid over the bounds, seen along the axis, that hold a part of the
  /// counted volume; otherwise 0. Along x, square (i, k) has index `squares` i + k, with i along y and k
  /// along z; other axes follow in cyclic order.
  static constexpr int squares = 32;
  std::array<std::vector<std::uint8_t>, 3> shadows;

  /// The largest gradient magnitude of the counted tets; 0 with one bin of gradients.
  double largestGradient = 0;
};

} // namespace inkray
