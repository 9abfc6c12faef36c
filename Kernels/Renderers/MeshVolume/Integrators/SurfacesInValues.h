// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Surfaces.h"

namespace inkray
{

/// Isosurfaces in a volume of point values. The pieces of its transfer function also end at isovalues
/// (SurfaceIntervals.h), so a ray finds the next isovalue when it finds the next knot: the index of the piece
/// tells between which isovalues it is.
struct SurfacesInValues : WithSurfaces<PointValues, false>
{
  static constexpr bool keepsRay = true;
  const SurfaceInterval* ends; ///< the ends of the pieces of the volume's function

  struct State : RayIntegral
  {
    SurfaceHits* memory;
  };
  INKRAY_HD void start(State& ray, SurfaceHits& memory) const
  {
    ray.clear();
    ray.memory = &memory;
    clear(memory);
  }
  INKRAY_HD bool marchesOn(State& ray, float u, float v, float& nearDepth) const
  {
    return this->marchesOnKept(ray, u, v, nearDepth);
  }
  template <class Cell>
  INKRAY_HD void enter(State& ray, const Cell& at, float scalar) const
  {
    ray.standAt(at.scalarWithinFace(scalar));
  }
  INKRAY_HD void leave(State& ray) const { ray.end(volume.pieces); }
  template <class Cell>
  INKRAY_HD void resume(State& ray, const Cell& at, float scalar) const
  {
    ray.end(volume.pieces);
    this->enter(ray, at, scalar);
  }
  template <class Cell>
  INKRAY_HD void cut(State& ray, const Cell& at, float from, float to, Segment& segment) const
  {
    const float begun = ray.scalar(), end = at.scalarWithinFace(segment.scalar);
    const float perDepth = segment.from != segment.to ? (end - begun) / (to - from) : 0.0f;
    if (segment.beginIsCut)
    {
      ray.end(volume.pieces);
      ray.standAt(multiplyAdd(segment.from - from, perDepth, begun));
    }
    segment.scalar = segment.endIsCut ? multiplyAdd(segment.to - from, perDepth, begun) : end;
  }
  template <class Cell>
  INKRAY_HD void add(State& ray, const Cell& at, const Segment& segment) const
  {
    if (!isSeen(segment))
      return;
    float uEnd = segment.scalar - ray.middle, length = segment.length;
    if (!(fabsf(uEnd) <= ray.half))
    {
      if (!this->cross(ray, at, segment, length))
        return;
      uEnd = segment.scalar - ray.middle;
    }
    ray.addInInterval(uEnd, length);
  }

private:
  /// The piece that contains a scalar.
  INKRAY_HD int pieceOf(float s) const
  {
    int below = 0, above = volume.pieces.count - 1;
    while (below < above)
    {
      const int middle = (below + above + 1) >> 1;
      if (s >= ends[middle].low)
        below = middle;
      else
        above = middle - 1;
    }
    return below;
  }
  /// Process the part of a segment before its last piece, with the surfaces that it meets, and subtract its
  /// length. Returns false if no more of it is visible.
  template <class Cell>
  INKRAY_HD bool cross(State& ray, const Cell& at, const Segment& segment, float& length) const
  {
    const PiecewiseView& view = volume.pieces;
    SurfaceHits& memory = *ray.memory;
    const float begun = ray.scalar();
    float end = segment.scalar;
    if (!(begun == begun && end == end))
    {
      ray.end(view);
      ray.standAt(end);
      memory.belowAtResume = -1;
      return false;
    }
    if (!segment.endIsCut)
      end = at.scalarWithinFace(end);
    if (ray.piece < 0)
    {
      const float doubt = segment.beginIsCut ? scalarRounding : 0.0f;
      int piece = this->pieceOf(end > begun ? minimum(begun + doubt, end) : maximum(begun - doubt, end));
      const std::int32_t known = memory.belowAtResume;
      memory.belowAtResume = -1;
      if (known >= 0)
      {
        while (ends[piece].below < known)
          ++piece;
        while (ends[piece].below > known)
          --piece;
      }
      ray.enter(view, piece, begun);
    }
    const float doubt = segment.endIsCut ? scalarRounding : 0.0f;
    const float perLength = length > 0.0f ? (segment.to - segment.from) / length : 0.0f;
    for (;;)
    {
      const SurfaceInterval piece = ends[ray.piece];
      const bool up = end - doubt >= piece.high;
      if (!up && !(end + doubt < piece.low))
        return true;
      const float border = up ? piece.high : piece.low;
      const float uBorder = border - ray.middle;
      const float rise = end - ray.scalar();
      const float part =
        length * (fabsf(rise) > 1e-30f ? saturate((uBorder - ray.u) * reciprocal(rise)) : 0.0f);
      length -= part;
      ray.addInInterval(uBorder, part);
      const int next = ray.piece + (up ? 1 : -1);
      const SurfaceInterval there = ends[next];
      const bool isBent = up ? there.isBent : piece.isBent;
      if (isBent)
        ray.end(view);
      if (there.below != piece.below)
      {
        SurfaceHit hit = { 0.0f, at.cell, up ? piece.below : there.below,
          length > 0.0f ? multiplyAdd(-length, perLength, segment.to) : segment.to };
        const float opacity = scene->entries[hit.entry].opacity;
        if (opacity > 0.0f && this->keep(ray, hit, opacity, hit.at, there.below))
          return false;
      }
      if (isBent)
        ray.enter(view, next, border);
      else
        ray.goOn(view, next, border);
    }
  }
};

} // namespace inkray
