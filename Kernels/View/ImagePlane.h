// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "View/Camera.h"
#include "View/WindowDepth.h"

namespace inkray
{

/// The pixels of a picture in all renderers' kernels: a Camera without the coordinates of the model. A
/// pixel's ray goes through its center (u, v), in pixels from the image center, u to the right and v upwards.
struct ImagePlane
{
  std::int32_t width, height;
  float halfWidth, halfHeight; ///< in pixels
  WindowDepth window;
  bool parallel;
  /// The pixels that have rays, by pixelIndex, in the order of the rays; null: all pixels, in a PixelOrder.
  const std::uint32_t* listed;
  std::int64_t numListed;
  const float* stops; ///< window depths at which rays end, by pixelIndex; null: rays end at the far plane
};

/// `unit`: world units in one unit of depth.
inline ImagePlane makeImagePlane(const Camera& camera, double unit = 1.0)
{
  return { camera.width, camera.height, 0.5f * static_cast<float>(camera.width),
    0.5f * static_cast<float>(camera.height), makeWindowDepth(camera, unit), camera.isParallel(), nullptr, 0,
    nullptr };
}

INKRAY_HD float pixelU(const ImagePlane& plane, int i)
{
  return static_cast<float>(i) + 0.5f - plane.halfWidth;
}
INKRAY_HD float pixelV(const ImagePlane& plane, int j)
{
  return static_cast<float>(j) + 0.5f - plane.halfHeight;
}

/// The index of a pixel in an image, lower row first.
INKRAY_HD std::int64_t pixelIndex(const ImagePlane& plane, const int pixel[2])
{
  return pixel[0] + std::int64_t(plane.width) * pixel[1];
}

/// The pixel of ray `number`, if pixels are listed.
INKRAY_HD void listedPixel(const ImagePlane& plane, std::int64_t number, int& x, int& y)
{
  const std::uint32_t at = plane.listed[number];
  y = static_cast<int>(at / static_cast<std::uint32_t>(plane.width));
  x = static_cast<int>(at) - y * plane.width;
}

/// The number of rays of a picture. Some rays lie outside of the image, unless its pixels are listed.
template <class Order>
INKRAY_HD std::int64_t countRays(const ImagePlane& plane)
{
  return plane.listed ? plane.numListed : Order::count(plane.width, plane.height);
}

} // namespace inkray
