// SPDX-License-Identifier: BSD-3-Clause
#include "View/EyeRays.h"

#include <algorithm>

namespace inkray
{

bool makePixelsInEye(const Camera& camera, PixelsInEye& out)
{
  // Clip coordinates are w times the pixel's normalized device coordinates, with w = d for perspective and 1
  // for parallel. So x = (w px + p2 d - p3) / p0, and y likewise, with the projection's rows (p0 p1 p2 p3).
  const double* p = camera.eyeToClip;
  const double det = p[0] * p[5] - p[1] * p[4];
  if (!(std::abs(det) > 0) || !std::isfinite(det) || camera.width <= 0 || camera.height <= 0)
    return false;
  const double i00 = p[5] / det, i01 = -p[1] / det, i10 = -p[4] / det, i11 = p[0] / det;
  const double perU = 2.0 / camera.width,
               perV = 2.0 / camera.height; // normalized device coordinates for each pixel, from the image
                                           // center
  const double along[2] = { i00 * p[2] + i01 * p[6], i10 * p[2] + i11 * p[6] };
  const double eye = camera.eyeDepth;
  out = { { eye * along[0] - (i00 * p[3] + i01 * p[7]), eye * along[1] - (i10 * p[3] + i11 * p[7]), 0 },
    { along[0], along[1], -1 }, { i00 * perU, i10 * perU, 0 }, { i01 * perV, i11 * perV, 0 }, eye };
  return true;
}

bool invertLinearPart(const double matrix[16], double inverse[9])
{
  const double* a = matrix;
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

void multiply(const double a[16], const double b[16], double (&out)[16])
{
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
    {
      out[4 * i + j] = 0;
      for (int k = 0; k < 4; ++k)
        out[4 * i + j] += a[4 * i + k] * b[4 * k + j];
    }
}

void findEye(const Camera& camera, double (&eye)[3])
{
  const double* const E = camera.meshToEye;
  const double* const P = camera.eyeToClip;
  const bool isParallel = camera.isParallel();
  const double inEye[3] = { isParallel ? P[2] / P[0] : -E[3], isParallel ? P[6] / P[5] : -E[7],
    isParallel ? -1.0 : camera.eyeDepth - E[11] };
  double inverse[9] = {};
  const bool hasInverse = invertLinearPart(E, inverse);
  for (int axis = 0; axis < 3; ++axis)
    eye[axis] = !hasInverse
      ? 0
      : inverse[3 * axis] * inEye[0] + inverse[3 * axis + 1] * inEye[1] + inverse[3 * axis + 2] * inEye[2];
}

void makeEyeRays(const PixelsInEye& pixels, bool parallel, const double eyeToModel[9], EyeRays& out)
{
  // Lighting ignores shears of the projection between x and y.
  const auto axis = [&](int a, const double of[3], float eye[4]) {
    eye[0] = static_cast<float>(pixels.fixed[a]);
    eye[1] = static_cast<float>(parallel ? of[a] : pixels.eyeDepth * of[a]);
    eye[2] = static_cast<float>(pixels.along[a]);
    eye[3] = parallel ? 0.0f : static_cast<float>(of[a]);
  };
  axis(0, pixels.ofU, out.eyeX);
  axis(1, pixels.ofV, out.eyeY);
  out.eyeDepth = static_cast<float>(pixels.eyeDepth);
  // Gradients transform by the transposed inverse, which is scaled here so that its largest element is 1.
  double largest = 0;
  for (int i = 0; i < 9; ++i)
    largest = std::max(largest, std::abs(eyeToModel[i]));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      out.normalToEye[3 * i + j] = static_cast<float>(eyeToModel[3 * j + i] / largest);
}

void makeEyeRays(const Camera& camera, EyeRays& out)
{
  PixelsInEye pixels = {};
  double eyeToMesh[9] = {};
  makePixelsInEye(camera, pixels);
  invertLinearPart(camera.meshToEye, eyeToMesh);
  makeEyeRays(pixels, camera.isParallel(), eyeToMesh, out);
}

void invertView(const Camera& camera, double eyeToMesh[16])
{
  double linear[9] = {};
  invertLinearPart(camera.meshToEye, linear);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      eyeToMesh[4 * i + j] = i < 3 && j < 3 ? linear[3 * i + j] : i == j ? 1.0 : 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      eyeToMesh[4 * i + 3] -= linear[3 * i + j] * camera.meshToEye[4 * j + 3];
}

} // namespace inkray
