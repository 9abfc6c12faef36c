// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Picture/CastWalks.h"
#include "Rays/SurfaceSpan.h"
#include "View/SurfaceLayers.h"

#include <new>

namespace inkray
{

/// The channels of a medium at the faces behind and ahead of a cell. With corners, also the places where the
/// ray crosses these faces.
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

/// Take the next face that a ray crosses as the face ahead.
template <class Medium, class Face, bool withCorners>
INKRAY_HD_NOINLINE void goToFace(const Medium& medium, const Face& face, CellFaces<withCorners>& faces)
{
  if (!face.isSameCell)
    faces.take(medium, face);
}

/// The next spans of a ray's walk through one source. Several spans are found at once, so that the state of
/// the walk stays in registers meanwhile.
template <class Walk>
struct SpanQueue
{
  using Medium = typename Walk::Source::Medium;
  using Face = typename Walk::Face;
  static constexpr bool mayBeByNearest = Medium::may(feature::nearest);

  static constexpr int capacity = 8;
  SurfaceSpan spans[capacity];
  int head, size;
  /// The medium if it is not plain, otherwise null. With a medium, the queue holds fewer spans. It keeps the
  /// faces where they end, and both faces of the first span's cell.
  const Medium* medium;
  static constexpr int numFaces = 2;
  Face faces[numFaces];
  CellFaces<mayBeByNearest> cell;
  bool isOver;         ///< the walk has no more spans
  float begin;         ///< depth of the first place not yet passed; infinite: no span is left
  float value;         ///< the value at `begin`
  float length;        ///< world units times log2(e) for a unit of depth from the eye, as in RayLimits
  int passed;          ///< number of a pixel's layers that have been added
  IntervalPlace place; ///< place in the function of the values at the end of the last mixed part

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
  /// The share of the first span's cell at a depth.
  INKRAY_HD float shareAt(float depth) const
  {
    const SurfaceSpan& span = this->front();
    const Face& face = faces[head & (numFaces - 1)];
    return depth < span.to
      ? MediumPlace::mixed(face.from, face.to, (depth - span.from) / (span.to - span.from))
      : face.to;
  }
  /// Start the nearest vertices of the first span's cell, at a share of the way through the cell.
  template <class Nearest>
  INKRAY_HD void startNearest(Nearest& nearest, float share) const
  {
    float from[3], to[3];
    cell.crossedBehind.allWeights(from);
    cell.crossedAhead.allWeights(to);
    nearest.start(cell.crossedBehind.ids, from, cell.crossedAhead.ids, to, share);
  }
  INKRAY_HD bool isShort() const { return size == 0 && !isOver; }

  /// Add as many spans as fit.
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
  /// Add as many layers of a pixel as fit. Each becomes a span without length that ends in a surface.
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
  /// Drop the first span.
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
