// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/OpticalDepth.h"
#include "Shading/SegmentIntegration.h"

#include <cmath>

/// Sinks integrate along a ray through a medium. A march calls a sink, in the order of the ray's parameter t,
///   enter(t, s)  the medium begins, with scalar s
///   to(t, s)     the scalar goes linearly up to t, where it is s; false: nothing behind can be seen
///   leave()      the medium ends
/// any number of times; a scalar that is constant in each cell makes one run for each cell. Scalars are in
/// the units of the sink's transfer function; NaN is transparent.
namespace inkray
{

/// A march as a function call of its own, in the kernels that call rather than inline it. Arguments and
/// results are passed by value: ptxas (CUDA 13.0) keeps a pointer to the caller's local memory in a uniform
/// register while it calls functions that use the same register.
template <class Sink, class March>
INKRAY_HD_NOINLINE Sink callMarch(Sink sink, March march)
{
  march(sink);
  return sink;
}
template <class Geometry, class Sink, class March>
INKRAY_HD void runMarch(Sink& sink, const March& march)
{
  if constexpr (Geometry::callsSearches)
    sink = callMarch(sink, march);
  else
    march(sink);
}

/// Smaller transmittances count as 0.
constexpr float opaqueTransmittance = 1e-6f;
constexpr float opaqueOpticalDepth = 20.0f; ///< the same as an optical depth in powers of two

/// Light and transmittance, exact for scalars that are linear between the march's points.
struct LightSink
{
  PiecewiseView function;
  RayIntegral light;
  float perParameter, t, enough;

  /// `length`: of a step of the parameter, in world units times log2(e). `least`: the transmittance below
  /// which the march may end.
  INKRAY_HD void begin(float length, float least)
  {
    light.clear();
    perParameter = length;
    enough = least;
    t = 0.0f;
  }
  INKRAY_HD void enter(float at, float s)
  {
    light.standAt(s);
    t = at;
  }
  INKRAY_HD bool to(float at, float s)
  {
    light.add(function, s, (at - t) * perParameter);
    t = at;
    return light.transmittance > enough;
  }
  INKRAY_HD void leave() { light.end(function); }
};

/// The optical depth alone, summed over any number of media.
struct DepthSink
{
  PiecewiseView function;
  OpticalDepth depth;
  float perParameter, t;

  INKRAY_HD void begin(float length)
  {
    depth.clear();
    perParameter = length;
    t = 0.0f;
  }
  INKRAY_HD void enter(float at, float s)
  {
    depth.standAt(s);
    t = at;
  }
  INKRAY_HD bool to(float at, float s)
  {
    depth.add(function, s, (at - t) * perParameter);
    t = at;
    return depth.depth < opaqueOpticalDepth;
  }
  INKRAY_HD void leave() {}
};

/// A place on a ray, and the scalar of a medium there. Scalars go linearly from point to point, and the
/// medium is transparent where one of both is NaN.
struct MediumPoint
{
  float t, scalar;
};

/// The points of a medium from where a march begins, as many as there is room for.
struct PointSink
{
  MediumPoint* points;
  int count, capacity;
  float from, t; ///< where the march began, and where the last point is
  bool isFull;   ///< the march has ended before the ray does

  INKRAY_HD void begin(MediumPoint* to, int room, float at)
  {
    points = to;
    count = 0;
    capacity = room;
    from = t = at;
    isFull = false;
  }
  INKRAY_HD void enter(float at, float s)
  {
    if (at > t)
      this->add(at, NAN);
    this->add(at, s);
  }
  /// Goes on while there is room for a gap, the next segment, and the end of the ray.
  INKRAY_HD bool to(float at, float s)
  {
    this->add(at, s);
    if (count + 4 <= capacity)
      return true;
    isFull = at > from;
    // So many points where the march began are one jump: the last of them counts.
    if (!isFull)
    {
      points[0] = { at, s };
      count = 1;
    }
    return !isFull;
  }
  INKRAY_HD void leave() {}
  /// Up to the end of the ray the medium is transparent.
  INKRAY_HD void finish(float end)
  {
    if (!isFull)
      this->add(end, NAN);
  }

private:
  INKRAY_HD void add(float at, float s)
  {
    points[count++] = { at, s };
    t = at;
  }
};

} // namespace inkray
