// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/Isovalues.h"
#include "Renderers/MeshVolume/CellGradient.h"
#include "Renderers/MeshVolume/Integrators.h"
#include "Renderers/MeshVolume/RayCut.h"
#include "Shading/Phong.h"
#include "View/EyeRays.h"

/// Isosurfaces and slices of a mesh, alone or in a volume: an integrator of march around another one.
namespace inkray
{

/// Rounding of a scalar that is interpolated in a face, for normalised scalars.
constexpr float scalarRounding = 5e-7f;

/// What the surfaces of a frame are and look like, in the memory of the backend: rays read it where they meet
/// one.
struct SurfaceScene
{
  const SurfaceEntry* entries; ///< normalised isovalues in ascending order
  std::int32_t count;
  const Float4* vertices; ///< of the mesh: normalised position and scalar
  const UInt2* links;
  const Float3* gradients; ///< of the vertices, or null: each cell's own counts
  float eyeToMesh[12];     ///< rows: eye coordinates to the normalised mesh
  EyeRays eye;
  float worldPerDepth;
  WindowDepth window;
  SurfaceLight lights[maxLights];
  std::int32_t numLights;
  SurfaceMaterial material;
  ClipPlanes slices; ///< in eye coordinates
  float sliceOpacity;
  PiecewiseView pieces;             ///< colours of the slices,
  const float* cellValues;          ///< by these values, of the caller's tets; null: by the scalar
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
};

/// Depths of a picture in which nothing is drawn.
struct FillDepths
{
  float* depth;
  INKRAY_HD void operator()(std::int64_t i) const { depth[i] = 1.0f; }
};

/// How many of the isovalues are not above a scalar: the surfaces lie where this number changes.
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

/// Normal of an isosurface in a cell at a point p in eye coordinates: the gradient of the scalar there.
INKRAY_HD Float3 surfaceNormal(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  float gradient[3];
  if (scene.gradients)
  {
    const auto row = [&](const float* r) {
      return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
    };
    gradientWithinCell(scene.vertices, scene.links, scene.gradients, cell,
      { row(scene.eyeToMesh), row(scene.eyeToMesh + 4), row(scene.eyeToMesh + 8) }, gradient);
  }
  else
    gradientOfCell(scene.vertices, scene.links, cell, gradient);
  return normalInEye(scene.eye, gradient);
}

/// Colour in the light of the isosurface of an entry, where the ray of pixel (u, v) meets it in a cell. Rays
/// meet few surfaces on their way through many cells: kept out of the march.
INKRAY_HD_NOINLINE Float3 shadeIsosurface(
  const SurfaceScene* scene, std::int32_t entry, std::uint32_t cell, float u, float v, float depth)
{
  const SurfaceEntry& surface = scene->entries[entry];
  const Float3 direction = eyeDirection(scene->eye, u, v);
  const Float3 p = eyePosition(scene->eye, u, v, direction, depth * scene->worldPerDepth);
  return shadePhong(scene->material, scene->lights, scene->numLights,
    { surface.red, surface.green, surface.blue }, p, normalized(direction), surfaceNormal(*scene, cell, p));
}

/// The least depth from `depth` on, or behind it, at which the ray of pixel (u, v) meets a slice; infinite:
/// none.
INKRAY_HD_NOINLINE float nextSliceOf(const SurfaceScene* scene, float u, float v, float depth, bool behind)
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

/// Colour and opacity of a slice in a cell where the scalar is s; without a value, nothing.
INKRAY_HD_NOINLINE Float4 colourSlice(const SurfaceScene* scene, std::uint32_t cell, float s)
{
  if (scene->cellValues)
    s = scene->cellValues[scene->originalTet[cell]];
  const int index = findPiece(scene->pieces, s);
  if (index < 0)
    return { 0.0f, 0.0f, 0.0f, 0.0f };
  const TransferFunctionPiece& p = scene->pieces.pieces[index];
  const float u = s - p.middle;
  return { multiplyAdd(p.redSlope, u, p.red), multiplyAdd(p.greenSlope, u, p.green),
    multiplyAdd(p.blueSlope, u, p.blue), scene->sliceOpacity };
}

/// Nothing between the surfaces.
struct NoVolume
{
  struct State
  {
    float red, green, blue, transmittance;
    float reached; ///< scalar where the ray is

