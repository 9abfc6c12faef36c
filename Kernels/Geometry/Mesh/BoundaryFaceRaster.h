// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/EdgeFunction.h"
#include "Geometry/Mesh/MeshCamera.h"

/// The pixels that a face of a mesh covers, and its depth in each.
namespace inkray
{

/// A projected vertex in the ray space of the pixel (u, v).
INKRAY_HD RayVertex toRaySpace(const ProjectedVertex& p, float u, float v, bool parallel)
{
  const float shear = parallel ? 1.0f : p.z;
  return { multiplyAdd(-u, shear, p.x), multiplyAdd(-v, shear, p.y), p.z, p.w };
}

/// A rectangle of pixels, upper ends excluded.
struct PixelRectangle
{
  int x0, y0, x1, y1;
  INKRAY_HD bool empty() const { return x0 >= x1 || y0 >= y1; }
};

/// Sides of faces that are seen.
enum class FaceSides
{
  Front, ///< faces whose corners are counter-clockwise around the rays
  Both
};

/// Pixels that a projected face may cover: bounding box of its corners, the whole image when it reaches both
/// sides of the eye, empty where of its front alone nothing is seen for sure. Corners counter-clockwise as
/// FaceCorners.
template <FaceSides Sides = FaceSides::Front>
INKRAY_HD PixelRectangle boundsOfFace(
  const MeshCamera& camera, const ProjectedVertex& a, const ProjectedVertex& b, const ProjectedVertex& c)
{
  const PixelRectangle all = { 0, 0, camera.width, camera.height };
  float ia = 1.0f, ib = 1.0f, ic = 1.0f;
  if (!camera.parallel)
  {
    const bool inFront = a.z > 0.0f && b.z > 0.0f && c.z > 0.0f;
    const bool behind = a.z < 0.0f && b.z < 0.0f && c.z < 0.0f;
    if (!inFront && !behind)
      return all;
    ia = 1.0f / a.z;
    ib = 1.0f / b.z;
    ic = 1.0f / c.z;
  }
  const float ax = a.x * ia, bx = b.x * ib, cx = c.x * ic;
  const float ay = a.y * ia, by = b.y * ib, cy = c.y * ic;
  const float lowX = minimum(ax, minimum(bx, cx)), highX = maximum(ax, maximum(bx, cx));
  const float lowY = minimum(ay, minimum(by, cy)), highY = maximum(ay, maximum(by, cy));
  // Twice the area has the sign of the edge functions, but for the rounding of its six terms.
  const float area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  const float reach = maximum(maximum(fabsf(lowX), fabsf(highX)), maximum(fabsf(lowY), fabsf(highY)));
  if (Sides == FaceSides::Front && area < -1e-5f * reach * ((highX - lowX) + (highY - lowY)))
    return { 0, 0, 0, 0 };
  // The edge functions decide; the box only has to contain the pixels that they accept, whatever the rounding
  // of the divisions.
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

/// A boundary face that looks at the camera has its corners counter-clockwise around the rays it covers; a
/// mirrored view turns all faces round.
struct FaceCorners
{
  UInt4 ids; ///< x, y, z: the vertices
  ProjectedVertex a, b, c;
};

/// True when no pixel of the rectangle can be inside: one edge function is clearly negative at its four
/// corners (it is linear in u and v).
INKRAY_HD bool surelyOutside(const MeshCamera& camera, const ProjectedVertex& a, const ProjectedVertex& b,
  const ProjectedVertex& c, const PixelRectangle& r)
{
  const double u0 = pixelU(camera, r.x0), u1 = pixelU(camera, r.x1 - 1);
  const double v0 = pixelV(camera, r.y0), v1 = pixelV(camera, r.y1 - 1);
  const auto negative = [&](const ProjectedVertex& p, const ProjectedVertex& q) {
    // E(u, v) = cross(p - u d, q - v d) with d = depth (perspective) or 1 (parallel).
    const double pz = camera.parallel ? 1.0 : double(p.z), qz = camera.parallel ? 1.0 : double(q.z);
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
