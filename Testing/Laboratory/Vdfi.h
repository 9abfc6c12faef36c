// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/Mesh/MeshCamera.h"

/// View-dependent face information (VDFI; Bunyk, Kaufman and Silva 1997): what a ray needs of a face, once
/// the view is known. Real is double, as in the papers' systems, or float.
namespace inkray::laboratory
{

/// A vertex in the form of ProjectedVertex: x and y in pixels (times the depth in perspective), depth and
/// scalar.
template <class Real>
struct alignas(16) Corner
{
  Real x, y, depth, scalar;
};

/// Projects the vertices of a mesh for a camera.
template <class Real>
struct ProjectCorners
{
  MeshCamera camera;
  const Float4* vertices;
  Corner<Real>* corners;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 p = load(vertices + i);
    const auto row = [&](const float* r) {
      return Real(r[0]) * Real(p.x) + Real(r[1]) * Real(p.y) + Real(r[2]) * Real(p.z) + Real(r[3]);
    };
    corners[i] = { row(camera.rowX), row(camera.rowY), row(camera.rowDepth), Real(p.w) };
  }
};

/// The line of a pixel's ray: origin + depth * direction, where the depth of the origin is 0 and that of the
/// direction is 1.
template <class Real>
struct RayLine
{
  Real originX, originY, directionX, directionY;

  INKRAY_HD RayLine(const MeshCamera& camera, float u, float v)
    : originX(camera.parallel ? Real(u) : Real(0))
    , originY(camera.parallel ? Real(v) : Real(0))
    , directionX(camera.parallel ? Real(0) : Real(u))
    , directionY(camera.parallel ? Real(0) : Real(v))
  {
  }
};

/// The plane of a face, normal . p = distance, and the scalar in it, gradient . p + scalar, for points p =
/// (x, y, depth): 64 bytes in double, where VTK's Bunyk has 72.
template <class Real>
struct alignas(16) Vdfi
{
  Real normalX, normalY, normalDepth, distance;
  Real gradientX, gradientY, gradientDepth, scalar;

  /// Returns how fast the ray passes the plane; the sign tells from which side.
  INKRAY_HD Real speed(const RayLine<Real>& ray) const
  {
    return normalX * ray.directionX + normalY * ray.directionY + normalDepth;
  }
  INKRAY_HD Real depthAt(const RayLine<Real>& ray, Real itsSpeed) const
  {
    return (distance - normalX * ray.originX - normalY * ray.originY) / itsSpeed;
  }
  INKRAY_HD Real scalarAt(const RayLine<Real>& ray, Real depth) const
  {
    return scalar + gradientX * (ray.originX + depth * ray.directionX) +
      gradientY * (ray.originY + depth * ray.directionY) + gradientDepth * depth;
  }
};

template <class Real>
INKRAY_HD Vdfi<Real> makeVdfi(const Corner<Real>& p, const Corner<Real>& q, const Corner<Real>& r)
{
  const Real qx = q.x - p.x, qy = q.y - p.y, qz = q.depth - p.depth, qs = q.scalar - p.scalar;
  const Real rx = r.x - p.x, ry = r.y - p.y, rz = r.depth - p.depth, rs = r.scalar - p.scalar;
  Vdfi<Real> v;
  v.normalX = qy * rz - qz * ry;
  v.normalY = qz * rx - qx * rz;
  v.normalDepth = qx * ry - qy * rx;
  v.distance = v.normalX * p.x + v.normalY * p.y + v.normalDepth * p.depth;
  // The gradient in the plane has the differences of the scalar along both edges.
  const Real square = v.normalX * v.normalX + v.normalY * v.normalY + v.normalDepth * v.normalDepth;
  const Real inverse = square > Real(0) ? Real(1) / square : Real(0);
  const auto along = [&](Real rByN, Real nByQ) { return (qs * rByN + rs * nByQ) * inverse; };
  v.gradientX = along(ry * v.normalDepth - rz * v.normalY, v.normalY * qz - v.normalDepth * qy);
  v.gradientY = along(rz * v.normalX - rx * v.normalDepth, v.normalDepth * qx - v.normalX * qz);
  v.gradientDepth = along(rx * v.normalY - ry * v.normalX, v.normalX * qy - v.normalY * qx);
  v.scalar = p.scalar - v.gradientX * p.x - v.gradientY * p.y - v.gradientDepth * p.depth;
  return v;
}

constexpr std::uint32_t noFace = 0xffffffffu;

/// A source of a face's VDFI: it is computed whenever a ray meets the face (Gu and Kim, section 5.2).
template <class Real>
struct OnDemandVdfi
{
  const UInt4* faces; ///< three vertices
  const Corner<Real>* corners;

  INKRAY_HD Vdfi<Real> operator()(std::uint32_t face) const
  {
    const UInt4 ids = load(faces + face);
    return makeVdfi(corners[ids.x], corners[ids.y], corners[ids.z]);
  }
};

/// A source of VDFI that was computed for all faces before (Bunyk; Gu and Kim's FullVDFI).
template <class Real>
struct StoredVdfi
{
  const Vdfi<Real>* all;

  INKRAY_HD Vdfi<Real> operator()(std::uint32_t face) const { return all[face]; }
};

template <class Real>
struct ComputeAllVdfi
{
  OnDemandVdfi<Real> source;
  Vdfi<Real>* all;

  INKRAY_HD void operator()(std::int64_t face) const { all[face] = source(static_cast<std::uint32_t>(face)); }
};

/// A source that keeps VDFI in a buffer of a few slots that belongs to one thread (Ribeiro et al. 2007,
/// Maximo et al. 2008). A face is looked for in all slots and takes the place of the oldest. Or its number,
/// hashed, says in which slot it is (Kim 2017).
template <class Real>
struct BufferedVdfi
{
  OnDemandVdfi<Real> source;
  Vdfi<Real>* slots;
  std::uint32_t* faces; ///< the faces in the slots
  std::uint32_t numSlots;
  bool isHashed;
  std::uint32_t oldest, hits, misses;

  INKRAY_HD void clear()
  {
    for (std::uint32_t i = 0; i < numSlots; ++i)
      faces[i] = noFace;
    oldest = hits = misses = 0;
  }

  INKRAY_HD Vdfi<Real> operator()(std::uint32_t face)
  {
    std::uint32_t slot;
    if (isHashed)
      slot = static_cast<std::uint32_t>(std::uint64_t(face * 2654435761u) * numSlots >> 32);
    else
      for (slot = 0; slot < numSlots && faces[slot] != face;)
        ++slot;
    if (slot < numSlots && faces[slot] == face)
    {
      ++hits;
      return slots[slot];
    }
    ++misses;
    if (!isHashed)
    {
      slot = oldest;
      oldest = oldest + 1 < numSlots ? oldest + 1 : 0;
    }
    const Vdfi<Real> made = source(face);
    slots[slot] = made;
    faces[slot] = face;
    return made;
  }
};

} // namespace inkray::laboratory