    INKRAY_HD void clear()
    {
      red = green = blue = reached = 0.0f;
      transmittance = 1.0f;
    }
    INKRAY_HD float scalar() const { return reached; }
    INKRAY_HD Float4 pixel() const { return { red, green, blue, 1.0f - transmittance }; }
  };

  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell&, float scalar) const
  {
    ray.reached = scalar;
  }
  INKRAY_HD void leave(State&) const {}
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell&, float from, float to, Segment& segment) const
  {
    ray.reached = cutScalars(ray.reached, from, to, segment);
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell&, const Segment& segment) const
  {
    ray.reached = segment.scalar;
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell&, float scalar) const
  {
    ray.reached = scalar;
  }
};

/// Isosurfaces of the values at the points, which are planes in each tet, in depth order with a volume.
///
/// A surface {f = value} separates values below from values at or above it. So a ray meets one where the
/// number of isovalues that are not above its scalar changes: on a segment from scalar s0 to s1 those in (s0,
/// s1] on the way up, those in (s1, s0] on the way down. That number goes from segment to segment with the
/// ray, and the scalar where it crosses a face is the same in both cells of the face, also to the last bit
/// where the corners have one value. Isovalues that are values of the data are thus met once, in cells with
/// one value too. At the boundary of the mesh nothing is met by coming in.
///
/// Slices are met at depths that are the ray's, whatever the cells: only the next of them is asked for.
///
/// What costs on the way is one comparison with the next isovalue above, one with the next below, both moved
/// towards the ray by the rounding of a scalar, and one with the next slice; what lies beyond them is looked
/// at exactly.
template <class Volume>
struct WithSurfaces
{
  Volume volume;
  const SurfaceScene* scene;
  float* depth; ///< of the image: window depth of the first opaque surface, 1 where there is none

  struct State : Volume::State
  {
    float low, high;    ///< no surface is met by a scalar in [low, high); NaN where that is not known
    std::int32_t below; ///< isovalues that are not above the scalar; -1: not known
    float nextSlice;    ///< depth of the next slice that may be met
    float opaqueDepth;

    INKRAY_HD void clear()
    {
      Volume::State::clear();
      nextSlice = -INFINITY;
      opaqueDepth = 1.0f;
      this->forget();
    }
    INKRAY_HD void forget()
    {
      low = high = NAN;
      below = -1;
    }
  };

  using Extra = typename Volume::Extra;
  INKRAY_HD Extra extra() const { return volume.extra(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    volume.enter(ray, at, at.scalarWithinFace(scalar));
    ray.forget();
  }
  INKRAY_HD void leave(State& ray) const { volume.leave(ray); }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }

  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const float end = at.scalarWithinFace(segment.scalar);
    volume.cut(ray, at, from, to, segment);
    if (!segment.endIsCut)
      segment.scalar = end;
    if (segment.beginIsCut)
      ray.forget();
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (segment.scalar >= ray.low && segment.scalar < ray.high && segment.to < ray.nextSlice)
      volume.add(ray, at, segment);
    else
      this->addAcross(ray, at, segment);
  }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    volume.resume(ray, at, at.scalarWithinFace(scalar));
    ray.forget();
  }

