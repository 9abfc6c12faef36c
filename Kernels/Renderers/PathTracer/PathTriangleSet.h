// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Float3.h"
#include "Device/Buffer.h"
#include "Geometry/KdTree/KdTree.h"
#include "Renderers/PathTracer/PathScene.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace inkray
{

/// The triangles of the path tracer's scene in the caller's coordinates, and their kd-tree in the scene's
/// coordinates.
template <class Backend>
class PathTriangleSet
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  void clear() { *this = PathTriangleSet(); }
  bool empty() const { return materials_.empty(); }
  void add(const PathTriangles& triangles);

  /// Widen a box to hold all triangles with finite corners. Points that no triangle uses do not count.
  void extend(double (&low)[3], double (&high)[3]) const
  {
    for (const std::uint32_t corner : corners_)
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        const double x = points_[3 * std::size_t(corner) + axis];
        low[axis] = std::isfinite(x) ? std::min(low[axis], x) : low[axis];
        high[axis] = std::isfinite(x) ? std::max(high[axis], x) : high[axis];
      }
  }
  /// Build the tree. A point p of the scene is sceneScale * p + sceneOrigin in the caller's coordinates.
  void build(Backend& backend, double sceneScale, const double (&sceneOrigin)[3]);

  PathTrianglesView view() const
  {
    // The offset covers the rounding of a corner, of a point on its triangle, and of the next ray.
    return { tree_.view(), shading_.data(), materialArray_.data(), 4e-6f,
      static_cast<std::uint32_t>(materials_.size()) };
  }
  std::int64_t leftOut() const { return tree_.leftOut().notFinite + tree_.leftOut().degenerate; }

private:
  std::vector<float> points_;
  std::vector<std::uint32_t> corners_;
  std::vector<Float4> shadingOfCorners_;
  std::vector<std::int32_t> materials_;

  KdTree<Backend> tree_;
  Array<float> pointArray_;
  Array<std::uint32_t> cornerArray_;
  Array<Float4> shading_;
  Array<std::int32_t> materialArray_;
};

template <class Backend>
void PathTriangleSet<Backend>::add(const PathTriangles& in)
{
  if (in.numPoints < 0 || in.numTriangles < 0 || (in.numPoints > 0 && !in.points) ||
    (in.numTriangles > 0 && !in.corners))
    throw InvalidInput("triangles need an array of points and one of corners");
  for (std::int64_t i = 0; i < 3 * in.numTriangles; ++i)
    if (in.corners[i] < 0 || in.corners[i] >= in.numPoints)
      throw InvalidInput("corner " + std::to_string(i % 3) + " of triangle " + std::to_string(i / 3) +
        " is point " + std::to_string(in.corners[i]) + " of " + std::to_string(in.numPoints));
  const std::size_t before = points_.size() / 3;
  if (before + static_cast<std::size_t>(in.numPoints) > 0xffffffffu)
    throw InvalidInput("the triangles have 2^32 points or more in all; draw a part of them");

  // The color, 3 x 8 bits, is stored with the normal.
  const auto bits = [](const float* rgb) {
    std::uint32_t word = 0;
    for (int i = 0; i < 3; ++i)
      word |=
        static_cast<std::uint32_t>(std::lround(255.0f * (rgb[i] > 0.0f ? std::min(rgb[i], 1.0f) : 0.0f)))
        << 8 * i;
    return word;
  };
  points_.insert(points_.end(), in.points, in.points + 3 * in.numPoints);
  for (std::int64_t i = 0; i < 3 * in.numTriangles; ++i)
  {
    const std::int64_t point = in.corners[i];
    corners_.push_back(static_cast<std::uint32_t>(before + static_cast<std::size_t>(point)));
    Float3 normal = { 0.0f, 0.0f, 0.0f };
    if (in.normals)
    {
      const float* const n = in.normals + 3 * point;
      if (std::isfinite(n[0]) && std::isfinite(n[1]) && std::isfinite(n[2]))
        normal = normalized({ n[0], n[1], n[2] });
    }
    shadingOfCorners_.push_back(
      { normal.x, normal.y, normal.z, floatOf(bits(in.colors ? in.colors + 3 * point : in.color)) });
  }
  materials_.insert(materials_.end(), static_cast<std::size_t>(in.numTriangles), in.material);
}

template <class Backend>
void PathTriangleSet<Backend>::build(Backend& backend, double sceneScale, const double (&sceneOrigin)[3])
{
  std::vector<float> points(points_.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = static_cast<float>((points_[i] - sceneOrigin[i % 3]) / sceneScale);
  const auto upload = [&backend](auto& to, const auto& from) {
    to.reserve(backend, static_cast<std::int64_t>(from.size()));
    if (!from.empty())
      backend.copyFromHost(to.data(), from.data(), from.size() * sizeof(from[0]));
  };
  upload(pointArray_, points);
  upload(cornerArray_, corners_);
  upload(shading_, shadingOfCorners_);
  upload(materialArray_, materials_);
  tree_.build(backend,
    { pointArray_.data(), static_cast<std::int64_t>(points.size() / 3), cornerArray_.data(),
      static_cast<std::int64_t>(materials_.size()) });
}

} // namespace inkray
