// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/MeshCamera.h"

#include <algorithm>
#include <cmath>

namespace inkray
{
namespace
{

double dot3(const double* a, const double* b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

} // namespace

bool makeMeshCamera(const Camera& camera, const double center[3], double scale, MeshCamera& out)
{
  return makeMeshCamera(camera, center, scale, scale, out);
}

bool makeMeshCamera(const Camera& camera, const double center[3], double scale, double whole, MeshCamera& out)
{
  // Eye coordinates of a normalized mesh point p': E (p' / scale + center). Sums with the center are in
  // double precision, so that meshes far from the origin lose no precision.
  double eye[3][4];
  for (int r = 0; r < 3; ++r)
  {
    const double* row = camera.meshToEye + 4 * r;
    for (int c = 0; c < 3; ++c)
      eye[r][c] = row[c] / scale;
    eye[r][3] = dot3(row, center) + row[3];
  }
  // Use one unit of length for both the mesh and the eye space, so that products of coordinates neither
  // overflow nor underflow.
  double unit = 0;
  for (const auto& row : eye)
    unit = std::max(unit, std::sqrt(dot3(row, row)));
  const double own = unit; // the unit of a part by itself; depths are in the unit of the whole mesh
  unit *= scale / whole;
  const double* P = camera.eyeToClip;
  const double determinant = eye[0][0] * (eye[1][1] * eye[2][2] - eye[1][2] * eye[2][1]) -
    eye[0][1] * (eye[1][0] * eye[2][2] - eye[1][2] * eye[2][0]) +
    eye[0][2] * (eye[1][0] * eye[2][1] - eye[1][1] * eye[2][0]);
  if (!(unit > 0) || !std::isfinite(unit) || !(std::abs(determinant) > 1e-14 * own * own * own) ||
    !(P[0] != 0) || !(P[5] != 0) || camera.width <= 0 || camera.height <= 0)
    return false;

  out = MeshCamera();
  static_cast<ImagePlane&>(out) = makeImagePlane(camera, unit);
  out.slack = 4.8e-7f * (out.halfWidth + out.halfHeight + 1.0f);
  const bool isParallel = camera.isParallel();
  const bool isDistant = !isParallel && camera.eyeDepth != 0;
  out.parallel = isParallel || isDistant;
  out.bend = isDistant ? static_cast<float>(unit / camera.eyeDepth) : 0.0f;
  // For a distant eye, x and y count pixels in the plane where depths begin.
  const double perDepth = isParallel ? 1.0 : 1.0 / (isDistant ? camera.eyeDepth : unit);
  const double halfWidth = 0.5 * camera.width;
  const double halfHeight = 0.5 * camera.height;
  for (int c = 0; c < 4; ++c)
  {
    const double x = P[0] * eye[0][c] + P[1] * eye[1][c] + P[2] * eye[2][c];
    const double y = P[4] * eye[0][c] + P[5] * eye[1][c] + P[6] * eye[2][c];
    // Constant terms of the projection apply only in a parallel one (w = 1); in a perspective they would
    // shift the eye.
    const double constX = c == 3 ? P[3] - P[2] * camera.eyeDepth : 0.0;
    const double constY = c == 3 ? P[7] - P[6] * camera.eyeDepth : 0.0;
    out.rowX[c] = static_cast<float>(halfWidth * (x + constX) * perDepth);
    out.rowY[c] = static_cast<float>(halfHeight * (y + constY) * perDepth);
    out.rowDepth[c] = static_cast<float>(-eye[2][c] / unit);
  }
  // Seen from the camera (x right, y up), an outward face whose corners are counter-clockwise stays so; a
  // mirroring matrix or image reverses it.
  out.facing = determinant * P[0] * P[5] > 0 ? 1.0f : -1.0f;
  out.worldPerDepth = static_cast<float>(unit);

  const DepthRange range = depthRange(camera);
  out.nearDepth = std::isfinite(range.low) ? static_cast<float>(range.low / unit) : -1e30f;
  out.farDepth = std::isfinite(range.high) ? static_cast<float>(range.high / unit) : 1e30f;
  if (!isParallel)
  {
    out.lengthX[0] = static_cast<float>(1.0 / (halfWidth * P[0]));
    out.lengthX[1] = static_cast<float>(P[2] / P[0]);
    out.lengthY[0] = static_cast<float>(1.0 / (halfHeight * P[5]));
    out.lengthY[1] = static_cast<float>(P[6] / P[5]);
  }
  return true;
}

} // namespace inkray
