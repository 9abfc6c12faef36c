// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/PackedNumbers.h"
#include "Geometry/KdTree/TraverseKdTree.h"
#include "Geometry/RegularGrid/IntersectGrid.h"
#include "Renderers/PathTracer/MeshHit.h"
#include "Renderers/PathTracer/PathScene.h"

#include <cmath>

/// The place where a ray of the path tracer meets the scene. `Geometry` (PathGeometry.h) names the kinds of
/// surfaces and media, so that a scene of one isosurface does not pay for the others.
namespace inkray
{

/// A ray in the scene's coordinates.
struct ScenePath
{
  Float3 origin, direction;
  float begin, end;
};

INKRAY_HD Float3 pointAt(const ScenePath& path, float t)
{
  return { multiplyAdd(t, path.direction.x, path.origin.x), multiplyAdd(t, path.direction.y, path.origin.y),
    multiplyAdd(t, path.direction.z, path.origin.z) };
}

/// The surface that a path has met.
struct PathSurfaceHit
{
  float t;
  Float3 point;     ///< in the scene's coordinates
  Float3 geometric; ///< unit normal, out of the solid; zero without a gradient
  Float3 shading;   ///< unit normal for shading, on the same side
  Float3 color;
  std::int32_t material;
  float offset; ///< distance from the surface at which the next ray begins
};

/// The nearest surface after the traversal, without the properties that are computed once at the end.
struct NearestSurface
{
  std::int32_t volume; ///< -1: not of a volume
  SurfaceCrossing crossing;
  std::int32_t mesh; ///< -1: not of a mesh
  MeshCrossing meshCrossing;
  KdHit triangle;
};

INKRAY_HD Float3 toGrid(const PlacedGrid& volume, const Float3& p)
{
  const float* const m = volume.toGrid;
  return { multiplyAdd(m[0], p.x, multiplyAdd(m[1], p.y, multiplyAdd(m[2], p.z, m[3]))),
    multiplyAdd(m[4], p.x, multiplyAdd(m[5], p.y, multiplyAdd(m[6], p.z, m[7]))),
    multiplyAdd(m[8], p.x, multiplyAdd(m[9], p.y, multiplyAdd(m[10], p.z, m[11]))) };
}

/// Return the ray in a grid's coordinates, with the same parameters, clipped to the box of the grid's cells.
INKRAY_HD Ray rayInGrid(const PlacedGrid& volume, const ScenePath& path)
{
  const float* const m = volume.toGrid;
  const Float3 origin = toGrid(volume, path.origin), &d = path.direction;
  const float at[3] = { origin.x, origin.y, origin.z };
  Ray ray;
  ray.begin = path.begin;
  ray.end = path.end;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    setAxis(ray, axis, at[axis],
      multiplyAdd(m[4 * axis], d.x, multiplyAdd(m[4 * axis + 1], d.y, m[4 * axis + 2] * d.z)));
    clipToSlab(ray, axis, 0.0f, static_cast<float>(volume.grid.layout.cells[axis]));
  }
  return ray;
}

INKRAY_HD Ray rayInMesh(const PlacedMesh& mesh, const ScenePath& path)
{
  return rayInMesh(mesh, path.origin, path.direction, path.begin, path.end);
}

INKRAY_HD Ray rayInScene(const ScenePath& path)
{
  Ray ray;
  setAxis(ray, 0, path.origin.x, path.direction.x);
  setAxis(ray, 1, path.origin.y, path.direction.y);
  setAxis(ray, 2, path.origin.z, path.direction.z);
  ray.begin = path.begin;
  ray.end = path.end;
  return ray;
}

/// The values of a volume as intersectLeaf reads them.
template <class Axes>
INKRAY_HD TaggedGridView<Axes> gridView(const PlacedGrid& volume)
{
  const auto& v = volume.values;
  if constexpr (Axes::isUniform)
    return { v.values, v.strideY, v.strideZ, v.hidden, v.blankPoints, {} };
  else
    return v;
}

/// Call visit with the values of a volume, in a view with its kind of axes. All rays take the same branch.
template <class Geometry, class Visit>
INKRAY_HD void visitGrid(const PlacedGrid& volume, const Visit& visit)
{
  if constexpr (Geometry::rectilinear)
    if (volume.isRectilinear)
      return visit(gridView<RectilinearAxes>(volume));
  visit(gridView<UniformAxes>(volume));
}

/// Stops the ray at each surface with a probability of the surface's opacity.
struct StopByChance
{
  std::uint32_t word; ///< random word of the path and its bounce
  std::uint32_t count = 0;

  INKRAY_HD bool passes(float opacity)
  {
    if (opacity >= 1.0f)
      return false;
    // One random word for each surface that a path meets: a hash of integers (Wellons 2018, lowbias32).
    std::uint32_t x = word + 0x9e3779b9u * ++count;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return unitFloat(x ^ x >> 16) >= opacity;
  }
};

