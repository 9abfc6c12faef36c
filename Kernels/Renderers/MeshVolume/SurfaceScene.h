// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CellGradient.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Rays/RayIntervals.h"
#include "Rays/SurfaceSpan.h"
#include "Shading/ColorTable.h"
#include "Shading/Phong.h"
#include "Shading/PiecewiseTransferFunction.h"
#include "View/EyeRays.h"
#include "View/WindowDepth.h"

/// Isosurfaces and slices of a mesh, and their appearance where a ray has met them.
namespace inkray
{

/// The rounding error of a normalized scalar that is interpolated in a face.
constexpr float scalarRounding = 5e-7f;

/// The ends of a piece of a transfer function that also ends at isovalues: it contains scalars in [low,
/// high). The first piece has no beginning and the last no end.
struct alignas(16) SurfaceInterval
{
  float low, high;
  std::int32_t below;  ///< number of isovalues that are not above its scalars
  std::int32_t isBent; ///< the function has a knot at low; 0: only an isovalue is there
};

/// The surfaces of a frame and their appearance, in the memory of the backend; rays read it where they meet a
/// surface.
struct SurfaceScene
{
  const SurfaceEntry* entries; ///< normalized isovalues in ascending order
  std::int32_t count;
  const Float4* vertices; ///< the mesh's vertices: normalized position and scalar
  const UInt2* links;
  const Float3* gradients; ///< gradients of the vertices; null: each cell uses its own gradient
  float eyeToMesh[12];     ///< rows of the map from eye coordinates to the normalized mesh
  const float* ofPlaces;   ///< eyeToMesh of each place, if there are several
  MeshPlaces places;
  EyeRays eye;
  float worldPerDepth;
  WindowDepth window;
  SurfaceLight lights[maxLights];
  std::int32_t numLights;
  SurfaceMaterial material;
  ClipPlanes slices; ///< in eye coordinates
  float sliceOpacity;
  // Colors of the slices, from the cells, from the vertices, or as a function of the scalar.
  PiecewiseView pieces;
  const Float4* cellColors;   ///< or null
  const float* cellValues;    ///< of the caller's tets: NaN means no slice there
  const Float4* vertexColors; ///< or null
  bool areNearest;            ///< each place has the color of the nearest vertex; false: colors are linear
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
  // Values that color isosurfaces without a fixed color: values of vertices, or of the caller's tets.
  const float* vertexColorValues;
  const float* cellColorValues; ///< both null: no such values
  ColorTableView colors;

