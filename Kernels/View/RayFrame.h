// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/Camera.h"

namespace inkray
{

/// Where a mesh vertex lies for the camera: homogeneous pixel coordinates (relative to the image centre),
/// depth along the viewing direction, and the vertex's scalar.
using ProjectedVertex = Float4; // x, y, depth, scalar

/// A camera reduced to what the kernels need, in the units of the normalised mesh (centre at the origin, half
/// diagonal about 1).
///
/// Ray space of the pixel with centre coordinates (u, v): a point (x, y, depth) of ProjectedVertex lies at
///   X = x - u depth, Y = y - v depth   (perspective)
///   X = x - u,       Y = y - v         (parallel)
/// The ray is the line X = Y = 0, and depth is an affine function along it. Points behind the eye have
/// negative depth; nothing divides by it, so a camera inside the mesh needs no clipping (Olano and Greer
/// 1997, 2-D homogeneous rasterisation).
struct RayFrame
{
  float rowX[4], rowY[4], rowDepth[4]; ///< normalised mesh point to x, y, depth
  float nearDepth, farDepth;
  float slack;                 ///< rounding of positions in ray space, per unit of depth for perspective
  float halfWidth, halfHeight; ///< in pixels
  /// Length in world units of one unit of depth along pixel (u, v): worldPerDepth sqrt(1 + (a u + b)^2 + (c v
  /// + d)^2); a = b = c = d = 0 for parallel.
  float lengthX[2], lengthY[2], worldPerDepth;
  /// Window depth z to depth: perspective p / (z + q), parallel p z + q.
  float windowDepth[2];
  float facing; ///< +1 when outward boundary faces that look at the camera have positive edge functions,
                ///< otherwise -1
  int width, height;
  bool parallel;
  bool degenerate; ///< singular matrices or an empty image: nothing to draw
};

/// Reduce `camera` for a mesh normalised by p' = (p - center) * scale.
RayFrame makeRayFrame(const Camera& camera, const double center[3], double scale);

INKRAY_HD float pixelU(const RayFrame& frame, int i)
{
  return static_cast<float>(i) + 0.5f - frame.halfWidth;
}

INKRAY_HD float pixelV(const RayFrame& frame, int j)
{
  return static_cast<float>(j) + 0.5f - frame.halfHeight;
}

/// World length of one unit of depth along the ray of pixel (u, v).
INKRAY_HD float lengthPerDepth(const RayFrame& frame, float u, float v)
{
  const float x = multiplyAdd(frame.lengthX[0], u, frame.lengthX[1]);
  const float y = multiplyAdd(frame.lengthY[0], v, frame.lengthY[1]);
  return frame.worldPerDepth * sqrtf(1.0f + x * x + y * y);
}

/// Depth along the viewing direction of what lies at window depth z in [0, 1].
INKRAY_HD float depthOfWindowDepth(const RayFrame& frame, float z)
{
  if (z >= 1.0f)
    return frame.farDepth;
  return frame.parallel ? frame.windowDepth[0] * z + frame.windowDepth[1]
                        : frame.windowDepth[0] / (z + frame.windowDepth[1]);
}

} // namespace inkray
