// SPDX-License-Identifier: BSD-3-Clause
// The faces of a cell: from a polyhedron's list, from a prism, or from the hull of a point set.
#include "PolyhedronSubdivision.h"

#include "Vec3.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inkray::filters
{

void PolyhedronSubdivision::begin()
{
  this->numFaces = 0;
}

template <typename Id>
void PolyhedronSubdivision::addFace(const Id* ids, std::int64_t n)
{
  if (n < 3)
  {
    return;
  }
  if (this->numFaces == static_cast<int>(this->faces.size()))
  {
    this->faces.emplace_back();
  }
  this->faces[this->numFaces++].assign(ids, ids + n);
}

bool PolyhedronSubdivision::cutPolyhedron(
  const std::int64_t* stream, std::int64_t size, std::int64_t numPoints)
{
  if (size < 1 || stream[0] < 4)
  {
    return false;
  }
  this->begin();
  std::int64_t at = 1;
  for (std::int64_t f = 0; f < stream[0]; ++f)
  {
    if (at >= size || stream[at] < 0 || stream[at] > size - at - 1)
    {
      return false;
    }
    const std::int64_t n = stream[at++];
    for (std::int64_t i = 0; i < n; ++i)
    {
      if (stream[at + i] < 0 || stream[at + i] >= numPoints)
      {
        return false;
      }
    }
    this->addFace(stream + at, n);
    at += n;
  }
  return this->finish();
}

bool PolyhedronSubdivision::cutPrism(const std::int64_t* ids, int n)
{
  this->begin();
  this->addFace(ids, n);
  this->addFace(ids + n, n);
  for (int i = 0; i < n; ++i)
  {
    const int next = (i + 1) % n;
    const std::int64_t side[4] = { ids[i], ids[next], ids[n + next], ids[n + i] };
    this->addFace(side, 4);
  }
  return this->finish();
}

bool PolyhedronSubdivision::cutConvexPointSet(const std::vector<std::int64_t>& cell)
{
  constexpr std::size_t most = 64;
  std::vector<std::int64_t> ids = cell;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const int n = static_cast<int>(ids.size());
  if (ids.size() < 4 || ids.size() > most)
  {
    return false;
  }
  std::vector<Vec3> x(n);
  double size = 0;
  for (int i = 0; i < n; ++i)
  {
    this->points.get(ids[i], x[i].data());
    for (int c = 0; c < 3; ++c)
    {
      size = std::max(size, std::abs(x[i][c] - x[0][c]));
    }
  }

  // A face is a plane through three points with no points in front of it. All points on the plane are its
  // corners, ordered around their mean.
  const double tolerance = 1e-5 * size;
  std::vector<std::vector<int>> found;
  this->begin();
  for (int i = 0; i < n; ++i)
  {
    for (int j = i + 1; j < n; ++j)
    {
      for (int k = j + 1; k < n; ++k)
      {
        const bool known = std::any_of(found.begin(), found.end(), [i, j, k](const std::vector<int>& face) {
          return std::binary_search(face.begin(), face.end(), i) &&
            std::binary_search(face.begin(), face.end(), j) &&
            std::binary_search(face.begin(), face.end(), k);
        });
        Vec3 normal = cross(x[j] - x[i], x[k] - x[i]);
        const double length = std::sqrt(dot(normal, normal));
        if (known || !(length > tolerance * size))
        {
          continue;
        }
        bool front = false, back = false;
        std::vector<int> face;
        for (int p = 0; p < n; ++p)
        {
          const double height = dot(x[p] - x[i], normal) / length;
          front = front || height > tolerance;
          back = back || height < -tolerance;
          if (std::abs(height) <= tolerance)
          {
            face.push_back(p);
          }
        }
        if (front && back)
        {
          continue;
        }
        found.push_back(face);
        Vec3 mean = { 0, 0, 0 };
        for (int p : face)
        {
          for (int c = 0; c < 3; ++c)
          {
            mean[c] += x[p][c] / face.size();
          }
        }
        const Vec3 u = x[face[0]] - mean;
        const Vec3 v = cross(normal, u);
        std::vector<std::pair<double, std::int64_t>> around;
        around.reserve(face.size());
        for (int p : face)
        {
          around.emplace_back(std::atan2(dot(x[p] - mean, v) / length, dot(x[p] - mean, u)), ids[p]);
        }
        std::sort(around.begin(), around.end());
        std::vector<std::int64_t> polygon;
        polygon.reserve(around.size());
        for (const auto& corner : around)
        {
          polygon.push_back(corner.second);
        }
        this->addFace(polygon.data(), polygon.size());
      }
    }
  }
  return this->finish();
}

} // namespace inkray::filters
