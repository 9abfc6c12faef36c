// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PathTracer/PathTestScenes.h"

#include <cstdint>
#include <functional>
#include <vector>

/// Unstructured grids for the path tracer's tests.
namespace inkray::testing
{

/// A lattice of cells x cells x cells hexahedra in [-size, size]^3, each cut into six tets, with a value at
/// each point. Inner points are moved by at most `jitter` of a cell along each axis.
struct PathTestMesh
{
  PathTestMesh(
    int cells, double size, const std::function<double(const Vector&)>& value, double jitter = 0.2);
  /// A mesh whose values are the distance to a sphere of radius 1, positive inside.
  static PathTestMesh ball(int cells = 12);

  TetMeshInput input() const;
  Field field() const;
  void move(const Vector& by, double scale);

  /// Return the isosurface as triangles, from each tet in double precision. Their fronts face values below
  /// the isovalue.
  QuadMesh contour(double isovalue, const Color& color) const;

  std::vector<double> points;
  std::vector<std::int64_t> tets;
  std::vector<double> values;
};

} // namespace inkray::testing
