// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CellGradient.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Renderers/MeshVolume/RayCut.h"
#include "Shading/ColorTable.h"
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
  // Colours of the slices: those of the cells, of the vertices, or by the scalar.
  PiecewiseView pieces;
  const Float4* cellColours;   ///< or null
  const float* cellValues;     ///< of the caller's tets: NaN where there is no slice
  const Float4* vertexColours; ///< or null
  bool areNearest;             ///< each place has the colour of the nearest vertex; otherwise linear colours
  const std::uint32_t* originalTet; ///< the caller's tet for each cell
  // Values that colour isosurfaces without a colour of their own: of the vertices, or of the caller's tets.
  const float* vertexColourValues;
  const float* cellColourValues; ///< both null: none do
  ColorTableView colours;

  INKRAY_HD bool isEmpty() const { return count == 0 && slices.count == 0; }
  INKRAY_HD bool colourByArray() const { return vertexColourValues || cellColourValues; }
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

/// A point in eye coordinates in those of the normalised mesh.
INKRAY_HD Float3 pointInMesh(const SurfaceScene& scene, const Float3& p)
{
  const auto row = [&](const float* r) {
    return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
  };
  return { row(scene.eyeToMesh), row(scene.eyeToMesh + 4), row(scene.eyeToMesh + 8) };
}

/// Normal of an isosurface in a cell at a point p in eye coordinates: the gradient of the scalar there.
INKRAY_HD Float3 surfaceNormal(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  float gradient[3];
  if (scene.gradients)
    gradientWithinCell(scene.vertices, scene.links, scene.gradients, cell, pointInMesh(scene, p), gradient);
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
  float at; ///< depth on an isosurface and on a slice of colours of vertices, otherwise the slice's scalar

  static constexpr std::int32_t slice = -1;
};

/// What a ray has met, and what it seldom asks for. It is apart from the ray's State, which stays in
/// registers: an array that is indexed by a variable would take its whole structure to local memory.
struct SurfaceHits
{
  static constexpr std::int32_t most = 32; ///< that are kept to be shaded: rays that pause hold their warp
  SurfaceHit hits[most];
  std::int32_t numHits;
  std::int32_t below; ///< isovalues that are not above the ray's scalar, where State::low is known
  Float3 color;       ///< of those that have been shaded
  float opaqueDepth;
  // Of a ray that pauses, whose transmittance is 0 meanwhile:
  float pausedAt, behind;     ///< depth, and transmittance from there on; not paused: `behind` is negative
  std::int32_t belowAtResume; ///< `below` there; -1: the ray has not paused, or has gone on
};

/// Colour of an isosurface in a cell at a point p in eye coordinates by the second array.
INKRAY_HD Float3 colourByArray(const SurfaceScene& scene, std::uint32_t cell, const Float3& p)
{
  const float value = scene.vertexColourValues
    ? valueWithinCell(scene.vertices, scene.links, scene.vertexColourValues, cell, pointInMesh(scene, p))
    : scene.cellColourValues[scene.originalTet[cell]];
  return colorInTable(scene.colours, value);
}

