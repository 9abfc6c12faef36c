// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/VectorLanes.h"
#include "Geometry/RegularGrid/Dda.h"
#include "Renderers/Isosurface/PacketCubics.h"
#include "View/Clipping.h"
#include "View/RayGenerator.h"

#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

/// Packets of rays, and their walks from box to box.
namespace inkray
{
namespace
{

using namespace vector_lanes;
using vector_lanes::Floats; // not inkray::Floats

/// Ray of each.
struct RayPacket
{
  Floats origin[3], direction[3], inverse[3], offset[3], begin, end;
  Mask forward[3];

  Floats planeParameter(int axis, const Floats& k) const
  {
    return multiplyAdd(k, inverse[axis], offset[axis]);
  }
  Ray get(int lane) const
  {
    Ray ray;
    for (int axis = 0; axis < 3; ++axis)
    {
      ray.origin[axis] = origin[axis][lane];
      ray.direction[axis] = direction[axis][lane];
      ray.inverse[axis] = inverse[axis][lane];
      ray.offset[axis] = offset[axis][lane];
    }
    ray.begin = begin[lane];
    ray.end = end[lane];
    return ray;
  }
};

/// rayOfPixel, for pixels (u, v).
inline void raysOfPixels(
  const RayGenerator& camera, const Floats& u, const Floats& v, const std::int32_t size[3], RayPacket& rays)
{
  rays.begin = allOf(camera.tNear);
  rays.end = allOf(camera.tFar);
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto ofPixel = [&](const float(&o)[3], const float(&ofU)[3], const float(&ofV)[3]) {
      return multiplyAdd(v, allOf(ofV[axis]), multiplyAdd(u, allOf(ofU[axis]), allOf(o[axis])));
    };
    const Floats at = ofPixel(camera.origin, camera.originU, camera.originV);
    Floats step = ofPixel(camera.direction, camera.directionU, camera.directionV);
    const float smallest = 1e-12f; // setAxis
    const Floats least = step < 0.0f ? allOf(-smallest) : allOf(smallest);
    step = magnitude(step) < smallest ? least : step;
    rays.origin[axis] = at;
    rays.direction[axis] = step;
    rays.forward[axis] = step > 0.0f;
    rays.inverse[axis] = 1.0f / step;
    rays.offset[axis] = -at * rays.inverse[axis];
    const Floats a = rays.planeParameter(axis, Floats{}),
                 b = rays.planeParameter(axis, allOf(static_cast<float>(size[axis])));
    rays.begin = greater(rays.begin, lesser(a, b));
    rays.end = lesser(rays.end, greater(a, b));
  }
}

/// ClipPlanes::clip.
inline void clipRays(const ClipPlanes& planes, RayPacket& rays)
{
  for (int i = 0; i < planes.count; ++i)
  {
    const float* plane = planes.planes[i];
    const Floats at = multiplyAdd(allOf(plane[0]), rays.origin[0],
      multiplyAdd(
        allOf(plane[1]), rays.origin[1], multiplyAdd(allOf(plane[2]), rays.origin[2], allOf(plane[3]))));
    const Floats slope = multiplyAdd(allOf(plane[0]), rays.direction[0],
      multiplyAdd(allOf(plane[1]), rays.direction[1], plane[2] * rays.direction[2]));
    const Floats meets = -at / slope;
    const Mask comesIn = slope > 0.0f, goesOut = slope < 0.0f, isOut = ~comesIn & ~goesOut & (at < 0.0f);
    rays.begin = comesIn ? greater(rays.begin, meets) : rays.begin;
    rays.end = goesOut ? lesser(rays.end, meets) : rays.end;
    rays.end = isOut ? rays.begin - 1.0f : rays.end;
  }
}

/// Dda of each.
template <int Size>
struct BoxWalk
{
  Mask place;
  Floats plane[3], next[3];

  Floats entryPlane(const RayPacket& rays, int axis) const
  {
    return plane[axis] - (rays.forward[axis] ? allOf(Size) : allOf(-Size));
  }
  Floats corner(const RayPacket& rays, int axis) const
  {
    return plane[axis] - (rays.forward[axis] ? allOf(Size) : Floats{});
  }
  Floats exit() const { return lesser(next[0], lesser(next[1], next[2])); }

  void enter(const RayPacket& rays, const Floats low[3], const Floats last[3], const Floats& t)
  {
    place = Mask{};
    for (int axis = 0; axis < 3; ++axis)
    {
      const Mask& forward = rays.forward[axis];
      const Floats ahead = forward ? allOf(1.0f) : allOf(-1.0f);
      const Floats position = multiplyAdd(t, rays.direction[axis], rays.origin[axis] - low[axis]);
      // The last box is a whole number, so it can be compared before the position is rounded down.
      const Floats within = lesser(greater(position * (1.0f / Size), Floats{}), last[axis]);
      Floats box = asFloats(__builtin_convertvector(within, Mask));
      Floats through = multiplyAdd(box + (forward ? allOf(1.0f) : Floats{}), allOf(Size), low[axis]);
      Floats out = rays.planeParameter(axis, through);
      const Floats entry = through - (forward ? allOf(Size) : allOf(-Size));
      const Floats entered = rays.planeParameter(axis, entry);
      const Mask isBehind = (out <= t) & (box != (forward ? last[axis] : Floats{})),
                 isBefore = ~isBehind & (entered > t) & (box != (forward ? Floats{} : last[axis]));
      if (bitsOfMask(isBehind | isBefore) != 0)
      {
        box += isBehind ? ahead : isBefore ? -ahead : Floats{};
        through = isBehind ? through + ahead * float(Size) : isBefore ? entry : through;
        out = rays.planeParameter(axis, through);
      }
      plane[axis] = through;
      next[axis] = out;
      place += __builtin_convertvector(box, Mask) << 2 * axis;
    }
  }

  /// Of the rays of a mask; those that have not left the block.
  Mask step(const RayPacket& rays, const Mask& here, Floats& t, const Floats& end)
  {
    const Floats out = this->exit();
    const Mask x = next[0] <= out, y = ~x & (next[1] <= out), z = ~x & ~y;
    t = here ? greater(t, out) : t;
    const auto stepAlong = [&](int axis, const Mask& along) {
      const Mask moves = here & along;
      const Floats ahead = rays.forward[axis] ? allOf(Size) : allOf(-Size);
      place += moves & (rays.forward[axis] ? Mask{} + (1 << 2 * axis) : Mask{} - (1 << 2 * axis));
      plane[axis] = moves ? plane[axis] + ahead : plane[axis];
      next[axis] = rays.planeParameter(axis, plane[axis]);
    };
    stepAlong(0, x);
    stepAlong(1, y);
    stepAlong(2, z);
    return here & (out < end);
  }

  void get(int lane, Dda<Size>& dda) const
  {
    dda.place = place[lane];
    for (int axis = 0; axis < 3; ++axis)
    {
      dda.plane[axis] = plane[axis][lane];
      dda.next[axis] = next[axis][lane];
    }
  }
};

/// hasBit of each.
inline Mask haveBit(std::uint64_t mask, const Mask& place)
{
  const Mask half = (place & 32) != 0 ? Mask{} + static_cast<std::int32_t>(mask >> 32)
                                      : Mask{} + static_cast<std::int32_t>(mask);
  return ((half >> (place & 31)) & 1) != 0;
}

} // namespace
} // namespace inkray

#if INKRAY_LANES == 8
#pragma GCC pop_options
#endif
