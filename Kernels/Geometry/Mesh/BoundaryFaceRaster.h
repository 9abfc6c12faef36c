// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/EdgeFunction.h"
#include "Geometry/Mesh/MeshCamera.h"

/// The pixels that a face of a mesh covers, and its depth in each pixel.
namespace inkray
{

/// Transform a projected vertex to the ray space of the pixel (u, v); `shear`: shearOf its depth.
INKRAY_HD RayVertex toRaySpace(const ProjectedVertex& p, float u, float v, float shear)
{
  return { multiplyAdd(-u, shear, p.x), multiplyAdd(-v, shear, p.y), p.z, p.w };
}

/// A rectangle of pixels; x1 and y1 are excluded.
struct PixelRectangle
{
  int x0, y0, x1, y1;
  INKRAY_HD bool empty() const { return x0 >= x1 || y0 >= y1; }
};

/// The sides of faces that are visible.
enum class FaceSides
{
  Front, ///< faces whose corners are counter-clockwise around the rays
  Both
};

/// The pixels that a projected face may cover: the bounding box of its corners; the whole image if the face
/// reaches both sides of the eye; empty if only the front is wanted and certainly invisible. Corners are
/// counter-clockwise as in FaceCorners.
template <FaceSides Sides = FaceSides::Front>
INKRAY_HD PixelRectangle boundsOfFace(
  const MeshCamera& camera, const ProjectedVertex& a, const ProjectedVertex& b, const ProjectedVertex& c)
{
  const PixelRectangle all = { 0, 0, camera.width, camera.height };
  const float sa = shearOf(camera, a.z), sb = shearOf(camera, b.z), sc = shearOf(camera, c.z);
  const bool inFront = sa > 0.0f && sb > 0.0f && sc > 0.0f;
  const bool behind = sa < 0.0f && sb < 0.0f && sc < 0.0f;
  if (!inFront && !behind)
    return all;
  const float ia = 1.0f / sa, ib = 1.0f / sb, ic = 1.0f / sc;
  const float ax = a.x * ia, bx = b.x * ib, cx = c.x * ic;
  const float ay = a.y * ia, by = b.y * ib, cy = c.y * ic;
  const float lowX = minimum(ax, minimum(bx, cx)), highX = maximum(ax, maximum(bx, cx));
  const float lowY = minimum(ay, minimum(by, cy)), highY = maximum(ay, maximum(by, cy));
  // Twice the area has the sign of the edge functions, up to the rounding of its six terms.
  const float area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  const float reach = maximum(maximum(fabsf(lowX), fabsf(highX)), maximum(fabsf(lowY), fabsf(highY)));
  if (Sides == FaceSides::Front && area < -1e-5f * reach * ((highX - lowX) + (highY - lowY)))
    return { 0, 0, 0, 0 };
  // The edge functions decide; the box only has to contain the pixels that they accept, however the divisions
  // round.
  const float slackX = 1e-3f + 1e-6f * maximum(fabsf(lowX), fabsf(highX)),
              slackY = 1e-3f + 1e-6f * maximum(fabsf(lowY), fabsf(highY));
  const float x0 = ceilf(lowX - slackX - 0.5f + camera.halfWidth),
              x1 = floorf(highX + slackX - 0.5f + camera.halfWidth) + 1.0f;
  const float y0 = ceilf(lowY - slackY - 0.5f + camera.halfHeight),
              y1 = floorf(highY + slackY - 0.5f + camera.halfHeight) + 1.0f;
  if (!(x0 < static_cast<float>(camera.width)) || !(y0 < static_cast<float>(camera.height)) || !(x1 > 0.0f) ||
    !(y1 > 0.0f))
    return { 0, 0, 0, 0 };
  PixelRectangle r;
  r.x0 = static_cast<int>(maximum(x0, 0.0f));
  r.y0 = static_cast<int>(maximum(y0, 0.0f));
  r.x1 = static_cast<int>(minimum(x1, static_cast<float>(camera.width)));
  r.y1 = static_cast<int>(minimum(y1, static_cast<float>(camera.height)));
  return r;
}

/// A boundary face that looks at the camera has its corners counter-clockwise around the rays that it covers;
/// a mirrored view reverses all faces.
struct FaceCorners
{
  UInt4 ids; ///< x, y, z: the vertices' ids
  ProjectedVertex a, b, c;
};

/// The three edge functions of a face over a rectangle of pixels, as linear functions of the pixel. A few
/// instructions for each pixel tell whether it is certainly inside, certainly outside, or so near to an edge
/// that isInsideFace has to decide. Both never contradict each other.
///
/// With P = p - u s for a corner p of shear s (shearOf), E = Px Qy - Qx Py is linear in u and v, since the
/// products of u and v cancel. Let S be a bound on all |P| and on s times the rectangle's side. Let D be the
/// magnitude to which the rounding of P is relative: S itself if multiplyAdd rounds once. Then isInsideFace
/// computes the exact sign for corners with errors of at most eps D, with eps = 2^-24. The errors of E, its
/// slopes and the two additions relative to that are at most 12 eps S D + 20 eps S^2; the tolerance is
/// slightly larger.
struct LinearEdgeFunctions
{
  float atFirst[3], alongX[3], alongY[3]; ///< of b c, c a and a b, at the rectangle's first pixel
  float tolerance;                        ///< infinite or NaN if a corner is

