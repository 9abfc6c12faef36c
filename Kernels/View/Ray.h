// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cmath>

namespace inkray
{

/// A ray in the coordinates of a model, between two parameters. View makes it from a pixel, and Geometry
/// intersects it. Components of the direction are never zero, so the ray meets each plane x = k at exactly
/// one parameter, and planes in the order of k.
struct Ray
{
  float origin[3], direction[3];
  float inverse[3], offset[3]; ///< the ray meets the plane x = k at k inverse + offset
  float begin, end;            ///< begin > end: the ray is empty
};

INKRAY_HD bool isForward(const Ray& ray, int axis)
{
  return ray.direction[axis] > 0.0f;
}

/// The parameter at which the ray crosses the plane of coordinate k. All callers get the same float, which is
/// monotonic in k: cells and boxes that share a plane agree, and intervals nest.
INKRAY_HD float planeParameter(const Ray& ray, int axis, float k)
{
  return multiplyAdd(k, ray.inverse[axis], ray.offset[axis]);
}

/// Set one axis of a ray: its coordinate is `at` for parameter 0, and changes by `step` for each unit.
INKRAY_HD void setAxis(Ray& ray, int axis, float at, float step)
{
  const float smallest = 1e-12f;
  if (fabsf(step) < smallest)
    step = step < 0.0f ? -smallest : smallest;
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
INKRAY_HD void clipToSlab(Ray& ray, int axis, float low, float high)
{
  const float a = planeParameter(ray, axis, low), b = planeParameter(ray, axis, high);
  ray.begin = maximum(ray.begin, minimum(a, b));
  ray.end = minimum(ray.end, maximum(a, b));
}

} // namespace inkray
