// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/OpticalDepth.h"
#include "Shading/SegmentIntegration.h"

#include <cmath>

/// Sinks integrate along a ray through a medium. A march calls a sink, in the order of the ray's parameter t,
///   enter(t, s)  the medium begins, with scalar s
///   to(t, s)     the scalar is linear up to t, where it is s; the sink returns false if the march may end
///   leave()      the medium ends
/// for each run, in which the scalar is continuous. A scalar that is constant in each cell begins a new run
/// where it changes. Scalars are in the units of the sink's transfer function; NaN is transparent.
namespace inkray
{

/// Run a march as a separate function, in kernels that do not inline it. Arguments and results are passed by
/// value: ptxas (CUDA 13.0) keeps a pointer to the caller's local memory in a uniform register while it calls
/// functions that use the same register.
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
constexpr float opaqueOpticalDepth = 20.0f; ///< the same limit as an optical depth d, for which T = 2^-d

/// Integrates light and transmittance, exactly for scalars that are linear between the march's points.
struct LightSink
{
  PiecewiseView function;
  RayIntegral light;
  float perParameter, t, enough;

  /// `length`: world units times log2(e) per unit of the parameter. `least`: the transmittance below which
  /// the march may end.
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

/// Sums the optical depth of any number of media.
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

/// A point on a ray, with the scalar of a medium. Between two points the scalar is linear; if one of their
/// scalars is NaN, the medium is transparent between them.
struct MediumPoint
{
  float t, scalar;
};

/// Collects the first points of a march, as many as fit.
struct PointSink
{
  MediumPoint* points;
  int count, capacity;
  float from, t; ///< parameters of the begin of the march and of the last point
  bool isFull;   ///< there was no room for points up to the end of the ray

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
  /// Returns true while there is room for a gap, the next segment, and the end of the ray.
  INKRAY_HD bool to(float at, float s)
  {
    this->add(at, s);
    if (count + 4 <= capacity)
      return true;
    isFull = at > from;
    // Points at the parameter where the march began form one jump: keep the last point.
    if (!isFull)
    {
      points[0] = { at, s };
      count = 1;
    }
    return !isFull;
  }
  INKRAY_HD void leave() {}
  /// Add the end of the ray, up to which the medium is transparent.
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
