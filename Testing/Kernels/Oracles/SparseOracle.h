// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/SparseRays.h"

#include <string>
#include <vector>

namespace inkray::testing
{

/// What a caster drew of sparse rays.
struct SparsePictureOf
{
  std::vector<float> image, depth; ///< depth may be empty
  SparseReport report;
};

/// Root mean square difference of colour and opacity.
double errorOf(const SparsePictureOf& picture, const SparsePictureOf& whole);

/// A sharp picture beside the whole one and one that is interpolated alone: its error is at most `mostError`
/// of that one's, with rays for a quarter of the pixels at most; and pixels with a ray of their own are those
/// of the whole picture, bit for bit.
void expectSparse(const SparsePictureOf& whole, const SparsePictureOf& blurred, const SparsePictureOf& sharp,
  double mostError, const std::string& what);

/// A picture of size x size pixels that is the bilinear interpolation of a smaller one.
void expectInterpolated(
  const SparsePictureOf& enlarged, const SparsePictureOf& small, int width, int height, int size);

/// Window depths of a disc at the near plane, in a picture of size x size pixels.
std::vector<float> discOfStops(int size);

} // namespace inkray::testing
