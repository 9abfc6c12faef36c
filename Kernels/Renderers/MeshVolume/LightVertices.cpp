// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/LightVertices.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

MeshToEye::MeshToEye(const Camera& camera, const double center[3], double scale)
{
  double m[3][3], largest = 0;
  for (int r = 0; r < 3; ++r)
  {
    const double* const row = camera.meshToEye + 4 * r;
    double moved = row[3];
    for (int c = 0; c < 3; ++c)
    {
      m[r][c] = row[c];
      moved += row[c] * center[c];
      position[4 * r + c] = static_cast<float>(row[c] / scale);
    }
    position[4 * r + 3] = static_cast<float>(moved);
  }
  // Gradients go by the inverse transpose, which but for its determinant is the matrix of cofactors.
  double cofactor[9];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
    {
      const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      cofactor[3 * r + c] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
      largest = std::max(largest, std::abs(cofactor[3 * r + c]));
    }
  std::transform(cofactor, cofactor + 9, gradient,
    [=](double x) { return static_cast<float>(largest > 0 ? x / largest : 0.0); });
}

} // namespace inkray