  INKRAY_HD LinearEdgeFunctions(const MeshCamera& camera, const FaceCorners& k, const PixelRectangle& r)
  {
    const float u = pixelU(camera, r.x0), v = pixelV(camera, r.y0);
    const float sa = shearOf(camera, k.a.z), sb = shearOf(camera, k.b.z), sc = shearOf(camera, k.c.z);
    const RayVertex a = toRaySpace(k.a, u, v, sa), b = toRaySpace(k.b, u, v, sb),
                    c = toRaySpace(k.c, u, v, sc);
    this->setEdge(0, b, sb, c, sc);
    this->setEdge(1, c, sc, a, sa);
    this->setEdge(2, a, sa, b, sb);
    const float shear = maximum(fabsf(sa), maximum(fabsf(sb), fabsf(sc)));
    // A sum instead of a maximum, because it preserves NaN.
    const float farthest = fabsf(a.x) + fabsf(a.y) + fabsf(b.x) + fabsf(b.y) + fabsf(c.x) + fabsf(c.y);
    const auto side = static_cast<float>(r.x1 - r.x0 > r.y1 - r.y0 ? r.x1 - r.x0 : r.y1 - r.y0);
    const float reach = multiplyAdd(side, shear, farthest);
    const float rounded =
      multiplyAddIsFused ? reach : multiplyAdd(camera.halfWidth + camera.halfHeight, shear, reach);
    tolerance = multiplyAdd(reach, multiplyAdd(1e-6f, rounded, 2e-6f * reach), 1e-30f);
  }

  /// The least edge function at the pixel x to the right of the first pixel and y above it. Above the
  /// tolerance the pixel is inside, below minus the tolerance outside.
  INKRAY_HD float least(float x, float y) const
  {
    return minimum(this->edge(0, x, y), minimum(this->edge(1, x, y), this->edge(2, x, y)));
  }

private:
  INKRAY_HD void setEdge(int i, const RayVertex& p, float sp, const RayVertex& q, float sq)
  {
    atFirst[i] = p.x * q.y - q.x * p.y;
    alongX[i] = sq * p.y - sp * q.y;
    alongY[i] = sp * q.x - sq * p.x;
  }
  INKRAY_HD float edge(int i, float x, float y) const
  {
    return multiplyAdd(y, alongY[i], multiplyAdd(x, alongX[i], atFirst[i]));
  }
};

/// Whether certainly no pixel of the rectangle is inside: one edge function is clearly negative at the
/// rectangle's four corners (it is linear in u and v).
INKRAY_HD bool surelyOutside(const MeshCamera& camera, const ProjectedVertex& a, const ProjectedVertex& b,
  const ProjectedVertex& c, const PixelRectangle& r)
{
  const double u0 = pixelU(camera, r.x0), u1 = pixelU(camera, r.x1 - 1);
  const double v0 = pixelV(camera, r.y0), v1 = pixelV(camera, r.y1 - 1);
  const auto negative = [&](const ProjectedVertex& p, const ProjectedVertex& q) {
    // E(u, v) = cross(P, Q), where P = p - (u, v) s with the shear s of p, and Q likewise.
    const double pz = shearOf(camera, p.z), qz = shearOf(camera, q.z);
    const double constant = double(p.x) * q.y - double(q.x) * p.y;
    const double perU = qz * p.y - pz * q.y;
    const double perV = double(q.x) * pz - double(p.x) * qz;
    const double size = fabs(double(p.x) * q.y) + fabs(double(q.x) * p.y) +
      (fabs(perU) + fabs(perV)) * (double(camera.halfWidth) + camera.halfHeight);
    return constant + fmax(perU * u0, perU * u1) + fmax(perV * v0, perV * v1) < -1e-5 * size;
  };
  return negative(a, b) || negative(b, c) || negative(c, a);
}

} // namespace inkray
