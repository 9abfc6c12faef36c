// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/TraverseKdTree.h"
#include "Geometry/Mesh/TetCell.h"
#include "Geometry/Mesh/TetWalk.h"
#include "View/Ray.h"

#include <cmath>
#include <cstdint>

/// Rays through a tetrahedral mesh, from any origin: the rays of paths, which have no camera.
///
/// A ray goes from tet to tet as in the march of Gu and Kim 2020 (section 5). The signs of edge functions in
/// the ray's space, which are exact (EdgeFunction.h), select the face through which it leaves. The ray's
/// space is that of Woop, Benthin and Wald 2013: the mesh is shifted and sheared so that the ray is its third
/// axis. The march has a list of entry faces for each pixel; here a kd-tree over the boundary finds them, and
/// its rays shear vertices in exactly the same way. Signs of the same edge functions decide whether a face
/// that the tree finds is an entry or an exit; the order of the ids breaks ties. For the tree, edges and
/// corners belong to all triangles that have them, so it misses no face that the signs accept.
namespace inkray
{

/// A mesh as rays traverse it, in its normalized coordinates (TetAdjacency, BoundaryTree).
struct TetWalkView
{
  const Float4* vertices; ///< position and scalar
  const UInt2* links;
  const UInt4* boundaryFaces;
  KdTreeView boundary; ///< of boundaryFaces, with their indices
  std::uint32_t numTets;
};

/// Where a path's ray is in a mesh (TetOnRay).
template <class Extra = NoExtra>
struct PathCell : TetOnRay<Extra>
{
  using typename TetOnRay<Extra>::Vertex;
  using TetOnRay<Extra>::face;

  const TetWalkView& mesh;
  TriangleRay space;
  float slack; ///< rounding error of vertices in the ray's space

  INKRAY_HD PathCell(const TetWalkView& ofMesh, const Ray& ray)
    : mesh(ofMesh)
    , space(ray)
    , slack(0.0f)
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      slack = maximum(slack, fabsf(ray.origin[axis]));
    slack = 4.8e-7f * (slack + 1.0f);
  }

  /// Whether the ray begins near enough for its space to resolve parts of the mesh, which reaches from -1 to
  /// 1. From farther away, vertices coincide there, and a ray could enter every boundary face in turn without
  /// a cell that stops it.
  INKRAY_HD bool tellsPartsApart() const { return slack < 0.25f; }

  /// Transform a vertex so that the ray is the third axis, with its parameter as depth.
  INKRAY_HD RayVertex place(std::uint32_t id) const
  {
    const Float4 p = load(mesh.vertices + id);
    const Float3 sheared = space.shear(p);
    return { sheared.x, sheared.y, sheared.z * space.scale, p.w };
  }
  INKRAY_HD Vertex vertex(std::uint32_t id) const { return Extra::carry(this->place(id), Extra().fetch(id)); }

  /// Whether the ray enters (+1) or leaves (-1) the mesh through a boundary face, or does not meet the face
  /// (0).
  INKRAY_HD int sideOf(std::uint32_t boundaryFace) const
  {
    const UInt4 ids = load(mesh.boundaryFaces + boundaryFace);
    const FaceEdges e = edgesOfFace(this->place(ids.x), this->place(ids.y), this->place(ids.z), ids);
    // Corners that are counter-clockwise from outside are clockwise around a ray that comes from there,
    // unless the third axis points against the ray.
    const int side = e.allNegative() ? 1 : e.allPositive() ? -1 : 0;
    return space.scale > 0.0f ? side : -side;
  }

  /// Move to an entry face.
  INKRAY_HD void enter(std::uint32_t boundaryFace)
  {
    this->standAt(load(mesh.boundaryFaces + boundaryFace), space.scale > 0.0f, mesh.links,
      [this](std::uint32_t id) { return this->vertex(id); });
  }
  /// Cross the tet behind the face ahead.
  template <class ExitTest>
  INKRAY_HD void cross()
  {
    this->template leave<ExitTest>(this->vertex(this->link.y), mesh.links);
  }
  INKRAY_HD void fetchVertex() {} // does nothing: keeping a register free is worth more

  /// Whether the ray lies in the plane of the face ahead, so that it crosses the face in a line instead of a
  /// point.
  INKRAY_HD bool isHeld(float = 0.0f) const { return holdsRay(face, slack); }

  /// The parameter and the scalar where the ray crosses the face ahead or, if the face holds the ray, where
  /// it reaches the face. The scalar is clamped to the corners' range, which rounding could exceed.
  INKRAY_HD void locate(float& at, float& value) const
  {
    crossFace(face, at, value);
    value = this->scalarWithinFace(value);
    if (this->isHeld())
      this->locateOnEdge(at, value);
  }

private:
  /// Handle a ray that lies in the plane of the face ahead. It reaches the face at an edge, since for the ray
  /// all edges lie on one line. A span that ends in such a face and a span that begins in it agree.
  INKRAY_HD void locateOnEdge(float& at, float& value) const
  {
    bool isFound = false;
    const auto look = [&](const RayVertex& p, const RayVertex& q) {
      const float x = q.x - p.x, y = q.y - p.y, square = x * x + y * y;
      const float share = square > 0.0f ? -(p.x * x + p.y * y) / square : 0.0f;
      const float depth = multiplyAdd(share, q.depth - p.depth, p.depth);
      if (!(share >= 0.0f && share <= 1.0f) || (isFound && depth >= at))
        return;
      at = depth;
      value = multiplyAdd(share, q.scalar - p.scalar, p.scalar);
      isFound = true;
    };
    look(face.a, face.b);
    look(face.b, face.c);
    look(face.c, face.a);
  }
};