/// Only opaque surfaces stop the ray.
struct StopAtOpaque
{
  INKRAY_HD bool passes(float opacity) { return opacity < 1.0f; }
};

/// The result of a search for a crossing at which a ray stops.
template <class Stop, class Crossing>
struct Searched
{
  bool found;
  Stop stop; ///< state of the ray behind all surfaces that it has passed
  Crossing crossing;
};

/// Run a search as a separate function, if kernels of the kind do not inline it. Arguments and results are
/// passed by value, as in callMarch (MediumSinks.h).
template <class Search>
INKRAY_HD_NOINLINE auto callSearch(Search search)
{
  return search();
}
template <class Geometry, class Search>
INKRAY_HD auto runSearch(const Search& search)
{
  if constexpr (Geometry::callsSearches)
    return callSearch(search);
  else
    return search();
}

template <class Geometry, class Axes, class Stop>
INKRAY_HD bool nearestCrossingOn(
  const PathVolumeView& volume, const ScenePath& path, Stop& stop, SurfaceCrossing& crossing)
{
  const TaggedGridView<Axes> values = gridView<Axes>(volume);
  const Ray ray = rayInGrid(volume, path);
  if (!meetsSurfaces(volume.grid, values.axes(), ray))
    return false;
  std::uint32_t items[LocalStack::depth];
  LocalStack stack = { items };
  if constexpr (Geometry::single)
    return firstCrossing(volume.grid, values, ray, stack, crossing);
  else
  {
    bool found = false;
    visitCrossings(volume.grid, values, ray, stack, TakeAll(), [&](const SurfaceCrossing& c) {
      found = !stop.passes(volume.grid.surfaces.entries[c.surface].opacity);
      if (found)
        crossing = c;
      return !found;
    });
    return found;
  }
}

/// Find the first crossing of a volume's isosurfaces at which the ray stops.
template <class Geometry, class Axes, class Stop>
INKRAY_HD Searched<Stop, SurfaceCrossing> searchVolume(
  const PathVolumeView& volume, const ScenePath& path, const Stop& stop)
{
  return runSearch<Geometry>([&volume, path, stop] {
    Searched<Stop, SurfaceCrossing> end = { false, stop, {} };
    end.found = nearestCrossingOn<Geometry, Axes>(volume, path, end.stop, end.crossing);
    return end;
  });
}
template <class Geometry, class Stop>
INKRAY_HD bool nearestCrossing(
  const PathVolumeView& volume, const ScenePath& path, Stop& stop, SurfaceCrossing& crossing)
{
  const auto take = [&](const Searched<Stop, SurfaceCrossing>& end) {
    stop = end.stop;
    crossing = end.crossing;
    return end.found;
  };
  if constexpr (Geometry::rectilinear)
    if (volume.isRectilinear)
      return take(searchVolume<Geometry, RectilinearAxes>(volume, path, stop));
  return take(searchVolume<Geometry, UniformAxes>(volume, path, stop));
}

/// Find the first crossing of a mesh's isosurfaces at which the ray stops. Returns false if there is none.
template <class Geometry, class Stop>
INKRAY_HD bool nearestCrossing(
  const PathMeshView& mesh, const ScenePath& path, Stop& stop, MeshCrossing& crossing)
{
  const auto end = runSearch<Geometry>([&mesh, path, stop] {
    Searched<Stop, MeshCrossing> found = { false, stop, {} };
    found.found = nearestMeshCrossing(mesh, rayInMesh(mesh, path), found.stop, found.crossing);
    return found;
  });
  stop = end.stop;
  crossing = end.crossing;
  return end.found;
}

/// Finds triangles along rays, by the kd-tree. Benchmarks specialize this for their own kinds of scenes.
template <class Geometry>
struct TriangleSearch
{
  INKRAY_HD static bool nearest(const PathScene& scene, const Ray& ray, KdHit& hit)
  {
    return nearestHit(scene.triangles.tree, ray, hit);
  }
  INKRAY_HD static bool any(const PathScene& scene, const Ray& ray)
  {
    return anyHit(scene.triangles.tree, ray);
  }
};

