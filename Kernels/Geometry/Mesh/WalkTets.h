// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/TraverseKdTree.h"
#include "Geometry/Mesh/ExitTests.h"
#include "Rays/RaySpan.h"
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

/// A ray on its way through a mesh: where it stands, and the face ahead.
struct TetWalk
{
  const TetWalkView& mesh;
  TriangleRay space;
  float slack; ///< rounding of vertices in the ray's space
  EntryFace face;
  UInt2 link; ///< the face ahead as its other side names it, and the vertex behind it
  float t, scalar;

  INKRAY_HD TetWalk(const TetWalkView& ofMesh, const Ray& ray)
    : mesh(ofMesh)
    , space(ray)
    , slack(0.0f)
    , link{ boundaryLink, 0 }
    , t(0.0f)
    , scalar(0.0f)
  {
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      slack = maximum(slack, fabsf(ray.origin[axis]));
    slack = 4.8e-7f * (slack + 1.0f);
  }

  INKRAY_HD bool isOutside() const { return link.x >= removedLink; }

  /// Whether the ray begins near enough for its space to tell one part of the mesh, which reaches from -1 to
  /// 1, from another. From farther away, vertices fall together there, and a ray could enter every boundary
  /// face in turn without a cell that stops it.
  INKRAY_HD bool tellsPartsApart() const { return slack < 0.25f; }

  /// A vertex with the ray as third axis, depth being its parameter.
  INKRAY_HD RayVertex vertex(std::uint32_t id) const
  {
    const Float4 p = load(mesh.vertices + id);
    const Float3 sheared = space.shear(p);
    return { sheared.x, sheared.y, sheared.z * space.scale, p.w };
  }

  /// Whether the ray enters (+1) or leaves (-1) the mesh through a boundary face, or does not meet it (0).
  INKRAY_HD int sideOf(std::uint32_t boundaryFace) const
  {
    const UInt4 ids = load(mesh.boundaryFaces + boundaryFace);
    const FaceEdges e = edgesOfFace(this->vertex(ids.x), this->vertex(ids.y), this->vertex(ids.z), ids);
    // Counter-clockwise from outside is clockwise around a ray that comes from there, unless the third axis
    // points against the ray.
    const int side = e.allNegative() ? 1 : e.allPositive() ? -1 : 0;
    return space.scale > 0.0f ? side : -side;
  }

  /// Go to an entry face.
  INKRAY_HD void enter(std::uint32_t boundaryFace)
  {
    // The exit test wants corners counter-clockwise around the ray.
    const UInt4 ids = load(mesh.boundaryFaces + boundaryFace);
    const bool turns = space.scale > 0.0f;
    const std::uint32_t a = ids.x, b = turns ? ids.z : ids.y, c = turns ? ids.y : ids.z;
    face.a = this->vertex(a);
    face.b = this->vertex(b);
    face.c = this->vertex(c);
    face.ab = edgeFunction(face.a, face.b, a < b);
    face.bc = edgeFunction(face.b, face.c, b < c);
    face.ca = edgeFunction(face.c, face.a, c < a);
    face.ranks = ((a > b) + (a > c)) | ((b > a) + (b > c)) << 8 | ((c > a) + (c > b)) << 16;
    link = { ids.w, load(mesh.links + ids.w).y };
    if (this->isHeld())
      this->locateOnEdge(t, scalar);
    else
      this->locate(t, scalar);
  }

  /// Whether the ray lies in the plane of the face ahead, so that it crosses the face in a line and not in a
  /// point.
  INKRAY_HD bool isHeld() const { return holdsRay(face, slack); }

  /// Go through the tet behind the face ahead, and return its number.
  INKRAY_HD std::uint32_t cross()
  {
    const std::uint32_t came = link.x;
    const std::uint32_t left = EdgeFunctionExit::leave(face, this->vertex(link.y), came & 3u);
    link = load(mesh.links + ((came & ~3u) | left));
    return came >> 2;
  }

  /// Parameter and scalar where the ray crosses the face ahead. The scalar is clamped to the corners' range,
  /// which rounding would leave.
  INKRAY_HD void locate(float& at, float& value) const
  {
    crossFace(face, at, value);
    const float low = minimum(face.a.scalar, minimum(face.b.scalar, face.c.scalar));
    const float high = maximum(face.a.scalar, maximum(face.b.scalar, face.c.scalar));
    value = value == value ? minimum(maximum(value, low), high) : value;
  }