/// Colour in the light of an isosurface that the ray of pixel (u, v) has met.
template <bool ByArray>
INKRAY_HD Float3 shadeIsosurface(const SurfaceScene* scene, const SurfaceHit& hit, float u, float v)
{
  const SurfaceEntry& surface = scene->entries[hit.entry];
  const Float3 direction = eyeDirection(scene->eye, u, v);
  const Float3 p = eyePosition(scene->eye, u, v, direction, hit.at * scene->worldPerDepth);
  Float3 base = { surface.red, surface.green, surface.blue };
  if constexpr (ByArray)
    if (!surface.keepsColor)
      base = colourByArray(*scene, hit.cell, p);
  return shadePhong(scene->material, scene->lights, scene->numLights, base, p, normalized(direction),
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

/// Opacity of all slices that the ray of pixel (u, v) meets at a depth, which nextSliceOf gave: along the
/// line where two of them intersect a ray meets both in one place.
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

/// Where the ray of pixel (u, v) is at a depth, in the normalised mesh.
INKRAY_HD Float3 placeInMesh(const SurfaceScene* scene, float u, float v, float depth)
{
  const Float3 direction = eyeDirection(scene->eye, u, v);
  return pointInMesh(*scene, eyePosition(scene->eye, u, v, direction, depth * scene->worldPerDepth));
}

/// Colour of a slice in a cell by the colours of its vertices.
INKRAY_HD Float3 colourSliceByVertices(const SurfaceScene* scene, std::uint32_t cell, const Float3& p)
{
  std::uint32_t ids[4];
  float weight[4];
  weightsWithinCell(scene->vertices, scene->links, cell, p, ids, weight);
  float whole = 0.0f, largest = -1.0f;
  Float3 sum = { 0.0f, 0.0f, 0.0f }, nearest = sum;
  INKRAY_UNROLL
  for (int i = 0; i < 4; ++i)
  {
    const Float4 c = load(scene->vertexColours + ids[i]);
    whole += weight[i];
    sum = { multiplyAdd(weight[i], c.x, sum.x), multiplyAdd(weight[i], c.y, sum.y),
      multiplyAdd(weight[i], c.z, sum.z) };
    nearest = weight[i] > largest ? Float3{ c.x, c.y, c.z } : nearest;
    largest = maximum(largest, weight[i]);
  }
  const float inverse = whole > 0.0f ? 1.0f / whole : 0.0f;
  return scene->areNearest ? nearest : Float3{ inverse * sum.x, inverse * sum.y, inverse * sum.z };
}

/// Colour of a slice that the ray of pixel (u, v) has met.
INKRAY_HD Float3 colourSlice(const SurfaceScene* scene, const SurfaceHit& hit, float u, float v)
{
  if (scene->cellColours)
  {
    const Float4 c = load(scene->cellColours + hit.cell);
    return { c.x, c.y, c.z };
  }
  if (scene->vertexColours)
    return colourSliceByVertices(scene, hit.cell, placeInMesh(scene, u, v, hit.at));
  const float s = hit.at;
  const TransferFunctionPiece& p = scene->pieces.pieces[findPiece(scene->pieces, s)];
  const float away = s - p.middle;
  return { multiplyAdd(p.redSlope, away, p.red), multiplyAdd(p.greenSlope, away, p.green),
    multiplyAdd(p.blueSlope, away, p.blue) };
}

/// The colours of what the ray of pixel (u, v) has met, weighted and added. ByArray: a second array colours
/// isosurfaces. That is a function of its own, so that others pay nothing for it.
template <bool ByArray>
INKRAY_HD_NOINLINE Float3 shadeHits(
  const SurfaceScene* scene, const SurfaceHit* hits, std::int32_t numHits, float u, float v)
{
  Float3 sum = { 0.0f, 0.0f, 0.0f };
  for (std::int32_t k = 0; k < numHits; ++k)
  {
    const SurfaceHit& hit = hits[k];
    const Float3 color = hit.entry == SurfaceHit::slice ? colourSlice(scene, hit, u, v)
                                                        : shadeIsosurface<ByArray>(scene, hit, u, v);
    sum = { multiplyAdd(hit.weight, color.x, sum.x), multiplyAdd(hit.weight, color.y, sum.y),
      multiplyAdd(hit.weight, color.z, sum.z) };
  }
  return sum;
}

/// Nothing between the surfaces.
struct GatherNothing
{
  struct Integral
  {
    float transmittance;
    float reached; ///< scalar where the ray is

    INKRAY_HD void clear()
    {
      reached = 0.0f;
      transmittance = 1.0f;
    }
    INKRAY_HD float scalar() const { return reached; }
    INKRAY_HD Float4 pixel() const { return { 0.0f, 0.0f, 0.0f, 1.0f - transmittance }; }
  };
  using Extra = NoExtra;
  INKRAY_HD Extra extra() const { return {}; }
  INKRAY_HD Channels<Extra> here(const Integral& ray) const { return { ray.reached, {} }; }
  INKRAY_HD void standAt(Integral& ray, const Channels<Extra>& c) const { ray.reached = c.value; }
  INKRAY_HD void end(Integral&) const {}
  INKRAY_HD void gather(Integral& ray, std::uint32_t, const Channels<Extra>& c, float) const
  {
    ray.reached = c.value;
  }
  INKRAY_HD void stop(Integral& ray, float weight) const { ray.transmittance -= weight; }
};
using NoVolume = AlongSegments<GatherNothing>;

/// Add what lies in front of a surface: `front`, which is the first part of `whole`. A volume of which more
/// than the scalar is interpolated along a segment has an overload of its own.
template <class Volume, class State, class Cell>
INKRAY_HD void addFront(
  const Volume& volume, State& ray, const Cell& at, const Segment& front, const Segment&)
{
  volume.add(ray, at, front);
}

/// Whether slices in a volume may have colours of the vertices, and its isosurfaces colours of a second
/// array: kernels of other volumes do without what finds these.
template <class Volume>
struct MayHaveVertexColours : std::false_type
{
};
template <class Volume>
struct MayColourByArray : std::false_type
{
};

/// Where a ray may meet the next slice, for those frames that have any.
template <bool HasSlices>
struct NextSlice
{
  INKRAY_HD void clearSlice() {}
  INKRAY_HD bool mayMeetSlice(float) const { return false; }
};
template <>
struct NextSlice<true>
{
  float nextSlice; ///< its depth

  INKRAY_HD void clearSlice() { nextSlice = -INFINITY; }
  INKRAY_HD bool mayMeetSlice(float depth) const { return depth >= nextSlice; }
};

/// Isosurfaces of the values at the points, which are planes in each tet, in depth order with a volume; and
/// slices, where HasSlices.
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
template <class Volume, bool HasSlices = true>
struct WithSurfaces
{
  Volume volume;
  const SurfaceScene* scene;
  float* depth; ///< of the image: window depth of the first opaque surface, 1 where there is none

  struct State
    : Volume::State
    , NextSlice<HasSlices>
  {
    float low, high; ///< no surface is met by a scalar in [low, high); NaN where that is not known
    SurfaceHits* memory;

    INKRAY_HD void forget() { low = high = NAN; }
  };

  using Memory = SurfaceHits;
  INKRAY_HD void start(State& ray, SurfaceHits& memory) const
  {
    NoMemory none;
    startRay(volume, ray, none);
    ray.clearSlice();
    ray.forget();
    ray.memory = &memory;
    memory.numHits = 0;
    memory.below = 0;
    memory.color = { 0.0f, 0.0f, 0.0f };
    memory.opaqueDepth = 1.0f;
    memory.pausedAt = 0.0f;
    memory.behind = -1.0f;
    memory.belowAtResume = -1;
  }

  using Extra = typename Volume::Extra;
  INKRAY_HD Extra extra() const { return volume.extra(); }

  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    volume.enter(ray, at, at.scalarWithinFace(scalar));
    ray.forget();
  }
  INKRAY_HD void leave(State& ray) const { volume.leave(ray); }
  INKRAY_HD Float4 pixel(const State& ray) const
  {
    const Float4 color = volume.pixel(ray);
    const Float3& met = ray.memory->color;
    return { color.x + met.x, color.y + met.y, color.z + met.z, color.w };
  }

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
    Segment rest = segment;
    if (!(segment.scalar >= ray.low && segment.scalar < ray.high) || ray.mayMeetSlice(segment.to))
      if (this->meet(ray, at, rest))
        return;
    volume.add(ray, at, rest);
  }

  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    volume.resume(ray, at, at.scalarWithinFace(scalar));
    ray.forget();
  }

  INKRAY_HD void finish(const State& ray, std::uint32_t pixel) const
  {
    depth[pixel] = ray.memory->opaqueDepth;
  }
  /// Shade what the ray of pixel (u, v) has met.
  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    SurfaceHits& memory = *ray.memory;
    if (memory.numHits > 0)
    {
      Float3 color;
      if constexpr (MayColourByArray<Volume>::value)
        color = scene->colourByArray() ? shadeHits<true>(scene, memory.hits, memory.numHits, u, v)
                                       : shadeHits<false>(scene, memory.hits, memory.numHits, u, v);
      else
        color = shadeHits<false>(scene, memory.hits, memory.numHits, u, v);
      memory.color = { memory.color.x + color.x, memory.color.y + color.y, memory.color.z + color.z };
      memory.numHits = 0;
    }
    if (memory.behind < 0.0f)
      return false;
    nearDepth = memory.pausedAt;
    ray.transmittance = memory.behind;
    memory.behind = -1.0f;
    return true;
  }