/// Find the nearest surface at which the ray stops; path.end becomes its parameter. Returns false if the ray
/// does not stop before its end.
template <class Geometry, class Stop>
INKRAY_HD bool findNearest(const PathScene& scene, ScenePath& path, Stop& stop, NearestSurface& nearest)
{
  bool found = false;
  nearest.volume = nearest.mesh = -1;
  if constexpr (Geometry::grids)
    for (int i = 0; i < scene.numVolumes; ++i)
    {
      SurfaceCrossing crossing = {};
      if (nearestCrossing<Geometry>(scene.volumes[i], path, stop, crossing) && crossing.t <= path.end)
      {
        found = true;
        path.end = crossing.t;
        nearest.volume = i;
        nearest.crossing = crossing;
      }
    }
  if constexpr (Geometry::meshes)
    for (int i = 0; i < scene.numMeshes; ++i)
    {
      MeshCrossing crossing = {};
      if (nearestCrossing<Geometry>(scene.meshes[i], path, stop, crossing))
      {
        found = true;
        path.end = crossing.t;
        nearest.meshCrossing = crossing;
        nearest.volume = -1;
        nearest.mesh = i;
      }
    }
  if constexpr (Geometry::triangles)
  {
    const auto end = runSearch<Geometry>([&scene, path] {
      Searched<StopAtOpaque, KdHit> hit = { false, {}, {} };
      hit.found = TriangleSearch<Geometry>::nearest(scene, rayInScene(path), hit.crossing);
      return hit;
    });
    nearest.triangle = end.crossing;
    if (end.found)
    {
      found = true;
      path.end = nearest.triangle.t;
      nearest.volume = nearest.mesh = -1;
    }
  }
  return found;
}

/// Multiplies the light by the transparency of each surface.
struct WeakenLight
{
  float through = 1.0f;

  INKRAY_HD bool passes(float opacity)
  {
    through *= opacity < 1.0f ? 1.0f - opacity : 0.0f;
    return through > 0.0f;
  }
};

/// Return the transparency of all surfaces along a ray together.
template <class Geometry>
INKRAY_HD float transmittance(const PathScene& scene, const ScenePath& path)
{
  WeakenLight light;
  if constexpr (Geometry::grids)
    for (int i = 0; i < scene.numVolumes && light.through > 0.0f; ++i)
    {
      SurfaceCrossing crossing = {};
      if (nearestCrossing<Geometry>(scene.volumes[i], path, light, crossing))
        light.through = 0.0f;
    }
  if constexpr (Geometry::meshes)
    for (int i = 0; i < scene.numMeshes && light.through > 0.0f; ++i)
    {
      MeshCrossing crossing = {};
      if (nearestCrossing<Geometry>(scene.meshes[i], path, light, crossing))
        light.through = 0.0f;
    }
  if constexpr (Geometry::triangles)
    if (light.through > 0.0f &&
      runSearch<Geometry>([&scene, path] { return TriangleSearch<Geometry>::any(scene, rayInScene(path)); }))
      light.through = 0.0f;
  return light.through;
}

INKRAY_HD Float3 negative(const Float3& a)
{
  return { -a.x, -a.y, -a.z };
}

/// Convert a gradient in the grid's coordinates to a unit normal in the scene's. Returns zero for a gradient
/// without a direction.
INKRAY_HD Float3 normalInScene(const PathVolumeView& volume, const float gradient[3])
{
  const float largest = maximum(fabsf(gradient[0]), maximum(fabsf(gradient[1]), fabsf(gradient[2])));
  const float scale = largest > 0.0f && largest < INFINITY ? 1.0f / largest : 0.0f;
  const float g[3] = { gradient[0] * scale, gradient[1] * scale, gradient[2] * scale };
  const float* const m = volume.toGrid;
  float n[3];
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    n[axis] = multiplyAdd(g[0], m[axis], multiplyAdd(g[1], m[4 + axis], g[2] * m[8 + axis]));
  const Float3 normal = normalized({ n[0], n[1], n[2] });
  return normal.x == normal.x ? normal : Float3{ 0.0f, 0.0f, 0.0f };
}

/// Fill a PathSurfaceHit for a crossing of an isosurface.
template <class Geometry>
INKRAY_HD void describeCrossing(
  const PathScene& scene, const PathVolumeView& volume, const SurfaceCrossing& crossing, PathSurfaceHit& hit)
{
  const SurfaceEntry& entry = volume.grid.surfaces.entries[crossing.surface];
  const PathSurfaceEntry& surface = volume.surfaces[crossing.surface];
  hit.geometric = normalInScene(volume, crossing.gradient);
  if (surface.solidBelow == 0)
    hit.geometric = negative(hit.geometric);
  hit.shading = hit.geometric;
  hit.color = { entry.red, entry.green, entry.blue };
  hit.material = surface.material;
  hit.offset = volume.offset;
  const bool isColored = volume.color.data && !entry.keepsColor;
  if (!isColored && !scene.smoothNormals)
    return;
  const std::int64_t strideY = volume.values.strideY, strideZ = volume.values.strideZ;
  const Float3 at = toGrid(volume, hit.point);
  const float p[3] = { at.x, at.y, at.z };
  int cell[3];
  float x[3];
  visitGrid<Geometry>(volume, [&](const auto& values) {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      cell[axis] = values.axes().cellAt(axis, p[axis], volume.grid.layout.cells[axis], x[axis]);
      x[axis] = unitClamp(x[axis]);
    }
  });
  if (isColored)
    hit.color = colorInCell(volume.colors,
      loadCorners(volume.color + (cell[0] + cell[1] * strideY + cell[2] * strideZ), strideY, strideZ),
      [&x](const CellCorners& corners) { return interpolateCell(corners, x); });
  if (scene.smoothNormals)
  {
    Float3 smooth = { 0.0f, 0.0f, 0.0f };
    visitGrid<Geometry>(volume, [&](const auto& values) {
      smooth = centralDifferencesAt(values, volume.grid.layout, cell[0], cell[1], cell[2], x[0], x[1], x[2]);
    });
    const float gradient[3] = { smooth.x, smooth.y, smooth.z };
    const Float3 normal = normalInScene(volume, gradient);
    const float along = dot(normal, hit.geometric);
    if (along != 0.0f)
      hit.shading = along > 0.0f ? normal : negative(normal);
  }
}

