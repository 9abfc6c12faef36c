// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Picture/CastWalks.h"
#include "Rays/SurfaceSpan.h"
#include "View/SurfaceLayers.h"

#include <new>

namespace inkray
{

/// The channels of a medium at the faces behind and ahead of a cell and, with the corners, where the ray
/// crosses these faces.
template <bool withCorners>
struct CellFaces
{
  MediumPlace behind, ahead;

  template <class Medium, class Face>
  INKRAY_HD void take(const Medium& medium, const Face& face)
  {
    behind = ahead;
    ahead = face.place(medium);
  }
};
template <>
struct CellFaces<true> : CellFaces<false>
{
  FaceCrossing crossedBehind, crossedAhead;

  template <class Medium, class Face>
  INKRAY_HD void take(const Medium& medium, const Face& face)
  {
    CellFaces<false>::take(medium, face);
    if (!medium.isByNearest())
      return;
    crossedBehind = crossedAhead;
    crossedAhead = face;
  }
};

/// The next of a ray's faces is ahead of it.
template <class Medium, class Face, bool withCorners>
INKRAY_HD_NOINLINE void goToFace(const Medium& medium, const Face& face, CellFaces<withCorners>& faces)
{
  if (!face.isSameCell)
    faces.take(medium, face);
}

/// The next spans of a ray's walk through one source. Several are found at once, so that the state of the
/// walk stays in registers meanwhile.
template <class Walk>
struct SpanQueue
{
  using Medium = typename Walk::Source::Medium;
  using Face = typename Walk::Face;
  static constexpr bool mayBeByNearest = Medium::may(feature::nearest);

  static constexpr int capacity = 8;
  SurfaceSpan spans[capacity];
  int head, size;
  /// Of a medium that is not plain, with fewer spans: it, the faces that they go to, and those of the first
  /// one's cell. Null: it is plain.
  const Medium* medium;
  static constexpr int numFaces = 2;
  Face faces[numFaces];
  CellFaces<mayBeByNearest> cell;
  bool isOver;         ///< the walk has no more
  float begin;         ///< depth where what has not been passed begins; infinite: nothing is left
  float value;         ///< there
  float length;        ///< world units times log2(e), as in RayLimits, per depth of the eye
  int passed;          ///< layers of a pixel that have been given
  IntervalPlace place; ///< in the function of the values, where the last mixed part ended

  INKRAY_HD void clear()
  {
    head = size = 0;
    medium = nullptr;
    isOver = false;
    begin = INFINITY;
    value = length = 0.0f;
    passed = 0;
    place.standAt(0.0f);
  }
  INKRAY_HD const SurfaceSpan& front() const { return spans[head]; }
  /// The share of its cell's way at which the first span is at a depth.
  INKRAY_HD float shareAt(float depth) const
  {
    const SurfaceSpan& span = this->front();
    const Face& face = faces[head & (numFaces - 1)];
    return depth < span.to
      ? MediumPlace::mixed(face.from, face.to, (depth - span.from) / (span.to - span.from))
      : face.to;
  }
  /// Start the vertices that are nearest on the first span's way through its cell, from a share of that on.
  template <class Nearest>
  INKRAY_HD void startNearest(Nearest& nearest, float share) const
  {
    float from[3], to[3];
    cell.crossedBehind.allWeights(from);
    cell.crossedAhead.allWeights(to);
    nearest.start(cell.crossedBehind.ids, from, cell.crossedAhead.ids, to, share);
  }
  INKRAY_HD bool isShort() const { return size == 0 && !isOver; }

  /// Add as many spans as there is room for.
  INKRAY_HD void fill(Walk& of)
  {
    if (isOver || size >= (medium ? numFaces : capacity))
      return;
    const bool wasEmpty = size == 0;
    const int most = medium ? numFaces : capacity;
    Walk walk(of); // in registers
    while (size < most && !isOver)
    {
      const int next = head + size;
      if (walk.next(spans[next & (capacity - 1)], faces[next & (numFaces - 1)]))
        ++size;
      else
        isOver = true;
    }
    new (&of) Walk(walk);
    if (wasEmpty)
      this->stand();
  }
  /// Add as many layers of a pixel as there is room for, each at the end of a span without a length.
  INKRAY_HD void fill(const SurfaceLayers& layers, std::uint32_t pixel, std::int64_t numPixels)
  {
    const bool wasEmpty = size == 0;
    while (size < capacity && !isOver)
    {
      const std::int64_t at = passed * numPixels + pixel;
      const float depth = passed < layers.most ? load(layers.depths + at) + layers.offset : INFINITY;
      isOver = !(depth < INFINITY);
      if (isOver)
        break;
      SurfaceSpan& layer = spans[(head + size) & (capacity - 1)];
      layer.give({ depth, depth, 0.0f, 0.0f, static_cast<std::uint32_t>(passed), 0u }, 1.0f);
      layer.meet(0, load(layers.colors + at).w);
      ++size;
      ++passed;
    }
    if (wasEmpty)
      this->stand();
  }
  /// Drop the first one.
  INKRAY_HD void pop()
  {
    head = (head + 1) & (capacity - 1);
    --size;
    this->stand();
  }

private:
  INKRAY_HD void stand()
  {
    begin = size > 0 ? this->front().from : INFINITY;
    value = size > 0 ? this->front().begin : 0.0f;
    if (medium && size > 0)
      goToFace(*medium, faces[head & (numFaces - 1)], cell);
  }
};

} // namespace inkray
