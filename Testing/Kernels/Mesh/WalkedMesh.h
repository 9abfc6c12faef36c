// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/BoundaryTree.h"
#include "Geometry/Mesh/CellVertices.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// A mesh that rays walk through, in its normalized coordinates. Its reference looks at each tet in double to
/// find what a ray meets.
class WalkedMesh
{
public:
  explicit WalkedMesh(const OracleScene& scene)
  {
    mesh_.build(backend_, meshInput(scene), 0, false); // in one place, as the path tracer has it
    for (std::int64_t v = 0; v < mesh_.vertices.size(); ++v)
      mesh_.vertices.data()[v].w = static_cast<float>(scene.scalars[mesh_.originalVertex.data()[v]]);
    tree_.build(backend_, mesh_);
    for (std::uint32_t t = 0; t < mesh_.numTets; ++t)
    {
      corners_.push_back({});
      if (mesh_.originalTet.data()[t] != noTet)
        verticesOfCell(mesh_.links.data(), t, corners_.back().data());
    }
  }

  TetWalkView view() const { return tree_.view(mesh_); }
  const TetAdjacency<HostBackend>& mesh() const { return mesh_; }
  Vector vertex(std::uint32_t v) const
  {
    const Float4& p = mesh_.vertices.data()[v];
    return { double(p.x), double(p.y), double(p.z) };
  }
  const std::array<std::uint32_t, 4>& corners(std::size_t tet) const { return corners_[tet]; }
  std::size_t numTets() const { return corners_.size(); }
  bool isRemoved(std::size_t tet) const { return mesh_.originalTet.data()[tet] == noTet; }

  std::vector<RaySpan> walk(const Ray& ray) const
  {
    std::vector<RaySpan> spans;
    const TetWalkView view = this->view(); // walks refer to it
    PathWalk<> walk(view, ray);
    for (RaySpan span; walk.next(span);)
      spans.push_back(span);
    return spans;
  }

  /// Computes the barycentric coordinates of a point in a tet. Returns false where the tet has no volume.
  bool weights(std::size_t tet, const Vector& p, std::array<double, 4>& weight) const
  {
    const Vector o = this->vertex(corners_[tet][0]);
    const Vector e[3] = { minus(this->vertex(corners_[tet][1]), o), minus(this->vertex(corners_[tet][2]), o),
      minus(this->vertex(corners_[tet][3]), o) };
    const double volume = dot(e[0], inkray::testing::cross(e[1], e[2]));
    if (std::abs(volume) < 1e-14)
      return false;
    const Vector at = minus(p, o);
    weight[1] = dot(at, inkray::testing::cross(e[1], e[2])) / volume;
    weight[2] = dot(at, inkray::testing::cross(e[2], e[0])) / volume;
    weight[3] = dot(at, inkray::testing::cross(e[0], e[1])) / volume;
    weight[0] = 1.0 - weight[1] - weight[2] - weight[3];
    return true;
  }
  double scalar(std::size_t tet, const std::array<double, 4>& weight) const
  {
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += weight[i] * double(mesh_.vertices.data()[corners_[tet][i]].w);
    return sum;
  }
  /// Returns whether a point is in a tet, and gives the scalar there.
  bool sample(const Vector& p, double& value) const
  {
    std::array<double, 4> weight;
    for (std::size_t tet = 0; tet < corners_.size(); ++tet)
      if (!this->isRemoved(tet) && this->weights(tet, p, weight) &&
        *std::min_element(weight.begin(), weight.end()) >= 0.0)
      {
        value = this->scalar(tet, weight);
        return true;
      }
    return false;
  }

  /// Returns whether a point is in a tet or beside it, within a share of the tet's size.
  bool isNear(const Vector& p, double share) const
  {
    std::array<double, 4> weight;
    for (std::size_t tet = 0; tet < corners_.size(); ++tet)
      if (!this->isRemoved(tet) && this->weights(tet, p, weight) &&
        *std::min_element(weight.begin(), weight.end()) >= -share)
        return true;
    return false;
  }

  struct Reference
  {
    double from, to, scalarFrom, scalarTo;
    std::size_t tet;
  };
  /// Returns the line from begin to end, clipped by every tet.
  std::vector<Reference> segments(const Ray& ray, double begin, double end) const
  {
    std::vector<Reference> found;
    for (std::size_t tet = 0; tet < corners_.size(); ++tet)
    {
      std::array<double, 4> at, next;
      if (this->isRemoved(tet) || !this->weights(tet, pointOf(ray, 0.0), at) ||
        !this->weights(tet, pointOf(ray, 1.0), next))
        continue;
      double from = begin, to = end;
      for (std::size_t i = 0; i < 4; ++i)
      {
        const double slope = next[i] - at[i];
        if (slope > 0.0)
          from = std::max(from, -at[i] / slope);
        else if (slope < 0.0)
          to = std::min(to, -at[i] / slope);
        else if (at[i] < 0.0)
          to = from - 1.0;
      }
      if (!(from < to))
        continue;
      const double first = this->scalar(tet, at), slope = this->scalar(tet, next) - first;
      found.push_back({ from, to, first + from * slope, first + to * slope, tet });
    }
    std::sort(found.begin(), found.end(),
      [](const Reference& a, const Reference& b) { return a.from + a.to < b.from + b.to; });
    return found;
  }

  static Vector pointOf(const Ray& ray, double t)
  {
    return { double(ray.origin[0]) + t * double(ray.direction[0]),
      double(ray.origin[1]) + t * double(ray.direction[1]),
      double(ray.origin[2]) + t * double(ray.direction[2]) };
  }
  static Ray ray(const Vector& origin, const Vector& direction, float begin = -1e30f, float end = 1e30f)
  {
    Ray ray;
    for (int axis = 0; axis < 3; ++axis)
      setAxis(ray, axis, static_cast<float>(origin[static_cast<std::size_t>(axis)]),
        static_cast<float>(direction[static_cast<std::size_t>(axis)]));
    ray.begin = begin;
    ray.end = end;
    return ray;
  }

private:
  HostBackend backend_;
  TetAdjacency<HostBackend> mesh_;
  BoundaryTree<HostBackend> tree_;
  std::vector<std::array<std::uint32_t, 4>> corners_;
};

} // namespace inkray::testing
