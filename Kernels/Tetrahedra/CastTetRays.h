// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/SegmentIntegration.h"
#include "Tetrahedra/PixelIntersectionKernels.h"
#include "Tetrahedra/TetRayCaster.h"
#include "Tetrahedra/TetTopologyKernels.h"

namespace inkray
{

/// Side of an image tile in pixels; a tile is a block of threads (Gu and Kim 2020, section 5.1).
constexpr int tileSize = 8;
constexpr int tilePixels = tileSize * tileSize;

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

/// One pixel of the image for thread i: tiles in Morton order, within a tile two blocks of 8 x 4 pixels (a warp each).
INKRAY_HD void pixelOfThread(std::int64_t i, int& x, int& y)
{
  const auto tile = static_cast<std::uint32_t>(i / tilePixels);
  const auto inside = static_cast<int>(i % tilePixels);
  const auto compact = [](std::uint32_t v) {
    v &= 0x55555555u;
    v = (v | v >> 1) & 0x33333333u;
    v = (v | v >> 2) & 0x0f0f0f0fu;
    v = (v | v >> 4) & 0x00ff00ffu;
    v = (v | v >> 8) & 0x0000ffffu;
    return static_cast<int>(v);
  };
  x = compact(tile) * tileSize + inside % tileSize;
  y = compact(tile >> 1) * tileSize + inside / tileSize;
}

/// Threads for an image: the tiles of the smallest square of 2^k tiles a side that contains it.
inline std::int64_t numTileThreads(int width, int height)
{
  std::int64_t side = 1;
  while (side * tileSize < width || side * tileSize < height)
    side *= 2;
  return side * side * tilePixels;
}

/// The three corners of the face that a ray came through, counter-clockwise around it, and the values of the opposite edge functions (all positive).
struct EntryFace
{
  RayVertex a, b, c;
  float bc, ca, ab;
};

/// Where the ray leaves the tet made of the entry face and d: through the face in which d replaces the corner returned. The ray is inside the entry face, so of the
/// lines from d to a, b and c it passes between exactly two: E(a, d), E(b, d), E(c, d) never have one sign, and f becomes the face between the two that differ.
INKRAY_HD std::uint32_t leaveThroughEdgeFunctions(EntryFace& f, const RayVertex& d)
{
  const float ad = edgeFunction(f.a, d);
  const float bd = edgeFunction(f.b, d);
  const float cd = edgeFunction(f.c, d);
  const bool replaceC = ad < 0.0f && bd > 0.0f; // face a b d
  const bool replaceB = ad > 0.0f && cd < 0.0f; // face a d c
  std::uint32_t left;
  if (replaceC)
  {
    left = f.c.id;
    f.c = d;
    f.bc = bd;
    f.ca = -ad;
  }
  else if (replaceB)
  {
    left = f.b.id;
    f.b = d;
    f.ab = ad;
    f.bc = -cd;
  }
  else // face d b c
  {
    left = f.a.id;
    f.a = d;
    f.ab = -bd;
    f.ca = cd;
  }
  return left;
}

/// View-dependent face information (Bunyk, Kaufman and Silva 1997) of the face p q r, computed when a ray meets it: the depth of its plane at the ray, or a depth beyond all others where
/// the face looks at the camera.
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

/// The same by planes (Gu and Kim 2020, section 5.2): of the faces that look away from the camera, the ray leaves through the one whose plane it meets first. Near vertices and edges
/// rounding may pick a neighbour of the right face. Returns noVertex when no face looks away.
INKRAY_HD std::uint32_t leaveThroughNearestPlane(EntryFace& f, const RayVertex& d)
{
  const float abd = planeDepth(f.a, f.b, d);
  const float dbc = planeDepth(d, f.b, f.c);
  const float adc = planeDepth(f.a, d, f.c);
  const float nearest = minimum(abd, minimum(dbc, adc));
  if (nearest >= 3e38f)
    return noVertex;
  std::uint32_t left;
  if (nearest == abd)
  {
    left = f.c.id;
    f.c = d;
  }
  else if (nearest == dbc)
  {
    left = f.a.id;
    f.a = d;
  }
  else
  {
    left = f.b.id;
    f.b = d;
  }
  f.ab = edgeFunction(f.a, f.b);
  f.bc = edgeFunction(f.b, f.c);
  f.ca = edgeFunction(f.c, f.a);
  return left;
}

/// Depth and scalar where the ray crosses a face: interpolation with the edge functions as barycentric coordinates.
INKRAY_HD void crossFace(const EntryFace& f, float& depth, float& scalar)
{
  const float inverse = reciprocal(f.ab + f.bc + f.ca);
  depth = multiplyAdd(f.bc, f.a.depth, multiplyAdd(f.ca, f.b.depth, f.ab * f.c.depth)) * inverse;
  scalar = multiplyAdd(f.bc, f.a.scalar, multiplyAdd(f.ca, f.b.scalar, f.ab * f.c.scalar)) * inverse;
}

/// The ray of one pixel through the mesh (Gu and Kim 2020, section 5; Bunyk, Kaufman and Silva 1997).
///
/// The pixel's list names the faces where the ray enters the mesh, front to back. From each it walks from tet to tet until it meets a boundary face, then goes
/// on at the next entry; non-convex and disconnected meshes need nothing more. Segments outside [near, far] and behind opaque geometry are cut off.
template <bool CellValues, FaceTest Test>
struct CastTetRays
{
  RayFrame frame;
  TetMeshView mesh;
  PiecewiseView pieces;
  const std::uint32_t* starts;
  const PixelIntersection* intersections;
  const std::uint64_t* fragmentCount; ///< when it passes capacity the lists are not complete: draw nothing
  std::uint64_t capacity;
  const float* opaqueDepth; ///< window depths or null
  float earlyTermination;
  std::uint32_t maxSteps;   ///< a ray meets each tet once at most: a longer walk is lost
  Float4* image;
  RayCounters* counters;
  bool countSteps;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int x, y;
    pixelOfThread(i, x, y);
    if (x >= frame.width || y >= frame.height || *fragmentCount > capacity)
      return;
    const std::int64_t pixel = std::int64_t(y) * frame.width + x;
    this->cast(pixel, pixelU(frame, x), pixelV(frame, y));
  }