private:
  /// A segment that may meet surfaces: what lies in front of each and the surface itself, until only `rest`
  /// is left. True: the march is over.
  template <class Cell>
  INKRAY_HD bool meet(State& ray, const Cell& at, Segment& rest) const
  {
    if (rest.isCut && rest.length == 0.0f)
      return false;
    float end = rest.scalar;
    std::int32_t below = this->begin(ray, at, rest, end);
    const bool hasValue = below >= 0;
    for (;;)
    {
      Segment front = rest;
      SurfaceHit hit = {};
      float opacity = 0.0f;
      if (!this->next(ray, at, below, end, front, hit, opacity))
        break;
      addFront(volume, ray, at, front, rest);
      if (opacity > 0.0f && this->keep(ray, hit, opacity, front.to, below))
        return true;
      rest.from = front.to;
      rest.length -= front.length;
    }
    if (hasValue)
    {
      ray.memory->below = below;
      ray.low = below > 0 ? scene->entries[below - 1].value + scalarRounding : -INFINITY;
      ray.high = below < scene->count ? scene->entries[below].value - scalarRounding : INFINITY;
    }
    return false;
  }

  /// At the beginning of a segment that may meet something: its exact scalar at the end, and how many
  /// isovalues are not above the scalar where the ray stands; -1: there is no value, hence no isosurface.
  template <class Cell>
  INKRAY_HD std::int32_t begin(State& ray, const Cell& at, const Segment& segment, float& end) const
  {
    if constexpr (HasSlices)
      if (ray.nextSlice < segment.from)
        ray.nextSlice = nextSliceOf(scene, at.u, at.v, segment.from, false);
    const float begun = ray.scalar();
    SurfaceHits& memory = *ray.memory;
    if (!(begun == begun && segment.scalar == segment.scalar))
    {
      ray.forget();
      memory.belowAtResume = -1;
      return -1;
    }
    // Scalars at faces are exact, those where a segment was cut are not.
    end = segment.endIsCut ? segment.scalar : at.scalarWithinFace(segment.scalar);
    if (ray.low == ray.low)
      return memory.below;
    // Where the ray goes on after a pause the number is known, also where that is an end of the segment.
    const std::int32_t known = memory.belowAtResume;
    memory.belowAtResume = -1;
    const float doubt = segment.beginIsCut ? scalarRounding : 0.0f;
    return known >= 0
      ? known
      : countIsovaluesBelow(*scene, end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
  }

  /// The next surface that is met from where the ray stands to the end of `front`, which then ends there.
  /// False: none.
  template <class Cell>
  INKRAY_HD bool next(State& ray, const Cell& at, std::int32_t& below, float end, Segment& front,
    SurfaceHit& hit, float& opacity) const
  {
    const float begun = ray.scalar();
    const float rise = end - begun;
    const float extent = front.to - front.from;
    float share = 2.0f; // of the segment, that lies in front of the surface
    if (below >= 0)
    {
      // Where the segment was cut, a surface within the rounding of the end is not met.
      const float doubt = front.endIsCut ? scalarRounding : 0.0f;
      const bool up = rise >= 0.0f;
      const std::int32_t entry = up ? below : below - 1;
      if (entry >= 0 && entry < scene->count)
      {
        const SurfaceEntry& surface = scene->entries[entry];
        if (up ? end - doubt >= surface.value : end + doubt < surface.value)
        {
          const float ahead = fabsf(rise) > 1e-30f ? (surface.value - begun) * reciprocal(rise) : 0.0f;
          share = minimum(maximum(ahead, 0.0f), 1.0f);
          opacity = surface.opacity;
          hit = { 0.0f, at.cell, entry, multiplyAdd(share, extent, front.from) };
          front.scalar = surface.value;
        }
      }
    }
    bool isSlice = false;
    if constexpr (HasSlices)
    {
      const float met = share <= 1.0f ? hit.at : front.to;
      if (ray.nextSlice <= met)
      {
        isSlice = true;
        share = extent > 0.0f ? minimum(maximum((ray.nextSlice - front.from) / extent, 0.0f), 1.0f) : 0.0f;
        const float scalar = multiplyAdd(share, rise, begun);
        // There is no slice where there is no value.
        float value = scene->cellValues ? scene->cellValues[scene->originalTet[at.cell]] : scalar;
        hit = { 0.0f, at.cell, SurfaceHit::slice, scalar };
        if constexpr (MayHaveVertexColours<Volume>::value)
          if (scene->vertexColours)
          {
            hit.at = ray.nextSlice;
            if (!scene->areNearest)
              value = colourSliceByVertices(scene, at.cell, placeInMesh(scene, at.u, at.v, hit.at)).x;
          }
        opacity = value == value ? opacityOfSlices(scene, at.u, at.v, ray.nextSlice) : 0.0f;
        front.scalar = scalar;
        front.to = ray.nextSlice;
        ray.nextSlice = nextSliceOf(scene, at.u, at.v, ray.nextSlice, true);
      }
    }
    if (share > 1.0f)
      return false;
    if (!isSlice)
    {
      below += rise >= 0.0f ? 1 : -1;
      front.to = hit.at;
    }
    front.length *= share;
    front.endIsCut = true;
    return true;
  }

  /// What is met at a depth, to be shaded, and its light taken off. True: the march is over.
  INKRAY_HD bool keep(State& ray, SurfaceHit& hit, float opacity, float met, std::int32_t below) const
  {
    SurfaceHits& memory = *ray.memory;
    const bool isOpaque = opacity >= 1.0f;
    hit.weight = isOpaque ? ray.transmittance : ray.transmittance * opacity;
    memory.hits[memory.numHits++] = hit;
    volume.stop(ray, hit.weight);
    if (isOpaque)
    {
      // Nothing more is seen; the march ends because nothing more comes through.
      memory.opaqueDepth = scene->window.ofDepth(met);
      return true;
    }
    if (memory.numHits < SurfaceHits::most)
      return false;
    volume.leave(ray); // with the light that there is
    memory.pausedAt = met;
    memory.behind = ray.transmittance;
    memory.belowAtResume = below;
    ray.transmittance = 0.0f;
    return true;
  }
};

} // namespace inkray
