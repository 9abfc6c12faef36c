// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/MeshLighting.h"

namespace inkray
{

MeshToEye::MeshToEye(const Camera& camera, const double center[3], double scale)
{
  for (int r = 0; r < 3; ++r)
  {
    const double* const row = camera.meshToEye + 4 * r;
    double moved = row[3] - (r == 2 ? camera.eyeDepth : 0.0);
    for (int c = 0; c < 3; ++c)
    {
      moved += row[c] * center[c];
      rows[4 * r + c] = static_cast<float>(row[c] / scale);
    }
    rows[4 * r + 3] = static_cast<float>(moved);
  }
}

} // namespace inkray
