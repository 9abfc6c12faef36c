// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Shading/ColorTable.h"

#include <cstdint>
#include <vector>

class vtkActor;
class vtkMatrix4x4;
class vtkObject;
class vtkRenderer;
class vtkUnstructuredGrid;

/// Numbers that are equal as long as what they were made of is.
class PathTraceKey
{
public:
  void Add(double number);
  void Add(vtkObject* object); ///< and its modification time; or null
  void Add(const RayCastArray& array);
  void Add(vtkMatrix4x4* matrix);
  bool operator==(const PathTraceKey& other) const { return this->Numbers == other.Numbers; }

private:
  std::vector<std::uint64_t> Numbers;
};

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

  /// The actors of a renderer whose polygons are shown, filled and opaque.
  static std::vector<vtkActor*> FindShown(vtkRenderer* renderer);
  /// What the triangles of an actor depend on, which is brought up to date first.
  static void AddKeyOf(vtkActor* actor, PathTraceKey& key);
  /// The polygons of an actor, in the colours that it shows without light, appended to `all`.
  static void AddShown(vtkActor* actor, std::vector<PathTraceTriangles>& all);
};
