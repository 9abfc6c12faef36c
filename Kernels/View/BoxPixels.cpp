// SPDX-License-Identifier: BSD-3-Clause
#include "View/BoxPixels.h"

#include <algorithm>
#include <cmath>

namespace inkray
{

bool findBoxPixels(const AxisBox& box, const double toClip[16], const Camera& camera, BoxPixels& pixels)
{
  bool isBeyond[6] = { true, true, true, true, true, true }, isInFront = true;
  double low[2] = { 1, 1 }, high[2] = { -1, -1 };
  for (int corner = 0; corner < 8; ++corner)
  {
    const double p[3] = { (corner & 1) != 0 ? box.high[0] : box.low[0],
      (corner & 2) != 0 ? box.high[1] : box.low[1], (corner & 4) != 0 ? box.high[2] : box.low[2] };
    double clip[4];
    for (int r = 0; r < 4; ++r)
      clip[r] =
        toClip[4 * r] * p[0] + toClip[4 * r + 1] * p[1] + toClip[4 * r + 2] * p[2] + toClip[4 * r + 3];
    for (int axis = 0; axis < 3; ++axis)
    {
      isBeyond[2 * axis] = isBeyond[2 * axis] && clip[axis] < -clip[3];
      isBeyond[2 * axis + 1] = isBeyond[2 * axis + 1] && clip[axis] > clip[3];
    }
    isInFront = isInFront && clip[3] > 0;
    for (int axis = 0; axis < 2; ++axis)
    {
      low[axis] = std::min(low[axis], clip[axis] / clip[3]);
      high[axis] = std::max(high[axis], clip[axis] / clip[3]);
    }
  }
  const int size[2] = { camera.width, camera.height };
  int first[2] = { 0, 0 }, last[2] = { size[0] - 1, size[1] - 1 };
  for (int axis = 0; axis < 2 && isInFront; ++axis)
  {
    // Add one pixel on each side.
    const double half = 0.5 * size[axis];
    first[axis] = static_cast<int>(std::clamp(std::floor((low[axis] + 1) * half) - 1, 0.0, size[axis] - 1.0));
    last[axis] = static_cast<int>(
      std::clamp(std::ceil((high[axis] + 1) * half) + 1, double(first[axis]), size[axis] - 1.0));
  }
  pixels.x = first[0];
  pixels.y = first[1];
  pixels.width = last[0] - first[0] + 1;
  pixels.height = last[1] - first[1] + 1;
  return std::none_of(isBeyond, isBeyond + 6, [](bool beyond) { return beyond; });
}

} // namespace inkray
