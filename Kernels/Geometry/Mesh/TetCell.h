// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/BoundaryFaceRaster.h"
#include "Geometry/Mesh/EntryFace.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

namespace inkray
{

/// The mesh, as a ray sees it.
struct TetMeshView
{
  const ProjectedVertex* vertices;
  const UInt2* links;
  const UInt4* boundaryFaces;
};

/// Whether rays are parallel is read from the camera and is the same for all rays of a frame. This costs one
/// select for each vertex that a ray meets, with a predicate that does not diverge, and halves the number of
/// kernels. (A multiply-add with weights of 0 and 1 costs the same instruction and one more register; two
/// marches in one kernel would double the code.)
struct AnyProjection
{
  INKRAY_HD static bool isParallel(const MeshCamera& camera) { return camera.parallel; }
  INKRAY_HD static float shear(const MeshCamera& camera, float depth) { return shearOf(camera, depth); }
};

/// The same as a compile-time constant.
template <bool Parallel>
struct FixedProjection
{
  INKRAY_HD static bool isParallel(const MeshCamera&) { return Parallel; }
  INKRAY_HD static float shear(const MeshCamera& camera, float depth)
  {
    return Parallel ? multiplyAdd(camera.bend, depth, 1.0f) : depth;
  }
};

/// Where a ray is in a mesh, in any space of the vertices: it is in front of a face. A policy says what the
/// corners of the face carry in addition to depth and scalar (VertexExtra.h).
template <class Extra>
struct TetOnRay
{
  using Vertex = typename Extra::Vertex;

  EntryFaceOf<Vertex> face;         ///< the face ahead
  UInt2 link = { boundaryLink, 0 }; ///< the number of that face in the tet behind it, and the vertex behind
                                    ///< it
  std::uint32_t cell = 0;           ///< the cell that was crossed last

  INKRAY_HD bool isOutside() const { return link.x >= removedLink; }
  /// End the walk: no more of the mesh is wanted.
  INKRAY_HD void stop() { link.x = boundaryLink; }

  /// The weights of the corners a, b and c where the ray crosses the face ahead.
  INKRAY_HD Float3 weights() const
  {
    const float inverse = reciprocal(face.ab + face.bc + face.ca);
    return { face.bc * inverse, face.ca * inverse, face.ab * inverse };
  }

  /// Clamp a scalar on the face ahead to its corners' range, which rounding of the interpolation may exceed.
  INKRAY_HD float scalarWithinFace(float scalar) const
  {
    const float low = minimum(face.a.scalar, minimum(face.b.scalar, face.c.scalar));
    const float high = maximum(face.a.scalar, maximum(face.b.scalar, face.c.scalar));
    return scalar == scalar ? minimum(maximum(scalar, low), high) : scalar;
  }

protected:
  /// Start in front of a boundary face, given by its corners and the tet behind. The ray needs corners
  /// counter-clockwise around it; `turns`: they are clockwise.
  template <class VertexOf>
  INKRAY_HD void standAt(const UInt4& corners, bool turns, const UInt2* links, const VertexOf& vertex)
  {
    const std::uint32_t ia = corners.x, ib = turns ? corners.z : corners.y,
                        ic = turns ? corners.y : corners.z;
    face.a = vertex(ia);
    face.b = vertex(ib);
    face.c = vertex(ic);
    face.ab = edgeFunction(face.a, face.b, ia < ib);
    face.bc = edgeFunction(face.b, face.c, ib < ic);
    face.ca = edgeFunction(face.c, face.a, ic < ia);
    face.ranks = ((ia > ib) + (ia > ic)) | ((ib > ia) + (ib > ic)) << 8 | ((ic > ia) + (ic > ib)) << 16;
    link = { corners.w, load(links + corners.w).y };
  }
  /// Go through the tet behind the face, whose fourth vertex is d. Returns false if the ray is lost.
  template <class ExitTest>
  INKRAY_HD bool leave(const Vertex& d, const UInt2* links)
  {
    const std::uint32_t came = link.x;
    const std::uint32_t left = ExitTest::leave(face, d, came & 3u);
    if (ExitTest::canLoseRays && left == noVertex)
      return false;
    link = load(links + ((came & ~3u) | left));
    cell = came >> 2;
    return true;
  }
};

/// The cell policy of march for tets: where one ray is in the mesh. It is in front of a face; cross() moves
/// it through the tet behind. Other kinds of cells have the same functions.
template <class Projection, class Extra = NoExtra>
struct TetCell : TetOnRay<Extra>
{
  using typename TetOnRay<Extra>::Vertex;
  using TetOnRay<Extra>::face;
  using TetOnRay<Extra>::link;

