// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Integrators/Integrators.h"
#include "Renderers/MeshVolume/SurfaceScene.h"

/// Isosurfaces and slices of a mesh, alone or in a volume: an integrator of march that wraps another one.
namespace inkray
{

/// Gathers no light between the surfaces.
struct GatherNothing
{
  struct Integral
  {
    float transmittance;
    float reached; ///< scalar at the ray's place

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

/// Add the volume in front of a surface: `front`, which is the first part of `whole`. A volume that
/// interpolates more than the scalar along a segment has its own overload.
template <class Volume, class State, class Cell>
INKRAY_HD void addFront(
  const Volume& volume, State& ray, const Cell& at, const Segment& front, const Segment&)
{
  volume.add(ray, at, front);
}

/// Whether slices in a volume may have colors of vertices, and its isosurfaces colors of a second array;
/// kernels of other volumes omit the code for these.
template <class Volume>
struct MayHaveVertexColors : std::false_type
{
};
template <class Volume>
struct MayColorByArray : std::false_type
{
};

/// The depth of the next slice, for frames that have slices.
template <bool HasSlices>
struct NextSlice
{
  INKRAY_HD void clearSlice() {}
  INKRAY_HD bool mayMeetSlice(float) const { return false; }
};
template <>
struct NextSlice<true>
{
  float nextSlice; ///< depth of the next slice

  INKRAY_HD void clearSlice() { nextSlice = -INFINITY; }
  INKRAY_HD bool mayMeetSlice(float depth) const { return depth >= nextSlice; }
};

/// A copy of a structure in memory, which a compiler cannot keep in registers. Shading hits takes all
/// registers; without this copy, a ray's state would also occupy some during the march.
template <class T>
class InMemory
{
public:
  INKRAY_HD explicit InMemory(const T& x)
  {
    std::uint32_t words[numWords];
    memcpy(words, &x, sizeof words);
    INKRAY_UNROLL
    for (int i = 0; i < numWords; ++i)
      words_[i] = words[i];
  }
  INKRAY_HD void take(T& x) const
  {
    std::uint32_t words[numWords];
    INKRAY_UNROLL
    for (int i = 0; i < numWords; ++i)
      words[i] = words_[i];
    memcpy(&x, words, sizeof words);
  }

private:
  static_assert(sizeof(T) % 4 == 0 && std::is_trivially_copyable_v<T>);
  static constexpr int numWords = sizeof(T) / 4;
  volatile std::uint32_t words_[numWords];
};

/// Isosurfaces of the values at the points, which are planes in each tet, in depth order with a volume; with
/// HasSlices, also slices.
///
/// A surface {f = value} separates values below from values at or above it. So a ray meets one where the
/// number of isovalues that are not above its scalar changes: on a segment from scalar s0 to s1, those in
/// (s0, s1] if the scalar rises, and those in (s1, s0] if it falls. The ray carries this number from segment
/// to segment. The scalar where it crosses a face is the same in both cells of the face, to the last bit if
/// the corners have one value. So isovalues that equal values of the data are met exactly once, also in cells
/// with one value. A ray that enters the mesh at its boundary meets nothing there.
///
/// Slices are met at depths of the ray, independent of the cells: only the next one is kept.
///
/// Hits are shaded after the ray has ended: neighboring rays meet theirs at different steps and would wait
/// for each other. A ray whose list of hits is full pauses, and marches again from there. A call from within
/// the march would cost it registers.
///
/// A step costs three comparisons: with the next isovalue above, with the next one below, both moved towards
/// the ray by the rounding error of a scalar, and with the next slice. Segments beyond any of them are
/// examined exactly.
template <class Volume, bool HasSlices = true>
struct WithSurfaces
{
  Volume volume;
  const SurfaceScene* scene;
  float* depth; ///< image of window depths of the first opaque surface; 1 without one

