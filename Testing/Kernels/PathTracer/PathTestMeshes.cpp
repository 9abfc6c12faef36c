// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracer/PathTestMeshes.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

PathTestMesh::PathTestMesh(
  int cells, double size, const std::function<double(const Vector&)>& value, double jitter)
{
  Randomness random(7);
  const double spacing = 2.0 * size / cells;
  const int n = cells + 1;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
      {
        const bool isInner = x > 0 && y > 0 && z > 0 && x < cells && y < cells && z < cells;
        Vector p = { x * spacing - size, y * spacing - size, z * spacing - size };
        for (double& c : p)
          c += isInner ? jitter * spacing * random.real(-1, 1) : 0.0;
        points.insert(points.end(), p.begin(), p.end());
        values.push_back(value(p));
      }
  const int steps[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } };
  const int stride[3] = { 1, n, n * n };
  for (int z = 0; z < cells; ++z)
    for (int y = 0; y < cells; ++y)
      for (int x = 0; x < cells; ++x)
        for (const auto& step : steps)
        {
          // A tet around the main diagonal: its corners follow the axes in one of six orders.
          int at = x + n * y + n * n * z;
          tets.push_back(at);
          for (const int axis : step)
            tets.push_back(at += stride[axis]);
        }
}

PathTestMesh PathTestMesh::ball(int cells)
{
  return { cells, 1.25, [](const Vector& p) { return 1.0 - norm(p); } };
}

TetMeshInput PathTestMesh::input() const
{
  TetMeshInput in;
  in.points = points.data();
  in.pointType = ValueType::Float64;
  in.numPoints = static_cast<std::int64_t>(values.size());
  in.connectivity = tets.data();
  in.numTets = static_cast<std::int64_t>(tets.size() / 4);
  return in;
}

Field PathTestMesh::field() const
{
  Field field;
  field.values = values.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(values.size());
  return field;
}

void PathTestMesh::move(const Vector& by, double scale)
{
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = scale * points[i] + by[i % 3];
}

QuadMesh PathTestMesh::contour(double isovalue, const Color& color) const
{
  QuadMesh surface;
  for (std::size_t t = 0; t < tets.size(); t += 4)
  {
    // The corners at or above the isovalue, then the others.
    std::size_t corner[4];
    int above = 0, below = 3;
    for (std::size_t k = 0; k < 4; ++k)
    {
      const auto c = static_cast<std::size_t>(tets[t + k]);
      corner[values[c] >= isovalue ? above++ : below--] = c;
    }
    const auto at = [&](std::size_t c) {
      return Vector{ points[3 * c], points[3 * c + 1], points[3 * c + 2] };
    };
    const auto cut = [&](int a, int b) {
      const std::size_t p = corner[a], q = corner[b];
      const double share = (isovalue - values[p]) / (values[q] - values[p]);
      const Vector from = at(p), way = minus(at(q), from);
      return Vector{ from[0] + share * way[0], from[1] + share * way[1], from[2] + share * way[2] };
    };
    std::vector<Vector> ring;
    if (above == 1)
      ring = { cut(0, 1), cut(0, 2), cut(0, 3) };
    else if (above == 2)
      ring = { cut(0, 2), cut(0, 3), cut(1, 3), cut(1, 2) };
    else if (above == 3)
      ring = { cut(3, 0), cut(3, 1), cut(3, 2) };
    else
      continue;
    const Vector normal = cross(minus(ring[1], ring[0]), minus(ring[2], ring[0]));
    if (dot(normal, minus(at(corner[0]), ring[0])) > 0.0) // the front would face values above the isovalue
      std::reverse(ring.begin(), ring.end());
    const auto first = static_cast<std::int64_t>(surface.points.size() / 3);
    for (const Vector& p : ring)
    {
      for (const double x : p)
        surface.points.push_back(static_cast<float>(x));
      surface.colors.insert(surface.colors.end(), color.begin(), color.end());
    }
    for (std::int64_t k = 1; k + 1 < static_cast<std::int64_t>(ring.size()); ++k)
      surface.corners.insert(surface.corners.end(), { first, first + k, first + k + 1 });
  }
  return surface;
}

} // namespace inkray::testing
