// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/OneOrMany.h"

#include <cmath>

namespace inkray
{

/// A ray in the coordinates of a model, between two parameters. View makes it from a pixel, and Geometry
/// intersects it. Components of the direction are never zero, so the ray meets each plane x = k at exactly
/// one parameter, and planes in the order of k. Its numbers are those of one ray, or of each ray of a packet.
template <class Real>
struct RayOf
{
  using Number = Real;

  Real origin[3], direction[3];
  Real inverse[3], offset[3]; ///< the ray meets the plane x = k at k inverse + offset
  Real begin, end;            ///< begin > end: the ray is empty
};
using Ray = RayOf<float>;

template <class Real>
INKRAY_ONE_OR_MANY MaskOf<Real> isForward(const RayOf<Real>& ray, int axis)
{
  return ray.direction[axis] > 0.0f;
}

/// The parameter at which the ray crosses the plane of coordinate k. All callers get the same float, which is
/// monotonic in k: cells and boxes that share a plane agree, and intervals nest.
template <class Real>
INKRAY_ONE_OR_MANY Real planeParameter(const RayOf<Real>& ray, int axis, typename RayOf<Real>::Number k)
{
  return multiplyAdd(k, ray.inverse[axis], ray.offset[axis]);
}

/// Set one axis of a ray: its coordinate is `at` for parameter 0, and changes by `step` for each unit.
template <class Real>
INKRAY_ONE_OR_MANY void setAxis(
  RayOf<Real>& ray, int axis, typename RayOf<Real>::Number at, typename RayOf<Real>::Number step)
{
  const float smallest = 1e-12f;
  const MaskOf<Real> isSmall = magnitude(step) < smallest;
  if (mayHold(isSmall))
  {
    const Real least = step < 0.0f ? allOf<Real>(-smallest) : allOf<Real>(smallest);
    step = isSmall ? least : step;
  }
  ray.origin[axis] = at;
  ray.direction[axis] = step;
  ray.inverse[axis] = reciprocal(step);
  ray.offset[axis] = -ray.origin[axis] * ray.inverse[axis];
}

/// The ray in the opposite direction: parameter t of one is -t of the other.
INKRAY_HD Ray reversed(const Ray& ray)
{
  Ray back = ray;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    back.direction[axis] = -ray.direction[axis];
    back.inverse[axis] = -ray.inverse[axis];
    back.offset[axis] = -ray.offset[axis];
  }
  back.begin = -ray.end;
  back.end = -ray.begin;
  return back;
}

/// Cut the ray to low <= coordinate <= high along one axis.
template <class Real>
INKRAY_ONE_OR_MANY void clipToSlab(RayOf<Real>& ray, int axis, float low, float high)
{
  const Real a = planeParameter(ray, axis, allOf<Real>(low)),
             b = planeParameter(ray, axis, allOf<Real>(high));
  ray.begin = maximum(ray.begin, minimum(a, b));
  ray.end = minimum(ray.end, maximum(a, b));
}

} // namespace inkray
