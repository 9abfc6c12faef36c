// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/Merged/CastMerged.h"
#include "Renderers/MeshVolume/Walks/MeshWalk.h"
#include "Renderers/MeshVolume/Walks/PairWalk.h"

namespace inkray
{

/// CastMergedRays for two plain volumes, the most frequent case. Both walks stay in registers. Rays of a warp
/// that have stepped and rays that have not pass a part of their way together.
struct CastPairRays : CastMergedRays<MeshWalk>
{
  WalkedMesh pair[2]; ///< kernel parameters, which are faster to read than `sources` in memory

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    if (x >= plane.width || y >= plane.height)
      return;
    // Both cameras have the same pixels. Their world lengths for a unit of depth differ only by rounding.
    const auto pixel = static_cast<std::uint32_t>(y * plane.width + x);
    const float u = pixelU(plane, x), v = pixelV(plane, y);
    PairMemory memory;
    memory.scale() = minimum(pair[0].lengthOf(x, y), pair[1].lengthOf(x, y));
    PairWalk<0> a(pair[0], memory, pixel, u, v);
    PairWalk<1> b(pair[1], memory, pixel, u, v);
    float transmittance = 1.0f;
    for (;;)
    {
      if (!a.isReady())
        a.next();
      if (!b.isReady())
        b.next();
      const bool isReady = meet(a.isReady() && b.isReady());
      if (!isReady)
        continue;
      const float end = minimum(a.end, b.end);
      if (end == INFINITY || transmittance < earlyTermination)
        break;
      if (a.begin == b.begin)
        pass(a, b, end, transmittance);
      else if (a.begin < b.begin)
        passAlone(a, minimum(a.end, b.begin), transmittance);
      else
        passAlone(b, minimum(b.end, a.begin), transmittance);
    }
    a.endInterval();
    b.endInterval();
    // (x and y are found again, so that they take no registers meanwhile.)
    PixelOrder<PixelTiles::Morton>::pixel(i, plane.width, x, y);
    image[static_cast<std::uint32_t>(y * plane.width + x)] = { a.memory.light(0) + b.memory.light(0),
      a.memory.light(1) + b.memory.light(1), a.memory.light(2) + b.memory.light(2), 1.0f - transmittance };
    const std::uint32_t stepsOfA = a.memory.steps(), stepsOfB = b.memory.steps();
    this->report(
      std::uint64_t(stepsOfA) + stepsOfB, pair[0].hasFailed(stepsOfA) + pair[1].hasFailed(stepsOfB));
  }

private:
  /// Pass a part of the ray that both meshes share.
  INKRAY_HD static void pass(PairWalk<0>& a, PairWalk<1>& b, float end, float& transmittance)
  {
    const float length = end - a.begin;
    const float toA = a.placeAt(length), toB = b.placeAt(length);
    const float firstOfA = a.attenuationAt(a.u), lastOfA = a.attenuationAt(toA);
    const float firstOfB = b.attenuationAt(b.u), lastOfB = b.attenuationAt(toB);
    const TransmittanceMoments moments =
      absorbPart(firstOfA + firstOfB, lastOfA + lastOfB, length, transmittance);
    a.gather(moments, firstOfA, lastOfA, toA);
    b.gather(moments, firstOfB, lastOfB, toB);
    a.begin = b.begin = end;
  }
  /// Pass a part of one mesh, up to the place of the other mesh. The two places differ only where cells of a
  /// mesh overlap each other.
  template <class Walk>
  INKRAY_HD static void passAlone(Walk& walk, float end, float& transmittance)
  {
    const float length = end - walk.begin;
    const float to = walk.placeAt(length);
    const float first = walk.attenuationAt(walk.u), last = walk.attenuationAt(to);
    walk.gather(absorbPart(first, last, length, transmittance), first, last, to);
    walk.begin = end;
  }
};

} // namespace inkray
