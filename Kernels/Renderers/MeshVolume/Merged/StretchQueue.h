// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/CastWalks.h"
#include "Renderers/MeshVolume/Merged/MeshWalk.h"
#include "View/SurfaceLayers.h"

#include <new>

namespace inkray
{

/// The next of a ray's faces is ahead of it.
INKRAY_HD_NOINLINE void goToFace(
  const MergedMedium& medium, const RayFace& face, MediumPlace& behind, MediumPlace& ahead)
{
  if (face.isSameCell)
    return;
  behind = ahead;
  ahead = face.place(medium);
}

/// The most things that one ray is cast through.
constexpr int maxMergedMeshes = mostWalks;

/// The next stretches of a ray's walk through one mesh. Several are found at once, so that the state of the
/// walk stays in registers meanwhile.
struct StretchQueue
{
  static constexpr int capacity = 8;
  Stretch stretches[capacity];
  int head, size;
  /// Of a medium that is not plain, with fewer stretches: it, the faces that they go to, and the channels at
  /// those behind and ahead of the first of them. Null: it is plain.
  const MergedMedium* medium;
  static constexpr int numFaces = 2;
  RayFace faces[numFaces];
  MediumPlace behind, ahead;
  bool isOver;      ///< the walk has no more
  float begin;      ///< depth where what has not been passed begins; infinite: nothing is left
  float value;      ///< there
  float length;     ///< world units times log2(e), as in RayLimits, per depth of the eye
  int passed;       ///< layers of a pixel that have been given
  PiecePlace place; ///< in the function of the values, where the last mixed part ended

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
  INKRAY_HD void measure(const MeshCamera& camera, int x, int y)
  {
    length = lengthPerDepth(camera, pixelU(camera, x), pixelV(camera, y)) / camera.worldPerDepth *
      1.4426950408889634f;
  }
  INKRAY_HD const Stretch& front() const { return stretches[head]; }
  /// The share of its cell's way at which the first stretch is at a depth.
  INKRAY_HD float shareAt(float depth) const
  {
    const Stretch& stretch = this->front();
    const RayFace& face = faces[head & (numFaces - 1)];
    return depth < stretch.to
      ? MediumPlace::mixed(face.from, face.to, (depth - stretch.from) / (stretch.to - stretch.from))
      : face.to;
  }
  INKRAY_HD bool isShort() const { return size == 0 && !isOver; }

  /// Add as many stretches as there is room for.
  INKRAY_HD void fill(MeshWalk& of)
  {
    if (isOver || size >= (medium ? numFaces : capacity))
      return;
    const bool wasEmpty = size == 0;
    const int most = medium ? numFaces : capacity;
    MeshWalk walk(of); // in registers
    while (size < most && !isOver)
    {
      const int next = head + size;
      if (walk.next(stretches[next & (capacity - 1)], faces[next & (numFaces - 1)]))
        ++size;
      else
        isOver = true;
    }
    new (&of) MeshWalk(walk);
    if (wasEmpty)
      this->stand();
  }
  /// Add as many layers of a pixel as there is room for, each at the end of a stretch without a length.
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
      Stretch& layer = stretches[(head + size) & (capacity - 1)];
      layer.give({ depth, depth, 0.0f, 0.0f, static_cast<std::uint32_t>(passed), 0u }, 1.0f);
      layer.meet(0, load(layers.colours + at).w);
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
      goToFace(*medium, faces[head & (numFaces - 1)], behind, ahead);
  }
};

} // namespace inkray