private:
  /// A segment that may meet surfaces.
  template <class Cell>
  INKRAY_HD void addAcross(State& ray, const Cell& at, const Segment& segment) const
  {
    if (segment.isCut && segment.length == 0.0f)
      return;
    // There is no isosurface where there is no value.
    const float begun = ray.scalar();
    const bool hasValue = begun == begun && segment.scalar == segment.scalar;
    // Scalars at faces are exact, those where a segment was cut are not: a surface within their rounding of
    // the cut is not met.
    const float end = segment.endIsCut ? segment.scalar : at.scalarWithinFace(segment.scalar);
    const float doubt = segment.endIsCut ? scalarRounding : 0.0f;
    if (!hasValue)
      ray.forget();
    else if (ray.below < 0)
    {
      const float doubtBegun = segment.beginIsCut ? scalarRounding : 0.0f;
      ray.below = countIsovaluesBelow(
        *scene, end > begun ? minimum(begun + doubtBegun, end) : maximum(begun - doubtBegun, end));
    }
    if (ray.nextSlice < segment.from)
      ray.nextSlice = nextSliceOf(scene, at.u, at.v, segment.from, false);

    const float extent = segment.to - segment.from;
    const float lengthPerDepth = extent > 0.0f ? segment.length / extent : 0.0f;
    const float scalarPerDepth = extent > 0.0f ? (end - begun) / extent : 0.0f;
    const float depthPerScalar = end != begun ? extent / (end - begun) : 0.0f;
    Segment rest = segment;
    for (;;)
    {
      // The next surface on the way, and its colour.
      const bool up = hasValue && ray.below < scene->count && end - doubt >= scene->entries[ray.below].value;
      const bool down = hasValue && ray.below > 0 && end + doubt < scene->entries[ray.below - 1].value;
      const std::int32_t entry = up ? ray.below : ray.below - 1;
      float met = INFINITY, scalar = 0.0f;
      if (up || down)
      {
        scalar = scene->entries[entry].value;
        met =
          minimum(maximum(multiplyAdd(scalar - begun, depthPerScalar, segment.from), rest.from), segment.to);
      }
      Float4 color;
      if (ray.nextSlice <= minimum(met, segment.to))
      {
        met = ray.nextSlice;
        scalar = multiplyAdd(met - segment.from, scalarPerDepth, begun);
        color = colourSlice(scene, at.cell, scalar);
        ray.nextSlice = nextSliceOf(scene, at.u, at.v, met, true);
        if (!(color.w > 0.0f))
          continue;
      }
      else if (up || down)
      {
        const Float3 shaded = shadeIsosurface(scene, entry, at.cell, at.u, at.v, met);
        color = { shaded.x, shaded.y, shaded.z, scene->entries[entry].opacity };
        ray.below += up ? 1 : -1;
      }
      else
        break;

      // What lies in front of it, then the surface itself.
      Segment front = { rest.from, met, scalar, (met - rest.from) * lengthPerDepth, segment.isCut,
        segment.beginIsCut, true };
      volume.add(ray, at, front);
      volume.leave(ray);
      const bool opaque = color.w >= 1.0f;
      const float weight = opaque ? ray.transmittance : ray.transmittance * color.w;
      ray.red = multiplyAdd(weight, color.x, ray.red);
      ray.green = multiplyAdd(weight, color.y, ray.green);
      ray.blue = multiplyAdd(weight, color.z, ray.blue);
      ray.transmittance -= weight;
      if (opaque)
      {
        // Nothing more is seen; the march ends because nothing more comes through.
        ray.opaqueDepth = scene->window.ofDepth(met);
        return;
      }
      rest.from = met;
      rest.length = (segment.to - met) * lengthPerDepth;
    }
    volume.add(ray, at, rest);
    if (hasValue)
    {
      ray.low = ray.below > 0 ? scene->entries[ray.below - 1].value + scalarRounding : -INFINITY;
      ray.high = ray.below < scene->count ? scene->entries[ray.below].value - scalarRounding : INFINITY;
    }
  }
};

template <class Volume, class State>
INKRAY_HD void finishPixel(const WithSurfaces<Volume>& integrator, const State& ray, std::uint32_t pixel)
{
  integrator.depth[pixel] = ray.opaqueDepth;
}

} // namespace inkray
