// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/Camera.h"

#include <cmath>

/// Depth along the viewing direction (-z of eye coordinates), the depths of a camera's clipping range, and
/// window depth, which OpenGL uses for the pictures of other mappers.
namespace inkray
{

/// A window depth nearer than all that a ray may meet, so that no ray of the pixel begins.
constexpr float closedPixel = -1e30f;

/// Fills depths for an empty picture.
struct FillDepths
{
  float* depth;
  INKRAY_HD void operator()(std::int64_t i) const { depth[i] = 1.0f; }
};

/// Converts between window depth, 0 at the near and 1 at the far plane, and depth along the viewing
/// direction. For a perspective window = a + b / depth, and for a parallel projection window = a + b depth.
/// In a perspective whose depths do not begin at the eye, window = (a + b depth) / (1 + bend depth).
struct WindowDepth
{
  float a, b;
  bool parallel; ///< a parallel projection, or a perspective whose depths do not begin at the eye
  float bend;

  INKRAY_HD float ofDepth(float depth) const
  {
    const float z = parallel ? multiplyAdd(b, depth, a) / multiplyAdd(bend, depth, 1.0f) : a + b / depth;
    return z < 0.0f ? 0.0f : z > 1.0f ? 1.0f : z;
  }
  /// The depth that belongs to a window depth below 1; at 1 nothing is drawn.
  INKRAY_HD float toDepth(float window) const
  {
    return parallel ? (window - a) / (b - bend * window) : b / (window - a);
  }
};

/// `unit`: world units in one unit of depth.
inline WindowDepth makeWindowDepth(const Camera& camera, double unit = 1.0)
{
  // The third row of the projection: z_ndc = P10 z_eye + P11, divided by depth for a perspective.
  const double* P = camera.eyeToClip;
  const double eye = camera.eyeDepth;
  if (camera.isParallel())
    return { static_cast<float>(0.5 + 0.5 * (P[11] - P[10] * eye)), static_cast<float>(-0.5 * P[10] * unit),
      true, 0.0f };
  const double a = 0.5 - 0.5 * P[10], b = 0.5 * P[11];
  if (eye == 0)
    return { static_cast<float>(a), static_cast<float>(b / unit), false, 0.0f };
  return { static_cast<float>(a + b / eye), static_cast<float>(a / eye * unit), true,
    static_cast<float>(unit / eye) };
}

/// Depths of the near and the far plane in world units, from the origin of eye coordinates, the lesser first;
/// infinite if a plane is missing.
struct DepthRange
{
  double low, high;
};

inline DepthRange depthRange(const Camera& camera)
{
  const double* P = camera.eyeToClip;
  const bool parallel = camera.isParallel();
  const double nearDepth = parallel ? (P[11] + 1) / P[10] : P[11] / (P[10] - 1);
  const double farDepth = parallel ? (P[11] - 1) / P[10] : P[11] / (P[10] + 1);
  // A far plane at infinity may result with either sign.
  DepthRange range = { std::isfinite(nearDepth) ? nearDepth : -HUGE_VAL,
    std::isfinite(farDepth) ? farDepth : HUGE_VAL };
  if (range.low > range.high)
    std::swap(range.low, range.high);
  return { range.low - camera.eyeDepth, range.high - camera.eyeDepth };
}

} // namespace inkray
