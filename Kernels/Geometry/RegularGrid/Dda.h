// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridAxes.h"

namespace inkray
{

/// A walk along a ray through a block of 4 x 4 x 4 boxes of `Size` cells, from box to box (Amanatides and Woo
/// 1987). The ray crosses planes between boxes at planeParameter, so that blocks, boxes and cells that share
/// a plane agree.
template <int Size>
struct Dda
{
  int place;      ///< of the box in its block: x + 4 y + 16 z
  float plane[3]; ///< indices of the planes through which the ray leaves the box
  float next[3];  ///< the ray's parameters at these planes

  /// The plane through which the ray enters the box.
  INKRAY_HD float entryPlane(const Ray& ray, int axis) const
  {
    return plane[axis] - (isForward(ray, axis) ? float(Size) : -float(Size));
  }
  /// The box's lower corner.
  INKRAY_HD float corner(const Ray& ray, int axis) const
  {
    return plane[axis] - (isForward(ray, axis) ? float(Size) : 0.0f);
  }
  /// The parameter at which the ray leaves the box.
  INKRAY_HD float exit() const { return minimum(next[0], minimum(next[1], next[2])); }

  /// Start in the box that the ray is in, or enters, at t. The block has its lower corner at `low`; the box
  /// is the nearest one of the boxes 0 to `last` (at most 3) along each axis.
  template <class Axes = UniformAxes>
  INKRAY_HD void enter(
    const Ray& ray, const float low[3], const float last[3], float t, const Axes& axes = Axes())
  {
    place = 0;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const bool forward = isForward(ray, axis);
      const float ahead = forward ? 1.0f : -1.0f;
      float box = axes.template boxAt<Size>(ray, axis, low[axis], last[axis], t);
      plane[axis] = multiplyAdd(box + (forward ? 1.0f : 0.0f), float(Size), low[axis]);
      next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      // The position is rounded; the plane between two boxes decides which of them the ray is in.
      const float entry = this->entryPlane(ray, axis);
      const float entered = planeParameter(ray, axis, axes.plane(axis, entry));
      if (next[axis] <= t && box != (forward ? last[axis] : 0.0f))
      {
        box += ahead;
        plane[axis] += ahead * Size;
        next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      }
      else if (entered > t && box != (forward ? 0.0f : last[axis]))
      {
        box -= ahead;
        plane[axis] = entry;
        next[axis] = entered;
      }
      place += static_cast<int>(box) << 2 * axis;
    }
  }

  /// Move to the next box, which the ray enters at t. Returns false if that is not before `end`, which must
  /// not be behind the block's own end.
  template <class Axes = UniformAxes>
  INKRAY_HD bool step(const Ray& ray, float& t, float end, const Axes& axes = Axes())
  {
    const float out = this->exit();
    const bool x = next[0] <= out, y = !x && next[1] <= out;
    t = maximum(t, out);
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      if (axis == 0 ? x : axis == 1 ? y : !x && !y)
      {
        const bool forward = isForward(ray, axis);
        place += forward ? 1 << 2 * axis : -(1 << 2 * axis);
        plane[axis] += forward ? float(Size) : -float(Size);
        next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      }
    }
    return out < end;
  }
};

/// Bit `place` of 64 bits.
INKRAY_HD bool hasBit(std::uint64_t mask, int place)
{
  const auto half = static_cast<std::uint32_t>((place & 32) != 0 ? mask >> 32 : mask);
  return (half >> (place & 31) & 1u) != 0;
}

} // namespace inkray
