// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Renderers/MeshVolume/PixelIntersectionKernels.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "Shading/SegmentIntegration.h"
#include "View/PixelOrder.h"

namespace inkray
{

/// The mesh as a ray sees it.
struct TetMeshView
{
  const ProjectedVertex* vertices;
  const UInt2* links;
  const UInt4* boundaryFaces;
  const Float4* cellColours; ///< per tet: colour and attenuation; null for point values
};

/// Counters that rays add to, on the device.
struct RayCounters
{
  std::uint64_t steps, coveredRays, failedRays;
};

/// The three corners of the face that a ray came through, counter-clockwise around it, and the values of the
/// opposite edge functions (all positive).
struct EntryFace
{
  RayVertex a, b, c;
  float bc, ca, ab;
  std::uint32_t ranks; ///< place of each corner in the order of the three ids: a in bits 0-1, b in bits 8-9,
                       ///< c in bits 16-17
};

/// Ranks among four from ranks among three, when the fourth has rank `inserted`.
INKRAY_HD std::uint32_t insertRank(std::uint32_t ranks, std::uint32_t inserted)
{
  return ranks + (((ranks + (4u - inserted) * 0x010101u) >> 2) & 0x010101u);
}

/// Ranks among three from ranks among four, when the one of rank `removed` has gone.
INKRAY_HD std::uint32_t removeRank(std::uint32_t ranks, std::uint32_t removed)
{
  return ranks - (((ranks + (3u - removed) * 0x010101u) >> 2) & 0x010101u);
}

/// A tet's exit face in terms of its entry face: d takes the place of one corner, given by two flags
/// (neither: that of a).
struct ExitChoice
{
  bool replaceB, replaceC;
};

/// The vertex d takes its place in the face. `dRank` is its rank in the tet; returns the rank of the corner
/// left behind, which names the exit face.
INKRAY_HD std::uint32_t replaceCorner(EntryFace& f, const RayVertex& d, std::uint32_t dRank, ExitChoice exit)
{
  const bool replaceA = !exit.replaceB && !exit.replaceC;
  const auto put = [&](bool here, RayVertex& corner) {
    corner.x = here ? d.x : corner.x;
    corner.y = here ? d.y : corner.y;
    corner.depth = here ? d.depth : corner.depth;
    corner.scalar = here ? d.scalar : corner.scalar;
  };
  put(replaceA, f.a);
  put(exit.replaceB, f.b);
  put(exit.replaceC, f.c);
  const std::uint32_t ranks = insertRank(f.ranks, dRank);
  const std::uint32_t shift = exit.replaceC ? 16u : exit.replaceB ? 8u : 0u;
  const std::uint32_t left = ranks >> shift & 3u;
  f.ranks = removeRank(ranks ^ ((left ^ dRank) << shift), left);
  return left;
}

/// Where the ray leaves the tet made of the entry face and d. The ray is inside the entry face, so of the
/// lines from d to a, b and c it passes between exactly two: E(a, d), E(b, d) and E(c, d) never have one
/// sign, and the exit face lies between the two that differ.
INKRAY_HD std::uint32_t leaveThroughEdgeFunctions(EntryFace& f, const RayVertex& d, std::uint32_t dRank)
{
  float ad = rawEdgeFunction(f.a, d);
  float bd = rawEdgeFunction(f.b, d);
  float cd = rawEdgeFunction(f.c, d);
  if (fminf(fminf(fabsf(ad), fabsf(bd)), fabsf(cd)) == 0.0f)
  {
    // The ray meets a line of the mesh. A corner comes before d when its rank among the corners is below d's
    // rank in the tet.
    ad = edgeFunction(f.a, d, (f.ranks & 3u) < dRank);
    bd = edgeFunction(f.b, d, (f.ranks >> 8 & 3u) < dRank);
    cd = edgeFunction(f.c, d, (f.ranks >> 16 & 3u) < dRank);
  }
  const bool aNegative = ad < 0.0f;
  const ExitChoice exit = { !aNegative && cd < 0.0f, aNegative && bd > 0.0f };
  // Faces a b d, a d c and d b c: the edge that stays keeps its function.
  const float ab = exit.replaceC ? f.ab : exit.replaceB ? ad : -bd;
  const float bc = exit.replaceC ? bd : exit.replaceB ? -cd : f.bc;
  const float ca = exit.replaceC ? -ad : exit.replaceB ? f.ca : cd;
  f.ab = ab;
  f.bc = bc;
  f.ca = ca;
  return replaceCorner(f, d, dRank, exit);
}

/// View-dependent face information (Bunyk, Kaufman and Silva 1997) of the face p q r, computed when a ray
/// meets it: the depth of its plane at the ray, or a depth beyond all others where the face looks at the
/// camera.
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

/// The same by planes (Gu and Kim 2020, section 5.2): of the faces that look away from the camera, the ray
/// leaves through the one whose plane it meets first. Near vertices and edges rounding may pick a neighbour
/// of the right face; when the ray then misses that face, or no face looks away, returns noVertex.
INKRAY_HD std::uint32_t leaveThroughNearestPlane(EntryFace& f, const RayVertex& d, std::uint32_t dRank)
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

/// True when a face holds the ray, as far as rounding tells: seen from the ray it is thinner than `slack`,
/// the rounding of the vertices in ray space. Its edge functions then have the right signs, but as weights
/// they are noise.
INKRAY_HD bool holdsRay(const EntryFace& f, float slack)
{
  const float extent =
    fabsf(f.a.x) + fabsf(f.a.y) + fabsf(f.b.x) + fabsf(f.b.y) + fabsf(f.c.x) + fabsf(f.c.y);
  return f.ab + f.bc + f.ca < extent * multiplyAdd(2.4e-7f, extent, slack);
}

/// Depth and scalar where the ray crosses a face: interpolation with the edge functions as barycentric
/// coordinates.
INKRAY_HD void crossFace(const EntryFace& f, float& depth, float& scalar)
{
  const float inverse = reciprocal(f.ab + f.bc + f.ca);
  depth = multiplyAdd(f.bc, f.a.depth, multiplyAdd(f.ca, f.b.depth, f.ab * f.c.depth)) * inverse;
  scalar = multiplyAdd(f.bc, f.a.scalar, multiplyAdd(f.ca, f.b.scalar, f.ab * f.c.scalar)) * inverse;
}

/// The ray of one pixel through the mesh (Gu and Kim 2020, section 5; Bunyk, Kaufman and Silva 1997).
///
/// The pixel's list names the faces where the ray enters the mesh, front to back. From each it walks from tet
/// to tet until it meets a boundary face, then goes on at the next entry; non-convex and disconnected meshes
/// need nothing more. Segments outside [near, far] and behind opaque geometry are cut off.
template <bool CellValues, bool Parallel, FaceTest Test>
struct CastTetRays
{
  MeshCamera camera;
  TetMeshView mesh;
  PiecewiseView pieces;
  const std::uint32_t* starts;
  const PixelIntersection* intersections;
  const std::uint64_t* fragmentCount; ///< when it passes capacity the lists are not complete: draw nothing
  std::uint64_t capacity;
  const float* opaqueDepth; ///< window depths or null
  float earlyTermination;
  std::uint32_t maxSteps; ///< a ray meets each tet once at most: a longer walk is lost
  Float4* image;
  RayCounters* counters;
  bool countSteps;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    PixelOrder<PixelTiles::Morton>::pixel(i, camera.width, x, y);
    if (x >= camera.width || y >= camera.height || *fragmentCount > capacity)
      return;
    this->cast(x, y);
  }

