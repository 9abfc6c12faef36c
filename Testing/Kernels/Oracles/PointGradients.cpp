// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/PointGradients.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{
namespace
{

/// Six times the signed volume of a tet, and the gradient in it.
struct Tet
{
  double determinant = 0;
  Vector gradient = { 0, 0, 0 };

  Tet(const OracleScene& scene, std::size_t t)
  {
    Vector corner[4];
    double value[4];
    for (int v = 0; v < 4; ++v)
    {
      const auto p = static_cast<std::size_t>(scene.tets[4 * t + v]);
      std::copy_n(scene.points.begin() + 3 * p, 3, corner[v].begin());
      value[v] = scene.scalars[p];
      if (!std::isfinite(value[v]))
        return;
    }
    const Vector edge[3] = { minus(corner[1], corner[0]), minus(corner[2], corner[0]),
      minus(corner[3], corner[0]) };
    determinant = dot(edge[0], cross(edge[1], edge[2]));
    if (determinant == 0)
      return;
    for (int e = 0; e < 3; ++e)
    {
      const Vector normal = cross(edge[(e + 1) % 3], edge[(e + 2) % 3]);
      for (int axis = 0; axis < 3; ++axis)
        gradient[axis] += normal[axis] * (value[e + 1] - value[0]) / determinant;
    }
  }
};

} // namespace

std::vector<Vector> tetGradients(const OracleScene& scene)
{
  std::vector<Vector> gradients;
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
    gradients.push_back(Tet(scene, t).gradient);
  return gradients;
}

std::vector<Vector> pointGradients(const OracleScene& scene)
{
  const std::size_t n = scene.points.size() / 3;
  std::vector<Vector> sums(n, Vector{ 0, 0, 0 });
  std::vector<double> volumes(n, 0.0);
  for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
  {
    const Tet tet(scene, t);
    for (int v = 0; v < 4; ++v)
    {
      const auto p = static_cast<std::size_t>(scene.tets[4 * t + v]);
      volumes[p] += std::abs(tet.determinant);
      for (int axis = 0; axis < 3; ++axis)
        sums[p][axis] += tet.gradient[axis] * std::abs(tet.determinant);
    }
  }
  for (std::size_t p = 0; p < n; ++p)
    for (double& x : sums[p])
      x = volumes[p] > 0 ? x / volumes[p] : 0.0;
  return sums;
}

std::vector<Vector> inEye(std::vector<Vector> gradients, const Camera& camera)
{
  // Gradients transform by the inverse transpose.
  const Matrix toMesh = inverse(camera.meshToEye);
  for (Vector& gradient : gradients)
  {
    const Vector g = gradient;
    for (int c = 0; c < 3; ++c)
    {
      gradient[c] = 0;
      for (int r = 0; r < 3; ++r)
        gradient[c] += toMesh[4 * r + c] * g[r];
    }
  }
  return gradients;
}

} // namespace inkray::testing