  INKRAY_HD bool isEmpty() const { return count == 0 && slices.count == 0; }
  /// Whether colors of vertices are interpolated, rather than each place having the nearest vertex's color.
  INKRAY_HD bool hasLinearColors() const { return vertexColors && !areNearest; }
  INKRAY_HD bool colorByArray() const { return vertexColorValues || cellColorValues; }
};

/// The number of isovalues that are not above a scalar: surfaces lie where this number changes.
INKRAY_HD std::int32_t countIsovaluesBelow(const SurfaceScene& scene, float scalar)
{
  std::int32_t below = 0, above = scene.count;
  while (below < above)
  {
    const std::int32_t middle = (below + above) >> 1;
    if (scene.entries[middle].value <= scalar)
      below = middle + 1;
    else
      above = middle;
  }
  return below;
}

/// Transform a point of a cell from eye coordinates to the normalized mesh.
INKRAY_HD Float3 pointInMesh(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  const float* rows = scene.eyeToMesh;
  if (scene.places.count > 1)
  {
    std::uint32_t ids[4];
    verticesOfCell(scene.links, cell, ids);
    rows = scene.ofPlaces + 12 * scene.places.of(ids[0]);
  }
  const auto row = [&](const float* r) {
    return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
  };
  return { row(rows), row(rows + 4), row(rows + 8) };
}

/// The normal of an isosurface in a cell, at a point p in eye coordinates: the gradient of the scalar there.
INKRAY_HD Float3 surfaceNormal(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  float gradient[3];
  if (scene.gradients)
    gradientWithinCell(
      scene.vertices, scene.links, scene.gradients, cell, pointInMesh(scene, cell, p), gradient);
  else
    gradientOfCell(scene.vertices, scene.links, cell, gradient);
  return normalInEye(scene.eye, gradient);
}

/// The surfaces that a ray has met, and data that it rarely needs. They are separate from the State, which
/// stays in registers: an array with a variable index would move its whole structure to local memory.
struct SurfaceHits
{
  static constexpr std::int32_t most = 32; ///< hits that are kept for shading; a ray that pauses stops its
                                           ///< warp
  SurfaceHit hits[most];
  std::int32_t numHits;
  std::int32_t below; ///< isovalues that are not above the ray's scalar; valid if State::low is not NaN
  Float3 color;       ///< the sum over shaded hits
  float surfaceDepth; ///< window depth of the opaque surface; 1: no such surface
  // For a ray that pauses; its transmittance is 0 meanwhile:
  float pausedAt, behind;     ///< depth, and transmittance from there on; negative `behind`: the ray is not
                              ///< paused
  std::int32_t belowAtResume; ///< `below` there; -1: the ray has not paused, or has continued
};

/// The color of an isosurface in a cell, at a point p in eye coordinates, by the second array.
INKRAY_HD Float3 colorByArray(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  const float value = scene.vertexColorValues
    ? valueWithinCell(scene.vertices, scene.links, scene.vertexColorValues, cell, pointInMesh(scene, cell, p))
    : scene.cellColorValues[scene.originalTet[cell]];
  return colorInTable(scene.colors, value);
}

/// The lit color of an isosurface that the ray of pixel (u, v) has met.
template <bool ByArray>
INKRAY_HD Float3 shadeIsosurface(const SurfaceScene* scene, const SurfaceHit& hit, float u, float v)
{
  const SurfaceEntry& surface = scene->entries[hit.entry];
  const Float3 direction = eyeDirection(scene->eye, u, v);
  const Float3 p = eyePosition(scene->eye, u, v, direction, hit.at * scene->worldPerDepth);
  Float3 base = { surface.red, surface.green, surface.blue };
  if constexpr (ByArray)
    if (!surface.keepsColor)
      base = colorByArray(*scene, hit.cell, p);
  return shadePhong(scene->material, scene->lights, scene->numLights, base, fromEye(scene->eye, p),
    normalized(direction), surfaceNormal(*scene, hit.cell, p));
}

/// The least depth at which the ray of pixel (u, v) meets a slice, from `depth` on or, if `behind`, behind
/// it; infinite: there is none.
INKRAY_HD float nextSliceOf(const SurfaceScene* scene, float u, float v, float depth, bool behind)
{
  const Ray ray = rayInEye(scene->eye, scene->worldPerDepth, u, v);
  float next = INFINITY;
  for (int i = 0; i < scene->slices.count; ++i)
  {
    float at, slope;
    scene->slices.meet(ray, i, at, slope);
    const float met = slope != 0.0f ? -at / slope : INFINITY;
    if (behind ? met > depth : met >= depth)
      next = minimum(next, met);
  }
  return next;
}

/// The combined opacity of all slices that the ray of pixel (u, v) meets at a depth from nextSliceOf. On the
/// line where two slices intersect, a ray meets both at one depth.
INKRAY_HD float opacityOfSlices(const SurfaceScene* scene, float u, float v, float depth)
{
  const Ray ray = rayInEye(scene->eye, scene->worldPerDepth, u, v);
  float opacity = 0.0f;
  for (int i = 0; i < scene->slices.count; ++i)
  {
    float at, slope;
    scene->slices.meet(ray, i, at, slope);
    if (slope != 0.0f && -at / slope == depth)
      opacity = multiplyAdd(1.0f - opacity, scene->sliceOpacity, opacity);
  }
  return maximum(opacity, scene->sliceOpacity);
}

/// The point of a cell at a depth on the ray of pixel (u, v), in the normalized mesh.
INKRAY_HD Float3 placeInMesh(const SurfaceScene* scene, std::uint32_t cell, float u, float v, float depth)
{
  const Float3 direction = eyeDirection(scene->eye, u, v);
  return pointInMesh(*scene, cell, eyePosition(scene->eye, u, v, direction, depth * scene->worldPerDepth));
}

/// The color of a slice in a cell, from the colors of its vertices.
INKRAY_HD Float3 colorSliceByVertices(const SurfaceScene* scene, std::uint32_t cell, const Float3& p)
{
  std::uint32_t ids[4];
  float weight[4];
  weightsWithinCell(scene->vertices, scene->links, cell, p, ids, weight);
  float whole = 0.0f, largest = -1.0f;
  Float3 sum = { 0.0f, 0.0f, 0.0f }, nearest = sum;
  INKRAY_UNROLL
  for (int i = 0; i < 4; ++i)
  {
    const Float4 c = load(scene->vertexColors + ids[i]);
    whole += weight[i];
    sum = { multiplyAdd(weight[i], c.x, sum.x), multiplyAdd(weight[i], c.y, sum.y),
      multiplyAdd(weight[i], c.z, sum.z) };
    nearest = weight[i] > largest ? Float3{ c.x, c.y, c.z } : nearest;
    largest = maximum(largest, weight[i]);
  }
  const float inverse = whole > 0.0f ? 1.0f / whole : 0.0f;
  return scene->areNearest ? nearest : Float3{ inverse * sum.x, inverse * sum.y, inverse * sum.z };
}

/// The color of a slice that the ray of pixel (u, v) has met.
INKRAY_HD Float3 colorSlice(const SurfaceScene* scene, const SurfaceHit& hit, float u, float v)
{
  if (scene->cellColors)
  {
    const Float4 c = load(scene->cellColors + hit.cell);
    return { c.x, c.y, c.z };
  }
  if (scene->vertexColors)
    return colorSliceByVertices(scene, hit.cell, placeInMesh(scene, hit.cell, u, v, hit.at));
  const float s = hit.at;
  const FunctionInterval& p = scene->pieces.pieces[findInterval(scene->pieces, s)];
  const float away = s - p.middle;
  return { multiplyAdd(p.redSlope, away, p.red), multiplyAdd(p.greenSlope, away, p.green),
    multiplyAdd(p.blueSlope, away, p.blue) };
}

/// The weighted sum of the colors of hits on the ray of pixel (u, v). ByArray: a second array colors
/// isosurfaces. This function is separate, so that rays without such colors do not pay for the code.
template <bool ByArray>
INKRAY_HD_NOINLINE Float3 shadeHits(
  const SurfaceScene* scene, const SurfaceHit* hits, std::int32_t numHits, float u, float v)
{
  Float3 sum = { 0.0f, 0.0f, 0.0f };
  for (std::int32_t k = 0; k < numHits; ++k)
  {
    const SurfaceHit& hit = hits[k];
    const Float3 color = hit.entry == SurfaceHit::slice ? colorSlice(scene, hit, u, v)
                                                        : shadeIsosurface<ByArray>(scene, hit, u, v);
    sum = { multiplyAdd(hit.weight, color.x, sum.x), multiplyAdd(hit.weight, color.y, sum.y),
      multiplyAdd(hit.weight, color.z, sum.z) };
  }
  return sum;
}

} // namespace inkray
