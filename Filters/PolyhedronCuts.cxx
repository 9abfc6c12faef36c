// SPDX-License-Identifier: BSD-3-Clause
#include "PolyhedronCuts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace inkray::filters
{
namespace
{

using Vec3 = std::array<double, 3>;

Vec3 operator-(const Vec3& a, const Vec3& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

Vec3 cross(const Vec3& a, const Vec3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

double dot(const Vec3& a, const Vec3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Tets with less than this share of the volume of their cell, and triangles with less than this share of the area of their face, are taken for flat.
/// Triangles with a point next to their edge tilt any way when a face is not plane, hence the larger share.
constexpr double flatTet = 1e-4;
constexpr double flatTriangle = 0.05;

} // namespace

// ---- From faces to tets ----------------------------------------------------

void PolyhedronCuts::begin()
{
  this->numFaces = 0;
}

template <typename Id>
void PolyhedronCuts::addFace(const Id* ids, std::int64_t n)
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

bool PolyhedronCuts::finish()
{
  // Corners in ascending order of their ids, so that place 0 is the apex; coordinates near the origin keep their digits in the products.
  this->corners.clear();
  for (int f = 0; f < this->numFaces; ++f)
  {
    this->corners.insert(this->corners.end(), this->faces[f].begin(), this->faces[f].end());
  }
  std::sort(this->corners.begin(), this->corners.end());
  this->corners.erase(std::unique(this->corners.begin(), this->corners.end()), this->corners.end());
  if (this->corners.size() < 4)
  {
    return false;
  }
  double origin[3];
  this->points.get(this->corners[0], origin);
  this->coordinates.resize(this->corners.size());
  for (std::size_t i = 0; i < this->corners.size(); ++i)
  {
    this->points.get(this->corners[i], this->coordinates[i].data());
    this->coordinates[i] = this->coordinates[i] - Vec3{ origin[0], origin[1], origin[2] };
  }

  // Faces to triangles. From here on a corner goes by its place; places are in the order of the ids.
  this->triangles.clear();
  this->faceOfTriangle.clear();
  for (int f = 0; f < this->numFaces; ++f)
  {
    std::vector<std::int64_t>& face = this->faces[f];
    for (std::int64_t& corner : face)
    {
      corner = std::lower_bound(this->corners.begin(), this->corners.end(), corner) - this->corners.begin();
    }
    const std::size_t n = face.size();
    const std::size_t first = this->fanOf(face);
    for (std::size_t i = 1; i + 1 < n; ++i)
    {
      const Triangle triangle = { int(face[first]), int(face[(first + i) % n]), int(face[(first + i + 1) % n]) };
      if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      {
        this->triangles.push_back(triangle);
        this->faceOfTriangle.push_back(f);
      }
    }
  }
  this->orient();

  // Volume and the two candidates for a point inside.
  const int numCorners = static_cast<int>(this->corners.size());
  Vec3 mean = { 0, 0, 0 };
  for (const Vec3& x : this->coordinates)
  {
    for (int c = 0; c < 3; ++c)
    {
      mean[c] += x[c] / numCorners;
    }
  }
  double total = 0;
  for (const Triangle& triangle : this->triangles)
  {
    total += this->volume(mean.data(), triangle);
  }
  if (total < 0)
  {
    total = -total;
    for (Triangle& triangle : this->triangles)
    {
      std::swap(triangle[1], triangle[2]);
    }
  }
  if (!(total > 0))
  {
    return false;
  }

  // The cone from the smallest id; the faces there are cut by fans from it and give nothing.
  const double tiny = flatTet * total;
  bool cone = true;
  for (const Triangle& t : this->triangles)
  {
    if (t[0] != 0 && t[1] != 0 && t[2] != 0 && this->volume(this->coordinates[0].data(), t) < tiny)
    {
      cone = false;
      break;
    }
  }
  if (cone)
  {
    for (const Triangle& t : this->triangles)
    {
      if (t[0] != 0 && t[1] != 0 && t[2] != 0)
      {
        this->sink.cut(this->corners[0], this->corners[t[0]], this->corners[t[1]], this->corners[t[2]]);
      }
    }
    return true;
  }

  // A point inside: the mean of the corners, unless a tet to it is flat or inverted and those to the centroid are better.
  std::vector<double> weights(numCorners, 1.0 / numCorners);
  const double worst = this->worstVolume(mean.data());
  if (worst < tiny)
  {
    std::vector<double> centroidWeights(numCorners, 0.0);
    for (const Triangle& t : this->triangles)
    {
      const double share = this->volume(mean.data(), t) / total / 4;
      for (int corner : t)
      {
        centroidWeights[corner] += share;
      }
    }
    Vec3 centroid = { 0, 0, 0 };
    for (int i = 0; i < numCorners; ++i)
    {
      centroidWeights[i] += 0.25 / numCorners;
      for (int c = 0; c < 3; ++c)
      {
        centroid[c] += centroidWeights[i] * this->coordinates[i][c];
      }
    }
    if (this->worstVolume(centroid.data()) > worst)
    {
      weights = centroidWeights;
    }
  }
  const std::int64_t apex = this->sink.addPoint(numCorners, this->corners.data(), weights.data());
  for (const Triangle& t : this->triangles)
  {
    this->sink.cut(apex, this->corners[t[0]], this->corners[t[1]], this->corners[t[2]]);
  }
  return true;
}

// Reorders the face so that the result does not depend on which cell looks at it: both neighbours compute with the same numbers in the same order.
std::size_t PolyhedronCuts::fanOf(std::vector<std::int64_t>& face) const
{
  const std::size_t n = face.size();
  std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  if (n <= 4)
  {
    return 0; // as for all other cells with such faces
  }
  if (face.back() < face[1])
  {
    std::reverse(face.begin() + 1, face.end());
  }
  std::vector<Vec3> x(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    this->points.get(this->corners[face[i]], x[i].data());
  }
  Vec3 normal = { 0, 0, 0 };
  for (std::size_t i = 1; i + 1 < n; ++i)
  {
    const Vec3 part = cross(x[i] - x[0], x[i + 1] - x[0]);
    normal = { normal[0] + part[0], normal[1] + part[1], normal[2] + part[2] };
  }
  const double area = dot(normal, normal);

  // The smallest id whose fan has no flat or folded triangle; if all have, the best.
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&face](std::size_t a, std::size_t b) { return face[a] < face[b]; });
  std::size_t best = 0;
  double most = -INFINITY;
  for (std::size_t first : order)
  {
    double least = INFINITY;
    for (std::size_t i = 1; i + 1 < n; ++i)
    {
      least = std::min(least, dot(cross(x[(first + i) % n] - x[first], x[(first + i + 1) % n] - x[first]), normal));
    }
    if (least > most)
    {
      most = least;
      best = first;
    }
    if (least > flatTriangle * area)
    {
      return first;
    }
  }
  return best;
}

// Files orient faces as they like. Two faces at an edge run along it in opposite directions; starting from the first face, the others are turned to fit.
void PolyhedronCuts::orient()
{
  // One number for each side of each edge: its corners, the face, the direction. Sorted, the sides of an edge stand together.
  constexpr int cornerBits = 20, faceBits = 23;
  if (this->corners.size() >> cornerBits || this->numFaces >> faceBits)
  {
    return;
  }
  this->sides.clear();
  for (int f = 0; f < this->numFaces; ++f)
  {
    const std::vector<std::int64_t>& face = this->faces[f];
    for (std::size_t i = 0; i < face.size(); ++i)
    {
      const std::uint64_t a = face[i];
      const std::uint64_t b = face[i + 1 == face.size() ? 0 : i + 1];
      if (a != b)
      {
        const std::uint64_t edge = (std::min(a, b) << cornerBits) | std::max(a, b);
        this->sides.push_back((edge << (faceBits + 1)) | (std::uint64_t(f) << 1) | (a < b));
      }
    }
  }
  std::sort(this->sides.begin(), this->sides.end());
  const std::vector<std::uint64_t>& side = this->sides;
  auto sameEdge = [&side](std::size_t i) { return side[i] >> (faceBits + 1) == side[i + 1] >> (faceBits + 1); };
  auto agree = [&side](std::size_t i) { return ((side[i] ^ side[i + 1]) & 1) != 0; };
  auto faceOf = [&side](std::size_t i) { return (side[i] >> 1) & ((std::uint64_t(1) << faceBits) - 1); };
  bool fits = true;
  for (std::size_t i = 0; fits && i + 1 < side.size(); ++i)
  {
    fits = !sameEdge(i) || agree(i);
  }
  if (fits)
  {
    return;
  }

  // 0: not reached yet, 1: as it is, -1: to be turned. A pass over the edges settles at least one more face, and mostly nearly all.
  std::vector<int>& sign = this->signs;
  sign.assign(this->numFaces, 0);
  for (int start = 0; start < this->numFaces; ++start)
  {
    if (sign[start] != 0)
    {
      continue;
    }
    sign[start] = 1;
    for (bool more = true; more;)
    {
      more = false;
      for (std::size_t i = 0; i + 1 < side.size(); ++i)
      {
        if (!sameEdge(i))
        {
          continue;
        }
        int& a = sign[faceOf(i)];
        int& b = sign[faceOf(i + 1)];
        const int relation = agree(i) ? 1 : -1;
        if ((a == 0) != (b == 0))
        {
          (a == 0 ? a : b) = relation * (a == 0 ? b : a);
          more = true;
        }
      }
    }
  }
  for (std::size_t t = 0; t < this->triangles.size(); ++t)
  {
    if (sign[this->faceOfTriangle[t]] < 0)
    {
      std::swap(this->triangles[t][1], this->triangles[t][2]);
    }
  }
}

/// Six times the volume of the tet between a point and a triangle; positive when the triangle is counter-clockwise from the other side.
double PolyhedronCuts::volume(const double apex[3], const Triangle& triangle) const
{
  const Vec3 from = { apex[0], apex[1], apex[2] };
  const Vec3 a = this->coordinates[triangle[0]] - from;
  const Vec3 b = this->coordinates[triangle[1]] - from;
  const Vec3 c = this->coordinates[triangle[2]] - from;
  return dot(cross(a, b), c);
}

double PolyhedronCuts::worstVolume(const double apex[3]) const
{
  double worst = INFINITY;
  for (const Triangle& triangle : this->triangles)
  {
    worst = std::min(worst, this->volume(apex, triangle));
  }
  return worst;
}

// ---- Polyhedra and point sets ----------------------------------------------

bool PolyhedronCuts::cutPolyhedron(const vtkIdType* stream, std::int64_t size, std::int64_t numPoints)
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

bool PolyhedronCuts::cutPrism(const std::int64_t* ids, int n)
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

bool PolyhedronCuts::cutConvexPointSet(const std::vector<std::int64_t>& cell)
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

  // A face is a plane through three points with no point in front of it. All points on the plane are its corners, in order around their mean.
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
          return std::binary_search(face.begin(), face.end(), i) && std::binary_search(face.begin(), face.end(), j) &&
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
        for (int p : face)
        {
          around.emplace_back(std::atan2(dot(x[p] - mean, v) / length, dot(x[p] - mean, u)), ids[p]);
        }
        std::sort(around.begin(), around.end());
        std::vector<std::int64_t> polygon;
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