  struct State
    : Volume::State
    , NextSlice<HasSlices>
  {
    float low, high; ///< no surface has an isovalue in [low, high); NaN if unknown
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
    clear(memory);
  }
  INKRAY_HD static void clear(SurfaceHits& memory)
  {
    memory.numHits = 0;
    memory.below = 0;
    memory.color = { 0.0f, 0.0f, 0.0f };
    memory.surfaceDepth = 1.0f;
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
  template <class Ray>
  INKRAY_HD Float4 pixel(const Ray& ray) const
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

  template <class Ray>
  INKRAY_HD void finish(const Ray& ray, std::uint32_t pixel) const
  {
    depth[pixel] = ray.memory->surfaceDepth;
  }
  /// Shade the hits of the ray of pixel (u, v). Returns whether it marches on.
  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    SurfaceHits& memory = *ray.memory;
    if (memory.numHits > 0)
    {
      Float3 color;
      if constexpr (MayColorByArray<Volume>::value)
        color = scene->colorByArray() ? shadeHits<true>(scene, memory.hits, memory.numHits, u, v)
                                      : shadeHits<false>(scene, memory.hits, memory.numHits, u, v);
      else
        color = shadeHits<false>(scene, memory.hits, memory.numHits, u, v);
      memory.color = { memory.color.x + color.x, memory.color.y + color.y, memory.color.z + color.z };
      memory.numHits = 0;
    }
    return goesOn(ray, memory, nearDepth);
  }

protected:
  /// Whether a ray has paused at a hit: it then continues from there, with the remaining light.
  template <class Ray>
  INKRAY_HD static bool goesOn(Ray& ray, SurfaceHits& memory, float& nearDepth)
  {
    if (memory.behind < 0.0f)
      return false;
    nearDepth = memory.pausedAt;
    ray.transmittance = memory.behind;
    memory.behind = -1.0f;
    return true;
  }

  /// The same for a ray that is kept in memory meanwhile (CastTetRays.h, KeepsRay).
  template <class Ray>
  INKRAY_HD bool marchesOnKept(Ray& ray, float u, float v, float& nearDepth) const
  {
    SurfaceHits& memory = *ray.memory;
    if (memory.numHits > 0)
    {
      const InMemory<Ray> kept(ray);
      const Float3 color = shadeHits<false>(scene, memory.hits, memory.numHits, u, v);
      kept.take(ray);
      ray.memory = &memory;
      memory.color = { memory.color.x + color.x, memory.color.y + color.y, memory.color.z + color.z };
      memory.numHits = 0;
    }
    return goesOn(ray, memory, nearDepth);
  }

  /// Keep a hit at a depth for shading, and subtract its light. Returns true if the march is over.
  template <class Ray>
  INKRAY_HD bool keep(Ray& ray, SurfaceHit& hit, float opacity, float met, std::int32_t below) const
  {
    SurfaceHits& memory = *ray.memory;
    const bool isOpaque = opacity >= 1.0f;
    hit.weight = isOpaque ? ray.transmittance : ray.transmittance * opacity;
    memory.hits[memory.numHits++] = hit;
    volume.stop(ray, hit.weight);
    if (isOpaque)
    {
      // No more light passes: the march ends.
      memory.surfaceDepth = scene->window.ofDepth(met);
      return true;
    }
    if (memory.numHits < SurfaceHits::most)
      return false;
    volume.leave(ray); // with the current light
    memory.pausedAt = met;
    memory.behind = ray.transmittance;
    memory.belowAtResume = below;
    ray.transmittance = 0.0f;
    return true;
  }

private:
  /// Process a segment that may meet surfaces: the volume in front of each and the surface itself, until only
  /// `rest` is left. Returns true if the march is over.
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

  /// Begin a segment that may reach a surface: find the exact scalar at its end. Returns the number of
  /// isovalues that are not above the scalar at the ray's place; -1: no scalar, and so no isosurface.
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
    // Scalars at faces are exact; scalars at cuts of a segment are not.
    end = segment.endIsCut ? segment.scalar : at.scalarWithinFace(segment.scalar);
    if (ray.low == ray.low)
      return memory.below;
    // When the ray continues after a pause the number is known, also if the pause is at an end of the
    // segment.
    const std::int32_t known = memory.belowAtResume;
    memory.belowAtResume = -1;
    const float doubt = segment.beginIsCut ? scalarRounding : 0.0f;
    return known >= 0
      ? known
      : countIsovaluesBelow(*scene, end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
  }

  /// Find the next surface between the ray's place and the end of `front`, and shorten `front` to end at this
  /// surface. Returns false if there is no surface.
  template <class Cell>
  INKRAY_HD bool next(State& ray, const Cell& at, std::int32_t& below, float end, Segment& front,
    SurfaceHit& hit, float& opacity) const
  {
    const float begun = ray.scalar();
    const float rise = end - begun;
    const float extent = front.to - front.from;
    float share = 2.0f; // the share of the segment in front of the surface
    if (below >= 0)
    {
      // If the segment was cut, a surface within the rounding error of its end is not met.
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
        // Without a value there is no slice.
        float value = scene->cellValues ? scene->cellValues[scene->originalTet[at.cell]] : scalar;
        hit = { 0.0f, at.cell, SurfaceHit::slice, scalar };
        if constexpr (MayHaveVertexColors<Volume>::value)
          if (scene->vertexColors)
          {
            hit.at = ray.nextSlice;
            if (!scene->areNearest)
              value = colorSliceByVertices(scene, at.cell, placeInMesh(scene, at.cell, at.u, at.v, hit.at)).x;
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
};

} // namespace inkray
