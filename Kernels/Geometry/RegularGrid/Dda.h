// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/GridAxes.h"

namespace inkray
{

/// A walk along a ray through a block of 4 x 4 x 4 boxes of `Size` cells, from box to box (Amanatides and Woo
/// 1987). The ray crosses planes between boxes at planeParameter, so that blocks, boxes and cells that share
/// a plane agree.
template <int Size, class Real = float>
struct Dda
{
  IntOf<Real> place; ///< index of the box in its block: x + 4 y + 16 z
  Real plane[3];     ///< indices of the planes through which the ray leaves the box
  Real next[3];      ///< the ray's parameters at these planes

  /// The plane through which the ray enters the box.
  INKRAY_ONE_OR_MANY Real entryPlane(const RayOf<Real>& ray, int axis) const
  {
    return plane[axis] - (isForward(ray, axis) ? allOf<Real>(Size) : allOf<Real>(-Size));
  }
  /// The box's lower corner.
  INKRAY_ONE_OR_MANY Real corner(const RayOf<Real>& ray, int axis) const
  {
    return plane[axis] - (isForward(ray, axis) ? allOf<Real>(Size) : allOf<Real>(0.0f));
  }
  /// The parameter at which the ray leaves the box.
  INKRAY_ONE_OR_MANY Real exit() const { return minimum(next[0], minimum(next[1], next[2])); }

  /// Start in the box that the ray is in, or enters, at t. The block has its lower corner at `low`; the box
  /// is the nearest one of the boxes 0 to `last` (at most 3) along each axis.
  template <class Axes = UniformAxes>
  INKRAY_ONE_OR_MANY void enter(
    const RayOf<Real>& ray, const Real low[3], const Real last[3], Real t, const Axes& axes = Axes())
  {
    const Real none = allOf<Real>(0.0f), one = allOf<Real>(1.0f);
    place = IntOf<Real>{};
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const MaskOf<Real> forward = isForward(ray, axis);
      const Real ahead = forward ? one : -one;
      Real box = axes.template boxAt<Size>(ray, axis, low[axis], last[axis], t);
      plane[axis] = multiplyAdd(Real(box + (forward ? one : none)), allOf<Real>(Size), low[axis]);
      next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      // The position is rounded; the plane between two boxes decides which of them the ray is in.
      const Real entry = this->entryPlane(ray, axis);
      const Real entered = planeParameter(ray, axis, axes.plane(axis, entry));
      if constexpr (isLanes<Real>)
      {
        const MaskOf<Real> isBehind = next[axis] <= t && box != (forward ? last[axis] : none);
        const MaskOf<Real> isBefore = !isBehind && entered > t && box != (forward ? none : last[axis]);
        if (any(MaskOf<Real>(isBehind || isBefore)))
        {
          box += isBehind ? ahead : isBefore ? -ahead : none;
          plane[axis] = isBehind ? plane[axis] + ahead * Size : isBefore ? entry : plane[axis];
          next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
        }
      }
      else if (next[axis] <= t && box != (forward ? last[axis] : none))
      {
        box += ahead;
        plane[axis] += ahead * Size;
        next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      }
      else if (entered > t && box != (forward ? none : last[axis]))
      {
        box -= ahead;
        plane[axis] = entry;
        next[axis] = entered;
      }
      place += toInt(box) << 2 * axis;
    }
  }

  /// Move to the next box, which the ray enters at t. Returns false if that is not before `end`, which must
  /// not be behind the block's own end. Moves only the rays of `here`.
  template <class Axes = UniformAxes>
  INKRAY_ONE_OR_MANY MaskOf<Real> step(const RayOf<Real>& ray, Real& t, Real end, const Axes& axes = Axes(),
    MaskOf<Real> here = Real{} == Real{})
  {
    const Real out = this->exit();
    const MaskOf<Real> x = next[0] <= out, y = !x && next[1] <= out;
    t = here ? maximum(t, out) : t;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const MaskOf<Real> moves = here && (axis == 0 ? x : axis == 1 ? y : !x && !y);
      if (mayHold(moves))
      {
        const MaskOf<Real> forward = isForward(ray, axis);
        const IntOf<Real> none = {};
        place += moves ? forward ? none + (1 << 2 * axis) : none - (1 << 2 * axis) : none;
        plane[axis] = moves ? plane[axis] + (forward ? allOf<Real>(Size) : allOf<Real>(-Size)) : plane[axis];
        next[axis] = planeParameter(ray, axis, axes.plane(axis, plane[axis]));
      }
    }
    return here && out < end;
  }
};

/// Bit `place` of 64 bits.
INKRAY_HD bool hasBit(std::uint64_t mask, int place)
{
  const auto half = static_cast<std::uint32_t>((place & 32) != 0 ? mask >> 32 : mask);
  return (half >> (place & 31) & 1u) != 0;
}

} // namespace inkray
