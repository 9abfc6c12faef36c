// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Camera.h"

#include <array>
#include <cmath>
#include <utility>

namespace inkray::testing
{

using Vector = std::array<double, 3>;
using Matrix = std::array<double, 16>; ///< row-major, acts on columns

inline Vector minus(const Vector& a, const Vector& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

inline double dot(const Vector& a, const Vector& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector cross(const Vector& a, const Vector& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

inline double norm(const Vector& a)
{
  return std::sqrt(dot(a, a));
}

std::array<double, 4> transform(const double* matrix, const Vector& p);
Matrix multiply(const Matrix& a, const Matrix& b);
Matrix inverse(const double* matrix); ///< throws std::invalid_argument if there is no inverse
Matrix translation(double x, double y, double z);
Matrix scaling(double x, double y, double z);
Matrix rotation(const Vector& axis, double degrees);

/// World to eye coordinates for an eye that looks at a point.
Matrix lookAt(const Vector& eye, const Vector& target, const Vector& up);
/// The frustum and orthographic matrices of OpenGL.
Matrix frustum(double left, double right, double bottom, double top, double near, double far);
Matrix orthographic(double left, double right, double bottom, double top, double near, double far);

/// A camera from its matrices.
Camera makeCamera(const Matrix& view, const Matrix& projection, int width, int height,
  const Matrix& volume = translation(0, 0, 0));
/// A symmetric perspective; viewAngle is vertical, in degrees.
Camera perspectiveCamera(
  const Vector& eye, const Vector& target, double viewAngle, double near, double far, int width, int height);
/// A parallel projection; halfHeight is half the image's height in world units.
Camera parallelCamera(
  const Vector& eye, const Vector& target, double halfHeight, double near, double far, int width, int height);

/// The ray through the center of pixel (i, j), or through a place beside it, in eye coordinates: the points
/// on the near plane and at window depth `depth` in [0, 1].
std::pair<Vector, Vector> pixelRay(
  const Camera& camera, const Matrix& clipToEye, double i, double j, double depth = 1.0);

} // namespace inkray::testing
