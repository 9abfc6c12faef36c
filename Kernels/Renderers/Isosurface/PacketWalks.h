// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Geometry/RegularGrid/IntersectLeaf.h"
#include "View/Clipping.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/// Functions for a packet of rays and its cubics, where they differ from the functions for one ray.
namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// ClipPlanes::clip.
inline void clipRays(const ClipPlanes& planes, RayOf<Floats>& rays)
{
  for (int i = 0; i < planes.count; ++i)
  {
    Floats at, slope;
    planes.meet(rays, i, at, slope);
    const Floats meets = -at / slope;
    const Mask comesIn = slope > 0.0f, goesOut = slope < 0.0f, isOut = ~comesIn & ~goesOut & (at < 0.0f);
    rays.begin = comesIn ? maximum(rays.begin, meets) : rays.begin;
    rays.end = goesOut ? minimum(rays.end, meets) : rays.end;
    rays.end = isOut ? rays.begin - 1.0f : rays.end;
  }
}

/// The walk of one lane.
inline LeafWalk walkOf(const LeafWalkOf<Floats>& walks, int lane)
{
  LeafWalk walk = { oneOf<Dda<subBrickSize>>(walks.subBricks, lane), oneOf<Dda<1>>(walks.cells, lane),
    walks.leaf, {}, walks.t[lane], walks.end[lane], walks.cellT[lane] };
  for (int axis = 0; axis < 3; ++axis)
    walk.corner[axis] = walks.corner[axis];
  return walk;
}

/// hasBit for each lane.
inline Mask haveBit(std::uint64_t mask, const Mask& place)
{
  const Mask half = (place & 32) != 0 ? Mask{} + static_cast<std::int32_t>(mask >> 32)
                                      : Mask{} + static_cast<std::int32_t>(mask);
  return ((half >> (place & 31)) & 1) != 0;
}

/// changesSide for each lane of a mask.
inline Mask changeSide(const Floats b[4], const Mask& above, const Mask& here)
{
  const Mask ends = here & ((b[3] >= 0.0f) ^ above);
  Mask changes = ends;
  const Mask between = here & ~ends & (((b[1] >= 0.0f) ^ above) | ((b[2] >= 0.0f) ^ above));
  forLanes(between, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    changes[lane] = changesSide(one, above[lane] != 0) ? -1 : 0;
  });
  return changes;
}

/// firstChange for the lanes of a mask.
inline Floats firstChanges(const Floats b[4], const Mask& above, const Mask& here)
{
  const CubicOf<Floats> f = cubicOfBernstein(b);
  Floats low, high;
  const Mask hasRoots = rootsOfSlope(f, low, high),
             turns = ((low > 0.0f) & (low < 1.0f)) | ((high > 0.0f) & (high < 1.0f) & (high != low));
  const Mask isSimple = here & ~(hasRoots & turns);
  Floats s = solveMonotone(f, ~above, Floats{}, allOf<Floats>(1.0f), b[0], b[3], isSimple);
  forLanes(here & ~isSimple, [&](int lane) {
    const float one[4] = { b[0][lane], b[1][lane], b[2][lane], b[3][lane] };
    s[lane] = firstChange(one, above[lane] != 0);
  });
  return s;
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
