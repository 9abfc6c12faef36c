// SPDX-License-Identifier: BSD-3-Clause
#include "Picture/BoxInView.h"

#include "View/EyeRays.h"

#include <algorithm>

namespace inkray
{

bool BoxInView::isInCoordinatesOf(const Camera& other) const
{
  return std::equal(other.meshToEye, other.meshToEye + 16, camera.meshToEye);
}

std::vector<ClippingPlane> BoxInView::sidesFor(const Camera& other) const
{
  ClippingPlane sides[6];
  const int count = box.halfSpaces(sides);
  if (this->isInCoordinatesOf(other))
    return { sides, sides + count };
  double eyeToBox[16];
  invertView(camera, eyeToBox);
  std::vector<ClippingPlane> planes;
  for (int side = 0; side < count; ++side)
  {
    // Transform from the other coordinates to those of the box: both matrices are affine.
    ClippingPlane plane = { { 0, 0, 0 }, sides[side].distance };
    for (int axis = 0; axis < 3; ++axis)
      for (int eye = 0; eye < 4; ++eye)
      {
        const double toBox = sides[side].normal[axis] * eyeToBox[4 * axis + eye];
        for (int own = 0; own < 3; ++own)
          plane.normal[own] += toBox * other.meshToEye[4 * eye + own];
        plane.distance -= toBox * other.meshToEye[4 * eye + 3];
      }
    if (std::any_of(plane.normal, plane.normal + 3, [](double n) { return n != 0.0; }))
      planes.push_back(plane);
  }
  return planes;
}

void BoxInView::cut(const Camera& other, AxisBox& piece, std::vector<ClippingPlane>& planes) const
{
  if (this->isInCoordinatesOf(other))
    piece = commonSpace(box, piece);
  else
    for (const ClippingPlane& side : this->sidesFor(other))
      planes.push_back(side);
}

AxisBox commonSpace(const AxisBox& a, const AxisBox& b)
{
  AxisBox both;
  for (int axis = 0; axis < 3; ++axis)
  {
    both.low[axis] = std::max(a.low[axis], b.low[axis]);
    both.high[axis] = std::min(a.high[axis], b.high[axis]);
  }
  return both;
}

} // namespace inkray
