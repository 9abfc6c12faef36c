// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/SparseRays.h"

#include <string>
#include <vector>

namespace inkray::testing
{

/// The picture that a caster drew with sparse rays.
struct SparsePictureOf
{
  std::vector<float> image, depth; ///< depth may be empty
  SparseReport report;
};

/// Root mean square difference of color and opacity.
double errorOf(const SparsePictureOf& picture, const SparsePictureOf& whole);

/// Compares a sharp picture with the whole one, and with a picture that is interpolated only. The sharp
/// picture's error must be at most `mostError` times the interpolated one's, with rays for a quarter of the
/// pixels at most. Pixels with their own ray must equal the whole picture bit for bit.
void expectSparse(const SparsePictureOf& whole, const SparsePictureOf& blurred, const SparsePictureOf& sharp,
  double mostError, const std::string& what);

/// Expects a picture of size x size pixels to be the bilinear interpolation of a smaller one.
void expectInterpolated(
  const SparsePictureOf& enlarged, const SparsePictureOf& small, int width, int height, int size);

/// Window depths of a disc at the near plane, for a picture of size x size pixels.
std::vector<float> discOfStops(int size);

} // namespace inkray::testing
