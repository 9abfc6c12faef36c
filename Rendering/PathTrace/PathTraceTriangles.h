// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

class vtkMatrix4x4;
class vtkPolyData;

/// Triangles in world coordinates, as the path tracer takes them.
struct PathTraceTriangles
{
  std::vector<float> Points;  ///< 3 each
  std::vector<float> Normals; ///< 3 for each point, or none
  std::vector<float> Colors;  ///< 3 for each point, or none
  std::vector<std::int64_t> Corners;
  float Color[3] = { 1, 1, 1 };

  /// A view of the triangles, which must not change while it is used.
  inkray::PathTriangles GetView(int material) const;

  /// Add the triangles of a data set, with its normals where they are `smooth`, and with its colours, arrays
  /// ColorsName of unsigned char: `apart`, one for each cell, so that no two triangles share a point.
  void Add(vtkPolyData* triangles, vtkMatrix4x4* toWorld, bool smooth, bool apart);
  static constexpr const char* ColorsName = "InKRayColors";
};
