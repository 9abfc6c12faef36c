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

/// An isosurface or slice that a ray has met, to be shaded.
struct SurfaceHit
{
  float weight; ///< share of its colour that reaches the eye
  std::uint32_t cell;
  std::int32_t entry; ///< of the isosurface; slice: that of a slice
  float at;           ///< depth on an isosurface, scalar on a slice

  static constexpr std::int32_t slice = -1;
};

/// Colour in the light of an isosurface that the ray of pixel (u, v) has met.
INKRAY_HD Float3 shadeIsosurface(const SurfaceScene* scene, const SurfaceHit& hit, float u, float v)
{
  const SurfaceEntry& surface = scene->entries[hit.entry];
  const Float3 direction = eyeDirection(scene->eye, u, v);
  const Float3 p = eyePosition(scene->eye, u, v, direction, hit.at * scene->worldPerDepth);
  return shadePhong(scene->material, scene->lights, scene->numLights,
    { surface.red, surface.green, surface.blue }, p, normalized(direction),
    surfaceNormal(*scene, hit.cell, p));
}

/// The least depth from `depth` on, or behind it, at which the ray of pixel (u, v) meets a slice; infinite:
/// none.
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

/// Colour of a slice where the scalar is s, which is no NaN.
INKRAY_HD Float3 colourSlice(const SurfaceScene* scene, float s)
{
  const TransferFunctionPiece& p = scene->pieces.pieces[findPiece(scene->pieces, s)];
  const float u = s - p.middle;
  return { multiplyAdd(p.redSlope, u, p.red), multiplyAdd(p.greenSlope, u, p.green),
    multiplyAdd(p.blueSlope, u, p.blue) };
}

/// The colours of what the ray of pixel (u, v) has met, weighted and added.
INKRAY_HD_NOINLINE Float3 shadeHits(
  const SurfaceScene* scene, const SurfaceHit* hits, std::int32_t numHits, float u, float v)
{
  Float3 sum = { 0.0f, 0.0f, 0.0f };
  for (std::int32_t k = 0; k < numHits; ++k)
  {
    const SurfaceHit& hit = hits[k];
    const Float3 color =
      hit.entry == SurfaceHit::slice ? colourSlice(scene, hit.at) : shadeIsosurface(scene, hit, u, v);
    sum = { multiplyAdd(hit.weight, color.x, sum.x), multiplyAdd(hit.weight, color.y, sum.y),
      multiplyAdd(hit.weight, color.z, sum.z) };
  }
  return sum;
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
/// What is met is shaded when the ray has ended, because neighbouring rays meet theirs at different steps and
/// would wait for one another. A ray that has met as many as are kept pauses, and marches once more from
/// there on: a call from within the march would cost it registers.
///
/// What costs on the way is one comparison with the next isovalue above, one with the next below, both moved
/// towards the ray by the rounding of a scalar, and one with the next slice; what lies beyond them is looked
/// at exactly.
template <class Volume>
struct WithSurfaces
{
  static constexpr std::int32_t maxHits = 12; ///< that are kept to be shaded
  Volume volume;
  const SurfaceScene* scene;
  float* depth; ///< of the image: window depth of the first opaque surface, 1 where there is none

  struct State : Volume::State
  {
    float low, high;    ///< no surface is met by a scalar in [low, high); NaN where that is not known
    std::int32_t below; ///< isovalues that are not above the scalar; -1: not known
    float nextSlice;    ///< depth of the next slice that may be met
    float opaqueDepth;
    std::int32_t numHits;
    SurfaceHit hits[maxHits];
    // Of a ray that pauses, whose transmittance is 0 meanwhile:
    float pausedAt, behind;     ///< depth, and transmittance from there on; not paused: `behind` is negative
    std::int32_t belowAtResume; ///< `below` there; -1: the ray has not paused, or has gone on

    INKRAY_HD void clear()
    {
      Volume::State::clear();
      nextSlice = -INFINITY;
      opaqueDepth = 1.0f;
      numHits = 0;
      pausedAt = 0.0f;
      behind = -1.0f;
      belowAtResume = -1;
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

  /// Shade what the ray of pixel (u, v) has met; see marchesOn.
  INKRAY_HD bool shade(State& ray, float u, float v, float& nearDepth) const
  {
    if (ray.numHits > 0)
    {
      const Float3 color = shadeHits(scene, ray.hits, ray.numHits, u, v);
      ray.red += color.x;
      ray.green += color.y;
      ray.blue += color.z;
      ray.numHits = 0;
    }
    if (ray.behind < 0.0f)
      return false;
    nearDepth = ray.pausedAt;
    ray.transmittance = ray.behind;
    ray.behind = -1.0f;
    return true;
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
    {
      ray.forget();
      ray.belowAtResume = -1;
    }
    else if (ray.below < 0)
    {
      // Where the ray goes on after a pause it is known, also where that is an end of the segment.
      const float doubtBegun = segment.beginIsCut ? scalarRounding : 0.0f;
      ray.below = ray.belowAtResume >= 0
        ? ray.belowAtResume
        : countIsovaluesBelow(
            *scene, end > begun ? minimum(begun + doubtBegun, end) : maximum(begun - doubtBegun, end));
      ray.belowAtResume = -1;
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
      // The next surface on the way.
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
      float opacity;
      SurfaceHit hit;
      if (ray.nextSlice <= minimum(met, segment.to))
      {
        met = ray.nextSlice;
        scalar = multiplyAdd(met - segment.from, scalarPerDepth, begun);
        opacity = scene->sliceOpacity;
        hit = { 0.0f, at.cell, SurfaceHit::slice,
          scene->cellValues ? scene->cellValues[scene->originalTet[at.cell]] : scalar };
        ray.nextSlice = nextSliceOf(scene, at.u, at.v, met, true);
        if (!(hit.at == hit.at) || !(opacity > 0.0f))
          continue;
      }
      else if (up || down)
      {
        opacity = scene->entries[entry].opacity;
        hit = { 0.0f, at.cell, entry, met };
        ray.below += up ? 1 : -1;
      }
      else
        break;

      // What lies in front of it, then the surface itself.
      Segment front = { rest.from, met, scalar, (met - rest.from) * lengthPerDepth, segment.isCut,
        segment.beginIsCut, true };
      volume.add(ray, at, front);
      volume.leave(ray);
      const bool opaque = opacity >= 1.0f;
      hit.weight = opaque ? ray.transmittance : ray.transmittance * opacity;
      ray.hits[ray.numHits++] = hit;
      ray.transmittance -= hit.weight;
      if (opaque)
      {
        // Nothing more is seen; the march ends because nothing more comes through.
        ray.opaqueDepth = scene->window.ofDepth(met);
        return;
      }
      if (ray.numHits == maxHits)
      {
        ray.pausedAt = met;
        ray.behind = ray.transmittance;
        ray.belowAtResume = hasValue ? ray.below : -1;
        ray.transmittance = 0.0f;
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
INKRAY_HD bool marchesOn(
  const WithSurfaces<Volume>& integrator, State& ray, float u, float v, float& nearDepth)
{
  return integrator.shade(ray, u, v, nearDepth);
}

template <class Volume, class State>
INKRAY_HD void finishPixel(const WithSurfaces<Volume>& integrator, const State& ray, std::uint32_t pixel)
{
  integrator.depth[pixel] = ray.opaqueDepth;
}

} // namespace inkray
