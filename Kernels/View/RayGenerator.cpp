// SPDX-License-Identifier: BSD-3-Clause
#include "View/RayGenerator.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace
{

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
  if (!invertLinearPart(m, inverse))
    return false;
  const double translation[3] = { m[3], m[7], m[11] };

  // The depth of the model's middle, and the model's extent around it.
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

  PixelsInEye pixels;
  if (!makePixelsInEye(camera, pixels))
    return false;
  const bool parallel = camera.isParallel();
  static_cast<ImagePlane&>(out) = makeImagePlane(camera);
  makeEyeRays(pixels, parallel, inverse, out);

  // t = 0 lies at the model's middle, but never behind the eye.
  const double toEye = camera.eyeDepth;
  const double depth0 = parallel ? middleDepth : std::max(middleDepth, 0.25 * radius + 1e-300 - toEye);
  double direction[3];
  apply3(inverse, pixels.along, direction);
  const double directionLength =
    std::sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(directionLength > 0) || !std::isfinite(directionLength))
    return false;
  const double perT = 1.0 / directionLength; // change of depth for one unit of t, which is about one cell
  double originEye[3], uEye[3], vEye[3], origin[3], originU[3], originV[3], directionU[3], directionV[3];
  for (int a = 0; a < 3; ++a)
  {
    originEye[a] = pixels.fixed[a] + depth0 * pixels.along[a] - translation[a];
    uEye[a] = pixels.ofU[a] * (parallel ? 1.0 : depth0 + toEye);
    vEye[a] = pixels.ofV[a] * (parallel ? 1.0 : depth0 + toEye);
  }
  apply3(inverse, originEye, origin);
  apply3(inverse, uEye, originU);
  apply3(inverse, vEye, originV);
  apply3(inverse, pixels.ofU, directionU);
  apply3(inverse, pixels.ofV, directionV);
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

  // Near and far plane as parameters of the rays; a plane at infinity becomes one far away from any model.
  const double most = 1e30 * perT;
  const DepthRange range = depthRange(camera);
  const double low = std::max(range.low, -most), high = std::min(range.high, most);
  const double behindEye = parallel ? low : std::max(low, -toEye);
  out.tNear = static_cast<float>((behindEye - depth0) / perT);
  out.tFar = static_cast<float>((high - depth0) / perT);
  if (!(out.tNear < out.tFar))
    return false;
  return true;
}

} // namespace inkray
