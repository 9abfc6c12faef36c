// SPDX-License-Identifier: BSD-3-Clause
#include "View/RayGenerator.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace
{

void multiply(const double a[16], const double b[16], double out[16])
{
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
    {
      out[4 * i + j] = 0;
      for (int k = 0; k < 4; ++k)
        out[4 * i + j] += a[4 * i + k] * b[4 * k + j];
    }
}

/// Inverse of the upper left 3 x 3 part; false when it is singular.
bool invert3(const double m[16], double inverse[9])
{
  const double* a = m;
  const double c00 = a[5] * a[10] - a[6] * a[9], c01 = a[6] * a[8] - a[4] * a[10],
               c02 = a[4] * a[9] - a[5] * a[8];
  const double determinant = a[0] * c00 + a[1] * c01 + a[2] * c02;
  if (!(std::abs(determinant) > 0) || !std::isfinite(determinant))
    return false;
  inverse[0] = c00 / determinant;
  inverse[1] = (a[2] * a[9] - a[1] * a[10]) / determinant;
  inverse[2] = (a[1] * a[6] - a[2] * a[5]) / determinant;
  inverse[3] = c01 / determinant;
  inverse[4] = (a[0] * a[10] - a[2] * a[8]) / determinant;
  inverse[5] = (a[2] * a[4] - a[0] * a[6]) / determinant;
  inverse[6] = c02 / determinant;
  inverse[7] = (a[1] * a[8] - a[0] * a[9]) / determinant;
  inverse[8] = (a[0] * a[5] - a[1] * a[4]) / determinant;
  return true;
}

void apply3(const double m[9], const double v[3], double out[3])
{
  for (int i = 0; i < 3; ++i)
    out[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

} // namespace

bool makeRayGenerator(
  const Camera& camera, const double modelToMesh[16], const std::int32_t size[3], RayGenerator& out)
{
  double m[16], inverse[9];
  multiply(camera.meshToEye, modelToMesh, m);
  if (!invert3(m, inverse))
    return false;
  const double translation[3] = { m[3], m[7], m[11] };

  // Depth of the model's middle, and how far the model reaches around it.
  double middle[3] = { 0.5 * size[0], 0.5 * size[1], 0.5 * size[2] };
  const double middleDepth = -(m[8] * middle[0] + m[9] * middle[1] + m[10] * middle[2] + m[11]);
  double radius = 0;
  for (int corner = 0; corner < 8; ++corner)
  {
    double d[3];
    for (int a = 0; a < 3; ++a)
      d[a] = (corner >> a & 1) != 0 ? middle[a] : -middle[a];
    radius = std::max(radius, std::abs(m[8] * d[0] + m[9] * d[1] + m[10] * d[2]));
  }

  // Eye position at depth d: clip coordinates are w times those of the pixel, with w = d for perspective and
  // 1 for parallel. x = (w px + p2 d - p3) / p0 and likewise y, with the projection's rows (p0 p1 p2 p3).
  const double* p = camera.eyeToClip;
  const double det = p[0] * p[5] - p[1] * p[4];
  if (!(std::abs(det) > 0) || !std::isfinite(det) || camera.width <= 0 || camera.height <= 0)
    return false;
  const bool parallel = camera.isParallel();
  static_cast<ImagePlane&>(out) = makeImagePlane(camera);
  const double i00 = p[5] / det, i01 = -p[1] / det, i10 = -p[4] / det, i11 = p[0] / det;
  const double perU = 2.0 / camera.width,
               perV = 2.0 / camera.height; // normalised device coordinates a pixel, from the image centre
  // Constant part, part of depth; and of both the parts that grow with u and v.
  const double fixed[3] = { -(i00 * p[3] + i01 * p[7]), -(i10 * p[3] + i11 * p[7]), 0 };
  const double along[3] = { i00 * p[2] + i01 * p[6], i10 * p[2] + i11 * p[6], -1 };
  const double ofU[3] = { i00 * perU, i10 * perU, 0 }, ofV[3] = { i01 * perV, i11 * perV, 0 };

  // t = 0 lies at the model's middle, but in front of the eye.
  const double depth0 = parallel ? middleDepth : std::max(middleDepth, 0.25 * radius + 1e-300);
  double direction[3];
  apply3(inverse, along, direction);
  const double directionLength =
    std::sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(directionLength > 0) || !std::isfinite(directionLength))
    return false;
  const double perT = 1.0 / directionLength; // depth for one unit of t: about one cell
  double originEye[3], uEye[3], vEye[3], origin[3], originU[3], originV[3], directionU[3], directionV[3];
  for (int a = 0; a < 3; ++a)
  {
    originEye[a] = fixed[a] + depth0 * along[a] - translation[a];
    uEye[a] = ofU[a] * (parallel ? 1.0 : depth0);
    vEye[a] = ofV[a] * (parallel ? 1.0 : depth0);
  }
  apply3(inverse, originEye, origin);
  apply3(inverse, uEye, originU);
  apply3(inverse, vEye, originV);
  apply3(inverse, ofU, directionU);
  apply3(inverse, ofV, directionV);
  for (int a = 0; a < 3; ++a)
  {
    out.origin[a] = static_cast<float>(origin[a]);
    out.originU[a] = static_cast<float>(originU[a]);
    out.originV[a] = static_cast<float>(originV[a]);
    out.direction[a] = static_cast<float>(direction[a] * perT);
    out.directionU[a] = parallel ? 0.0f : static_cast<float>(directionU[a] * perT);
    out.directionV[a] = parallel ? 0.0f : static_cast<float>(directionV[a] * perT);
  }
  out.depthOrigin = static_cast<float>(depth0);
  out.depthPerT = static_cast<float>(perT);

  // Near and far in the parameter of the rays; a plane at infinity is far away in any model.
  const double most = 1e30 * perT;
  const DepthRange range = depthRange(camera);
  const double low = std::max(range.low, -most), high = std::min(range.high, most);
  const double behindEye = parallel ? low : std::max(low, 0.0);
  out.tNear = static_cast<float>((behindEye - depth0) / perT);
  out.tFar = static_cast<float>((high - depth0) / perT);
  if (!(out.tNear < out.tFar))
    return false;

  // Positions in eye coordinates for lighting; shears between x and y of the projection do not occur there.
  out.eyeX[0] = static_cast<float>(fixed[0]);
  out.eyeX[1] = parallel ? static_cast<float>(ofU[0]) : 0.0f;
  out.eyeX[2] = static_cast<float>(along[0]);
  out.eyeX[3] = parallel ? 0.0f : static_cast<float>(ofU[0]);
  out.eyeY[0] = static_cast<float>(fixed[1]);
  out.eyeY[1] = parallel ? static_cast<float>(ofV[1]) : 0.0f;
  out.eyeY[2] = static_cast<float>(along[1]);
  out.eyeY[3] = parallel ? 0.0f : static_cast<float>(ofV[1]);

  // Gradients go by the transposed inverse; scaled so that its largest element is 1.
  double largest = 0;
  for (double e : inverse)
    largest = std::max(largest, std::abs(e));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.normalToEye[3 * i + j] = static_cast<float>(inverse[3 * j + i] / largest);
  return true;
}

} // namespace inkray