  INKRAY_HD RayVertex vertex(std::uint32_t id, float u, float v) const
  {
    return toRaySpace(load(mesh.vertices + id), u, v, Parallel);
  }

  /// The face of a list entry as the ray meets it.
  INKRAY_HD void enterMesh(EntryFace& face, const UInt4& corners, float u, float v) const
  {
    // A mirrored view shows the corners clockwise; the ray wants them counter-clockwise.
    const bool mirrored = camera.facing < 0.0f;
    const std::uint32_t ia = corners.x, ib = mirrored ? corners.z : corners.y,
                        ic = mirrored ? corners.y : corners.z;
    face.a = this->vertex(ia, u, v);
    face.b = this->vertex(ib, u, v);
    face.c = this->vertex(ic, u, v);
    face.ab = edgeFunction(face.a, face.b, ia < ib);
    face.bc = edgeFunction(face.b, face.c, ib < ic);
    face.ca = edgeFunction(face.c, face.a, ic < ia);
    face.ranks = ((ia > ib) + (ia > ic)) | ((ib > ia) + (ib > ic)) << 8 | ((ic > ia) + (ic > ib)) << 16;
  }

  INKRAY_HD void cast(int x, int y) const
  {
    const auto pixel = static_cast<std::uint32_t>(y * camera.width + x);
    const float u = pixelU(camera, x);
    const float v = pixelV(camera, y);
    std::uint32_t entry = starts[pixel];
    std::uint32_t entriesEnd = starts[pixel + 1];
    if (entry == entriesEnd)
    {
      image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
      return;
    }
    const float farDepth = opaqueDepth ? endDepth(camera, opaqueDepth[pixel]) : camera.farDepth;
    // Optical depths are in powers of two, so that the exponential is one instruction.
    const float lengthScale = lengthPerDepth(camera, u, v) * 1.4426950408889634f;

    RayIntegral ray;
    ray.clear();
    EntryFace face;
    UInt2 link = { boundaryLink, 0 }; // the face ahead, as its other side names it, and the vertex behind it
    ProjectedVertex behind = { 0.0f, 0.0f, 0.0f, 0.0f }; // that vertex
    float depth = 0.0f;
    std::uint32_t steps = 0;

    for (;;)
    {
      if (link.x >= removedLink)
      {
        // Outside: on to the next entry of the pixel.
        if (!CellValues)
          ray.end(pieces);
        if (entry == entriesEnd)
          break;
        const PixelIntersection at = intersections[entry++];
        if (at.depth >= farDepth)
          break;
        const UInt4 corners = load(mesh.boundaryFaces + at.face);
        this->enterMesh(face, corners, u, v);
        float scalar;
        crossFace(face, depth, scalar);
        ray.standAt(scalar);
        link = { corners.w, load(mesh.links + corners.w).y };
        behind = load(mesh.vertices + link.y);
      }

      // The tet behind the face: its fourth vertex, and the face through which the ray leaves.
      const RayVertex d = toRaySpace(behind, u, v, Parallel);
      const std::uint32_t came = link.x;
      const std::uint32_t left = Test == FaceTest::EdgeFunction
        ? leaveThroughEdgeFunctions(face, d, came & 3u)
        : leaveThroughNearestPlane(face, d, came & 3u);
      if (Test != FaceTest::EdgeFunction && (left == noVertex || steps >= maxSteps))
      {
        // Lost at a vertex or an edge: this ray again, with the test that cannot get lost.
        CastTetRays<CellValues, Parallel, FaceTest::EdgeFunction>{ camera, mesh, pieces, starts,
          intersections, fragmentCount, capacity, opaqueDepth, earlyTermination, maxSteps, image, counters,
          countSteps }
          .cast(x, y);
        return;
      }
      link = load(mesh.links + ((came & ~3u) | left));
      ++steps;
      const float from = depth;
      float to, scalar;
      crossFace(face, to, scalar);
      const bool held =
        holdsRay(face, Parallel ? camera.slack : camera.slack * (fabsf(from) + fabsf(d.depth)));
      // The next vertex is on its way while this segment is integrated. (A boundary face names its own tet's
      // vertex: harmless.)
      behind = load(mesh.vertices + link.y);
      // Both tets of a face that holds the ray have the same scalar along it: the segment goes on through the
      // next one.
      if (held && link.x < removedLink && steps <= maxSteps)
        continue;
      // Rounding, or an inverted cell, may make a ray step back: it then stands until it has passed where it
      // was.
      depth = maximum(to, from);

      float length = (depth - from) * lengthScale;
      float scalarEnd = scalar;
      const bool clipped = depth > farDepth || from < camera.nearDepth;
      if (clipped)
      {
        // A run of its own for the part that is seen; ends that meet cancel.
        ray.end(pieces);
        const float start = minimum(maximum(from, camera.nearDepth), farDepth);
        const float stop = minimum(maximum(depth, camera.nearDepth), farDepth);
        const float begun = ray.scalar();
        const float perDepth = start != stop ? (scalar - begun) / (depth - from) : 0.0f;
        ray.standAt(begun + (start - from) * perDepth);
        scalarEnd = begun + (stop - from) * perDepth;
        length = (stop - start) * lengthScale;
        if (depth >= farDepth)
        {
          // Nothing more is seen: no next tet, no next entry.
          link.x = boundaryLink;
          entry = entriesEnd;
        }
      }
      if (CellValues)
        ray.addConstant(load(mesh.cellColours + (came >> 2)), length);
      else if (length != 0.0f || !clipped)
        ray.add(pieces, scalarEnd, length);
      if (clipped)
      {
        if (!CellValues)
          ray.end(pieces);
        ray.standAt(scalar);
      }
      if (ray.transmittance < earlyTermination || steps > maxSteps)
        break;
    }

    if (!CellValues)
      ray.end(pieces);
    image[pixel] = { ray.red, ray.green, ray.blue, 1.0f - ray.transmittance };
    if (countSteps)
    {
      atomicAddRelaxed(&counters->steps, std::uint64_t(steps));
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    if (steps > maxSteps)
      atomicAddRelaxed(&counters->failedRays, std::uint64_t(1));
  }
};

} // namespace inkray
