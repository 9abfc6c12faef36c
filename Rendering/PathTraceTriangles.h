// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Shading/ColorTable.h"

#include <cstdint>
#include <vector>

class vtkMatrix4x4;
class vtkPolyData;
class vtkUnstructuredGrid;

/// Triangles in world coordinates, as the path tracer takes them.
struct PathTraceTriangles
{
  std::vector<float> Points;  ///< 3 each
  std::vector<float> Normals; ///< 3 for each point, or none
  std::vector<float> Colors;  ///< 3 for each point, or none
  std::vector<std::int64_t> Corners;
  float Color[3] = { 1, 1, 1 };

  /// They have to stay as they are while the result is used.
  inkray::PathTriangles GetView(int material) const;

  /// One isosurface of a grid, by vtkContourFilter; values of cells are brought to the points first. With
  /// `smooth` normals are interpolated between points. `colors` and the table colour it, where `colors` has
  /// an array; otherwise the surface's colour does. A solid is above the isovalue or `solidBelow` it.
  /// `toWorld` is of the grid's coordinates.
  static PathTraceTriangles OfIsosurface(vtkUnstructuredGrid* grid, const RayCastArray& values,
    const inkray::Isosurface& surface, bool solidBelow, bool smooth, const RayCastArray& colors,
    const inkray::ColorTable& table, vtkMatrix4x4* toWorld);

  /// Add the triangles of a data set, with its normals where they are `smooth`, and with its colours, arrays
  /// ColorsName of unsigned char: `apart`, one for each cell, so that no two triangles share a point.
  /// `turned` changes front and back.
  void Add(vtkPolyData* triangles, vtkMatrix4x4* toWorld, bool smooth, bool apart, bool turned);
  static constexpr const char* ColorsName = "InKRayColors";
};