/// The entry faces of a ray, one after the other: first the faces behind its begin, the nearest first, while
/// it may begin inside of the mesh; then the faces from its begin on.
///
/// The nearest face behind tells whether a ray begins inside. If parts of a mesh touch, rounding may change
/// the order of two coincident faces. So every entry that is not much farther away than the nearest face is
/// tried, too: a part that ends before the ray begins does no harm.
class TetEntries
{
public:
  INKRAY_HD explicit TetEntries(const Ray& ray)
    : ray_(ray)
    , isBehind_(true)
    , last_(-ray.begin)
    , lastFace_(noFace)
    , limit_(-kdNowhere)
  {
  }

  INKRAY_HD const Ray& ray() const { return ray_; }
  template <class Cell>
  INKRAY_HD static std::uint32_t mostSteps(const Cell& cell)
  {
    return cell.mesh.numTets;
  }

  /// Move a ray that has left the mesh at t, after `steps` steps, to the next face where it enters. Returns
  /// false if there is no such face.
  template <class Cell>
  INKRAY_HD bool enter(Cell& cell, float t, std::uint32_t steps)
  {
    if (isBehind_ && steps > 0 && t > ray_.begin)
      this->goAhead();
    const std::uint32_t face = this->next(cell);
    if (face != noFace)
      cell.enter(face);
    return face != noFace;
  }

private:
  /// Note that the ray was inside at its begin, and continue ahead.
  INKRAY_HD void goAhead()
  {
    isBehind_ = false;
    last_ = kdNowhere;
    limit_ = -kdNowhere;
  }

  /// Find the next entry face; noFace if there is no further face.
  template <class Cell>
  INKRAY_HD std::uint32_t next(const Cell& cell)
  {
    for (;;)
    {
      Ray query = isBehind_ ? reversed(ray_) : ray_;
      query.begin = isBehind_ ? last_ : maximum(ray_.begin, last_);
      query.end = isBehind_ ? limit_ : ray_.end;
      const float touch = isBehind_ ? fabsf(cell.space.scale) * touching : INFINITY;
      float nearest = INFINITY;
      std::uint32_t face = noFace;
      traverse(cell.mesh.boundary, query, [&](const KdHit& hit) {
        const bool isNew = hit.t > last_ || (hit.t == last_ && hit.triangle > lastFace_);
        const bool isNearer = hit.t < nearest || (hit.t == nearest && hit.triangle < face);
        if (isNew && isNearer)
        {
          const int side = cell.sideOf(hit.triangle);
          if (side != 0)
            limit_ = minimum(limit_, hit.t + touch);
          if (side > 0)
          {
            nearest = hit.t;
            face = hit.triangle;
          }
        }
        return minimum(nearest, minimum(limit_, query.end));
      });
      if (face != noFace)
      {
        last_ = nearest;
        lastFace_ = face;
        return face;
      }
      if (!isBehind_)
        return noFace;
      this->goAhead();
    }
  }

  static constexpr std::uint32_t noFace = 0xffffffffu;
  /// The largest distance between faces that count as touching, in a mesh that reaches from -1 to 1: the
  /// rounding error along a ray that grazes them.
  static constexpr float touching = 1.0f / 64.0f;

  Ray ray_;
  bool isBehind_;
  float last_;             ///< parameter of the last entry; negated while the entries are behind
  std::uint32_t lastFace_; ///< index of the last entry
  float limit_;            ///< behind: how far entries are wanted
};

/// The spans of a ray between its begin and its end. A ray with NaN has none, nor has a ray from so far away
/// that rounding errors are as large as the mesh.
template <class Extra = NoExtra>
class PathWalk
{
public:
  using Span = RaySpan;
  static constexpr int degree = 1;

  INKRAY_HD PathWalk(const TetWalkView& mesh, const Ray& ray)
    : walk_(PathCell<Extra>(mesh, ray), TetEntries(ray))
    , isOver_(!walk_.cell.tellsPartsApart())
  {
  }
  /// The number of tets passed; no tet counts twice.
  INKRAY_HD std::uint32_t steps() const { return walk_.steps; }

  INKRAY_HD bool next(RaySpan& span)
  {
    const Ray& ray = walk_.entries.ray();
    while (!isOver_ && walk_.next(span))
    {
      if (span.to < ray.begin)
        continue;
      isOver_ = span.from > ray.end;
      if (isOver_)
        break;
      span.clip(ray.begin, ray.end, span.to > ray.end);
      return true;
    }
    return false;
  }
  /// See TetWalk: interpolate where the last span ends, if it is not cut.
  template <class Fetch>
  INKRAY_HD auto at(const Fetch& fetch) const
  {
    return walk_.at(fetch);
  }

private:
  TetWalk<PathCell<Extra>, TetEntries> walk_;
  bool isOver_;
};

} // namespace inkray