INKRAY_HD Float3 minus(const Float3& a, const Float3& b)
{
  return { a.x - b.x, a.y - b.y, a.z - b.z };
}
INKRAY_HD Float3 xyz(const Float4& a)
{
  return { a.x, a.y, a.z };
}

/// Fill a PathSurfaceHit for the crossing of a triangle.
INKRAY_HD void describeTriangle(const PathScene& scene, const KdHit& found, PathSurfaceHit& hit)
{
  const PathTrianglesView& triangles = scene.triangles;
  const Float4* const corners = triangles.tree.corners + 3 * std::size_t(found.triangle);
  const Float4* const shading = triangles.shading + 3 * std::size_t(found.triangle);
  const Float3 a = xyz(load(corners)), b = xyz(load(corners + 1)), c = xyz(load(corners + 2));
  hit.geometric = normalized(cross(minus(b, a), minus(c, a)));
  hit.shading = hit.geometric;
  hit.material = triangles.materials[found.triangle];
  hit.offset = triangles.offset;
  const float weights[3] = { 1.0f - found.u - found.v, found.u, found.v };
  Float3 normal = { 0.0f, 0.0f, 0.0f };
  hit.color = normal;
  INKRAY_UNROLL
  for (int i = 0; i < 3; ++i)
  {
    const Float4 s = load(shading + i);
    const std::uint32_t rgb = bitsOf(s.w);
    const float w = weights[i], share = w * (1.0f / 255.0f);
    normal = { multiplyAdd(w, s.x, normal.x), multiplyAdd(w, s.y, normal.y), multiplyAdd(w, s.z, normal.z) };
    hit.color = { multiplyAdd(share, static_cast<float>(rgb & 255u), hit.color.x),
      multiplyAdd(share, static_cast<float>(rgb >> 8 & 255u), hit.color.y),
      multiplyAdd(share, static_cast<float>(rgb >> 16 & 255u), hit.color.z) };
  }
  normal = normalized(normal);
  if (normal.x * normal.x + normal.y * normal.y + normal.z * normal.z > 0.5f)
    hit.shading = dot(normal, hit.geometric) < 0.0f ? negative(normal) : normal;
}

/// Fill a PathSurfaceHit for a crossing of a mesh's isosurface.
INKRAY_HD void describeCrossing(
  const PathMeshView& mesh, const MeshCrossing& crossing, const ScenePath& path, PathSurfaceHit& hit)
{
  const MeshSurfacePoint p = describeMeshCrossing(mesh, crossing, hit.point, path.direction);
  hit.geometric = p.geometric;
  hit.shading = p.shading;
  hit.color = p.color;
  hit.material = p.material;
  hit.offset = p.offset;
}

/// Find the first surface at which the ray stops. Returns false if the ray meets no such surface.
template <class Geometry, class Stop>
INKRAY_HD bool findSurface(const PathScene& scene, ScenePath path, Stop stop, PathSurfaceHit& hit)
{
  NearestSurface nearest;
  if (!findNearest<Geometry>(scene, path, stop, nearest))
    return false;
  hit.t = path.end;
  hit.point = pointAt(path, hit.t);
  if constexpr (Geometry::grids)
    if (nearest.volume >= 0)
      describeCrossing<Geometry>(scene, scene.volumes[nearest.volume], nearest.crossing, hit);
  if constexpr (Geometry::meshes)
    if (nearest.mesh >= 0)
      describeCrossing(scene.meshes[nearest.mesh], nearest.meshCrossing, path, hit);
  if constexpr (Geometry::triangles)
    if (nearest.volume < 0 && nearest.mesh < 0)
      describeTriangle(scene, nearest.triangle, hit);
  return true;
}

} // namespace inkray
