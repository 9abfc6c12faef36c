// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/PathWalk.h"
#include "Renderers/PathTracer/MediumSinks.h"
#include "Renderers/PathTracer/PathSurfaceHit.h"

/// The values of an unstructured grid as a medium (Media.h).
namespace inkray
{

/// Find the span of a ray in the box around the mesh. Returns false if it is empty.
template <class Geometry>
INKRAY_HD bool mediumInterval(const MeshMediumView& medium, const ScenePath& path, float& begin, float& end)
{
  constexpr float rounding = 1e-6f;
  Ray ray = rayInMesh(medium, path);
  const KdBox& box = medium.walk.boundary.bounds;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
    clipToSlab(ray, axis, box.low[axis] - rounding, box.high[axis] + rounding);
  begin = ray.begin;
  end = ray.end;
  return begin <= end;
}

/// Report the scalar along the ray to a sink (MediumSinks.h), tet by tet: linear in each tet, or constant.
template <class Sink>
INKRAY_HD void marchMesh(const MeshMediumView& medium, const ScenePath& path, Sink& sink)
{
  bool isIn = false;
  float reached = 0.0f, scalar = 0.0f;
  PathWalk<> walk(medium.walk, rayInMesh(medium, path));
  bool goesOn = true;
  for (RaySpan s; goesOn && walk.next(s);)
  {
    const float value = medium.cellValues ? load(medium.cellValues + s.cell) : 0.0f;
    const float from = medium.cellValues ? value : s.begin, to = medium.cellValues ? value : s.end;
    // A new run begins behind a gap between tets, and where a constant value changes.
    if (!isIn || s.from != reached || bitsOf(from) != bitsOf(scalar))
    {
      if (isIn)
        sink.leave();
      sink.enter(s.from, from);
      isIn = true;
    }
    reached = s.to;
    scalar = to;
    goesOn = sink.to(s.to, to);
  }
  if (isIn)
    sink.leave();
}
template <class Geometry, class Sink>
INKRAY_HD void marchMedium(const MeshMediumView& medium, const ScenePath& path, Sink& sink)
{
  runMarch<Geometry>(sink, [&medium, path](Sink& s) { marchMesh(medium, path, s); });
}

} // namespace inkray
