// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/Matrices.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace inkray::testing
{
namespace
{
constexpr double Pi = 3.14159265358979323846;
}

std::array<double, 4> transform(const double* matrix, const Vector& p)
{
  std::array<double, 4> result;
  for (int row = 0; row < 4; ++row)
  {
    result[row] =
      matrix[4 * row] * p[0] + matrix[4 * row + 1] * p[1] + matrix[4 * row + 2] * p[2] + matrix[4 * row + 3];
  }
  return result;
}

Matrix multiply(const Matrix& a, const Matrix& b)
{
  Matrix result{};
  for (int i = 0; i < 4; ++i)
  {
    for (int j = 0; j < 4; ++j)
    {
      for (int k = 0; k < 4; ++k)
      {
        result[4 * i + j] += a[4 * i + k] * b[4 * k + j];
      }
    }
  }
  return result;
}

// Gauss-Jordan with pivoting.
Matrix inverse(const double* matrix)
{
  double a[4][8] = {};
  for (int i = 0; i < 4; ++i)
  {
    std::copy_n(matrix + 4 * i, 4, a[i]);
    a[i][4 + i] = 1.0;
  }
  for (int column = 0; column < 4; ++column)
  {
    int pivot = column;
    for (int i = column + 1; i < 4; ++i)
    {
      pivot = std::abs(a[i][column]) > std::abs(a[pivot][column]) ? i : pivot;
    }
    if (a[pivot][column] == 0.0)
    {
      throw std::invalid_argument("A matrix of the test has no inverse.");
    }
    std::swap(a[column], a[pivot]);
    const double scale = 1.0 / a[column][column];
    for (double& x : a[column])
    {
      x *= scale;
    }
    for (int i = 0; i < 4; ++i)
    {
      const double factor = i == column ? 0.0 : a[i][column];
      for (int j = 0; j < 8; ++j)
      {
        a[i][j] -= factor * a[column][j];
      }
    }
  }
  Matrix result;
  for (int i = 0; i < 4; ++i)
  {
    std::copy_n(a[i] + 4, 4, result.begin() + 4 * i);
  }
  return result;
}

Matrix translation(double x, double y, double z)
{
  return { 1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1 };
}

Matrix scaling(double x, double y, double z)
{
  return { x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1 };
}

// Rodrigues' formula.
Matrix rotation(const Vector& axis, double degrees)
{
  const double length = norm(axis), c = std::cos(degrees * Pi / 180.0), s = std::sin(degrees * Pi / 180.0);
  const double x = axis[0] / length, y = axis[1] / length, z = axis[2] / length, d = 1.0 - c;
  return { c + x * x * d, x * y * d - z * s, x * z * d + y * s, 0, y * x * d + z * s, c + y * y * d,
    y * z * d - x * s, 0, z * x * d - y * s, z * y * d + x * s, c + z * z * d, 0, 0, 0, 0, 1 };
}

Matrix lookAt(const Vector& eye, const Vector& target, const Vector& up)
{
  const auto unit = [](const Vector& v) {
    const double length = norm(v);
    return Vector{ v[0] / length, v[1] / length, v[2] / length };
  };
  const Vector back = unit(minus(eye, target)), right = unit(cross(up, back)), above = cross(back, right);
  return { right[0], right[1], right[2], -dot(right, eye), above[0], above[1], above[2], -dot(above, eye),
    back[0], back[1], back[2], -dot(back, eye), 0, 0, 0, 1 };
}

Matrix frustum(double left, double right, double bottom, double top, double near, double far)
{
  return { 2 * near / (right - left), 0, (right + left) / (right - left), 0, 0, 2 * near / (top - bottom),
    (top + bottom) / (top - bottom), 0, 0, 0, -(far + near) / (far - near), -2 * far * near / (far - near), 0,
    0, -1, 0 };
}

Matrix orthographic(double left, double right, double bottom, double top, double near, double far)
{
  return { 2 / (right - left), 0, 0, -(right + left) / (right - left), 0, 2 / (top - bottom), 0,
    -(top + bottom) / (top - bottom), 0, 0, -2 / (far - near), -(far + near) / (far - near), 0, 0, 0, 1 };
}

Camera makeCamera(const Matrix& view, const Matrix& projection, int width, int height, const Matrix& volume)
{
  Camera camera;
  const Matrix meshToEye = multiply(view, volume);
  std::copy(meshToEye.begin(), meshToEye.end(), camera.meshToEye);
  std::copy(projection.begin(), projection.end(), camera.eyeToClip);
  camera.width = width;
  camera.height = height;
  return camera;
}

Camera perspectiveCamera(
  const Vector& eye, const Vector& target, double viewAngle, double near, double far, int width, int height)
{
  const double top = near * std::tan(viewAngle * Pi / 360.0), right = top * width / height;
  return makeCamera(
    lookAt(eye, target, { 0.1, 1.0, 0.05 }), frustum(-right, right, -top, top, near, far), width, height);
}

Camera parallelCamera(
  const Vector& eye, const Vector& target, double halfHeight, double near, double far, int width, int height)
{
  const double halfWidth = halfHeight * width / height;
  return makeCamera(lookAt(eye, target, { 0.1, 1.0, 0.05 }),
    orthographic(-halfWidth, halfWidth, -halfHeight, halfHeight, near, far), width, height);
}

std::pair<Vector, Vector> pixelRay(
  const Camera& camera, const Matrix& clipToEye, double i, double j, double depth)
{
  const double x = 2.0 * (i + 0.5) / camera.width - 1.0, y = 2.0 * (j + 0.5) / camera.height - 1.0;
  const auto unproject = [&](double z) {
    const auto p = transform(clipToEye.data(), { x, y, z });
    return Vector{ p[0] / p[3], p[1] / p[3], p[2] / p[3] };
  };
  return { unproject(-1.0), unproject(2.0 * depth - 1.0) };
}

} // namespace inkray::testing