  const MeshCamera& camera;
  const TetMeshView& mesh;
  float u, v; ///< the ray's pixel
  Extra extra;

  ProjectedVertex behind; ///< the vertex behind the face ahead
  typename Extra::Value behindExtra;
  float crossedDepth; ///< depth of the vertex opposite to the entry face

  INKRAY_HD TetCell(
    const MeshCamera& ofCamera, const TetMeshView& ofMesh, float atU, float atV, const Extra& ofCorners = {})
    : camera(ofCamera)
    , mesh(ofMesh)
    , u(atU)
    , v(atV)
    , extra(ofCorners)
    , behind{ 0.0f, 0.0f, 0.0f, 0.0f }
    , crossedDepth(0.0f)
  {
  }

  /// Whether the cell that was crossed last is invisible (MaskedCell, Rays/RayIntervals.h).
  INKRAY_HD bool isHidden() const { return false; }

  /// Move to a boundary face of the mesh. A mirrored view shows its corners clockwise.
  INKRAY_HD void enter(std::uint32_t boundaryFace)
  {
    this->standAt(load(mesh.boundaryFaces + boundaryFace), camera.facing < 0.0f, mesh.links,
      [this](std::uint32_t id) { return this->vertex(id); });
  }

  /// Load the next vertex while other work is done. (A boundary face names its own tet's vertex: harmless.)
  INKRAY_HD void fetchVertex()
  {
    behind = load(mesh.vertices + link.y);
    behindExtra = extra.fetch(link.y);
  }

  /// Cross the tet behind the face, to the face where the ray leaves it. Returns false if the ray is lost.
  template <class ExitTest>
  INKRAY_HD bool cross()
  {
    const Vertex d = Extra::carry(toRaySpace(behind, u, v, Projection::shear(camera, behind.z)), behindExtra);
    if (!this->template leave<ExitTest>(d, mesh.links))
      return false;
    crossedDepth = d.depth;
    return true;
  }

  /// Where the ray crosses the face ahead.
  INKRAY_HD void locate(float& depth, float& scalar) const { crossFace(face, depth, scalar); }

  /// Where the ray crosses the face ahead; if that face holds the ray, its corner nearest to the ray.
  INKRAY_HD void place(float& depth, float& scalar) const
  {
    this->locate(depth, scalar);
    if (!this->isHeld(face.a.depth))
      return;
    const float a = fabsf(face.a.x) + fabsf(face.a.y), b = fabsf(face.b.x) + fabsf(face.b.y),
                c = fabsf(face.c.x) + fabsf(face.c.y);
    const Vertex& nearest = a <= b && a <= c ? face.a : b <= c ? face.b : face.c;
    depth = nearest.depth;
    scalar = nearest.scalar;
  }

  /// Whether the corners of the face ahead lie in front of a depth.
  INKRAY_HD bool isFaceBefore(float depth) const
  {
    return face.a.depth < depth && face.b.depth < depth && face.c.depth < depth;
  }

  /// The corners' extra values, interpolated where the ray crosses the face ahead.
  INKRAY_HD typename Extra::Value extraAhead() const
  {
    const Float3 w = this->weights();
    return Extra::Value::mix(face.a.extra, w.x, face.b.extra, w.y, face.c.extra, w.z);
  }

  /// Whether the face ahead holds the ray, which came from depth `from`: its crossing then has no meaning.
  INKRAY_HD bool isHeld(float from) const
  {
    const float perDepth = fabsf(from) + fabsf(crossedDepth);
    return holdsRay(face, Projection::isParallel(camera) ? camera.slack : camera.slack * perDepth);
  }

private:
  INKRAY_HD Vertex vertex(std::uint32_t id) const
  {
    const ProjectedVertex p = load(mesh.vertices + id);
    return Extra::carry(toRaySpace(p, u, v, Projection::shear(camera, p.z)), extra.fetch(id));
  }
};

} // namespace inkray
