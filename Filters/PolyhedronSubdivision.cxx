// SPDX-License-Identifier: BSD-3-Clause
#include "PolyhedronSubdivision.h"

#include "Vec3.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace inkray::filters
{
namespace
{

/// Tets with a smaller share of the volume of their cell, and triangles with a smaller share of the area of
/// their face, count as flat. The share for triangles is larger: on a face that is not planar, a triangle
/// with a point near its edge may tilt in any direction.
constexpr double flatTet = 1e-4;
constexpr double flatTriangle = 0.05;

} // namespace

bool PolyhedronSubdivision::finish()
{
  // Sort corners by id, so that corner 0 is the apex. Coordinates relative to a corner
  // keep their digits in products.
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

  // Divide faces into triangles. From here on, faces refer to corners by index, in order of ids.
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
      const Triangle triangle = { int(face[first]), int(face[(first + i) % n]),
        int(face[(first + i + 1) % n]) };
      if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
      {
        this->triangles.push_back(triangle);
        this->faceOfTriangle.push_back(f);
      }
    }
  }
  this->orient();

  // Find the volume and the two candidates for a point inside.
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

  // Try the cone from the smallest id. Faces at that corner are fans from it and add no tets.
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

  // Otherwise use a point inside: the mean of the corners or, if this makes flat or inverted tets, the
  // centroid if its worst tet is better.
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

// Reorders the face so that the result does not depend on the cell: both neighbors then compute with the
// same numbers in the same order.
std::size_t PolyhedronSubdivision::fanOf(std::vector<std::int64_t>& face) const
{
  const std::size_t n = face.size();
  std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
  if (n <= 4)
  {
    return 0; // the same choice as for faces of all other cells
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

  // Take the smallest id whose fan has no flat or folded triangle. If every fan has one, take the best fan.
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
      least =
        std::min(least, dot(cross(x[(first + i) % n] - x[first], x[(first + i + 1) % n] - x[first]), normal));
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

// Files orient faces arbitrarily. Two faces at an edge must run along it in opposite directions. Starting
// from the first face, turn the others to fit.
void PolyhedronSubdivision::orient()
{
  // One number for each side of each edge: its corners, the face, and the direction. Sorting puts the sides
  // of an edge next to each other.
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
  auto sameEdge = [&side](
                    std::size_t i) { return side[i] >> (faceBits + 1) == side[i + 1] >> (faceBits + 1); };
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

  // 0: not reached yet, 1: keep, -1: turn. Each pass over the edges settles at least one more
  // face, and usually almost all.
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

/// Six times the volume of the tet between a point and a triangle. Positive if the triangle is
/// counter-clockwise as seen from the other side.
double PolyhedronSubdivision::volume(const double apex[3], const Triangle& triangle) const
{
  const Vec3 from = { apex[0], apex[1], apex[2] };
  const Vec3 a = this->coordinates[triangle[0]] - from;
  const Vec3 b = this->coordinates[triangle[1]] - from;
  const Vec3 c = this->coordinates[triangle[2]] - from;
  return dot(cross(a, b), c);
}

double PolyhedronSubdivision::worstVolume(const double apex[3]) const
{
  double worst = INFINITY;
  for (const Triangle& triangle : this->triangles)
  {
    worst = std::min(worst, this->volume(apex, triangle));
  }
  return worst;
}

} // namespace inkray::filters
