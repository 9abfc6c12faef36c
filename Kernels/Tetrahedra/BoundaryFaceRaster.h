// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/EdgeFunction.h"
#include "Shading/RayFrame.h"

/// Which pixels a boundary face covers, and at what depth.
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

/// Pixels that a projected face may cover: bounding box of its corners, the whole image when it reaches both sides of the eye, empty where it looks away for sure.
INKRAY_HD PixelRectangle boundsOfFace(const RayFrame& frame, const ProjectedVertex& a, const ProjectedVertex& b, const ProjectedVertex& c)
{
  const PixelRectangle all = { 0, 0, frame.width, frame.height };
  float ia = 1.0f, ib = 1.0f, ic = 1.0f;
  if (!frame.parallel)
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
  if (area * frame.facing < -1e-5f * reach * ((highX - lowX) + (highY - lowY)))
    return { 0, 0, 0, 0 };
  // The edge functions decide; the box only has to contain what they accept, whatever the rounding of the divisions.
  const float slackX = 1e-3f + 1e-6f * maximum(fabsf(lowX), fabsf(highX)), slackY = 1e-3f + 1e-6f * maximum(fabsf(lowY), fabsf(highY));
  const float x0 = ceilf(lowX - slackX - 0.5f + frame.halfWidth), x1 = floorf(highX + slackX - 0.5f + frame.halfWidth) + 1.0f;
  const float y0 = ceilf(lowY - slackY - 0.5f + frame.halfHeight), y1 = floorf(highY + slackY - 0.5f + frame.halfHeight) + 1.0f;
  if (!(x0 < static_cast<float>(frame.width)) || !(y0 < static_cast<float>(frame.height)) || !(x1 > 0.0f) || !(y1 > 0.0f))
    return { 0, 0, 0, 0 };
  PixelRectangle r;
  r.x0 = static_cast<int>(maximum(x0, 0.0f));
  r.y0 = static_cast<int>(maximum(y0, 0.0f));
  r.x1 = static_cast<int>(minimum(x1, static_cast<float>(frame.width)));
  r.y1 = static_cast<int>(minimum(y1, static_cast<float>(frame.height)));
  return r;
}

/// What a ray finds at a face that it enters.
struct FaceHit
{
  bool entered;
  float depth;
};

/// The side of each edge seen from the pixel (u, v), and for a face that looks at the camera and contains the ray, the depth where they meet.
INKRAY_HD FaceHit hitFace(const RayVertex& a, const RayVertex& b, const RayVertex& c, const UInt4& ids, float facing)
{
  const float ab = edgeFunction(a, b, ids.x < ids.y) * facing;
  const float bc = edgeFunction(b, c, ids.y < ids.z) * facing;
  const float ca = edgeFunction(c, a, ids.z < ids.x) * facing;
  FaceHit hit = { ab > 0.0f && bc > 0.0f && ca > 0.0f, 0.0f };
  if (hit.entered)
    hit.depth = (bc * a.depth + ca * b.depth + ab * c.depth) / (ab + bc + ca);
  return hit;
}

/// True when no pixel of the rectangle can be inside: one edge function is clearly negative at its four corners (it is linear in u and v).
INKRAY_HD bool surelyOutside(const RayFrame& frame, const ProjectedVertex& a, const ProjectedVertex& b, const ProjectedVertex& c, const PixelRectangle& r)
{
  const ProjectedVertex* corner[3] = { &a, &b, &c };
  const float u[2] = { pixelU(frame, r.x0), pixelU(frame, r.x1 - 1) };
  const float v[2] = { pixelV(frame, r.y0), pixelV(frame, r.y1 - 1) };
  for (int e = 0; e < 3; ++e)
  {
    const ProjectedVertex& p = *corner[e];
    const ProjectedVertex& q = *corner[e == 2 ? 0 : e + 1];
    // E(u, v) = cross(p - u d, q - v d) with d = depth (perspective) or 1 (parallel).
    const double pz = frame.parallel ? 1.0 : double(p.z), qz = frame.parallel ? 1.0 : double(q.z);
    const double constant = double(p.x) * q.y - double(q.x) * p.y;
    const double perU = -pz * q.y + qz * p.y;
    const double perV = -double(p.x) * qz + double(q.x) * pz;
    const double size = fabs(double(p.x) * q.y) + fabs(double(q.x) * p.y) + (fabs(perU) + fabs(perV)) * (double(frame.halfWidth) + frame.halfHeight);
    double best = -1e300;
    for (int k = 0; k < 4; ++k)
      best = fmax(best, (constant + perU * u[k & 1] + perV * v[k >> 1]) * frame.facing);
    if (best < -1e-5 * size)
      return true;
  }
  return false;
}

} // namespace inkray