  INKRAY_HD RayVertex vertex(std::uint32_t id, float u, float v) const { return toRaySpace(load(mesh.vertices + id), id, u, v, frame.parallel); }

  INKRAY_HD void cast(std::int64_t pixel, float u, float v) const
  {
    std::uint32_t entry = starts[pixel];
    const std::uint32_t entriesEnd = starts[pixel + 1];
    if (entry == entriesEnd)
    {
      image[pixel] = { 0.0f, 0.0f, 0.0f, 0.0f };
      return;
    }
    const float nearDepth = frame.nearDepth;
    const float farDepth = opaqueDepth ? minimum(frame.farDepth, depthOfWindowDepth(frame, opaqueDepth[pixel])) : frame.farDepth;
    // Optical depths are in powers of two, so that the exponential is one instruction.
    const float lengthScale = lengthPerDepth(frame, u, v) * 1.4426950408889634f;

    RayIntegral ray;
    ray.clear();
    EntryFace face;
    UInt2 link = { boundaryLink, 0 };
    std::uint32_t tet = 0;
    float depth = 0.0f, scalar = 0.0f;
    std::uint32_t steps = 0;

    for (;;)
    {
      if (link.x == boundaryLink)
      {
        // Outside: on to the next entry of the pixel.
        if (!CellValues)
          ray.leave(pieces, scalar);
        if (entry == entriesEnd)
          break;
        const PixelIntersection at = intersections[entry++];
        if (at.depth >= farDepth)
          break;
        const UInt4 corners = load(mesh.boundaryFaces + at.face);
        face.a = this->vertex(corners.x, u, v);
        face.b = this->vertex(corners.y, u, v);
        face.c = this->vertex(corners.z, u, v);
        face.ab = edgeFunction(face.a, face.b);
        face.bc = edgeFunction(face.b, face.c);
        face.ca = edgeFunction(face.c, face.a);
        if (face.ab < 0.0f)
        {
          // A mirrored view: keep the corners counter-clockwise around the ray.
          const RayVertex t = face.b;
          face.b = face.c;
          face.c = t;
          const float ab = face.ab;
          face.ab = -face.ca;
          face.ca = -ab;
          face.bc = -face.bc;
        }
        crossFace(face, depth, scalar);
        tet = corners.w >> 2;
        link = { corners.w, load(mesh.links + corners.w).y };
      }

      // The tet behind the face: its fourth vertex, and the face through which the ray leaves.
      const RayVertex d = this->vertex(link.y, u, v);
      const std::uint32_t i0 = face.a.id, i1 = face.b.id, i2 = face.c.id;
      const std::uint32_t left = Test == FaceTest::EdgeFunction ? leaveThroughEdgeFunctions(face, d) : leaveThroughNearestPlane(face, d);
      if (Test != FaceTest::EdgeFunction && (left == noVertex || steps >= maxSteps))
      {
        // Lost at a vertex or an edge: this ray again, with the test that cannot get lost.
        CastTetRays<CellValues, FaceTest::EdgeFunction>{ frame, mesh, pieces, starts, intersections, fragmentCount, capacity, opaqueDepth, earlyTermination,
          maxSteps, image, counters, countSteps }
          .cast(pixel, u, v);
        return;
      }
      // Faces are named by the rank of the vertex left behind among the four.
      const std::uint32_t rank = (left > i0) + (left > i1) + (left > i2) + (left > d.id);
      link = load(mesh.links + (4 * std::uint64_t(tet) + rank));
      const float depthBefore = depth, scalarBefore = scalar;
      crossFace(face, depth, scalar);
      ++steps;

      if (depth > farDepth || depthBefore < nearDepth)
        this->addClipped(ray, tet, depthBefore, depth, scalarBefore, scalar, nearDepth, farDepth, lengthScale);
      else
        this->add(ray, tet, scalarBefore, scalar, maximum(depth - depthBefore, 0.0f) * lengthScale);
      if (ray.transmittance < earlyTermination || depth >= farDepth || steps > maxSteps)
        break;
      if (link.x < removedLink)
        tet = link.x >> 2;
      else
        link.x = boundaryLink;
    }

    if (!CellValues)
      ray.leave(pieces, scalar);
    image[pixel] = { ray.red, ray.green, ray.blue, 1.0f - ray.transmittance };
    if (countSteps)
    {
      atomicAddRelaxed(&counters->steps, std::uint64_t(steps));
      atomicAddRelaxed(&counters->coveredRays, std::uint64_t(1));
    }
    if (steps > maxSteps)
      atomicAddRelaxed(&counters->failedRays, std::uint64_t(1));
  }

  INKRAY_HD void add(RayIntegral& ray, std::uint32_t tet, float s0, float s1, float length) const
  {
    if (CellValues)
    {
      const Float4 colour = load(mesh.cellColours + tet);
      ray.addConstant(colour, length);
    }
    else
      ray.add(pieces, s0, s1, length);
  }

  /// The part of a segment between the near depth and the far depth.
  INKRAY_HD_NOINLINE void addClipped(RayIntegral& ray, std::uint32_t tet, float depth0, float depth1, float s0, float& s1, float nearDepth, float farDepth,
    float lengthScale) const
  {
    const float from = maximum(depth0, nearDepth);
    const float to = minimum(depth1, farDepth);
    if (!(to > from))
      return;
    const float perDepth = (s1 - s0) / (depth1 - depth0);
    const float sFrom = from > depth0 ? s0 + (from - depth0) * perDepth : s0;
    const float sTo = to < depth1 ? s0 + (to - depth0) * perDepth : s1;
    if (!CellValues && from > depth0)
      ray.leave(pieces, sFrom);
    this->add(ray, tet, sFrom, sTo, (to - from) * lengthScale);
    s1 = sTo;
  }
};

} // namespace inkray