  /// Parameter and scalar where a ray in the plane of the face ahead comes to it: at one of its edges, which
  /// all lie in a line for the ray. A piece of the mesh that ends in such a face and a piece that begins in
  /// it agree.
  INKRAY_HD void locateOnEdge(float& at, float& value) const
  {
    this->locate(at, value);
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
  INKRAY_HD TetEntries(const TetWalk& walk, const Ray& ray)
    : walk_(walk)
    , ray_(ray)
    , isBehind_(true)
    , last_(-ray.begin)
    , lastFace_(noFace)
    , limit_(-kdNowhere)
  {
  }

  /// The ray was inside at its begin.
  INKRAY_HD void goAhead()
  {
    isBehind_ = false;
    last_ = kdNowhere;
    limit_ = -kdNowhere;
  }
  INKRAY_HD bool isBehind() const { return isBehind_; }

  /// The next entry face; noFace: there is none.
  INKRAY_HD std::uint32_t next()
  {
    for (;;)
    {
      Ray query = isBehind_ ? reversed(ray_) : ray_;
      query.begin = isBehind_ ? last_ : maximum(ray_.begin, last_);
      query.end = isBehind_ ? limit_ : ray_.end;
      const float touch = isBehind_ ? fabsf(walk_.space.scale) * touching : INFINITY;
      float nearest = INFINITY;
      std::uint32_t face = noFace;
      traverse(walk_.mesh.boundary, query, [&](const KdHit& hit) {
        const bool isNew = hit.t > last_ || (hit.t == last_ && hit.triangle > lastFace_);
        const bool isNearer = hit.t < nearest || (hit.t == nearest && hit.triangle < face);
        if (isNew && isNearer)
        {
          const int side = walk_.sideOf(hit.triangle);
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

private:
  /// Largest distance of faces that count as touching, in a mesh that reaches from -1 to 1: the rounding
  /// along a ray that grazes them.
  static constexpr float touching = 1.0f / 64.0f;

  const TetWalk& walk_;
  const Ray& ray_;
  bool isBehind_;
  float last_;             ///< parameter of the entry that was next before, against the ray while behind
  std::uint32_t lastFace_; ///< and its number
  float limit_;            ///< behind: up to where entries are wanted
};

/// Call visit(segment) for the ray's segment in each tet between its begin and its end, from front to back,
/// as long as it returns true. Segments of one piece of the mesh follow one another without a gap: a segment
/// begins where the one before ends, at the same parameter and scalar, to the bit. A tet without volume has a
/// segment without length, over which the scalar may jump. A ray in the plane of a face has one segment for
/// the tets on both sides of it. A value that is not finite makes the scalar NaN at one end at least of each
/// segment in its tets. No segments for a ray with NaN, or from so far away that rounding is as large as the
/// mesh. Returns the number of tets passed, none twice.
template <class Visit>
INKRAY_HD std::uint32_t walkTets(const TetWalkView& mesh, const Ray& ray, const Visit& visit)
{
  TetWalk walk(mesh, ray);
  TetEntries entries(walk, ray);
  std::uint32_t steps = 0;
  while (steps < mesh.numTets && walk.tellsPartsApart())
  {
    if (walk.isOutside())
    {
      if (entries.isBehind() && steps > 0 && walk.t > ray.begin)
        entries.goAhead();
      const std::uint32_t face = entries.next();
      if (face == TetEntries::noFace)
        break;
      walk.enter(face);
    }

    // Through the tet behind the face. Both tets of a face that holds the ray have the same scalar along it:
    // the segment goes on through the next one.
    ++steps;
    RaySpan segment;
    segment.flags = 0;
    segment.from = walk.t;
    segment.begin = walk.scalar;
    segment.cell = walk.cross();
    const bool isHeld = walk.isHeld();
    if (isHeld && !walk.isOutside())
      continue;
    if (isHeld)
      walk.locateOnEdge(segment.to, segment.end);
    else
      walk.locate(segment.to, segment.end);
    // Rounding, or an inverted cell, may make a ray step back: it then stands until it has passed where it
    // was.
    segment.to = maximum(segment.to, segment.from);
    walk.t = segment.to;
    walk.scalar = segment.end;
    if (segment.to < ray.begin)
      continue;
    if (segment.from > ray.end)
      break;

    segment.clip(ray.begin, ray.end, segment.to > ray.end);
    if (!visit(segment))
      break;
  }
  return steps;
}

} // namespace inkray
