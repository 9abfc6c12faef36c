// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Geometry/Mesh/CellGradient.h"
#include "Geometry/Mesh/PathWalk.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "Renderers/PathTracer/PathScene.h"

#include <cmath>

/// Crossings of rays with the isosurfaces of an unstructured grid. In a tet the scalar is linear: a ray
/// crosses an isovalue at most once, and the surface is a plane.
namespace inkray
{

/// Where a ray crosses an isosurface.
struct MeshCrossing
{
  float t;
  std::uint32_t tet;
  std::int32_t surface;
  std::int32_t rises; ///< whether the scalar rises along the ray
};

INKRAY_HD Float3 toMesh(const PlacedMesh& mesh, const Float3& p)
{
  return { multiplyAdd(p.x, mesh.scale, mesh.shift.x), multiplyAdd(p.y, mesh.scale, mesh.shift.y),
    multiplyAdd(p.z, mesh.scale, mesh.shift.z) };
}

/// A ray of the scene in the mesh's normalized coordinates, with the same parameters.
INKRAY_HD Ray rayInMesh(
  const PlacedMesh& mesh, const Float3& origin, const Float3& direction, float begin, float end)
{
  const Float3 at = toMesh(mesh, origin), d = scaled(direction, mesh.scale);
  Ray ray;
  setAxis(ray, 0, at.x, d.x);
  setAxis(ray, 1, at.y, d.y);
  setAxis(ray, 2, at.z, d.z);
  ray.begin = begin;
  ray.end = end;
  return ray;
}

/// Find the first crossing of a mesh's isosurfaces at which the ray stops, that is, stop.passes(opacity) is
/// false. Returns false if there is none.
///
/// A ray crosses a surface between a value below the isovalue and a value at or above it. Neighboring
/// segments share the value between them, so that no crossing is lost or met twice. There is no surface where
/// a value is missing.
template <class Stop>
INKRAY_HD bool nearestMeshCrossing(
  const PathMeshView& mesh, const Ray& ray, Stop& stop, MeshCrossing& crossing)
{
  const SurfaceList& surfaces = mesh.surfaces;
  PathWalk<> walk(mesh.walk, ray);
  for (RaySpan s; walk.next(s);)
  {
    const bool rises = s.end > s.begin;
    const float low = rises ? s.begin : s.end, high = rises ? s.end : s.begin;
    for (std::int32_t k = 0; k < surfaces.count; ++k)
    {
      const std::int32_t i = rises ? k : surfaces.count - 1 - k;
      const float value = surfaces.entries[i].value;
      if (!(low < value) || !(high >= value) || stop.passes(surfaces.entries[i].opacity))
        continue;
      const float share = (value - s.begin) / (s.end - s.begin);
      crossing = { minimum(multiplyAdd(share, s.to - s.from, s.from), s.to), s.cell, i, rises ? 1 : 0 };
      return true;
    }
  }
  return false;
}

/// The properties of a crossing, as in PathSurfaceHit.
struct MeshSurfacePoint
{
  Float3 geometric, shading, color;
  std::int32_t material;
  float offset;
};

INKRAY_HD Float3 alongWith(const Float3& a, bool isAlong)
{
  return isAlong ? a : Float3{ -a.x, -a.y, -a.z };
}

INKRAY_HD MeshSurfacePoint describeMeshCrossing(
  const PathMeshView& mesh, const MeshCrossing& crossing, const Float3& point, const Float3& direction)
{
  const Float4* const vertices = mesh.walk.vertices;
  const UInt2* const links = mesh.walk.links;
  const SurfaceEntry& entry = mesh.surfaces.entries[crossing.surface];
  MeshSurfacePoint p;
  p.color = { entry.red, entry.green, entry.blue };
  p.material = mesh.materials[crossing.surface].material;

  // The normal is the tet's gradient, or the ray's direction if the gradient is unknown. The crossing gives
  // its sign more reliably.
  std::uint32_t ids[4];
  verticesOfCell(links, crossing.tet, ids);
  const TetGradient gradient(
    load(vertices + ids[0]), load(vertices + ids[1]), load(vertices + ids[2]), load(vertices + ids[3]));
  const float largest = gradient.largest();
  const bool isKnown = gradient.weight > 0.0f && largest > 0.0f && largest < INFINITY;
  const Float3 slope = isKnown ? scaled(gradient.weighted, 1.0f / largest) : direction;
  const Float3 up = alongWith(normalized(slope), (dot(slope, direction) > 0.0f) == (crossing.rises != 0));
  const bool isSolidAbove = mesh.materials[crossing.surface].solidBelow == 0;
  p.geometric = alongWith(up, !isSolidAbove);
  p.shading = p.geometric;
  // Values are rounded to a millionth of their range. Where they change slowly, the position of the surface
  // is less certain than a millionth of the mesh, and the next ray begins farther away.
  const float perLength = isKnown ? mesh.scale * sqrtf(dot(slope, slope)) * largest / gradient.weight : 0.0f;
  p.offset = mesh.offset + (perLength > 0.0f ? minimum(1e-6f / perLength, mesh.mostOffset) : 0.0f);

  const bool isColored = mesh.color && !entry.keepsColor;
  if (!isColored && !mesh.gradients)
    return p;
  const Float3 at = toMesh(mesh, point);
  if (isColored)
    p.color = colorInTable(mesh.colors,
      mesh.colorPerCell ? mesh.color[crossing.tet]
                        : valueWithinCell(vertices, links, mesh.color, crossing.tet, at));
  if (mesh.gradients)
  {
    float g[3];
    gradientWithinCell(vertices, links, mesh.gradients, crossing.tet, at, g);
    const float most = maximum(fabsf(g[0]), maximum(fabsf(g[1]), fabsf(g[2])));
    const Float3 smooth = most > 0.0f && most < INFINITY
      ? normalized({ g[0] / most, g[1] / most, g[2] / most })
      : Float3{ 0.0f, 0.0f, 0.0f };
    const float side = dot(smooth, p.geometric);
    if (side != 0.0f)
      p.shading = alongWith(smooth, side > 0.0f);
  }
  return p;
}

} // namespace inkray
