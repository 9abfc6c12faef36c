// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/TraverseKdTree.h"
#include "Geometry/Mesh/TetCell.h"
#include "Geometry/Mesh/TetWalk.h"
#include "View/Ray.h"

#include <cmath>
#include <cstdint>

/// Any ray through a tetrahedral mesh, from wherever it begins: the rays of paths, which know no camera.
///
/// A ray goes from tet to tet as in the march of Gu and Kim 2020 (section 5): the face through which it
/// leaves is found by the signs of edge functions in the ray's space, which cannot be wrong (EdgeFunction.h).
/// The ray's space is the one of Woop, Benthin and Wald 2013: the mesh shifted and sheared so that the ray is
/// its third axis. Where the march has a list of entry faces for each pixel, a kd-tree over the boundary
/// finds them here; its rays shear vertices alike, to the bit. Signs of the same edge functions decide
/// whether a face that the tree finds is an entry or an exit, with ties broken by the order of the ids. The
/// tree counts edges and corners to each triangle at them, so it misses no face that the signs accept.
namespace inkray
{

/// A mesh as rays in its normalised coordinates go through it (TetAdjacency, BoundaryTree).
struct TetWalkView
{
  const Float4* vertices; ///< position and scalar
  const UInt2* links;
  const UInt4* boundaryFaces;
  KdTreeView boundary; ///< of boundaryFaces, under their numbers
  std::uint32_t numTets;
};

/// Where the ray of a path is in a mesh (TetOnRay).
template <class Extra = NoExtra>
struct PathCell : TetOnRay<Extra>
{
  using typename TetOnRay<Extra>::Vertex;
  using TetOnRay<Extra>::face;

  const TetWalkView& mesh;
  TriangleRay space;
  float slack; ///< rounding of vertices in the ray's space

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

  /// Whether the ray begins near enough for its space to tell one part of the mesh, which reaches from -1 to
  /// 1, from another. From farther away, vertices fall together there, and a ray could enter every boundary
  /// face in turn without a cell that stops it.
  INKRAY_HD bool tellsPartsApart() const { return slack < 0.25f; }

  /// A vertex with the ray as third axis, depth being its parameter.
  INKRAY_HD RayVertex place(std::uint32_t id) const
  {
    const Float4 p = load(mesh.vertices + id);
    const Float3 sheared = space.shear(p);
    return { sheared.x, sheared.y, sheared.z * space.scale, p.w };
  }
  INKRAY_HD Vertex vertex(std::uint32_t id) const { return Extra::carry(this->place(id), Extra().fetch(id)); }

  /// Whether the ray enters (+1) or leaves (-1) the mesh through a boundary face, or does not meet it (0).
  INKRAY_HD int sideOf(std::uint32_t boundaryFace) const
  {
    const UInt4 ids = load(mesh.boundaryFaces + boundaryFace);
    const FaceEdges e = edgesOfFace(this->place(ids.x), this->place(ids.y), this->place(ids.z), ids);
    // Counter-clockwise from outside is clockwise around a ray that comes from there, unless the third axis
    // points against the ray.
    const int side = e.allNegative() ? 1 : e.allPositive() ? -1 : 0;
    return space.scale > 0.0f ? side : -side;
  }

  /// Go to an entry face.
  INKRAY_HD void enter(std::uint32_t boundaryFace)
  {
    this->standAt(load(mesh.boundaryFaces + boundaryFace), space.scale > 0.0f, mesh.links,
      [this](std::uint32_t id) { return this->vertex(id); });
  }
  /// Go through the tet behind the face ahead.
  template <class ExitTest>
  INKRAY_HD void cross()
  {
    this->template leave<ExitTest>(this->vertex(this->link.y), mesh.links);
  }
  INKRAY_HD void fetchVertex() {} // a register for it is worth more

  /// Whether the ray lies in the plane of the face ahead, so that it crosses the face in a line and not in a
  /// point.
  INKRAY_HD bool isHeld(float = 0.0f) const { return holdsRay(face, slack); }

  /// Parameter and scalar where the ray crosses the face ahead, or where it comes to the face that holds it.
  /// The scalar is clamped to the corners' range, which rounding would leave.
  INKRAY_HD void locate(float& at, float& value) const
  {
    crossFace(face, at, value);
    value = this->scalarWithinFace(value);
    if (this->isHeld())
      this->locateOnEdge(at, value);
  }

private:
  /// A ray in the plane of the face ahead comes to it at one of its edges, which all lie in a line for the
  /// ray. A piece of the mesh that ends in such a face and a piece that begins in it agree.
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

/// The entry faces of a ray, one after the other: first the faces behind its begin, the nearest first, as
/// long as it may begin inside; then the faces from its begin on.
///
/// The nearest face behind tells whether a ray begins inside. Where pieces of a mesh touch, rounding may
/// change the order of two coincident faces, so every entry that lies not much farther than the nearest face
/// is tried, too: a piece that ends before the ray begins does no harm.
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

  /// Take a ray that has left the mesh at t, after so many steps, to the next entry face; false: there is
  /// none.
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
  /// The ray was inside at its begin.
  INKRAY_HD void goAhead()
  {
    isBehind_ = false;
    last_ = kdNowhere;
    limit_ = -kdNowhere;
  }

  /// The next entry face; noFace: there is none.
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
  /// Largest distance of faces that count as touching, in a mesh that reaches from -1 to 1: the rounding
  /// along a ray that grazes them.
  static constexpr float touching = 1.0f / 64.0f;

  Ray ray_;
  bool isBehind_;
  float last_;             ///< parameter of the entry that was next before, against the ray while behind
  std::uint32_t lastFace_; ///< and its number
  float limit_;            ///< behind: up to where entries are wanted
};

/// The spans of a ray between its begin and its end. None of a ray with NaN, or from so far away that
/// rounding is as large as the mesh.
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
  /// Tets passed, none twice.
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
  /// As TetWalk has it: where the last span ends, if it is not cut.
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
