// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/EntryFace.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

/// Exit tests of rays that go from tet to tet. A ray is in the tet that consists of the face through which it
/// came and the vertex d; the test decides through which of the three faces at d it leaves. leave() puts d in
/// the place of the dropped corner, so that the entry face becomes the exit face. It returns the rank of that
/// corner in the tet, which identifies the face.
namespace inkray
{

/// Uses signs of edge functions, which are exact (EdgeFunction.h). The ray is inside of the entry face, so it
/// passes between exactly two of the lines from d to a, b and c: E(a, d), E(b, d) and E(c, d) never have the
/// same sign, and the exit face lies between two that differ.
struct EdgeFunctionExit
{
  static constexpr bool canLoseRays = false;

  template <class Vertex>
  INKRAY_HD static std::uint32_t leave(EntryFaceOf<Vertex>& f, const Vertex& d, std::uint32_t dRank)
  {
    float ad = rawEdgeFunction(f.a, d);
    float bd = rawEdgeFunction(f.b, d);
    float cd = rawEdgeFunction(f.c, d);
    if (minimumOfNumbers(minimumOfNumbers(fabsf(ad), fabsf(bd)), fabsf(cd)) == 0.0f)
    {
      // The ray meets a line of the mesh. A corner's id is below d's if its rank among the corners is below
      // d's rank in the tet.
      ad = edgeFunction(f.a, d, (f.ranks & 3u) < dRank);
      bd = edgeFunction(f.b, d, (f.ranks >> 8 & 3u) < dRank);
      cd = edgeFunction(f.c, d, (f.ranks >> 16 & 3u) < dRank);
    }
    const bool aNegative = ad < 0.0f;
    const ExitChoice exit = { !aNegative && cd < 0.0f, aNegative && bd > 0.0f };
    // The faces are a b d, a d c and d b c: the edge that stays keeps its function.
    const float ab = exit.replaceC ? f.ab : exit.replaceB ? ad : -bd;
    const float bc = exit.replaceC ? bd : exit.replaceB ? -cd : f.bc;
    const float ca = exit.replaceC ? -ad : exit.replaceB ? f.ca : cd;
    f.ab = ab;
    f.bc = bc;
    f.ca = ca;
    return replaceCorner(f, d, dRank, exit);
  }
};

/// View-dependent face information (Bunyk, Kaufman and Silva 1997) of the face p q r, computed when a ray
/// meets it: the depth of its plane at the ray, or a depth beyond all others if the face looks at the camera.
INKRAY_HD float planeDepth(const RayVertex& p, const RayVertex& q, const RayVertex& r)
{
  const float qx = q.x - p.x, qy = q.y - p.y, qz = q.depth - p.depth;
  const float rx = r.x - p.x, ry = r.y - p.y, rz = r.depth - p.depth;
  const float nz = qx * ry - qy * rx;
  if (!(nz > 0.0f))
    return 3e38f;
  const float nx = qy * rz - qz * ry;
  const float ny = qz * rx - qx * rz;
  return p.depth + (nx * p.x + ny * p.y) / nz;
}

/// Uses depths of planes (Gu and Kim 2020, section 5.2): of the faces that look away from the camera, the ray
/// leaves through the face whose plane it meets first. Near vertices and edges, rounding may select a
/// neighbor of the right face. If the ray then misses that face, or no face looks away, it is lost: leave
/// returns noVertex.
struct OnDemandVdfiExit
{
  static constexpr bool canLoseRays = true;

  template <class Vertex>
  INKRAY_HD static std::uint32_t leave(EntryFaceOf<Vertex>& f, const Vertex& d, std::uint32_t dRank)
  {
    const float abd = planeDepth(f.a, f.b, d);
    const float dbc = planeDepth(d, f.b, f.c);
    const float adc = planeDepth(f.a, d, f.c);
    const float nearest = minimum(abd, minimum(dbc, adc));
    if (nearest >= 3e38f)
      return noVertex;
    const bool replaceC = nearest == abd;
    const std::uint32_t left = replaceCorner(f, d, dRank, { !replaceC && nearest == adc, replaceC });
    f.ab = rawEdgeFunction(f.a, f.b);
    f.bc = rawEdgeFunction(f.b, f.c);
    f.ca = rawEdgeFunction(f.c, f.a);
    return f.ab > 0.0f && f.bc > 0.0f && f.ca > 0.0f ? left : noVertex;
  }
};

} // namespace inkray
