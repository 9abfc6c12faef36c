// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

class vtkMatrix4x4;
class vtkPolyData;

/// Triangles in world coordinates, in the layout of the path tracer's input.
struct PathTraceTriangles
{
  std::vector<float> Points;  ///< 3 each
  std::vector<float> Normals; ///< 3 for each point, or empty
  std::vector<float> Colors;  ///< 3 for each point, or empty
  std::vector<std::int64_t> Corners;
  float Color[3] = { 1, 1, 1 };

  /// A view of the triangles. They must not change while the view is in use.
  inkray::PathTriangles GetView(int material) const;

  /// Add the triangles of a data set, with its normals if `smooth`. Colors come from arrays of unsigned char
  /// named ColorsName. `apart`: triangles share no points, and each has its cell's color; otherwise points
  /// have colors.
  void Add(vtkPolyData* triangles, vtkMatrix4x4* toWorld, bool smooth, bool apart);
  static constexpr const char* ColorsName = "InKRayColors";
};
