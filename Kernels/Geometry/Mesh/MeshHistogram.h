// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetHistogram.h"
#include "View/Clipping.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray
{

/// The values of a mesh to be counted.
struct MeshHistogramInput
{
  HistogramBins values;       ///< in units of the data
  HistogramBins gradients;    ///< of magnitudes of the gradient in each tet, in units of the data
                              ///< per unit of length; steeper ones are in the last bin. One bin: all
  bool obeysThreshold = true; ///< tets count that the mesh's threshold shows; false: all
  CropBox box;                ///< tets count with their centroid inside, or outside
  double bounds[6] = { 0, 0, 0, 0, 0, 0 }; ///< of the shadows: least and greatest x, y and z
};

/// The volume of a mesh by value, and by magnitude of the gradient: exact in each tet, where values are
/// linear or constant, and gradients constant.
struct MeshHistogram
{
  /// Of the tets that count, in units of length to the power of 3: a row of values' bins for each bin of
  /// gradients.
  std::vector<double> volumes;

  /// The squares of a grid over the bounds, seen along each axis, that hold a part of the volume in the bins:
  /// 1, otherwise 0. Along x, square (i, k) is number `squares` i + k, i counting along y and k along z; and
  /// so on, in turn.
  static constexpr int squares = 32;
  std::array<std::vector<std::uint8_t>, 3> shadows;

  /// The largest magnitude of the tets that count; 0 with one bin of gradients.
  double largestGradient = 0;
};

} // namespace inkray
